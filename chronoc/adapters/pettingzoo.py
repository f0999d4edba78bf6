"""Any rule table as a PettingZoo AEC environment (extra `pettingzoo`).

    from chronoc.adapters.pettingzoo import env
    environment = env("lamps", players=3)
    environment.reset(seed=7)

An agent says an answer word by word (`chronoc.adapters.words`), and sees a row of numbers (`chronoc.adapters.vector`) that is
made of its own view. `docs/harnesses.md` has the details.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from typing import Any

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ImportError as fault:
    raise ImportError(f"this needs the extra `pettingzoo`: pip install 'chronoc[pettingzoo]' ({fault})") from None

from chronoc.adapters.match import Match, rulebook
from runtime import Table

#: Who says a word that is not legal has lost, and the game ends there.
ILLEGAL_REWARD = -1.0
#: Cycles after which a game is cut off. A cycle is a word of each agent.
MAX_CYCLES = 5_000

Source = Table | str | os.PathLike[str]


def env(source: Source, **settings: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual guards: order of calls, actions out of bounds, illegal actions.

    settings: those of `TableEnv`."""
    inner: Any = TableEnv(source, **settings)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL_REWARD)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


def parallel_env(source: Source, **settings: Any) -> Any:
    """The same as a parallel environment: all agents are asked in each cycle, and the actions of those who are not to speak
    are ignored."""
    return turn_based_aec_to_parallel(env(source, **settings))


def raw_env(source: Source, **settings: Any) -> TableEnv:
    """The environment without guards: an illegal action raises ValueError."""
    return TableEnv(source, **settings)


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # pettingzoo has no types
    """source: a table, the file of one, a folder of card files, or the name of a shipped variant · players: how many (as few
    as it allows when not said) · options: of the game, by name · max_cycles: then the game is cut off (None: never) ·
    mask: where the legal actions stand, "observation" (as in PettingZoo's classic games: observations are dictionaries)
    or "info" (observations are the row alone) · render_mode: "human" or "ansi", what everybody may see.

    book: words and layout · match: the game that is being played · game_seed: its seed, as for `chronoc play --seed`"""

    metadata: dict[str, Any]

    def __init__(
        self,
        source: Source,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        max_cycles: int | None = MAX_CYCLES,
        mask: str = "observation",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if mask not in ("observation", "info"):
            raise ValueError(f'mask is "observation" or "info", not {mask!r}')
        if max_cycles is not None and max_cycles < 1:
            raise ValueError("max_cycles is 1 or more, or None")
        self.book = rulebook(source, players, options)
        self.metadata = {
            "name": f"{self.book.table.variant}_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False,
            "render_fps": 1,
        }  # fmt: skip
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f'render_mode is "human" or "ansi", not {render_mode!r}')
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.mask = mask
        self.possible_agents = [f"player_{seat}" for seat in range(self.book.players)]
        self.agents: list[str] = []
        layout, words = self.book.layout, len(self.book.words)

        def rows() -> Box:
            return Box(np.array(layout.low, dtype=np.int32), np.array(layout.high, dtype=np.int32), dtype=np.int32)

        def seen() -> Space[Any]:
            return (
                rows() if mask == "info" else Dict({"observation": rows(), "action_mask": Box(0, 1, (words,), np.int8)})
            )

        self._action_spaces = {agent: Discrete(words) for agent in self.possible_agents}
        self._observation_spaces = {agent: seen() for agent in self.possible_agents}
        self.state_space = rows()
        self.game_seed: int | str = 0
        self._seed: int | str | None = None
        self._games = 0
        self._steps = 0
        self.match: Match

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed: the game of that seed, and those that follow it without a seed are numbered
        (`7`, `7.1`, `7.2` …). options: not used; those of the game are given when the environment is made."""
        if seed is not None:
            self._seed, self._games = int(seed), 0
        elif self._seed is None:
            self._seed, self._games = secrets.randbits(63), 0
        else:
            self._games += 1
        self.game_seed = f"{self._seed}.{self._games}" if self._games else self._seed
        self.match = Match(self.book, self.game_seed)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._stand()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        word = int(action)
        if word not in self.match.legal:
            raise ValueError(f"{self._called(word)} is not legal for {agent}; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.say(word)
        self._steps += 1
        self._stand()
        self._accumulate_rewards()

    def _called(self, word: int) -> str:
        words = self.book.words.words
        return f"action {word} ({words[word]})" if 0 <= word < len(words) else f"action {word}"

    def _stand(self) -> None:
        """Say who is to speak, or that the game is over."""
        match = self.match
        cut = self.max_cycles is not None and self._steps >= self.max_cycles * len(self.possible_agents)
        if match.over or cut:
            ended = self.truncations if match.error or not match.over else self.terminations
            for agent, reward in zip(self.possible_agents, match.returns(), strict=True):
                ended[agent] = True
                self.rewards[agent] = reward
                if match.error:
                    self.infos[agent]["error"] = match.error
        else:
            assert match.seat is not None
            self.agent_selection = self.possible_agents[match.seat]
        if self.mask == "info":
            for agent in self.agents:
                self.infos[agent]["action_mask"] = self._legal(agent)

    # ------------------------------------------------------------------ looking

    def _legal(self, agent: str) -> Any:
        mask = np.zeros(len(self.book.words), dtype=np.int8)
        if self.match.seat is not None and self.possible_agents[self.match.seat] == agent:
            mask[self.match.legal] = 1
        return mask

    def observe(self, agent: str) -> Any:
        row = np.array(self.match.row(self.possible_agents.index(agent)), dtype=np.int32)
        return row if self.mask == "info" else {"observation": row, "action_mask": self._legal(agent)}

    def state(self) -> Any:
        """Everything, with what is hidden: for a critic in training, never for a player."""
        return np.array(self.match.everything(), dtype=np.int32)

    def render(self) -> str | None:
        """What everybody may see, as text: printed ("human") or given back ("ansi")."""
        if self.render_mode is None:
            return None
        from chronoc.play.board import Board
        from chronoc.play.paint import Paint
        from chronoc.play.things import Eyes

        game = self.match.game
        text = self.match.error if game is None else "\n".join(Board(Eyes(game, None), Paint(False, 100)).lines())
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""
