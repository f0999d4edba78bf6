"""Names of slots in source that is written."""

from __future__ import annotations

from collections.abc import Iterable


class Scope:
    """How the slots of a function are written in its source: `x3` in a Python function, `f[5]` in a frame."""

    def __init__(self, frame: bool, known: Iterable[int], bound: dict[int, str] | None = None) -> None:
        self.frame = frame
        self.known = set(known)
        self.bound = bound or {}

    def slot(self, slot: int) -> str:
        if slot in self.bound:
            return self.bound[slot]
        return f"f[{slot + 2}]" if self.frame else f"x{slot}"

    def binding(self, slot: int, name: str | None = None) -> Scope:
        """Inside a comprehension (or a call written out) that binds the slot to a name."""
        return Scope(self.frame, self.known, {**self.bound, slot: name or f"c{slot}"})

    def all_slots(self, count: int) -> str:
        """The values of all slots as a tuple display."""
        parts = [self.slot(k) if self.frame or k in self.known or k in self.bound else "None" for k in range(count)]
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
