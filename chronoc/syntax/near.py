"""Words that are one slip of the hand away from a keyword."""

from __future__ import annotations

from functools import lru_cache

from chronoc.syntax.words import KEYWORDS, PHRASES

#: Ordinary words of rules that happen to lie near a keyword.
NOT_SLIPS = frozenset("it you this yes add move end win lose log draw play hand deck card".split())


def one_slip(a: str, b: str) -> bool:
    """Is `a` made from `b` by one letter added, dropped or changed, or two neighbours swapped? Very short words: no
    change."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    if len(a) == len(b):
        differ = [k for k in range(len(a)) if a[k] != b[k]]
        if len(differ) == 1:
            return len(a) > 2
        return (
            len(differ) == 2
            and differ[1] == differ[0] + 1
            and a[differ[0]] == b[differ[1]]
            and a[differ[1]] == b[differ[0]]
        )
    short, long = sorted((a, b), key=len)
    return len(short) > 1 and any(long[:k] + long[k + 1 :] == short for k in range(len(long)))


@lru_cache(maxsize=4096)
def near_keywords(word: str) -> tuple[str, ...]:
    """Keywords that may have been meant, in the order of the register."""
    if word in NOT_SLIPS or word in KEYWORDS:
        return ()
    return tuple(keyword for keyword in KEYWORDS if one_slip(word, keyword))


def near_phrase(words: list[str]) -> tuple[tuple[str, ...], str] | None:
    """The phrase that these words begin with, but for one slip."""
    for group in PHRASES.values():
        for phrase, terminal in group:
            if len(words) < len(phrase) or terminal == "NAME":
                continue
            slips = [k for k in range(len(phrase)) if words[k] != phrase[k]]
            if len(slips) == 1 and one_slip(words[slips[0]], phrase[slips[0]]):
                return phrase, terminal
    return None
