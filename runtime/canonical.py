"""One way to write a value down, so that equal values have equal bytes and one hash.

Canonical form: JSON, keys sorted by code point, no spaces, UTF-8, only the escapes that JSON demands, whole numbers.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

#: A value may hold this many parts and nest this deep; a bigger one is refused, whatever it is.
MAX_PARTS = 8_000_000
MAX_DEPTH = 100

LOW, HIGH = -(2**63), 2**63 - 1

#: Keys that the content hash leaves out: the hash itself, and what changes no game.
UNHASHED = ("hash", "map", "text")


class NotCanonical(ValueError):
    """The value holds something a canonical file cannot hold; the message says what and where it helps."""


def plain(value: Any) -> None:
    """Raise `NotCanonical` unless `value` is made of dicts with text keys, lists, texts, 64-bit numbers, flags, None.

    Bounded: no recursion, and it stops after `MAX_PARTS` parts, so values that hold themselves are refused too.
    """
    level: list[Any] = [value]
    parts = 0
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for part in level:
            kind = type(part)
            if kind is int:
                if not LOW <= part <= HIGH:
                    raise NotCanonical("a number does not fit into 64 bits")
            elif kind is str:
                _text(part)
            elif kind is list or kind is tuple:
                deeper.extend(part)
            elif kind is dict:
                for key, inner in part.items():
                    if type(key) is not str:
                        raise NotCanonical(f"a key is not a text: {key!r:.40}")
                    _text(key)
                    deeper.append(inner)
            elif part is not None and kind is not bool:
                what = "a number is not whole" if kind is float else f"a {kind.__name__} cannot be written"
                raise NotCanonical(f"{what}: {part!r:.40}")
            if len(deeper) > MAX_PARTS:
                break
        parts += len(deeper)
        if parts > MAX_PARTS:
            raise NotCanonical(f"it has more than {MAX_PARTS} parts")
        if not deeper:
            return
        level = deeper
    raise NotCanonical(f"it nests deeper than {MAX_DEPTH}")


def _text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise NotCanonical("a text holds half a character (a lone surrogate)") from None


def _write(value: object) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def canonical(value: object) -> bytes:
    """The canonical bytes of a value. Raises `NotCanonical` for what has none."""
    plain(value)
    return _write(value)


def content_hash(table: dict[str, Any], known_plain: bool = False) -> str:
    """The hash of a rule table: what it plays, without its source map and its translations."""
    hashed = {key: value for key, value in table.items() if key not in UNHASHED}
    return "sha256:" + hashlib.sha256(_write(hashed) if known_plain else canonical(hashed)).hexdigest()
