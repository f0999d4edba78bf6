"""The verbs of the kernel: move, place, shuffle, reveal and their like."""

from __future__ import annotations

from collections.abc import Callable

from chronoc.lower.body import YOU, Body, Val
from chronoc.lower.expressions import expr, value
from chronoc.lower.fit import as_list, coerce
from chronoc.lower.prompts import pieces
from chronoc.model import types
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.types import Type
from chronoc.syntax import tree

Verb = Callable[[Body, tree.Sentence], int]
VERBS: dict[str, Verb] = {}


def verb(name: str) -> Callable[[Verb], Verb]:
    def register(handler: Verb) -> Verb:
        VERBS[name] = handler
        return handler

    return register


def prep(s: tree.Sentence, *words: str) -> tree.Expr | None:
    """What stands behind this preposition."""
    return next((p.value for p in s.preps if fold(p.word) in words), None)


def nothing(b: Body, s: tree.Sentence) -> int:
    return b.add(s.span, "seq", [])


def shape(b: Body, s: tree.Sentence, form: str) -> int:
    """The sentence is not said like this."""
    b.findings.error("wrong-count", s.span, f"`{s.verb}` is not said like this", f"write `{form}`")
    return nothing(b, s)


def surplus(b: Body, s: tree.Sentence, *known: str) -> None:
    for p in s.preps:
        if fold(p.word) not in known:
            b.findings.error(
                "wrong-count",
                p.span,
                f"`{s.verb}` takes no `{p.word}`",
                f"it takes {listed(f'`{w}`' for w in known)}" if known else None,
            )


def things(b: Body) -> Type:
    return types.obj(*b.low.things)


def thing_or_list(b: Body, e: tree.Expr) -> Val:
    """One thing as it is, anything else as a list of things."""
    node, type_ = expr(b, e, things(b))
    if type_.base == "object":
        return coerce(b, (node, type_), things(b), e.span), type_
    if type_.base in ("list", "zone"):
        node = coerce(b, (node, type_), types.list_of(things(b)), e.span)
        return node, types.list_of(
            types.obj(*(type_.arg if type_.base == "zone" else ())) if type_.base == "zone" else type_.arg
        )
    if type_.base in ("any", "error", "nothing"):
        return node, type_
    if type_.base == "design":
        op = b.code.nodes[node]
        if op[0] == "design":
            return b.add(e.span, "copies", op[1]), types.list_of(types.obj(*type_.arg))
    return coerce(b, (node, type_), things(b), e.span), types.ERROR


# ------------------------------------------------------------------ move and place


@verb("move")
def move(b: Body, s: tree.Sentence) -> int:
    to = prep(s, "to", "into")
    if len(s.args) != 1 or to is None:
        return shape(b, s, "move X to ZONE")
    surplus(b, s, "to", "into", "at", "on")
    amount, number, what = counted(b, s)
    node, type_ = thing_or_list(b, what)
    if amount != "all" and type_.base == "object":
        node, type_ = b.add(what.span, "aslist", node), types.list_of(type_)
    destination = expr(b, to, types.zone(()))
    check_destination(b, type_, destination, to)
    where, cell = position(b, s, destination[1])
    face = "up" if "face up" in s.words else "down" if "face down" in s.words else None
    return b.add(s.span, "move", node, destination[0], where, cell, face, amount, number)


def counted(b: Body, s: tree.Sentence) -> tuple[str, int | None, tree.Expr]:
    """`5 of E`, `up to N of E`, `all E`, `5 tokens`: amount, number, the things."""
    what = s.args[0]
    up_to = "up to" in s.words
    if isinstance(what, tree.NOf) and what.count not in ("any", "none"):
        items = what.items if what.place is None else tree.In(what.items, what.place, False, what.span)
        if isinstance(what.count, str):
            return "all", None, items
        return ("upto" if up_to else "n"), value(b, what.count, types.NUMBER), items
    if isinstance(what, tree.Quantity):
        return ("upto" if up_to else "n"), value(b, what.count, types.NUMBER), what.what
    if isinstance(what, tree.In) and isinstance(what.left, tree.Quantity) and not what.negated:
        inner = tree.In(what.left.what, what.right, False, what.span)
        return ("upto" if up_to else "n"), value(b, what.left.count, types.NUMBER), inner
    if up_to:
        b.findings.error("wrong-count", s.span, "up to how many?", "write `move up to N of (…) to …`")
    return "all", None, what


def check_destination(b: Body, moved: Type, destination: Val, e: tree.Expr) -> None:
    type_ = destination[1]
    if type_.base in ("error", "any"):
        return
    if type_.base != "zone":
        note = None
        if type_.base == "list":
            note = "the zones of many owners can be read, not moved to: say whose"
        elif type_.base == "object":
            owned = [
                z.name for z in b.program.zones if z.owner is not None and b.low.may_be(type_.arg, (z.owner.index,))
            ]
            note = f"write `{owned[0]} of …`" if owned else None
        b.findings.error(
            "wrong-type", e.span, f"things are moved to a zone, not to {article(b.program.describe(type_))}", note
        )
        return
    element = moved.arg if moved.base == "list" else moved
    if element.base != "object" or type_.zone is None:
        return
    zone = b.program.zones[type_.zone]
    held = (*zone.kinds, *zone.holding)
    if held and zone.index != 0 and not b.low.may_be(element.arg, held):
        b.findings.error(
            "wrong-type",
            e.span,
            f"`{zone.name}` holds {b.program.kinds_in(held)}, not {b.program.kinds_in(element.arg)}",
        )


def position(b: Body, s: tree.Sentence, destination: Type) -> tuple[str, int | None]:
    at = prep(s, "at")
    if at is not None:
        grid = destination.zone is not None and b.program.zones[destination.zone].shape == "grid"
        hint = types.cell(destination.zone) if grid and destination.zone is not None else types.NUMBER
        node, type_ = expr(b, at, hint)
        if type_.base == "number":
            return "at", b.add(at.span, "sub", node, b.num(1))
        if type_.base not in ("cell", "object", "any", "error"):
            coerce(b, (node, type_), types.NUMBER, at.span, "the place")
        return "at", node
    for word in s.words:
        if word in ("top", "first"):
            return "top", None
        if word in ("bottom", "last"):
            return "bottom", None
    return "default", None


@verb("place")
def place(b: Body, s: tree.Sentence) -> int:
    on = prep(s, "on")
    if len(s.args) != 1 or on is None:
        return shape(b, s, "place X on PLACES")
    surplus(b, s, "on")
    piece = value(b, s.args[0], things(b))
    spots, _ = as_list(b, expr(b, on, None), on.span)
    return b.add(s.span, "put", piece, spots)


# ------------------------------------------------------------------ numbers


@verb("add")
def add(b: Body, s: tree.Sentence) -> int:
    from chronoc.lower.statements import counted as number_of
    from chronoc.lower.statements import place as settable

    to = prep(s, "to")
    if len(s.args) != 1 or to is None:
        return shape(b, s, "add N to FIELD of x")
    surplus(b, s, "to")
    target = settable(b, to)
    number = number_of(b, s.args[0])
    if target is None:
        return nothing(b, s)
    node, type_ = target
    if type_.base not in ("number", "any", "error"):
        coerce(b, (node, type_), types.NUMBER, to.span, "what is added to")
    return b.add(s.span, "addto", node, number, "up to" in s.words)


# ------------------------------------------------------------------ knowledge and chance


@verb("shuffle")
def shuffle(b: Body, s: tree.Sentence) -> int:
    if len(s.args) != 1:
        return shape(b, s, "shuffle ZONE")
    surplus(b, s)
    return b.add(s.span, "shuffle", value(b, s.args[0], types.zone(()), "what is shuffled"))


@verb("reveal")
def reveal(b: Body, s: tree.Sentence) -> int:
    if len(s.args) != 1:
        return shape(b, s, "reveal X [to P]")
    surplus(b, s, "to")
    node, _ = thing_or_list(b, s.args[0])
    to = prep(s, "to")
    who: int | None = None
    if to is not None:
        found, type_ = expr(b, to, types.PLAYER)
        who = found if type_.base == "list" else coerce(b, (found, type_), types.PLAYER, to.span, "who is shown it")
    return b.add(s.span, "reveal", node, who)


@verb("look")
def look(b: Body, s: tree.Sentence) -> int:
    what = prep(s, "at")
    if what is None or s.args:
        return shape(b, s, "look at X [by P]")
    surplus(b, s, "at", "by")
    node, _ = thing_or_list(b, what)
    by = prep(s, "by")
    return b.add(s.span, "look", node, b.local(YOU) if by is None else value(b, by, types.PLAYER, "who looks"))


@verb("turn")
def turn(b: Body, s: tree.Sentence) -> int:
    down = "face down" in s.words
    if len(s.args) != 1 or down == ("face up" in s.words):
        return shape(b, s, "turn X face up` or `turn X face down")
    surplus(b, s)
    return b.add(s.span, "turn", thing_or_list(b, s.args[0])[0], down)


# ------------------------------------------------------------------ ends


@verb("win")
def win(b: Body, s: tree.Sentence) -> int:
    return win_or_lose(b, s, "win")


@verb("lose")
def lose(b: Body, s: tree.Sentence) -> int:
    return win_or_lose(b, s, "lose")


def win_or_lose(b: Body, s: tree.Sentence, op: str) -> int:
    if len(s.args) > 1 or s.preps:
        return shape(b, s, f'{op} P ["why"]')
    node, type_ = (b.local(YOU), types.PLAYER) if not s.args else expr(b, s.args[0], types.PLAYERS)
    if type_.base not in ("list", "nothing"):
        node = coerce(b, (node, type_), types.PLAYER, s.args[0].span if s.args else s.span, f"who {op}s")
    elif type_.base == "list":
        node = coerce(b, (node, type_), types.PLAYERS, s.args[0].span, f"who {op}s")
    return b.add(s.span, op, node, pieces(b, s.text))


@verb("end")
def end(b: Body, s: tree.Sentence) -> int:
    """`end game`, `end game after this action`, `end turn`, `end PHASE`."""
    what = s.args[0] if len(s.args) == 1 else None
    if not isinstance(what, tree.Name):
        return shape(b, s, "end game`, `end turn` or `end PHASE")
    phase = b.program.phase_names.get(fold(what.name))
    if phase is not None:
        return b.add(s.span, "endphase", phase.index)
    if fold(what.name) == "game":
        return b.add(s.span, "endgame", "after this action" in s.words)
    if fold(what.name) == "turn":
        return b.add(s.span, "endturn")
    near = nearest(what.name, [p.name for p in b.program.phases] + ["game", "turn"])
    b.findings.error(
        "unknown-name",
        what.span,
        f"there is no phase `{what.name}` to end",
        f"did you mean `{near}`?" if near else None,
    )
    return nothing(b, s)


@verb("cancel")
def cancel(b: Body, s: tree.Sentence) -> int:
    what = s.args[0] if len(s.args) == 1 else None
    if not (isinstance(what, tree.Name) and fold(what.name) == "it"):
        return shape(b, s, "cancel it")
    if b.window is None:
        b.findings.error(
            "wrong-type", s.span, "`cancel it` strikes out what a reaction answers; this is no reaction",
            "it can stand in `react to WINDOW { … }`",
        )  # fmt: skip
        return nothing(b, s)
    return b.add(s.span, "cancel")


@verb("check")
def check(b: Body, s: tree.Sentence) -> int:
    """`check goals of p`."""
    what = s.args[0] if len(s.args) == 1 else None
    if isinstance(what, tree.Of) and fold(what.name) == "goals":
        return b.add(s.span, "checkgoals", value(b, what.operand, types.PLAYER, "whose goals are looked at"))
    if isinstance(what, tree.Your) and fold(what.name) == "goals":
        return b.add(s.span, "checkgoals", b.local(YOU))
    if isinstance(what, tree.Name) and fold(what.name) == "goals":
        return b.add(s.span, "checkgoals", b.local(YOU))
    return shape(b, s, "check goals of P")


@verb("log")
def log(b: Body, s: tree.Sentence) -> int:
    text = s.text
    if text is None and len(s.args) == 1 and isinstance(s.args[0], tree.Text):
        text = s.args[0]
    if text is None or s.preps:
        return shape(b, s, 'log "…"')
    return b.add(s.span, "log", pieces(b, text))


@verb("first_player")
def first_player(b: Body, s: tree.Sentence) -> int:
    if len(s.args) != 1:
        return shape(b, s, "first player P")
    return b.add(s.span, "firstis", value(b, s.args[0], types.PLAYER, "who begins"))


@verb("nothing")
def no_effect(b: Body, s: tree.Sentence) -> int:
    """`else: nothing`: the empty effect."""
    return nothing(b, s)
