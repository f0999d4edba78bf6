"""PettingZoo's own conformance tests for every shipped game, and what they do not look at."""

from __future__ import annotations

import contextlib
import io
import random
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, max_cycles_test, parallel_seed_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.state_test import state_test  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402
from pettingzoo.utils.wrappers import BaseWrapper  # noqa: E402

from chronoc.adapters.pettingzoo import env, parallel_env, raw_env  # noqa: E402
from tests.adapters.conformance import GAMES, conforms  # noqa: E402
from tests.properties.forward import table  # noqa: E402


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@pytest.mark.parametrize("game", GAMES)
def test_conformance(game: str) -> None:
    """With warnings as errors: PettingZoo warns of what it does not like."""
    conforms(table(game), 4)


@pytest.mark.parametrize("game", ["chrononauts", "talespin-solo"])
def test_conformance_at_length(game: str) -> None:
    made = table(game)
    api_test(env(made, players=made.players[1], mask="info"), num_cycles=25)
    with warnings.catch_warnings():  # dictionaries are usual in its classic games, which it knows by name
        warnings.filterwarnings("ignore", "Observation is not a NumPy array|Observation space for each agent probably")
        api_test(env(made), num_cycles=10)
    seed_test(lambda: env(made), num_cycles=15)


@pytest.mark.parametrize("game", ["talespin", "solonauts"])
def test_rendering_and_states(game: str) -> None:
    made = table(game)
    render_test(lambda render_mode: env(made, render_mode=render_mode))
    with warnings.catch_warnings():  # its test of states says any action, and is told which are legal
        warnings.filterwarnings("ignore", ".*[Ii]llegal")
        state_test(raw_masked(made), parallel_env(made))


class Masked(BaseWrapper[str, Any, Any]):
    """For tests that know no masks: an illegal action is taken for the first legal one."""

    def step(self, action: Any) -> None:
        legal = self.env.unwrapped.match.legal  # type: ignore[attr-defined]
        super().step(legal[0] if action is not None and action not in legal else action)


def raw_masked(made: Any, **settings: Any) -> Any:
    return Masked(raw_env(made, mask="info", **settings))


@pytest.mark.parametrize("game", ["solonauts", "talespin-solo"])
def test_games_for_one_are_cut_off_as_parallel_ones(game: str) -> None:
    """PettingZoo's test lets all agents act in each cycle, so it fits games for one."""

    def alone(**settings: Any) -> Any:
        return raw_masked(table(game), **settings)

    parallel_seed_test(lambda: turn_based_aec_to_parallel(alone()), num_cycles=5)
    max_cycles_test(SimpleNamespace(env=alone, parallel_env=lambda **how: turn_based_aec_to_parallel(alone(**how))))


def test_a_cycle_is_a_word_of_each_agent() -> None:
    environment = env(table("chrononauts"), players=3, max_cycles=4)
    environment.reset(seed=1)
    steps = walk(environment, random.Random(1))
    assert steps == 12 and environment.agents == []


def walk(environment: Any, chance: random.Random, rewards: dict[str, float] | None = None) -> int:
    steps = 0
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        if rewards is not None:
            rewards[agent] = rewards.get(agent, 0.0) + reward
        if terminated or truncated:
            environment.step(None)
            continue
        environment.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
    return steps


def test_who_wins_is_rewarded_at_the_end() -> None:
    environment = env(table("talespin"), players=3)
    environment.reset(seed=3)
    rewards: dict[str, float] = {}
    walk(environment, random.Random(3), rewards)
    won = environment.unwrapped.match.game.result.winners
    assert sorted(rewards.values()) == [-1.0, -1.0, 1.0]
    assert [f"player_{environment.unwrapped.match.game.seat(name)}" for name in won] == [
        agent for agent, reward in rewards.items() if reward == 1.0
    ]


def test_an_illegal_action_loses_and_is_told() -> None:
    environment = env(table("talespin"))
    environment.reset(seed=1)
    agent = environment.agent_selection
    seen, *_ = environment.last()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with contextlib.redirect_stderr(io.StringIO()):
        environment.step(illegal)
    assert environment.rewards[agent] == -1.0 and all(environment.terminations.values())
    bare = raw_env(table("talespin"))
    bare.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal for player_"):
        bare.step(illegal)
    with pytest.raises(ValueError, match="action 99999 is not legal"):
        bare.step(99_999)


def test_seeds_name_games() -> None:
    environment = raw_env(table("chrononauts"))
    seeds = []
    for seed in (7, None, None, 7):
        environment.reset(seed=seed)
        seeds.append(environment.game_seed)
    assert seeds == [7, "7.1", "7.2", 7]
    environment, other = raw_env("talespin"), raw_env(table("talespin"))
    environment.reset()
    other.reset()
    assert environment.game_seed != other.game_seed  # nobody gave a seed, so it is another game each time


def test_only_who_is_asked_has_legal_actions() -> None:
    environment = env(table("chrononauts"), players=3)
    environment.reset(seed=5)
    for agent in environment.possible_agents:
        assert environment.observe(agent)["action_mask"].any() == (agent == environment.agent_selection)


@pytest.mark.parametrize(
    ("settings", "told"),
    [({"mask": "nowhere"}, "mask"), ({"max_cycles": 0}, "max_cycles"), ({"render_mode": "rgb"}, "render")],
)
def test_wrong_settings_are_told(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        raw_env(table("chrononauts"), **settings)


def test_rules_that_fail_cut_the_game_off(monkeypatch: pytest.MonkeyPatch) -> None:
    from runtime import Fault, Game

    environment = env(table("talespin"))
    environment.reset(seed=1)

    def fails(self: Game, answer: int | str) -> None:
        raise Fault("a tower fell")

    monkeypatch.setattr(Game, "choose", fails)
    walk_rewards: dict[str, float] = {}
    walk(environment, random.Random(1), walk_rewards)
    assert set(walk_rewards.values()) == {0.0} and "a tower fell" in environment.unwrapped.match.error
