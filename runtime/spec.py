"""What is known about a decision before the game starts: its kind, prompt, the type of its options."""

from __future__ import annotations

from typing import Any


class Spec:
    """kind: "choose" "may" "either" "take" "react" "goal" · prompt_name: generated function (S, f) -> pieces, or None ·
    type: type V of the options · twins: for things of one list, by object, what those that are one option share (None: to be
    worked out) · follow: generated function (S, f, answer) -> can it be carried out after this answer? 1, 0, 2 ·
    public: everybody can work out the options, so a single one need not be asked ·
    counted: how many things there are to choose from is public (a whole zone), though not which."""

    __slots__ = ("branches", "counted", "follow", "index", "kind", "linked", "prompt_name", "public", "twins", "type")

    def __init__(
        self,
        kind: str,
        prompt_name: str | None,
        type_of: tuple[Any, ...],
        public: bool,
        index: int,
        linked: Any,
        branches: tuple[BranchSpec, ...] = (),
    ) -> None:
        self.kind = kind
        self.prompt_name = prompt_name
        self.type = type_of
        self.public = public
        self.counted = False
        self.index = index
        self.linked = linked
        self.branches = branches
        self.twins: list[int | None] | None = None
        self.follow: str | None = None
        linked.specs.append(self)

    def prompt(self, S: Any, frame: list[Any]) -> tuple[Any, ...]:
        if self.prompt_name is None:
            return ()
        return tuple(self.linked.names[self.prompt_name](S, frame))


class BlockSpec:
    """A block that is offered. routine: for the dry run. known: name of the generated function (S, f) -> 1, 0 or 2 (only a
    dry run can tell)."""

    __slots__ = ("known", "routine")

    def __init__(self, routine: int, known: str) -> None:
        self.routine = routine
        self.known = known


class BranchSpec:
    """One branch of `either`. values_name: generated (S, f) -> flag ("fixed") or list ("each"); with a "t" behind it: the
    label's pieces."""

    __slots__ = ("block", "form", "key", "slot", "values_name", "window")

    def __init__(
        self,
        form: str,
        key: str | None,
        values_name: str | None,
        block: BlockSpec | None,
        window: int | None,
        slot: int | None = None,
    ) -> None:
        self.form = form
        self.key = key
        self.values_name = values_name
        self.block = block
        self.window = window
        self.slot = slot


class TakeSpec(Spec):
    """`take`: mode "one" or "any", windows whose reactions count as options too."""

    __slots__ = ("mode", "windows")

    def __init__(self, mode: str, windows: tuple[int, ...], index: int, linked: Any) -> None:
        super().__init__("take", None, ("any",), False, index, linked)
        self.mode = mode
        self.windows = windows
