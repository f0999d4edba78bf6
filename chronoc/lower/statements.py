"""Statements: blocks, choices, loops, branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chronoc.lower.arms import statement_arms
from chronoc.lower.body import Body
from chronoc.lower.expressions import condition, expr, value
from chronoc.lower.fit import as_list, coerce
from chronoc.lower.listing import source
from chronoc.lower.members import clause_args, is_player, members
from chronoc.lower.names import phase_value
from chronoc.lower.narrowing import learn
from chronoc.lower.prompts import pieces
from chronoc.lower.sentences import sentence
from chronoc.model import types
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.symbols import ClauseSym, FieldSym
from chronoc.model.types import Type
from chronoc.syntax import tree

Handler = Callable[[Body, Any], int]
HANDLERS: dict[type, Handler] = {}


def states(form: type) -> Callable[[Handler], Handler]:
    """Register the function that lowers a form of statement."""

    def register(handler: Handler) -> Handler:
        HANDLERS[form] = handler
        return handler

    return register


def statement(b: Body, s: tree.Stmt) -> int:
    """The node of a statement."""
    return HANDLERS[type(s)](b, s)


def statement_list(b: Body, block: tree.Block) -> list[int]:
    """The statements of a block, in the scope that is open now."""
    nodes: list[int] = []
    for s in block.statements:
        nodes.append(statement(b, s))
        if isinstance(s, tree.Require):
            learn(b, s.condition)
    return nodes


def block(b: Body, s: tree.Block) -> int:
    with b.scope():
        return b.seq(s.span, statement_list(b, s))


def optional(b: Body, s: tree.Block | None) -> int | None:
    return None if s is None else block(b, s)


def arm_statement(b: Body, value: tree.Expr | tree.Block) -> int:
    """The row of a table: an effect, a bare verb, or `nothing`."""
    if isinstance(value, tree.Block):
        return block(b, value)
    made = as_statement(value)
    if made is None:
        b.findings.error("wrong-type", value.span, "here should stand an effect", "write `{ … }`, or `nothing`")
        return b.add(value.span, "seq", [])
    return statement(b, made)


def as_statement(e: tree.Expr) -> tree.Stmt | None:
    """A bare name or call where an effect is wanted is a verb; `nothing` is the empty effect."""
    match e:
        case tree.Name(name=name) if fold(name) == "nothing":
            return tree.Block((), e.span)
        case tree.Name():
            return tree.Sentence(e.name, (), (), (), None, e.span)
        case tree.Call():
            return tree.Sentence(e.name, tuple(a.value for a in e.args), (), (), None, e.span)
        case tree.BadExpr() | tree.Unknown():
            return tree.BadStmt(e.span)
    return None


def bad(b: Body, s: tree.BadStmt) -> int:
    b.shaky = True
    return b.add(s.span, "seq", [])


# ------------------------------------------------------------------ values


def let(b: Body, s: tree.Let) -> int:
    node, type_ = expr(b, s.value, None)
    if type_.base == "nothing":
        type_ = types.ANY
    slot = b.bind(s.name, type_)
    return b.add(s.span, "let", slot, node)


def assign(b: Body, s: tree.Assign) -> int:
    target = place(b, s.target)
    if target is None:
        expr(b, s.value, None)
        return b.add(s.span, "seq", [])
    node, type_ = target
    return b.add(s.span, "set", node, value(b, s.value, type_))


def place(b: Body, e: tree.Expr) -> tuple[int, Type] | None:
    """What can be set: a field that changes in play, a variable, a `let`."""
    match e:
        case tree.Name():
            return named_place(b, e)
        case tree.Of():
            from chronoc.lower.references import owner_hint

            return field_place(b, e.name, e.key, expr(b, e.operand, owner_hint(b, e.name)), e.span)
        case tree.Member(args=None):
            return field_place(b, e.name, None, expr(b, e.operand, None), e.span)
        case tree.Your():
            return field_place(b, e.name, None, (b.local(0), types.PLAYER), e.span)
        case tree.Indexed() if b.its:
            slot, type_ = b.its[-1]
            return field_place(b, e.name, e.key, (b.local(slot), type_), e.span)
        case tree.Qualified():
            return field_place(b, e.name, None, expr(b, tree.Name(e.space, e.span), None), e.span)
        case tree.BadExpr():
            return None
    b.findings.error("wrong-type", e.span, "this cannot be changed", "write `set FIELD of x = …`")
    return None


def named_place(b: Body, e: tree.Name) -> tuple[int, Type] | None:
    key = fold(e.name)
    local = b.find(key)
    if local is not None:
        b.narrow.pop(local.slot, None)
        return b.local(local.slot), local.type.maybe() if local.type.base == "object" else local.type
    phase = phase_value(b, key)
    if phase is not None:
        return b.add(e.span, "phase", phase[0], phase[1]), phase[2]
    var = b.program.gvar_names.get(key)
    if var is not None:
        return b.add(e.span, "game", var.index), var.type
    if key in b.program.option_names:
        b.findings.error(
            "wrong-type", e.span, f"the option `{e.name}` stands fast during a game", "use a `var` of the game"
        )
        return None
    fields = [f for f in b.program.field_names.get(key, []) if f.var]
    if fields:
        b.findings.error("unknown-name", e.span, f"of what is `{e.name}` to be set?", f"write `set {e.name} of … = …`")
        return None
    near = nearest(e.name, [*b.names(), *(v.name for v in b.program.gvars)])
    b.findings.error(
        "unknown-name", e.span, f"there is no variable `{e.name}` to set",
        f"did you mean `{near}`?" if near else "a new name begins with `let`",
    )  # fmt: skip
    return None


def field_place(
    b: Body, name: str, key: tree.Expr | None, operand: tuple[int, Type], span: tree.Span
) -> tuple[int, Type] | None:
    node, type_ = operand
    if type_.bad:
        return None
    found = [m for _, m in members(b, fold(name), type_.arg)] if type_.base == "object" else []
    fields = [m for m in found if isinstance(m, FieldSym)]
    if not fields:
        known = [f.name for f in b.program.fields if f.var]
        known += [zone.name for zone in b.program.zones if zone.owner is not None]  # a scenario fills zones likewise
        near = nearest(name, known)
        b.findings.error(
            "unknown-field", span, f"{article(b.program.describe(type_))} has no `{name}` that could be set",
            f"did you mean `{near}`?" if near else None,
        )  # fmt: skip
        return None
    if len(fields) > 1:
        kinds = listed(f"`{f.kind.name}`" for f in fields)
        b.findings.error("ambiguous-name", span, f"`{name}` is a field of {kinds}; which is meant here is not clear")
        return None
    field = fields[0]
    if not field.var:
        b.findings.error(
            "wrong-type",
            span,
            f"`{field.name}` is printed on the card and never changes",
            f"declare it as `var {field.name}: …`",
        )
        return None
    if field.key is not None:
        if key is None:
            b.findings.error("wrong-type", span, f"`{name}` has many values", f"write `{name}[…] of …`")
            return None
        return b.add(span, "key", field.index, value(b, key, field.key), node), field.type
    return b.add(span, "get", field.index, node), field.type


# ------------------------------------------------------------------ branches and loops


def if_(b: Body, s: tree.If) -> int:
    test = condition(b, s.condition)
    with b.scope():
        learn(b, s.condition)
        then = block(b, s.then)
    with b.scope():
        learn(b, s.condition, False)
        otherwise = optional(b, s.otherwise)
    return b.add(s.span, "ifelse", test, then, otherwise)


def for_each(b: Body, s: tree.ForEach) -> int:
    with b.scope():
        slot, node, element = source(b, s.source, s.var)
        if s.start is not None:
            node = b.add(s.span, "from", node, value(b, s.start, element))
        b.bind(s.var, element, slot)
        body = block(b, s.body)
        if s.by is not None:
            body = b.add(s.span, "as", value(b, s.by, types.PLAYER), body)
    return b.add(s.span, "foreach", slot, node, s.live, body)


def repeat(b: Body, s: tree.Repeat) -> int:
    return b.add(s.span, "repeat", counted(b, s.count), block(b, s.body))


def counted(b: Body, e: tree.Expr) -> int:
    """A number of times; nothing is no time."""
    node, type_ = expr(b, e, types.NUMBER)
    node = coerce(b, (node, type_), types.NUMBER, e.span)
    return b.add(e.span, "orelse", node, b.num(0)) if type_.optional else node


def while_(b: Body, s: tree.While) -> int:
    test = condition(b, s.condition)
    with b.scope():
        learn(b, s.condition)
        return b.add(s.span, "while", test, block(b, s.body))


def by(b: Body, s: tree.By) -> int:
    node, type_ = expr(b, s.player, types.PLAYER)
    if type_.base == "list" and is_player(type_.arg):
        slot = b.new_slot()
        return b.add(s.span, "foreach", slot, node, False, b.add(s.span, "as", b.local(slot), block(b, s.body)))
    node = coerce(b, (node, type_), types.PLAYER, s.player.span, "who acts")
    return b.add(s.span, "as", node, block(b, s.body))


def at_once(b: Body, s: tree.AtOnce) -> int:
    return b.add(s.span, "atonce", block(b, s.body))


def step(b: Body, s: tree.Step) -> int:
    return b.add(s.span, "step", block(b, s.body))


def afterwards(b: Body, s: tree.Afterwards) -> int:
    return b.add(s.span, "afterwards", block(b, s.body))


# ------------------------------------------------------------------ the rest


def do(b: Body, s: tree.Do) -> int:
    """`do x.clause`, or an effect that a name holds."""
    what = s.what
    target: tuple[str, tree.Expr, tuple[tree.Expr, ...]] | None = None
    if isinstance(what, tree.Member):
        target = what.name, what.operand, what.args or ()
    elif isinstance(what, tree.Of) and what.key is None:
        target = what.name, what.operand, ()
    elif isinstance(what, tree.Qualified):
        target = what.name, tree.Name(what.space, what.span), ()
    if target is not None:
        name, owner, args = target
        hint = [c.kind.index for c in b.program.clause_names.get(fold(name), [])]
        operand = expr(b, owner, types.obj(*hint) if hint else None)
        if operand[1].bad:
            return b.add(s.span, "seq", [])
        found = [m for _, m in members(b, fold(name), operand[1].arg)] if operand[1].base == "object" else []
        if found and isinstance(found[0], ClauseSym) and found[0].sort == "effect":
            return do_clause(b, s, found, operand, args)
        near = nearest(name, [c.name for c in b.program.clauses if c.sort == "effect"])
        b.findings.error(
            "unknown-field", what.span, f"{article(b.program.describe(operand[1]))} has no effect `{name}` to do",
            f"did you mean `{near}`?" if near else None,
        )  # fmt: skip
        return b.add(s.span, "seq", [])
    node, type_ = expr(b, what, types.EFFECT)
    return b.add(s.span, "doeffect", coerce(b, (node, type_), types.EFFECT, what.span))


def do_clause(b: Body, s: tree.Do, found: list[Any], operand: tuple[int, Type], args: tuple[tree.Expr, ...]) -> int:
    clauses = [m for m in found if isinstance(m, ClauseSym)]
    nodes = clause_args(b, clauses[0], args, s.span)
    if nodes is None:
        return b.add(s.span, "seq", [])
    result = b.add(s.span, "do", operand[0], clauses[-1].index, nodes)
    for clause in reversed(clauses[:-1]):
        test = b.add(s.span, "iskind", operand[0], clause.kind.index)
        result = b.add(s.span, "ifelse", test, b.add(s.span, "do", operand[0], clause.index, nodes), result)
    return result


def roll(b: Body, s: tree.Roll) -> int:
    node, element = as_list(b, expr(b, s.source, None), s.source.span)
    return b.add(s.span, "roll", b.bind(s.var, element), node)


def require(b: Body, s: tree.Require) -> int:
    return b.add(s.span, "require", condition(b, s.condition), pieces(b, s.reason))


def find_window(b: Body, name: str, span: tree.Span) -> int | None:
    window = b.program.window_names.get(fold(name))
    if window is not None:
        return window.index
    near = nearest(name, [w.name for w in b.program.windows])
    b.findings.error("unknown-name", span, f"there is no window `{name}`", f"did you mean `{near}`?" if near else None)
    return None


def open_(b: Body, s: tree.Open) -> int:
    index = find_window(b, s.window, s.span)
    players: int | None = None
    if s.players is not None:
        node, type_ = expr(b, s.players, types.PLAYERS)
        players = coerce(b, (node, type_), types.PLAYERS, s.players.span, "who may react")
    args: list[int] = []
    if index is not None:
        window = b.program.windows[index]
        if len(s.args) != len(window.params):
            wanted = ", ".join(name for name, _ in window.params) or "none"
            b.findings.error(
                "wrong-count",
                s.span,
                f"the window `{window.name}` takes {len(window.params)} arguments, not {len(s.args)}: {wanted}",
            )
            index = None
        else:
            args = [value(b, a, t) for a, (_, t) in zip(s.args, window.params, strict=True)]
    body, otherwise = optional(b, s.body), optional(b, s.otherwise)
    if index is None:
        return b.add(s.span, "seq", [])
    return b.add(s.span, "open", index, args, players, body, otherwise)


def enter(b: Body, s: tree.Enter) -> int:
    phase = b.program.phase_names.get(fold(s.phase))
    if phase is None:
        near = nearest(s.phase, [p.name for p in b.program.phases])
        b.findings.error(
            "unknown-name", s.span, f"there is no phase `{s.phase}`", f"did you mean `{near}`?" if near else None
        )
        return b.add(s.span, "seq", [])
    if len(s.args) != len(phase.params):
        wanted = ", ".join(name for name, _ in phase.params) or "none"
        b.findings.error(
            "wrong-count",
            s.span,
            f"the phase `{phase.name}` takes {len(phase.params)} arguments, not {len(s.args)}: {wanted}",
        )
        return b.add(s.span, "seq", [])
    return b.add(s.span, "enter", phase.index, [value(b, a, t) for a, (_, t) in zip(s.args, phase.params, strict=True)])


def carry_on(b: Body, s: tree.CarryOn) -> int:
    return b.add(s.span, "carryon")


HANDLERS.update(
    {
        tree.Block: block,
        tree.Let: let,
        tree.Assign: assign,
        tree.Sentence: sentence,
        tree.Do: do,
        tree.If: if_,
        tree.CaseStmt: statement_arms,
        tree.ForEach: for_each,
        tree.Repeat: repeat,
        tree.While: while_,
        tree.By: by,
        tree.AtOnce: at_once,
        tree.Step: step,
        tree.Afterwards: afterwards,
        tree.Roll: roll,
        tree.Require: require,
        tree.Open: open_,
        tree.Enter: enter,
        tree.CarryOn: carry_on,
        tree.BadStmt: bad,
    }
)
