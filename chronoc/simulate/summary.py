"""The data of a report: shares with intervals, made of what was counted. `of` is what a share is a share of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from chronoc.simulate.answers import answers
from chronoc.simulate.charts import binned
from chronoc.simulate.estimate import spread, wilson, worth
from chronoc.simulate.tally import Tally
from runtime.game import NAMES
from runtime.observed import DISCARDS, HAND, ROLE, sorts
from runtime.simulate import CUT, ERROR, LOST, NOBODY, WON, Plan
from runtime.table import Table

Row = dict[str, Any]


def summary(plans: Sequence[Plan], tallies: Sequence[Tally]) -> Row:
    """Everything found, for programs: one entry of `series` for each number of players."""
    plan = plans[0]
    table = plan.table
    return {
        "variant": table.variant,
        "title": table.title,
        "table": table.hash,
        "seed": plan.seed,
        "bots": list(plan.kinds),
        "options": dict(plan.options or {}),
        "max_moves": plan.max_moves,
        "zones": {
            name: named(table, sort) for name, sort in (("hands", HAND), ("roles", ROLE), ("discards", DISCARDS))
        },
        "series": [series(plan, tally) for plan, tally in zip(plans, tallies, strict=True)],
    }


def named(table: Table, sort: str) -> list[str]:
    """Zones of a sort, but for the box."""
    return [zone["name"] for zone, found in zip(table.zones[1:], sorts(table)[1:], strict=True) if found == sort]


def series(plan: Plan, tally: Tally) -> Row:
    finished, table = tally.finished, plan.table
    wins = tally.counts["places"].total()
    found = {
        "players": plan.players,
        "games": tally.games,
        "finished": finished,
        "ends": {kind: tally.one("ended", kind) for kind in (WON, LOST, NOBODY, ERROR, CUT)},
        "routes": shared_out(tally.by("routes"), finished),
        "seats": shared_out(by_name(tally, "seats"), finished),
        "places": [
            {"place": place + 1, **share(tally.one("places", place), wins, "games")} for place in range(plan.players)
        ],
        "began": shared_out(by_name(tally, "first"), finished),
        "players_by_kind": [
            {"what": kind, **share(tally.one("bots", kind), number, "games")}
            for kind, number in sorted(tally.by("bots_of").items())
        ],
        "losses": shared_out(tally.by("losses"), finished),
        "shared_wins": tally.one("sums", "shared"),
        "turns": spread(tally.by("turns")),
        "moves": spread(tally.by("moves")),
        "length_bars": binned(sorted(tally.by("turns").items())),
        "total_moves": tally.one("sums", "moves"),
        "comebacks": comebacks(tally),
        "stuck": stuck(tally),
        "roles": roles(table, tally),
        "cards": cards(table, tally),
        "digest": tally.digest,
        "told": [{"game": index, "seed": f"{plan.seed}.{index}", "what": what} for index, what in tally.told],
    }
    found["answers"] = answers(found)
    return found


def by_name(tally: Tally, count: str) -> Counter[str]:
    """A count of seats, with the names that games give them."""
    seats = tally.by(count).items()
    return Counter({NAMES[seat] if seat < len(NAMES) else str(seat + 1): number for seat, number in seats})


def share(hits: int, of: int, what: str) -> Row:
    """A share with its interval. what: the name of the number of hits."""
    low, high = wilson(hits, of)
    return {what: hits, "of": of, "share": part(hits, of), "low": round(low, 6), "high": round(high, 6)}


def part(hits: int, of: int) -> float:
    return round(hits / of, 6) if of else 0.0


def shared_out(counts: Counter[Any], of: int) -> list[Row]:
    """Each thing counted with its share of `of` games, most frequent first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
    return [{"what": what, **share(number, of, "games")} for what, number in ordered]


def comebacks(tally: Tally) -> Row | None:
    """How those who won alone had stood at half of the game: ahead of all, level with the best, behind somebody, behind all."""
    found = tally.by("halfway")
    games = found["ahead"] + found["level"] + found["behind"]
    return {how: share(found[how], games, "games") for how in ("ahead", "level", "behind", "last")} if games else None


def stuck(tally: Tally) -> Row | None:
    """Turns in which whoever's turn it was had nothing to choose, and turns in which no card was played from a hand."""
    if not tally.one("sums", "observed"):
        return None
    turns = tally.one("sums", "turns")
    return {
        "turns": turns,
        "without_a_choice": part(turns - tally.one("sums", "choices"), turns),
        "without_a_card_played": part(turns - tally.one("sums", "plays"), turns),
    }


def roles(table: Table, tally: Tally) -> list[Row]:
    """For each zone of secrets that decide who wins: how often seats won with each card, as they were dealt it, and as they
    had it when the game ended."""
    out = []
    zones = sorted({key[0] for key in tally.counts["roles_of"]})
    for zone in zones:
        entry: Row = {"zone": table.zones[zone]["name"]}
        for when in ("dealt", "kept"):
            entry[when] = [
                {
                    "card": table.designs[design]["name"],
                    "title": table.designs[design]["title"],
                    **share(tally.one("roles", zone, design, when), seats, "won"),
                }
                for (at, design, then), seats in sorted(tally.counts["roles_of"].items())
                if at == zone and then == when
            ]
            entry[when].sort(key=lambda row: (-row["share"], row["card"]))
        out.append(entry)
    return out


def cards(table: Table, tally: Tally) -> list[Row]:
    """What became of each card that was in a hand, in the order of the table."""
    found = tally.counts["cards"]
    out = []
    for design in sorted({design for design, _ in found}):

        def one(what: str, design: int = design) -> int:
            return found[design, what]

        row = table.designs[design]
        stays = one("played") + one("thrown") + one("held")
        independent = worth(one("played"), stays, one("games"), one("used2"), one("cross"), one("of2"))
        low, high = wilson(part(one("played"), stays) * independent, independent)
        out.append(
            {
                "card": row["name"],
                "title": row["title"],
                "kind": table.kinds[row["kind"]]["name"],
                "copies": row["copies"],
                "drawn": stays + one("passed"),
                "played": one("played"),
                "thrown_away": one("thrown"),
                "passed_on": one("passed"),
                "held_at_the_end": one("held"),
                "drawn_a_game": round((stays + one("passed")) / tally.one("sums", "observed"), 3),
                "played_share": {
                    "of": stays, "worth": round(independent, 1), "share": part(one("played"), stays),
                    "low": round(low, 6), "high": round(high, 6),
                },
                "dead_share": {
                    "of": stays, "share": part(stays - one("played"), stays),
                    "low": round(1 - high, 6), "high": round(1 - low, 6),
                },
                "won_when_drawn": share(one("drawn_won"), one("drawn_seats"), "won"),
                "won_when_played": share(one("played_won"), one("played_seats"), "won"),
            }
        )  # fmt: skip
    return out


__all__ = ["share", "shared_out", "summary"]
