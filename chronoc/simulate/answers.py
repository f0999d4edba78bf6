"""The three questions that everybody asks of a game, answered in sentences from the numbers of a series.

What stands out is the extreme one of several, so it is held against intervals that are right for all of them together.
"""

from __future__ import annotations

from typing import Any

from chronoc.simulate.estimate import Z95, wilson, z_of_several

Row = dict[str, Any]

#: So many cards are named where several are alike.
MOST_NAMED = 5


def answers(found: Row) -> list[Row]:
    """question, answer, clear (is it more than chance?) for a series as `summary` describes it."""
    return [first_player(found), *(weakest(role, found) for role in found["roles"]), *dead_card(found)]


def first_player(found: Row) -> Row:
    question = "Is the first player ahead?"
    places = found["places"]
    if len(places) == 1:
        return told(question, "There is only one player.", False)
    first, wins = places[0], places[0]["of"]
    if not wins:
        return told(question, "Nobody won a game.", False)
    even = 1 / len(places)
    low, high = wilson(first["games"], wins)
    numbers = (
        f"{percent(first['share'])} of {count(wins, 'win')} went to whoever began ({between(low, high)}); "
        f"{percent(even)} would be even."
    )
    if low > even:
        return told(question, f"Yes: {numbers}", True)
    if high < even:
        return told(question, f"No, behind: {numbers}", True)
    return told(question, f"Not that these games show: {numbers}", False)


def weakest(role: Row, found: Row) -> Row:
    name = spaced(role["zone"])
    question = f"Which {name} is weakest?"
    rows, average = role["dealt"], pooled(role["dealt"])
    if not any(row["won"] for row in rows):
        return told(question, f"Nobody who was dealt a {name} won a game.", False)
    if len(rows) < 2:
        return told(question, "There is only one.", False)
    z = z_of_several(len(rows))
    row = min(rows, key=lambda row: (wilson(row["won"], row["of"], z)[1], row["card"]))
    high = wilson(row["won"], row["of"], z)[1]
    numbers = (
        f"who was dealt {row['title']} won {percent(row['share'])} of {count(row['of'], 'game')} "
        f"({between(*wilson(row['won'], row['of']))}); all of them together: {percent(average)}."
    )
    if high < average:
        return told(question, f"{row['title']}: {numbers}", True)
    return told(question, f"None stands out. Lowest: {numbers}", False)


def dead_card(found: Row) -> list[Row]:
    rows = [row for row in found["cards"] if row["played_share"]["of"]]
    question = "Which card is dead?"
    if not found["cards"]:
        return []
    if len(rows) < 2:
        return [told(question, "There are not two cards to compare.", False)]
    played, stays = sum(row["played"] for row in rows), sum(row["played_share"]["of"] for row in rows)
    if not played:
        said = f"This cannot be told: of {count(stays, 'time')} in a hand no card went from there into play."
        return [told(question, said, False)]
    average = played / stays
    z = z_of_several(len(rows))

    def bounds(row: Row, z: float) -> tuple[float, float]:
        worth = row["played_share"]["worth"]
        return wilson(row["played"] / row["played_share"]["of"] * worth, worth, z)

    rows.sort(key=lambda row: (bounds(row, z)[1], row["card"]))
    row, below = rows[0], [row for row in rows if bounds(row, z)[1] < average]
    times = count(row["played_share"]["of"], "time")
    overall = f"all cards together: {percent(average)}."
    if below and not row["played"]:
        others = [other["title"] for other in below[1:] if not other["played"]]
        names = ", ".join(others[:MOST_NAMED]) + (", …" if len(others) > MOST_NAMED else "")
        more = f" Never played either: {names}." if others else ""
        return [told(question, f"{row['title']}: {times} in a hand, and never played; {overall}{more}", True)]
    share = percent(row["played_share"]["share"])
    numbers = f"{row['title']}: played {share} of {times} in a hand ({between(*bounds(row, Z95))}); {overall}"
    if below:
        return [told(question, f"None is quite dead. Least played is {numbers}", True)]
    return [told(question, f"None stands out. Lowest is {numbers}", False)]


# ---------------------------------------------------------------------- words


def told(question: str, answer: str, clear: bool) -> Row:
    return {"question": question, "answer": answer, "clear": clear}


def pooled(rows: list[Row]) -> float:
    won, of = (sum(int(row[key]) for row in rows) for key in ("won", "of"))
    return won / max(1, of)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(low: float, high: float) -> str:
    return f"between {100 * low:.1f} and {100 * high:.1f} %"


def count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def spaced(name: str) -> str:
    return name.replace("_", " ")


__all__ = ["answers", "between", "count", "percent", "spaced"]
