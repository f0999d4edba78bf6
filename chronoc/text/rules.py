"""Standing rules that a card carries: what it does while it lies somewhere."""

from __future__ import annotations

from collections.abc import Sequence

from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.types import Type
from chronoc.model.written import resolve_type
from chronoc.syntax import tree
from chronoc.text.conditions import condition
from chronoc.text.effects import Line, action, effects, head
from chronoc.text.groups import group, one
from chronoc.text.scene import Scene, spaced
from chronoc.text.things import attribute, defined, field_noun, thing, zone_noun
from chronoc.text.words import Phrase, Value, figure, noun, plain, slot_names

Rule = tree.Trigger | tree.Whenever | tree.Adjust | tree.Forbid


def standing(s: Scene, rule: Rule) -> list[Line]:
    """The lines of a standing rule."""
    with s.inner():
        match rule:
            case tree.Trigger():
                return trigger(s, rule)
            case tree.Whenever():
                return whenever(s, rule)
            case tree.Adjust():
                return adjust(s, rule)
            case tree.Forbid():
                return forbid(s, rule)


def told_if(s: Scene, text: str, e: tree.Expr | None) -> str:
    if e is None:
        return text
    with s.apart():
        said = s.language.say("{text}, if {c}", text=text, c=condition(s, e))
    s.learn(e)
    return said


def trigger(s: Scene, rule: tree.Trigger) -> list[Line]:
    happens = event(s, rule.event)
    source = "after {e:gen}" if rule.when == "after" else "instead of {e:gen}"
    if rule.event.form != "call" and rule.when == "after":
        source = "when {e}"
    text = told_if(s, s.language.say(source, e=happens), rule.condition)
    return [head(s, text, effects(s, rule.body), ": ")]


def event(s: Scene, e: tree.Event) -> Value:
    """What a rule waits for. Its names are known from here on."""
    match e.form:
        case "call":
            return happening(s, e)
        case "enters" | "leaves":
            return movement(s, e)
        case "face up":
            what = bound(s, e.params[0], types.obj(*s.low.things))
            return s.language.say("{x} {is/x} turned face up", x=what)
    fields = [found for found in s.program.field_names.get(fold(e.name), []) if found.var]
    of = types.obj(*(found.kind.index for found in fields)) if fields else types.ANY
    whose = bound(s, e.params[0], of) if e.params else None
    named = s.language.phrase(field_noun(s, e.name))
    if whose is not None:
        named = s.language.made("{the/z} {z} of {x:gen}", "z", z=named, x=whose)
    return s.language.say("{x} {changes/x}", x=named)


def bound(s: Scene, param: tree.Param, type_: Type, source: str = "{a/n} {n}") -> Phrase:
    """A thing that an event brings along: `a card`; from then on `that card`."""
    if param.type is not None:
        with s.quiet():
            type_ = resolve_type(s.program, param.type)
    s.bind(param.name, type_)
    if type_.base in ("object", "design"):
        return s.language.made(source, "n", n=s.language.phrase(s.type_noun(type_)))
    return s.refs[s.body.slots - 1]


def happening(s: Scene, e: tree.Event) -> Value:
    """A verb, an action, a phase, the turn."""
    word = fold(e.name)
    if e.space == "action" or (e.space is None and word not in s.program.verb_names and word in s.program.action_names):
        return acted(s, e.name, e.params)
    if e.space == "phase":
        phase = s.program.phase_names.get(word)
        for i, param in enumerate(e.params):
            bound(s, param, phase.params[i][1] if phase is not None and i < len(phase.params) else types.ANY)
        named = s.language.phrase(s.language.noun("phase", e.name, spaced(e.name)))
        return named.like(lambda case: s.language.quoted(named.say(case)))
    verb = next((v for v in s.program.verb_names.get(word, ()) if v.arity >= len(e.params)), None)
    if verb is None:
        for param in e.params:
            bound(s, param, types.PLAYER)
        return s.language.say("a turn")
    decl = verb.overloads[0].decl
    assert isinstance(decl, tree.VerbDecl)
    slots: dict[str, Value] = {}
    for i, own in enumerate(decl.params):
        if i < len(e.params):
            slots[own.name] = bound(s, e.params[i], verb.overloads[0].types[i])
        elif verb.overloads[0].types[i].base == "flag":
            slots[own.name] = plain(s.language.say("that is so"))
        else:
            slots[own.name] = plain(spaced(own.name))
    source = decl.sentence.value if decl.sentence is not None else spaced(decl.name)
    text = s.language.own(f"verb {verb.name}", source)
    return s.language.quoted(s.language.filled(text, slots, mood="to do"))


def acted(s: Scene, name: str, params: Sequence[tree.Param]) -> str:
    """An action, by its title where the rule names all that stands in it: “Eat a lamp”; else by its name."""
    found = s.program.action_names.get(fold(name))
    known = found.types if found is not None and found.types else []
    given = [bound(s, param, known[i] if i < len(known) else types.ANY) for i, param in enumerate(params)]
    if found is not None and given and found.decl.title is not None:
        title = s.language.own(f"offer {found.name}", found.decl.title.value)
        slots: dict[str, Value] = {own.name: value for own, value in zip(found.decl.params, given)}
        if all(slot in slots for slot, _ in slot_names(title)):
            return s.language.quoted(s.language.filled(title, slots))
    return action(s, name)


def movement(s: Scene, e: tree.Event) -> str:
    """Something comes to a zone, or leaves it."""
    zone = s.program.zone_names.get(fold(e.name))
    held = types.obj(*(zone.kinds or s.low.things), *zone.holding) if zone is not None else types.obj(*s.low.things)
    what = bound(s, e.params[0], held)
    base = s.language.phrase(zone_noun(s, zone) if zone is not None else noun(spaced(e.name)))
    z = s.language.made("{the/z} {z}", "z", z=base)
    if zone is not None and zone.owner is not None:
        owner = types.obj(zone.owner.index)
        if len(e.params) > 1:
            z = s.language.made("{the/z} {z} of {x:gen}", "z", z=base, x=bound(s, e.params[1], owner))
        else:
            z = s.language.made("{a/z} {z}", "z", z=base)
    source = "{x} {comes/x} {z:to}" if e.form == "enters" else "{x} {leaves/x} {z:acc}"
    return s.language.say(source, x=what, z=z)


def whenever(s: Scene, rule: tree.Whenever) -> list[Line]:
    """Always: as soon as something is so."""
    if isinstance(rule.source, tree.TypeExpr) and rule.var is not None:
        with s.quiet():
            type_ = resolve_type(s.program, rule.source)
        what = s.language.made("{each/n} {n}", "n", n=s.language.phrase(s.type_noun(type_)))
        s.bind(rule.var, type_)
        text = s.language.say("for {x:acc},", x=what)
    elif rule.source is not None and not isinstance(rule.source, tree.TypeExpr) and rule.var is not None:
        text = s.language.say("for {x:acc},", x=one(s, group(s, rule.source, var=rule.var), "{each/n} {n}"))
        s.bind(rule.var, s.element(rule.source))
    else:
        assert rule.condition is not None
        with s.apart():
            text = s.language.say("as soon as {c}", c=condition(s, rule.condition))
        s.learn(rule.condition)
        return [head(s, text, effects(s, rule.body), ", ")]
    return [head(s, told_if(s, text.rstrip(","), rule.condition), effects(s, rule.body))]


def adjust(s: Scene, rule: tree.Adjust) -> list[Line]:
    """Something counts more or less."""
    found = s.program.define_names.get((fold(rule.name), len(rule.params)))
    args = []
    for i, param in enumerate(rule.params):
        type_ = found.overloads[0].types[i] if found is not None else types.ANY
        args.append(bound(s, param, type_, "{each/n} {n}" if rule.condition is None else "{a/n} {n}"))
    who = meant(rule.condition, rule.params[0].name) if found is not None and len(args) == 1 else None
    if who is not None:
        with s.apart():
            whose = thing(s, who, s.typed(tree.Name(rule.params[0].name, rule.span))[1].sure())
            what = attribute(s, fold(rule.name), rule.name, whose, s.typed(who)[1], None, who)
    elif found is not None:
        what = defined(s, found, args)
    else:
        what = attribute(s, fold(rule.name), rule.name, s.this, s.body.this, None)
    known = s.low.constant(rule.by)
    negative = known is not None and known < 0
    number = figure(abs(known)) if known is not None else s.number(rule.by)
    source = "{x} {is/x} {n} less" if negative else "{x} {is/x} {n} more"
    text = told_if(s, s.language.say(source, x=what, n=number), None if who is not None else rule.condition)
    return [Line(s.told(text))]


def meant(e: tree.Expr | None, name: str) -> tree.Expr | None:
    """Of `p == x`, and nothing else, it is x: what is said of p is said of x."""
    match e:
        case tree.Compare(op="==" | "=", left=tree.Name(name=a), right=other) if fold(a) == fold(name):
            return other
        case tree.Compare(op="==" | "=", left=other, right=tree.Name(name=b)) if fold(b) == fold(name):
            return other
    return None


def forbid(s: Scene, rule: tree.Forbid) -> list[Line]:
    """An action that may not be taken."""
    text = told_if(s, s.language.say("{x} is forbidden", x=acted(s, rule.name, rule.params)), rule.condition)
    if rule.reason is not None:
        text = s.language.say("{text} ({why})", text=text, why=s.language.quoted(s.language.text(rule.reason)))
    return [Line(s.told(text))]
