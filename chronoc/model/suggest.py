"""The nearest thing that would work: names at a small distance from what was written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches


def fold(name: str) -> str:
    """Names are compared in any case, in NFC, with spaces and underscores alike."""
    if name.isascii():
        return name.lower().replace(" ", "_")
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).replace(" ", "_")


def distance(a: str, b: str, limit: int = 3) -> int:
    """Damerau's distance (one letter more, less, other, or two swapped), or `limit` when it is larger."""
    if abs(len(a) - len(b)) >= limit:
        return limit
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i] + [0] * len(b)
        for j, y in enumerate(b, 1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], before[j - 2] + 1)
        if min(row) >= limit:
            return limit
        before, last = last, row
    return min(last[-1], limit)


class _Purse:
    """Comparisons left in one run: a file of nothing but unknown names gets its findings without advice."""

    MOST = 200_000

    def __init__(self) -> None:
        self.left = self.MOST

    def pays(self, comparisons: int) -> bool:
        self.left -= comparisons
        return self.left >= 0


_purse = _Purse()


def start_over() -> None:
    """A new run has a full purse, so that what is advised does not depend on what was read before."""
    _purse.left = _Purse.MOST


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was most likely meant, or nothing when none is near."""
    wanted = fold(name)
    table = {fold(other): other for other in known}
    if wanted in table:
        return table[wanted]
    if len(table) > 5000:  # a long list is not worth the search
        return None
    if not _purse.pays(len(table)):
        return None
    limit = 1 if len(wanted) < 3 else 2 if len(wanted) < 5 else 3
    best = min(((distance(wanted, other, limit), other) for other in table), default=(limit, ""))
    if best[0] < limit:
        return table[best[1]]
    close = get_close_matches(wanted, list(table), n=1, cutoff=0.75)
    return table[close[0]] if close else None


def plural(word: str) -> str:
    """Regular English."""
    low = word.lower()
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if low.endswith("y") and low[-2:-1] not in ("a", "e", "i", "o", "u"):
        return word[:-1] + "ies"
    return word + "s"


def article(words: str) -> str:
    """`a lamp`, `an event`; texts and lists of things go without."""
    if words.split(" ")[0] in ("text", "nothing", "anything") or words.endswith("s"):
        return words if words in ("nothing", "anything") else f"a {words}"
    return f"an {words}" if words[:1].lower() in "aeiou" else f"a {words}"


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a, b or c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
