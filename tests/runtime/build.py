"""A small builder of rule tables: names instead of indexes, nested tuples instead of a list of nodes.

    b = Build()
    b.zone("deck", see="hidden")
    b.turn(choose("c", items(zone("deck"))), move("c", zone("discards")))
    table = b.table()          # goes through runtime.load_table, as every table does

In a tree a text is a local value (`you`, `this`, a parameter, or a new one), a number is a number, yes and no are True
and False, a Python list of statements is a sequence, `("op", argument, …)` is a node; where an index into a table of
the rule table should stand, a name may stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime import Game, Table, load_table
from runtime.canonical import content_hash
from runtime.ops import EXPRESSIONS, STATEMENTS

SIGNATURES = {**EXPRESSIONS, **STATEMENTS}
Tree = Any

#: Whether games use the interpreter's shortcuts (tests switch this).
FAST = True

TABLES = (
    "types",
    "tags",
    "kinds",
    "fields",
    "clauses",
    "designs",
    "zones",
    "layouts",
    "options",
    "gvars",
    "defines",
    "verbs",
    "actions",
    "phases",
    "windows",
    "goals",
)


class Build:
    """Collects the parts of one table. Bodies may name what is declared later: they are written out by `table`."""

    def __init__(self, players: tuple[int, int] = (1, 4), robots: Iterable[str] = ()) -> None:
        self.code: list[list[Any]] = []
        self.known: dict[str, int] = {}
        self.fns: list[dict[str, Any]] = []
        self.later: list[Any] = []
        self.parts: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
        self.parts["whenevers"], self.parts["triggers"] = [], []
        self.places: dict[str, dict[str, Any]] = {}
        self.single: dict[str, Any] = {"setup": None, "turn": None, "ending": None, "priority": None}
        self.players = list(players)
        self.robots = [{"name": name.lower(), "title": name} for name in robots]
        self.kind("player")
        self.zone("box", see="hidden", kinds=[])

    # ------------------------------------------------------------------ names

    def index(self, table: str, name: Any) -> Any:
        """The index of a thing in its table."""
        if isinstance(name, int) or name is None:
            return name
        for index, row in enumerate(self.parts[table]):
            if (row if isinstance(row, str) else row["name"]) == name:
                return index
        raise KeyError(f"{table}: {name}")

    def type(self, written: Any) -> list[Any]:
        """`"number"`, `("object", "lamp")`, `("list", …)` as a type of a table."""
        if isinstance(written, str):
            return [written]
        head, inner = written
        table = {"enum": "types", "object": "kinds", "design": "kinds", "cell": "zones"}.get(head)
        return [head, self.type(inner) if table is None else self.index(table, inner)]

    # ------------------------------------------------------------------ code

    def node(self, tree: Tree, scope: dict[str, int]) -> int:
        """A tree as nodes; equal ones are one node."""
        if isinstance(tree, bool):
            return self._node(["flag", tree])
        if isinstance(tree, int):
            return self._node(["num", tree])
        if isinstance(tree, str):
            return self._node(["local", self._slot(tree, scope)])
        if isinstance(tree, list):
            tree = ("seq", tree)
        op, *arguments = tree
        codes = SIGNATURES[op]
        assert len(codes) == len(arguments), f"{op} takes {codes}, not {arguments}"
        return self._node(
            [op, *(self._argument(code, value, scope) for code, value in zip(codes, arguments, strict=True))]
        )

    def _node(self, node: list[Any]) -> int:
        key = repr(node)
        if key not in self.known:
            self.known[key] = len(self.code)
            self.code.append(node)
        return self.known[key]

    def _slot(self, name: Any, scope: dict[str, int]) -> int:
        return name if isinstance(name, int) else scope.setdefault(name, len(scope))

    def _argument(self, code: str, value: Any, scope: dict[str, int]) -> Any:
        if value is None and code.endswith("?"):
            return None
        kind = code.rstrip("?")
        if kind in ("n", "t", "l"):
            return self.node(value, scope)
        if kind in ("N", "T"):
            return [self.node(item, scope) for item in value]
        if kind == "k":
            return self._slot(value, scope)
        if kind.startswith("@*"):
            return [self.index(kind[2:], item) for item in value]
        if kind.startswith("@"):
            return self.index(kind[1:], value)
        if kind == "R":
            return self.pieces(value, scope)
        if kind == "V":
            return self.type(value)
        if kind == "A":
            return [
                [
                    [
                        [self.node(t, scope) for t in test[1]] if is_span(test) else self.node(test, scope)
                        for test in tests
                    ],
                    self.node(result, scope),
                ]
                for tests, result in value
            ]
        if kind == "B":
            return [self.branch(branch, scope) for branch in value]
        return value

    def pieces(self, written: Any, scope: dict[str, int]) -> list[Any]:
        parts = [written] if isinstance(written, str) else list(written)
        return [
            part if isinstance(part, str) else [self.node(part[0], scope), self.type(part[1])] for part in parts if part
        ]

    def branch(self, branch: dict[str, Any], scope: dict[str, int]) -> list[Any]:
        def maybe(tree: Tree) -> int | None:
            return None if tree is None else self.node(tree, scope)

        slot = branch.get("slot")
        source = maybe(branch.get("source"))
        number = None if slot is None else self._slot(slot, scope)
        return [
            branch["form"],
            branch.get("key"),
            self.pieces(branch.get("label", ""), scope),
            maybe(branch.get("when")),
            number,
            source,
            maybe(branch.get("body")),
            None if branch.get("window") is None else self.index("windows", branch["window"]),
        ]

    def constant(self, tree: Tree) -> int | None:
        return None if tree is None else self.node(tree, {"you": 0, "this": 1})

    def fn(self, params: Iterable[str], tree: Tree, name: str = "") -> int:
        """A function; its body is written out when everything is declared."""
        entry: dict[str, Any] = {"name": name, "params": 0, "slots": 0, "code": 0}
        self.fns.append(entry)
        names = list(params)

        def write() -> None:
            scope = {"you": 0, "this": 1}
            for param in names:
                self._slot(param, scope)
            entry["code"] = self.node(tree, scope)
            entry["params"], entry["slots"] = len(names), len(scope)

        self.later.append(write)
        return len(self.fns) - 1

    def maybe_fn(self, params: Iterable[str], tree: Tree, name: str = "") -> int | None:
        return None if tree is None else self.fn(params, tree, name)

    # ------------------------------------------------------------------ what there is

    def _add(self, table: str, row: dict[str, Any]) -> int:
        self.parts[table].append(row)
        return len(self.parts[table]) - 1

    def _resolve(self, row: dict[str, Any], **what: Any) -> None:
        """Fill in keys of a row at the end, when every name is known."""

        def fill() -> None:
            for key, make in what.items():
                row[key] = make()

        self.later.append(fill)

    def enum(self, name: str, *values: str) -> int:
        return self._add("types", {"name": name, "values": list(values)})

    def tag(self, name: str) -> int:
        self.parts["tags"].append(name)  # type: ignore[arg-type]
        return len(self.parts["tags"]) - 1

    def kind(self, name: str, parent: str | None = None, alike: bool = False, works: Iterable[Any] = ()) -> int:
        row = {"name": name, "plural": name + "s", "parent": self.index("kinds", parent), "alike": alike, "works": []}
        entries = [(zones, self.maybe_fn((), condition)) for zones, condition in works]
        self._resolve(
            row, works=lambda: [{"zones": [self.index("zones", z) for z in zones], "while": w} for zones, w in entries]
        )
        return self._add("kinds", row)

    def field(
        self,
        kind: str,
        name: str,
        type: Any = "number",
        var: bool = True,
        default: Tree = 0,
        low: Tree = None,
        high: Tree = None,
        key: Any = None,
        each: str | None = None,
        secret: bool = False,
    ) -> int:
        row = {
            "name": name,
            "kind": self.index("kinds", kind),
            "type": [],
            "var": var,
            "key": None,
            "default": None,
            "low": None,
            "high": None,
            "each": each,
            "secret": secret,
            "side": False,
        }
        self._resolve(
            row,
            type=lambda: self.type(type),
            key=lambda: None if key is None else self.type(key),
            default=lambda: self.constant(default),
            low=lambda: self.constant(low),
            high=lambda: self.constant(high),
        )
        return self._add("fields", row)

    def clause(
        self,
        kind: str,
        name: str,
        sort: str = "effect",
        params: Iterable[str] = (),
        types: Iterable[Any] = (),
        default: Tree = None,
    ) -> int:
        row = {
            "name": name,
            "kind": self.index("kinds", kind),
            "sort": sort,
            "params": [],
            "default": self.maybe_fn(params, default),
        }
        given = list(types)
        self._resolve(row, params=lambda: [self.type(t) for t in given])
        return self._add("clauses", row)

    def design(
        self,
        name: str,
        kind: str,
        copies: int = 1,
        each_player: bool = False,
        fields: dict[str, Tree] | None = None,
        keyed: dict[str, Any] | None = None,
        tags: Iterable[str] = (),
        clauses: dict[str, Any] | None = None,
        mentions: dict[str, list[str]] | None = None,
        reactions: Iterable[dict[str, Any]] = (),
        title: str | None = None,
    ) -> int:
        """clauses: name -> tree, or (params, tree). reactions: {window, params, if, by, body}, `run` first."""
        row: dict[str, Any] = {
            "name": name,
            "title": name.replace("_", " ").title() if title is None else title,
            "kind": self.index("kinds", kind),
            "set": "lamps",
            "copies": copies,
            "each_player": each_player,
            "fields": {},
            "keyed": {},
            "tags": [],
            "clauses": {},
            "mentions": {},
            "reactions": [],
            "provenance": None,
            "note": None,
        }
        bodies = {}
        for clause, tree in (clauses or {}).items():
            params, body = tree if isinstance(tree, tuple) and tree and isinstance(tree[0], tuple) else ((), tree)
            bodies[clause] = self.fn(params, body, f"{name}.{clause}")
        reacting = []
        for reaction in reactions:
            params = ("run", *reaction.get("params", ()))
            reacting.append(
                (
                    reaction["window"],
                    self.maybe_fn(params, reaction.get("if")),
                    self.maybe_fn(params, reaction.get("by")),
                    self.fn(params, reaction["body"]),
                )
            )
        number = lambda table, n: str(self.index(table, n))  # noqa: E731
        self._resolve(
            row,
            fields=lambda: {number("fields", n): self.constant(t) for n, t in (fields or {}).items()},
            keyed=lambda: {
                number("fields", n): [[self.constant(k), self.constant(v)] for k, v in pairs]
                for n, pairs in (keyed or {}).items()
            },
            tags=lambda: [self.index("tags", tag) for tag in tags],
            clauses=lambda: {number("clauses", n): fn for n, fn in bodies.items()},
            mentions=lambda: {
                number("clauses", n): [self.index("designs", d) for d in names] for n, names in (mentions or {}).items()
            },
            reactions=lambda: [
                {"window": self.index("windows", w), "if": test, "by": by, "body": body}
                for w, test, by, body in reacting
            ],
        )
        return self._add("designs", row)

    def zone(
        self,
        name: str,
        owner: str | None = None,
        shape: str = "pile",
        see: str = "open",
        kinds: Iterable[str] | None = None,
        rows: Tree = None,
        columns: Tree = None,
        layout: str | None = None,
        holding: Iterable[str] = (),
        stacked: bool = False,
        signs: dict[str, str] | None = None,
        peek: bool = False,
        peek_if: Tree = None,
        max: Tree = None,
    ) -> int:
        row = {
            "name": name,
            "owner": self.index("kinds", owner),
            "shape": shape,
            "rows": None,
            "columns": None,
            "kinds": [],
            "layout": self.index("layouts", layout),
            "holding": [],
            "stacked": stacked,
            "see": see,
            "peek": peek,
            "peek_if": None,
            "max": None,
        }
        held = list(holding)
        self._resolve(
            row,
            rows=lambda: self.constant(rows),
            columns=lambda: self.constant(columns),
            peek_if=lambda: self.constant(peek_if),
            max=lambda: self.constant(max),
            holding=lambda: [self.index("kinds", k) for k in held],
            kinds=lambda: (
                list(range(1, len(self.parts["kinds"]))) if kinds is None else [self.index("kinds", k) for k in kinds]
            ),
        )
        if signs is not None:
            self.places[str(len(self.parts["zones"]))] = signs
        return self._add("zones", row)

    def layout(self, name: str, *rows: str) -> int:
        return self._add("layouts", {"name": name, "rows": list(rows)})

    def option(self, name: str, default: Tree, low: Tree = None, high: Tree = None, type: Any = "number") -> int:
        row: dict[str, Any] = {"name": name, "default": 0, "low": None, "high": None, "type": [], "text": None}
        self._resolve(
            row,
            default=lambda: self.constant(default),
            low=lambda: self.constant(low),
            high=lambda: self.constant(high),
            type=lambda: self.type(type),
        )
        return self._add("options", row)

    def gvar(
        self,
        name: str,
        default: Tree = 0,
        type: Any = "number",
        low: Tree = None,
        high: Tree = None,
        each: str | None = None,
    ) -> int:
        row: dict[str, Any] = {"name": name, "type": [], "default": 0, "low": None, "high": None, "each": each}
        self._resolve(
            row,
            default=lambda: self.constant(default),
            low=lambda: self.constant(low),
            high=lambda: self.constant(high),
            type=lambda: self.type(type),
        )
        return self._add("gvars", row)

    # ------------------------------------------------------------------ what happens

    def define(
        self,
        name: str,
        params: Iterable[str],
        tree: Tree,
        kinds: Iterable[str | None] | None = None,
        low: Tree = None,
        high: Tree = None,
    ) -> int:
        """A second definition of one name is another overload of it."""
        names = list(params)
        overload = {
            "kinds": [None] * len(names) if kinds is None else [self.index("kinds", k) for k in kinds],
            "fn": self.fn(names, tree, name),
        }
        for row in self.parts["defines"]:
            if row["name"] == name:
                row["overloads"].append(overload)
                return self.index("defines", name)  # type: ignore[no-any-return]
        row = {"name": name, "low": None, "high": None, "overloads": [overload], "adjusts": []}
        self._resolve(row, low=lambda: self.constant(low), high=lambda: self.constant(high))
        return self._add("defines", row)

    def adjust(
        self, define: str, params: Iterable[str], by: Tree, where: Tree = None, design: str | None = None
    ) -> None:
        names = list(params)
        row = self.parts["defines"][self.index("defines", define)]
        row["adjusts"].append(
            {"by": self.fn(names, by), "where": self.maybe_fn(names, where), "design": self.index("designs", design)}
        )

    def verb(self, name: str, params: Iterable[str], tree: Tree, kinds: Iterable[str | None] | None = None) -> int:
        names = list(params)
        overload = {
            "kinds": [None] * len(names) if kinds is None else [self.index("kinds", k) for k in kinds],
            "fn": self.fn(names, tree, name),
        }
        for row in self.parts["verbs"]:
            if row["name"] == name:
                row["overloads"].append(overload)
                return self.index("verbs", name)  # type: ignore[no-any-return]
        return self._add("verbs", {"name": name, "sentence": None, "overloads": [overload], "during": None})

    def action(
        self,
        name: str,
        params: dict[str, tuple[Tree, Any]] | None = None,
        body: Tree = (),
        when: Tree = None,
        limits: Iterable[dict[str, Any]] = (),
        phase: str | None = None,
        title: str | None = None,
    ) -> int:
        """params: name -> (list, type), which may name the parameters before. limits: {count, per, tag, name, if}."""
        given = params or {}
        names = list(given)
        fns = [self.fn(names[:index], given[param][0]) for index, param in enumerate(names)]
        row: dict[str, Any] = {
            "name": name,
            "title": title,
            "phase": None,
            "params": fns,
            "types": [],
            "when": self.maybe_fn((), when),
            "limits": [],
            "body": self.fn(names, body if body != () else [], name),
            "tags": [],
            "forbids": [],
        }
        rows = [
            {
                "count": self.fn((), limit["count"]),
                "per": self.maybe_fn(names, limit.get("per")),
                "tag": limit.get("tag"),
                "name": limit.get("name", name),
                "if": self.maybe_fn(names, limit.get("if")),
            }
            for limit in limits
        ]

        def limits_of() -> list[dict[str, Any]]:
            for limit in rows:
                limit["tag"] = self.index("tags", limit["tag"])
            return rows

        self._resolve(
            row,
            types=lambda: [self.type(given[p][1]) for p in names],
            phase=lambda: self.index("phases", phase),
            limits=limits_of,
        )
        return self._add("actions", row)

    def forbid(
        self,
        action: str,
        params: Iterable[str],
        where: Tree = None,
        reason: str | None = None,
        design: str | None = None,
    ) -> None:
        row = self.parts["actions"][self.index("actions", action)]
        row["forbids"].append(
            {"where": self.maybe_fn(params, where), "reason": reason, "design": self.index("designs", design)}
        )

    def phase(
        self,
        name: str,
        params: dict[str, Any] | None = None,
        vars: dict[str, tuple[Any, Tree]] | None = None,
        body: Tree = (),
        bounds: dict[str, tuple[Tree, Tree]] | None = None,
    ) -> int:
        names = list(params or {})
        row: dict[str, Any] = {
            "name": name,
            "params": len(names),
            "vars": [],
            "types": [],
            "body": self.fn(names, body, name),
        }
        defaults = {var: self.fn(names, default) for var, (_, default) in (vars or {}).items()}
        limits = bounds or {}
        self._resolve(
            row,
            types=lambda: [self.type(t) for t in (params or {}).values()],
            vars=lambda: [
                {
                    "name": var,
                    "type": self.type(kind),
                    "default": defaults[var],
                    "low": self.constant(limits.get(var, (None, None))[0]),
                    "high": self.constant(limits.get(var, (None, None))[1]),
                }
                for var, (kind, _) in (vars or {}).items()
            ],
        )
        return self._add("phases", row)

    def window(
        self,
        name: str,
        params: dict[str, Any] | None = None,
        zones: Iterable[str] = ("hand",),
        using: str | None = None,
    ) -> int:
        row: dict[str, Any] = {
            "name": name,
            "params": len(params or {}),
            "types": [],
            "zones": [],
            "using": None,
            "sentence": None,
        }
        given = list(zones)
        self._resolve(
            row,
            types=lambda: [self.type(t) for t in (params or {}).values()],
            zones=lambda: [self.index("zones", z) for z in given],
            using=lambda: self.index("verbs", using),
        )
        return self._add("windows", row)

    def whenever(
        self, name: str, over: Tree, where: Tree, body: Tree, settled: bool = False, design: str | None = None
    ) -> None:
        """The candidate is `x`."""
        params = () if over is None else ("x",)
        self.parts["whenevers"].append(
            {
                "name": name,
                "settled": settled,
                "over": self.maybe_fn((), over),
                "where": self.maybe_fn(params, where),
                "body": self.fn(params, body, name),
                "design": self.index("designs", design),
            }
        )

    def trigger(
        self,
        event: tuple[Any, ...],
        params: Iterable[str],
        body: Tree,
        when: str = "after",
        where: Tree = None,
        design: str | None = None,
        name: str = "",
    ) -> None:
        tables = {
            "verb": "verbs",
            "action": "actions",
            "phase": "phases",
            "enters": "zones",
            "leaves": "zones",
            "changes": "fields",
        }
        row: dict[str, Any] = {
            "name": name,
            "when": when,
            "event": [],
            "where": self.maybe_fn(params, where),
            "body": self.fn(params, body, name),
            "design": self.index("designs", design),
        }
        self._resolve(row, event=lambda: [event[0], *(self.index(tables[event[0]], n) for n in event[1:])])
        self.parts["triggers"].append(row)

    def goal(self, name: str, body: Tree, over: Tree = None, where: Tree = None, title: str | None = None) -> None:
        """The witness is `x`."""
        params = () if over is None else ("x",)
        self._add(
            "goals",
            {
                "name": name,
                "title": title or name,
                "over": self.maybe_fn((), over),
                "where": self.maybe_fn(params, where),
                "body": self.fn(params, body, name),
            },
        )

    def setup(self, *statements: Tree) -> None:
        self.single["setup"] = self.fn((), list(statements), "setup")

    def turn(self, *statements: Tree) -> None:
        self.single["turn"] = self.fn((), list(statements), "turn")

    def ending(self, *statements: Tree) -> None:
        self.single["ending"] = self.fn((), list(statements), "ending")

    # ------------------------------------------------------------------ the table

    def raw(self) -> dict[str, Any]:
        """The table as data, with its hash."""
        for write in self.later:
            write()
        table: dict[str, Any] = {
            "format": 1,
            "variant": "lamps",
            "title": "Lamps",
            "sets": ["lamps"],
            "players": self.players,
            "robots": self.robots,
            **self.parts,
            **self.single,
            "fns": self.fns,
            "code": self.code,
            "places": {
                zone: {sign: self.index("designs", design) for sign, design in signs.items()}
                for zone, signs in self.places.items()
            },
            "map": {"files": [], "nodes": [], "names": {}},
            "text": {},
        }
        return {**table, "hash": content_hash(table)}

    def table(self) -> Table:
        return load_table(self.raw())

    def game(self, players: int | list[str] = 2, seed: int | str = 0, **more: Any) -> Game:
        return Game.new(self.table(), players, seed, **{"fast": FAST, **more})


def is_span(test: Any) -> bool:
    return isinstance(test, tuple) and len(test) == 2 and test[0] == "span"


# ---------------------------------------------------------------------- short ways to write nodes


def zone(name: str, of: Tree = None) -> Tree:
    return ("zone", name) if of is None else ("zoneof", name, of)


def items(name: Any, of: Tree = None) -> Tree:
    return ("items", zone(name, of) if isinstance(name, str) else name)


def top(name: str, of: Tree = None) -> Tree:
    return ("first", items(name, of))


def where(source: Tree, condition: Tree, slot: str = "it") -> Tree:
    return ("where", slot, source, condition)


def move(
    what: Tree,
    to: Tree,
    where: str = "default",
    at: Tree = None,
    face: str | None = None,
    amount: str = "all",
    number: Tree = None,
) -> Tree:
    return ("move", what, to, where, at, face, amount, number)


def choose(slot: str, source: Tree, prompt: Any = "", type: Any = ("object", "lamp"), by: Tree = None) -> Tree:
    return ("choose", slot, source, 1, 1, False, None, by, prompt, type)


def several(
    slot: str,
    source: Tree,
    low: Tree = None,
    high: Tree = None,
    such_that: Tree = None,
    prompt: Any = "",
    type: Any = ("object", "lamp"),
    by: Tree = None,
) -> Tree:
    return ("choose", slot, source, low, high, True, such_that, by, prompt, type)


def may(label: Any, *body: Tree, by: Tree = None, repeat: bool = False) -> Tree:
    return ("may", label, by, list(body), repeat)


def either(*branches: dict[str, Any], prompt: Any = "", by: Tree = None) -> Tree:
    return ("either", by, prompt, list(branches))


def fixed(key: str, *body: Tree, when: Tree = None, label: Any = "") -> dict[str, Any]:
    return {"form": "fixed", "key": key, "label": label, "when": when, "body": list(body)}


def each(
    slot: str, source: Tree, *body: Tree, key: str | None = None, when: Tree = None, label: Any = ""
) -> dict[str, Any]:
    return {
        "form": "each",
        "key": key,
        "label": label,
        "when": when,
        "slot": slot,
        "source": source,
        "body": list(body),
    }


def react(window: str) -> dict[str, Any]:
    return {"form": "react", "window": window}


def take(*actions: str, mode: str = "one", windows: Iterable[str] = (), until: Tree = None, by: Tree = None) -> Tree:
    return ("take", mode, list(actions), list(windows), until, by)


def each_in(slot: str, source: Tree, *body: Tree, live: bool = False) -> Tree:
    return ("foreach", slot, source, live, list(body))


def when(test: Tree, then: Tree, otherwise: Tree = None) -> Tree:
    return ("ifelse", test, then, otherwise)


def set_(place: Tree, value: Tree) -> Tree:
    return ("set", place, value)


def add(place: Tree, value: Tree, upto: bool = False) -> Tree:
    return ("addto", place, value, upto)


def get(field: str, thing: Tree) -> Tree:
    return ("get", field, thing)


def log(*parts: Any) -> Tree:
    return ("log", list(parts))


def span(low: Tree, high: Tree) -> Any:
    return ("span", (low, high))


#: A question without consequences, at which a test may stop.
STOP: Tree = ("choose", "stop_", ("list", [1, 2]), 1, 1, False, None, None, "Stop", "number")


# ---------------------------------------------------------------------- looking at a game


def lying(game: Game, zone: str, of: int | None = None) -> list[str | None]:
    """Names of what lies in a zone, top first."""
    world = game.rules.world
    index = next(k for k, row in enumerate(game.rules.table.zones) if row["name"] == zone)
    instance = world.base[index]
    if of is not None:
        instance += of - world.lo[game.rules.table.zones[index]["owner"]]
    return [None if thing is None else world.name(thing) for thing in game.state.Z[instance]]


def thing(game: Game, name: str, copy: int = 0) -> int:
    index = next(k for k, row in enumerate(game.rules.table.designs) if row["name"] == name)
    return game.rules.world.copies[index][copy]


def value_of(game: Game, field: str, of: int) -> Any:
    """The value of a field that changes."""
    index = next(k for k, row in enumerate(game.rules.table.fields) if row["name"] == field)
    column = game.rules.column_of[index]
    return game.state.V[column][of - game.rules.world.lo[game.rules.table.fields[index]["kind"]]]


def variable(game: Game, name: str) -> Any:
    return game.state.G[next(k for k, row in enumerate(game.rules.table.gvars) if row["name"] == name)]


def keys(game: Game) -> list[str]:
    decision = game.decision
    assert decision is not None
    return [option.key for option in decision.options]


def asked(game: Game) -> str:
    """`Ann: prompt`."""
    decision = game.decision
    assert decision is not None
    return f"{decision.player}: {decision.prompt}"


def events(game: Game, *kinds: str) -> list[tuple[Any, ...]]:
    return [event for event in game.events() if not kinds or event[0] in kinds]


def lamps(**more: Any) -> Build:
    """Five different lamps and three equal ones, a hidden deck, open discards, hands, a counter with bounds."""
    b = Build(**more)
    b.kind("lamp")
    b.field("lamp", "watt", var=False, default=0)
    b.field("lamp", "lit", type="flag", default=False)
    b.field("player", "points", default=0, low=0, high=10)
    b.gvar("count")
    b.gvar("gauge", 0, low=0, high=5)
    for number, name in enumerate(("amber", "beacon", "candle", "dynamo", "ember"), 1):
        b.design(name, "lamp", fields={"watt": number})
    b.design("spark", "lamp", copies=3, fields={"watt": 9})
    b.zone("deck", see="hidden")
    b.zone("discards")
    b.zone("hand", owner="player", shape="list", see="owner")
    b.zone("table", owner="player", shape="list")
    return b


def obj(name: str) -> Tree:
    return ("obj", name)
