"""OpenSpiel's own simulation test, and what a history is worth."""

from __future__ import annotations

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("numpy")

from chronoc.adapters.openspiel import TableState, load  # noqa: E402


def test_random_simulation(capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load("talespin", 2, deals=5), num_sims=1, serialize=True, verbose=False)


def played(state: TableState, chance: random.Random, moves: int) -> None:
    for _ in range(moves):
        if state.is_terminal():
            break
        legal = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chance.choice(legal))


def test_a_history_is_the_game() -> None:
    game = pyspiel.load_game("chronoc(variant=talespin,players=3,deals=7)")
    state, chance = game.new_initial_state(), random.Random(2)
    played(state, chance, 25)
    twin = state.clone()
    again = game.deserialize_state(state.serialize())
    for other in (twin, again):
        assert other.observation_tensor(1) == state.observation_tensor(1) and str(other) == str(state)
    played(twin, chance, 3)
    assert str(twin) != str(state) == str(again)


def test_what_is_no_action_is_told() -> None:
    state = load("talespin", 2, deals=3).new_initial_state()
    for deal in (3, -5):
        with pytest.raises(ValueError, match="deals 0 to 2"):
            state.clone().apply_action(deal)
    state.apply_action(1)
    with pytest.raises(ValueError, match="action 1000000 is not legal"):
        state.apply_action(1_000_000)
    assert not state.is_terminal() and state.legal_actions()
    played(state, random.Random(1), 10_000)
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(0)


@pytest.mark.parametrize("deals", [0, 10**12])
def test_numbers_of_deals_without_sense(deals: int) -> None:
    with pytest.raises(ValueError, match="1 to 1000000 deals"):
        load("talespin", 2, deals=deals)


def test_a_game_to_its_end() -> None:
    game = load("talespin", 3)
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 1_000
    played(state, random.Random(4), 10_000)
    assert state.is_terminal() and sorted(state.returns()) == [-1.0, -1.0, 1.0]


def test_players_see_different_things() -> None:
    state = load("talespin", 3).new_initial_state()
    played(state, random.Random(1), 5)
    assert state.observation_tensor(0) != state.observation_tensor(1)
    assert state.information_state_string(0) != state.information_state_string(1)


@pytest.mark.parametrize(
    "wrong", ["chronoc()", "chronoc(variant=chrononauts,deals=0)", "chronoc(variant=chrononauts,players=9)"]
)
def test_wrong_parameters_are_told(wrong: str) -> None:
    with pytest.raises(Exception, match=r"variant|deal|players"):
        pyspiel.load_game(wrong)
