"""Any rule table as an OpenSpiel game (needs `pyspiel`, from the wheel `open_spiel`).

    from chronoc.adapters.openspiel import load
    game = load("lamps", players=2)
    state = game.new_initial_state()

or, once this module is imported, `pyspiel.load_game("chronoc(variant=lamps,players=2)")`.

Chance is one move at the beginning: which deal is played. Each deal is a seed, and everything that is random in the game
follows from it; `deals` says how many there are. So a history is enough to play a game again, and OpenSpiel can store it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError as fault:
    raise ImportError(f"this needs the extra `openspiel`: pip install 'chronoc[openspiel]' ({fault})") from None

from chronoc.adapters.match import Match, Rulebook, same_rulebook
from runtime.bounds import MAX_PLAYERS

#: Deals to choose from, when nothing else is said.
DEALS = 1_000
#: More are not told apart: OpenSpiel wants a list of them all.
MOST_DEALS = 1_000_000
#: Words after which a game is cut off, with no points for anybody.
MAX_LENGTH = 20_000

_PARAMETERS = {"variant": "", "players": 0, "seed": 0, "deals": DEALS}


_TYPE = pyspiel.GameType(
    short_name="chronoc",
    long_name="A rule table of chronoc",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
    default_loadable=False,
)


def load(variant: str, players: int | None = None, seed: int = 0, deals: int = DEALS) -> TableGame:
    """The game of a variant: the file of a table, a folder of card files, or the name of a shipped variant.
    players: as few as it allows when not said."""
    return TableGame({"variant": variant, "players": players or 0, "seed": seed, "deals": deals})


class TableGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """book: words (the actions) and layout (of the tensors)."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        if not given["variant"]:
            raise ValueError("say which game: chronoc(variant=NAME)")
        if not 1 <= given["deals"] <= MOST_DEALS:
            raise ValueError(f"there are 1 to {MOST_DEALS} deals, not {given['deals']}")
        self.book: Rulebook = same_rulebook(given["variant"], given["players"] or None)
        self.seed: int = given["seed"]
        self.deals: int = given["deals"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.book.words),
            max_chance_outcomes=self.deals,
            num_players=self.book.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_TYPE, info, {name: given[name] for name in _PARAMETERS})

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(self.book, iig_obs_type, params)


class TableState(pyspiel.State):  # type: ignore[misc]
    """Before the deal there is no match."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        # what a copy needs; OpenSpiel copies every attribute, so the game itself is not among them
        self.book, self.seed, self.deals = game.book, game.seed, game.deals
        self.match: Match | None = None
        #: What each player has said, for those who must remember everything.
        self._spoken: list[list[int]] = [[] for _ in range(game.book.players)]
        self._length = 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match is None or self.match.seat is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal if self.match is not None and self.match.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ValueError(f"action {action}: the game is over")
        if self.match is None:
            if not 0 <= action < self.deals:
                raise ValueError(f"deal {action}: there are the deals 0 to {self.deals - 1}")
            self.match = Match(self.book, f"{self.seed}.{action}")
            return
        seat = self.match.seat
        assert seat is not None
        self.match.say(action)
        self._spoken[seat].append(action)
        self._length += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.book.words.words[action]

    def is_terminal(self) -> bool:
        return self.match is not None and (self.match.over or self._length >= MAX_LENGTH)

    def returns(self) -> list[float]:
        return [0.0] * self.book.players if self.match is None else self.match.returns()

    def __str__(self) -> str:
        if self.match is None:
            return "before the deal"
        words = self.book.words.words
        said = [" ".join(words[word] for word in spoken) for spoken in self._spoken]
        seed = f"{self.match.game.seed}" if self.match.game is not None else "?"
        return "\n".join([f"game {seed}", *(f"{seat}: {line}" for seat, line in enumerate(said))])

    def remembered(self, player: int) -> str:
        """Everything that the player has seen and said."""
        told = [] if self.match is None or self.match.game is None else self.match.game.log(player)
        return json.dumps([told, self._spoken[player]], ensure_ascii=False)


class TableObserver:
    """The row of a player as tensor, or for the public what everybody may see. With perfect recall there is only a text."""

    def __init__(self, book: Rulebook, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations: {params}")
        self._recall = kind is not None and kind.perfect_recall
        self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(0 if self._recall else book.layout.size, np.float32)
        self.dict = {} if self._recall else {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        if self._recall:
            return
        self.tensor.fill(0)
        if state.match is not None:
            self.tensor[:] = state.match.row(player if self._private else None)

    def string_from(self, state: TableState, player: int) -> str:
        if self._recall:
            return f"{player} {state.remembered(player)} {self._seen(state, player)}"
        return f"{player if self._private else '-'} {self._seen(state, player)}"

    def _seen(self, state: TableState, player: int) -> str:
        if state.match is None:
            return "before the deal"
        return " ".join(map(str, state.match.row(player if self._private else None)))


pyspiel.register_game(_TYPE, TableGame)
