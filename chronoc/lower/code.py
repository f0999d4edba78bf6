"""The flat code of a rule table while it grows: nodes, functions, and where each node is written."""

from __future__ import annotations

from typing import Any

from chronoc.model.types import Type
from chronoc.syntax.tree import Span

Node = list[Any]
#: Operations without parts that can fail: one node serves all places.
SHARED = frozenset(
    ("num", "flag", "text", "nothing", "enum", "design", "obj", "kind", "tag", "fieldref", "local", "option", "game",
     "running", "players", "active", "firstplayer", "all", "allenum", "alltags", "alldesigns", "copies", "now")
)  # fmt: skip


class Code:
    """`add` gives the index of a node. A node refers only to nodes before it."""

    __slots__ = ("fns", "nodes", "shared", "spans")

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.spans: list[Span | None] = []
        self.fns: list[dict[str, Any]] = []
        self.shared: dict[tuple[Any, ...], int] = {}

    def add(self, span: Span | None, op: str, *args: Any) -> int:
        if op in SHARED:
            key = (op, *args)
            known = self.shared.get(key)
            if known is not None:
                return known
            self.shared[key] = len(self.nodes)
        self.nodes.append([op, *args])
        self.spans.append(span)
        return len(self.nodes) - 1

    def alone(self, span: Span | None, op: str, *args: Any) -> int:
        """A node of its own, so that its place is known."""
        self.nodes.append([op, *args])
        self.spans.append(span)
        return len(self.nodes) - 1

    def fn(self, name: str, params: int, slots: int, code: int) -> int:
        self.fns.append({"name": name, "params": params, "slots": slots, "code": code})
        return len(self.fns) - 1

    def copy(self) -> Code:
        """A builder that goes on from here without touching this one."""
        new = Code()
        new.nodes, new.spans, new.fns = list(self.nodes), list(self.spans), list(self.fns)
        new.shared = dict(self.shared)
        return new

    def source_map(self) -> tuple[list[str], list[list[int]]]:
        """Files, and for each node that has a place: node, file, line, column, end line, end column."""
        files: dict[str, int] = {}
        rows: list[list[int]] = []
        for i, span in enumerate(self.spans):
            if span is not None:
                file = files.setdefault(span.file, len(files))
                rows.append([i, file, span.line, span.column, span.end_line, span.end_column])
        return list(files), rows


def table_type(type_: Type, parents: list[tuple[int, ...]]) -> list[Any]:
    """A type V of the rule table. `parents` gives the lineage of each kind, itself first."""
    match type_.base:
        case "number" | "flag" | "text" | "tag" | "kind" | "moment" | "effect":
            return [type_.base]
        case "enum":
            return ["enum", type_.arg]
        case "cell":
            return ["cell", type_.arg]
        case "object" | "design":
            root = common(type_.arg, parents)
            if root is None:  # a lamp or a token: they share no kind, but each is a thing
                return ["thing"] if type_.base == "object" and type_.arg else ["any"]
            return [type_.base, root]
        case "zone":
            return ["zone"]
        case "list":
            return ["list", table_type(type_.arg, parents)]
        case _:
            return ["any"]


def common(kinds: tuple[int, ...], parents: list[tuple[int, ...]]) -> int | None:
    """The nearest kind that all of these are."""
    if not kinds:
        return None
    for candidate in parents[kinds[0]]:
        if all(candidate in parents[kind] for kind in kinds):
            return candidate
    return None
