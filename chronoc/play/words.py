"""What the screen says about a decision, about what happened, and about the end."""

from __future__ import annotations

from runtime import Decision, Game
from runtime.view import Viewer

#: What is asked where the rules have no words of their own.
QUESTIONS = {
    "choose": "Choose",
    "may": "You may",
    "either": "Choose one",
    "take": "What do you do?",
    "order": "What comes first?",
    "goal": "With what do you win?",
}


def question(game: Game, decision: Decision) -> str:
    """What is asked, for the one who decides."""
    if decision.kind == "react":
        return f"{reason(game, decision)} - do you react?"
    prompt = decision.prompt
    if decision.kind == "may":
        return f"You may {prompt}" if prompt else "You may"
    picked = _picked(game, decision)
    return (prompt or QUESTIONS.get(decision.kind, "Decide")) + (f" (so far: {picked})" if picked else "")


def reason(game: Game, decision: Decision) -> str:
    """What a window is open for: `a card played: The Lamp`."""
    frame = game.state.asked.frame
    row = game.rules.table.windows[frame[3]]
    name = row["sentence"] or row["name"].replace("_", " ")
    viewer = Viewer(game.rules, game.state, decision.seat)
    about = ", ".join(viewer.value(kind, value, True) for kind, value in zip(row["types"], frame[5], strict=True))
    by = f"{game.rules.seats[frame[2]]}: " if frame[2] not in (None, decision.seat) else ""
    return f"{by}{name}" + (f" - {about}" if about else "")


def _picked(game: Game, decision: Decision) -> str:
    """Of a choice of several, asked one by one: what has been chosen."""
    pending = game.state.asked
    viewer = Viewer(game.rules, game.state, decision.seat)
    kind = pending.spec.type
    inner = kind[1] if kind and kind[0] == "list" else kind
    return ", ".join(viewer.value(inner, item, True) for item in pending.picks)


def outcome(game: Game) -> list[str]:
    """Who has won, and how."""
    result = game.result
    assert result is not None
    lines = [f"{name} wins" + (f": {route}" if route else "") for name, route in result.winners.items()]
    if not lines and result.losers:
        everybody = len(result.losers) == len(game.rules.seats) - len(game.rules.table.robots)
        who = "Everybody loses" if everybody else ", ".join(result.losers) + " lost, and nobody wins"
        lines = [who + (f": {result.reason}" if result.reason else "")]
    if not lines:
        lines = ["The game is over; nobody has won."]
    if result.faults:
        lines.append(f"(The rules let something happen {result.faults} times that must not: see `log`.)")
    return [*lines, f"It took {result.turns} turn{'s' if result.turns != 1 else ''}."]
