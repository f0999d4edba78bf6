"""What differs between two rule tables: cards, rules, zones and options that are added, removed, renamed or changed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from chronoc.compare.unfolded import NAMED, Code, Unfolding

#: (file, line)
Place = tuple[str, int]

#: Groups of a report, and the parts of a table that belong to each.
GROUPS: dict[str, tuple[str, ...]] = {
    "cards": ("designs",),
    "rules": (
        "kinds", "fields", "clauses", "types", "gvars", "defines", "verbs", "actions", "phases", "windows", "whenevers",
        "triggers", "goals", "robots",
    ),
    "zones": ("zones", "layouts"),
    "options": ("options",),
}  # fmt: skip

#: Parts without rows of their own, and the group that tells of them. The name of a variant is that of its folder: no difference.
SINGLE = {
    "title": "options", "players": "options", "setup": "rules", "turn": "rules", "ending": "rules",
    "priority": "rules", "places": "zones",
}  # fmt: skip

#: How a row of a part is called.
WORDS = {
    "designs": "card", "kinds": "kind", "fields": "field", "clauses": "clause", "types": "type", "gvars": "variable",
    "defines": "define", "verbs": "verb", "actions": "action", "phases": "phase", "windows": "window",
    "whenevers": "whenever", "triggers": "trigger", "goals": "goal", "robots": "robot", "zones": "zone",
    "layouts": "layout", "options": "option",
}  # fmt: skip

#: What a row is told apart by, not what it is.
LABELS = ("name", "title", "plural", "set", "text", "sentence", "provenance", "note")


@dataclass(slots=True)
class Difference:
    """sort: "added" "removed" "renamed" "changed" · what: word and name, as the new table says it (the old one of what is
    removed) · details: what of it differs, with both values where they are short · old, new: where it is said"""

    group: str
    sort: str
    what: str
    details: list[str] = field(default_factory=list)
    old: Place | None = None
    new: Place | None = None


@dataclass(slots=True)
class Compared:
    """differences: in the order of the new table · table: the new one, in which everything that both have has the old name ·
    designs: name in the old table -> name in the new one, of cards that both have · gone, come: names of cards that one
    side alone has"""

    differences: list[Difference]
    table: dict[str, Any]
    designs: dict[str, str]
    gone: list[str]
    come: list[str]


def compare(old: dict[str, Any], new: dict[str, Any]) -> Compared:
    unfolding = Unfolding()
    before = unfolding.rows(old)
    named, back = renamed(unfolding, old, before, new)
    after = unfolding.rows(named)
    for rows in (before, after):
        rows["designs"] = {name: row for name, row in rows["designs"].items() if _there(rows, name, row)}
    found: list[Difference] = []
    for group, parts in GROUPS.items():
        for part in parts:
            found += _rows(group, part, (old, before[part]), (new, after[part]), back.get(part, {}))
        for part, place in SINGLE.items():
            if place == group and before[part] != after[part]:
                details = [] if part in ("setup", "turn", "ending", "places") else [_values(before[part], after[part])]
                found.append(Difference(group, "changed", part, details))
    called = back.get("designs", {})
    return Compared(
        found,
        named,
        {name: called.get(name, name) for name in before["designs"] if name in after["designs"]},
        [name for name in before["designs"] if name not in after["designs"]],
        [called.get(name, name) for name in after["designs"] if name not in before["designs"]],
    )


def _there(rows: dict[str, Any], name: str, row: dict[str, Any]) -> bool:
    """Of a card of no copies only the name is left. (Places are as many as their board shows.)"""
    return row["copies"] > 0 or any(name in signs.values() for signs in rows["places"].values())


# ---------------------------------------------------------------------- who is whom


def renamed(
    unfolding: Unfolding, old: dict[str, Any], before: dict[str, Any], new: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, dict[str, str]]]:
    """The new table with the old names of what was only renamed: it has the same title, or is the same but for its labels.
    Second: for each part, old name -> new name."""
    named = copy.copy(new)
    back: dict[str, dict[str, str]] = {}
    for _ in range(3):  # what refers to something renamed is the same as before only when that has its old name again
        after = unfolding.rows(named)
        more = False
        for part in NAMED:
            gone = {name: row for name, row in before[part].items() if name not in after[part]}
            come = {name: row for name, row in after[part].items() if name not in before[part]}
            pairs = dict(_paired(gone, come)) if gone and come else {}
            if not pairs:
                continue
            more = True
            raw = dict(zip(after[part], range(len(named[part])), strict=True))
            named[part] = list(named[part])
            for name, other in pairs.items():
                index = raw[other]
                taken = {row["name"] for row in named[part]}
                if name not in taken and before[part][name]["name"] == name:
                    back.setdefault(part, {})[name] = named[part][index]["name"]
                    named[part][index] = {**named[part][index], "name": name}
        if len(named["sets"]) == len(old["sets"]):
            more = _sets(named, old) or more
        if not more:
            break
    return named, back


def _sets(named: dict[str, Any], old: dict[str, Any]) -> bool:
    """A set that takes the place of another, such as a copy of its folder, is the same set."""
    renamed = {
        new: was
        for was, new in zip(old["sets"], named["sets"], strict=True)
        if was not in named["sets"] and new not in old["sets"]
    }
    if renamed:
        named["sets"] = [renamed.get(name, name) for name in named["sets"]]
        named["designs"] = [{**row, "set": renamed.get(row["set"], row["set"])} for row in named["designs"]]
    return bool(renamed)


def _paired(gone: dict[str, Any], come: dict[str, Any]) -> Iterator[tuple[str, str]]:
    left = dict(come)
    for name, row in gone.items():
        for alike in (_same_title, _same_content):
            found = next((other for other in left if alike(row, left[other])), None)
            if found is not None:
                del left[found]
                yield name, found
                break


def _same_title(a: Any, b: Any) -> bool:
    return bool(a.get("title")) and a["title"] == b["title"] and a.get("kind") == b.get("kind")


def _same_content(a: Any, b: Any) -> bool:
    """Equal, and there is something in it to be equal in."""
    left, right = ({key: value for key, value in row.items() if key not in LABELS} for row in (a, b))
    return bool(left == right) and any(
        isinstance(value, Code) or (isinstance(value, (list, dict)) and value) for value in left.values()
    )


# ---------------------------------------------------------------------- rows


def _rows(
    group: str, part: str, old: tuple[dict[str, Any], Any], new: tuple[dict[str, Any], Any], back: dict[str, str]
) -> Iterator[Difference]:
    before, after = old[1], new[1]
    word = WORDS[part]
    for name, row in before.items():
        if name not in after:
            yield Difference(group, "removed", f"{word} {_called(name, row)}", old=place(old[0], part, row["name"]))
    for name, row in after.items():
        called = back.get(name, name)
        there = place(new[0], part, back.get(row["name"], row["name"]))
        if name not in before:
            yield Difference(group, "added", f"{word} {_called(called, row)}", new=there)
            continue
        was = before[name]
        details = list(dict.fromkeys(details_of(was, row)))
        if called != name:
            details.insert(0, f"was {name}")
        if details:
            sort = "renamed" if called != name and len(details) == 1 else "changed"
            here = place(old[0], part, was["name"])
            yield Difference(group, sort, f"{word} {_called(called, row)}", details, here, there)


def _called(name: str, row: dict[str, Any]) -> str:
    title = row.get("title")
    return name if not title or title == name or "{" in title else f"{name} ({title})"


def details_of(was: dict[str, Any], row: dict[str, Any]) -> Iterator[str]:
    """What differs of two rows: `copies 2 → 3`, `watt 4 → 6`, `play`."""
    for key in row:
        a, b = was[key], row[key]
        if key == "name" or a == b:
            continue
        if key in PLAIN_WORDS:
            yield PLAIN_WORDS[key]
        elif isinstance(a, dict) and isinstance(b, dict):
            for inner in dict.fromkeys([*a, *b]):
                if a.get(inner) != b.get(inner) or (inner in a) != (inner in b):
                    yield _entry(inner, a.get(inner, _MISSING), b.get(inner, _MISSING))
        else:
            yield _entry(key, a, b)


#: Parts of rows whose names say nothing outside of the table.
PLAIN_WORDS = {
    "overloads": "what it is", "adjusts": "what adjusts it", "body": "what it does", "by": "who", "over": "of what",
    "where": "when it is so", "params": "what it takes", "types": "what it takes", "keyed": "tables",
}  # fmt: skip

_MISSING = object()


def _entry(name: str, a: Any, b: Any) -> str:
    if b is _MISSING:
        return f"without {name}"
    if a is _MISSING:
        return f"with {name}" + (f" {_short(b)}" if _simple(b) else "")
    return f"{name} {_values(a, b)}" if _simple(a) and _simple(b) else name


def _values(a: Any, b: Any) -> str:
    return f"{_short(a)} → {_short(b)}"


def _simple(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_simple, value))
    return not isinstance(value, (Code, dict)) and len(str(value)) <= 60


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(map(_short, value)) + ")"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


def place(table: dict[str, Any], part: str, name: str) -> Place | None:
    """Where the source of a row is, as its table tells."""
    row = table["map"]["names"].get(part, {}).get(name)
    return None if row is None else (table["map"]["files"][row[0]], row[1])


def shown(found: Difference, old: Callable[[Place], str], new: Callable[[Place], str]) -> str:
    """One line for people. old, new: how places of each side are told."""
    sign = {"added": "+", "removed": "-", "renamed": "~", "changed": "~"}[found.sort]
    details = f": {', '.join(found.details)}" if found.details else ""
    places = [tell(item) for tell, item in ((old, found.old), (new, found.new)) if item is not None]
    return f"  {sign} {found.what}{details}" + (f" ({' → '.join(dict.fromkeys(places))})" if places else "")
