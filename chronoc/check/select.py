"""Which findings are wanted. A word names them: a name, a code, the beginning of codes (`C3`), a category, or `all`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chronoc.check.registry import CATEGORIES, Kind, kinds
from chronoc.diagnostics import CODES, GONE
from chronoc.model.suggest import listed, nearest

ALL = "all"
_CODE = re.compile(r"c\d{0,3}")


class Unknown(Exception):
    """A word that names no finding, or none that the request could be about. `notes`: what would work."""

    def __init__(self, name: str, message: str, *notes: str) -> None:
        super().__init__(message)
        self.name = name  # of the kind of finding that this is
        self.message = message
        self.notes = notes

    def sentence(self) -> str:
        return "; ".join((self.message, *self.notes))


def named(word: str) -> list[str]:
    """The names that a word stands for, in the order of their codes. Raises `Unknown`."""
    low = word.strip().casefold().replace("_", "-")
    known = kinds()
    if low in known:
        return [low]
    if low == ALL:
        return list(known)
    if low in CATEGORIES:
        return [kind.name for kind in known.values() if kind.category == low]
    if _CODE.fullmatch(low):
        found = [kind.name for kind in known.values() if kind.code.startswith(low.upper())]
        if found:
            return found
    raise Unknown("unknown-rule", f"there is no finding `{word.strip()}`", advice(low))


def advice(word: str) -> str:
    """What may have been meant by a word that names nothing."""
    gone = GONE.get(word.upper()) or next((entry for entry in GONE.values() if entry[0] == word), None)
    if gone is not None:
        return f"`{gone[0]}` is no longer looked for: {gone[1]}"
    if _CODE.fullmatch(word):
        return "`chronoc rules` lists all codes"
    near = nearest(word, [*CODES, *CATEGORIES, ALL])
    return f"did you mean `{near}`?" if near else f"name one that `chronoc rules` lists, or {listed(CATEGORIES)}"


def named_several(word: str) -> bool:
    """Whether a word names findings, but none by its own name."""
    try:
        return word not in kinds() and bool(named(word))
    except Unknown:
        return False


def ignorable(word: str) -> list[str]:
    """The names that a word switches off: those of them that may be. Raises `Unknown` where that is none."""
    names = named(word)
    known = kinds()
    found = [name for name in names if known[name].may_be_ignored()]
    if not found:
        what = f"`{word.strip()}` is an error" if len(names) == 1 else f"all findings of `{word.strip()}` are errors"
        raise Unknown("always-on", f"{what} and cannot be ignored", "correct what it is about")
    return found


def chosen(select: Iterable[str] | None, ignore: Iterable[str]) -> dict[str, Kind]:
    """The kinds that are on: errors always, of the others those selected (None: all) and not ignored."""
    off = {name: None for word in ignore for name in ignorable(word)}
    on = None if select is None else {name: None for word in select for name in named(word)}
    return {
        name: kind
        for name, kind in kinds().items()
        if not kind.may_be_ignored() or (name not in off and (on is None or name in on))
    }
