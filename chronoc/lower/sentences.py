"""`VERB args …`: the game's own verbs, and those of the kernel."""

from __future__ import annotations

from chronoc.diagnostics import Note
from chronoc.lower import kernel
from chronoc.lower.body import Body, Val
from chronoc.lower.calls import applicable, fit_args, no_overload, wanted
from chronoc.lower.expressions import expr
from chronoc.model import types
from chronoc.model.suggest import fold, nearest
from chronoc.model.symbols import VerbSym
from chronoc.syntax import tree

#: Words that begin a statement which may look like a verb when it is misspelt.
STATEMENTS = (
    "choose",
    "let",
    "set",
    "roll",
    "take",
    "repeat",
    "require",
    "open",
    "enter",
    "do",
    "may",
    "either",
    "while",
)


def sentence(b: Body, s: tree.Sentence) -> int:
    key = fold(s.verb)
    groups = b.program.verb_names.get(key)
    kernel_verb = kernel.VERBS.get(key)
    if groups is None or (b.verb is not None and fold(b.verb.name) == key and kernel_verb is not None):
        if kernel_verb is not None:
            return kernel_verb(b, s)
        return unknown_verb(b, s, key)
    placed = [(group, args) for group in groups if (args := arrange(group, s)) is not None]
    if not placed:
        if kernel_verb is not None:
            return kernel_verb(b, s)
        return wrong_shape(b, s, groups)
    group, args = placed[0]
    return perform(b, s, group, args, kernel_verb is not None)


def arrange(group: VerbSym, s: tree.Sentence) -> list[tree.Expr | None] | None:
    """The arguments in the order of the parameters; None when the sentence does not have this shape. A parameter that
    is left out and has a default is None."""
    decl = group.overloads[0].decl
    assert isinstance(decl, tree.VerbDecl)
    if s.words and not (len(s.words) == 1 and s.words[0] in ("all",)):
        return None
    args = list(s.args)
    preps = list(s.preps)
    result: list[tree.Expr | None] = []
    for param in decl.params:
        found: tree.Expr | None = None
        if param.preposition is not None:
            match = next((p for p in preps if fold(p.word) == fold(param.preposition)), None)
            if match is not None:
                preps.remove(match)
                found = match.value
            elif args and not s.preps:
                found = args.pop(0)
        elif args:
            found = args.pop(0)
        if found is None and param.default is None:
            return None
        result.append(found)
    return None if args or preps else result


def perform(b: Body, s: tree.Sentence, group: VerbSym, args: list[tree.Expr | None], kernel_too: bool) -> int:
    values: list[Val] = []
    spans: list[tree.Span] = []
    for i, arg in enumerate(args):
        if arg is None:
            decl = group.overloads[0].decl
            assert isinstance(decl, tree.VerbDecl)
            arg = decl.params[i].default
            assert arg is not None
        values.append(expr(b, arg, wanted(group, i)))
        spans.append(arg.span)
    have = [type_ for _, type_ in values]
    choices = applicable(b, group, have)
    if not choices:
        if kernel_too:
            return kernel.VERBS[fold(s.verb)](b, s)
        no_overload(b, group, have, spans, s.span)
        return b.add(s.span, "seq", [])
    check_phase(b, s, group)
    return b.add(s.span, "perform", group.index, fit_args(b, choices, values, spans))


def check_phase(b: Body, s: tree.Sentence, group: VerbSym) -> None:
    """A verb that names the parts of a phase can be done only where that phase runs."""
    if group.during is None or b.any_phase or any(fold(p.name) == fold(group.during) for p in b.phases):
        return
    b.findings.error(
        "unknown-name", s.span, f"`{group.name}` is of the phase `{group.during}`, which does not surely run here",
        f"write `during {group.during}` in the head of this rule",
    )  # fmt: skip


def wrong_shape(b: Body, s: tree.Sentence, groups: list[VerbSym]) -> int:
    for arg in s.args:
        expr(b, arg, None)
    form = shape(groups[0])
    place = groups[0].overloads[0].span
    if len(s.args) == 1 and groups[0].arity == 0 and isinstance(s.args[0], tree.Name):
        form = f"{s.verb}` without anything behind it, or `{s.verb}; {s.args[0].name}"
    b.findings.error(
        "wrong-count", s.span, f"`{s.verb}` is not said like this", f"write `{form}`", Note("it stands here", place)
    )
    return b.add(s.span, "seq", [])


def shape(group: VerbSym) -> str:
    """The sentence as it should be: `draw n from z`."""
    decl = group.overloads[0].decl
    assert isinstance(decl, tree.VerbDecl)
    return " ".join([decl.name, *(f"{p.preposition} {p.name}" if p.preposition else p.name for p in decl.params)])


def unknown_verb(b: Body, s: tree.Sentence, key: str) -> int:
    known = [v.name for v in b.program.verbs] + [*kernel.VERBS, *STATEMENTS]
    b.shaky = True
    for arg in s.args:  # `chose x from …`: x is meant to be bound
        what = arg.what if isinstance(arg, tree.Quantity) else arg
        if isinstance(what, tree.Name) and s.preps and b.find(fold(what.name)) is None:
            b.bind(what.name, types.ERROR)
    local = b.find(key)
    notes: list[str | None] = []
    if local is not None and local.type.base == "effect":
        notes.append(f"an effect is done with `do {s.verb}`")
    elif key in b.program.action_names:
        notes.append(f"an action is offered with `take one of {s.verb}`")
    elif key in b.program.phase_names:
        notes.append(f"a phase begins with `enter {s.verb}`")
    elif (key, len(s.args)) in b.program.define_names:
        notes.append("that is a definition: it gives a value and does nothing")
    else:
        near = nearest(s.verb, known)
        notes.append(f"did you mean `{near}`?" if near else f"declare it: `to {s.verb} {{ … }}`")
    b.findings.error("unknown-name", s.span, f"there is no verb `{s.verb}`", *notes)
    return b.add(s.span, "seq", [])
