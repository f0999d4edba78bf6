"""Effects as sentences: each statement is a line, and what stands in its braces are lines below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from chronoc.lower import kernel as kernel_verbs
from chronoc.lower.calls import applicable, wanted
from chronoc.lower.sentences import arrange
from chronoc.lower.statements import as_statement
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.symbols import VerbSym
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.text.conditions import condition, fact_text, is_local, pair, values_of
from chronoc.text.groups import group, many, one, so_many, zone_phrase
from chronoc.text.scene import Scene, spaced
from chronoc.text.things import kernel, thing, whether
from chronoc.text.words import SLOT, Phrase, Value, figure, fill, plain


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, without a capital and a full stop. `joint`: what stands before a single thing that belongs to it."""

    text: str
    inner: tuple[Line, ...] = ()
    joint: str = ": "
    series: bool = True  # what belongs to it happens one after the other


def effects(s: Scene, block: tree.Block) -> list[Line]:
    """The lines of a block."""
    with s.inner():
        return statements(s, block.statements)


def statements(s: Scene, items: Sequence[tree.Stmt]) -> list[Line]:
    lines: list[Line] = []
    for at, one_of_them in enumerate(items):
        if not isinstance(one_of_them, tree.Require):
            lines += statement(s, one_of_them)
            continue
        needed = when(s, one_of_them.condition)
        s.learn(one_of_them.condition)
        rest = statements(s, items[at + 1 :])
        if rest and (s.mood == "to do" or (len(rest) == 1 and not rest[0].inner)):
            return [*lines, line(s, s.language.say("{text}, but only if {c}", text=run_on(s, rest), c=needed))]
        return [*lines, line(s, s.language.say("this can be done only if {c}", c=needed)), *rest]
    return lines


def inline(s: Scene, block: tree.Block) -> str:
    """A block within a sentence."""
    return run_on(s, effects(s, block))


def run_on(s: Scene, lines: Sequence[Line]) -> str:
    """Lines within one sentence, however deep they are."""
    texts = []
    for line in lines:
        texts.append(f"{line.text}{line.joint}{run_on(s, line.inner)}" if line.inner else line.text)
    return s.language.joined(texts, "{a}, then {b}")


def statement(s: Scene, e: tree.Stmt) -> list[Line]:
    """The lines of a statement: mostly one."""
    say = s.language.say
    match e:
        case tree.Let():
            return let(s, e)
        case tree.Assign():
            return assign(s, e)
        case tree.Sentence():
            return [line(s, sentence(s, e))]
        case tree.Do():
            return [line(s, done(s, e))]
        case tree.Choose():
            return [line(s, choose(s, e))]
        case tree.May():
            return may(s, e)
        case tree.Either():
            return either(s, e)
        case tree.If():
            return branches(s, e)
        case tree.CaseStmt():
            return rows(s, e.subject, e.arms)
        case tree.ForEach():
            return [for_each(s, e)]
        case tree.Repeat():
            return repeat(s, e)
        case tree.While():
            return [head(s, say("as long as {c}", c=when(s, e.condition)), effects(s, e.body), ", ")]
        case tree.By():
            return [by(s, e.player, lambda: effects(s, e.body))]
        case tree.AtOnce():
            return [head(s, say("all at the same time"), effects(s, e.body), series=False)]
        case tree.Step() | tree.Block():
            return effects(s, e.body if isinstance(e, tree.Step) else e)
        case tree.Afterwards():
            return [head(s, say("when all this is done"), effects(s, e.body), ", ")]
        case tree.Roll():
            found = one(s, group(s, e.source))
            s.bind(e.var, s.element(e.source))
            return [line(s, act(s, "choose {x:acc} at random", x=found))]
        case tree.Require():
            return [line(s, say("this can be done only if {c}", c=when(s, e.condition)))]
        case tree.Take():
            return [line(s, take(s, e))]
        case tree.Open():
            return open_window(s, e)
        case tree.Enter():
            phase = s.language.phrase(s.language.noun("phase", e.phase, spaced(e.phase)))
            return [line(s, act(s, "begin “{x}”", x=phase))]
        case tree.CarryOn():
            return [line(s, act(s, "it happens all the same || let it happen all the same"))]
        case tree.BadStmt():
            return [Line("?")]
        case _:
            assert_never(e)


# ------------------------------------------------------------------ pieces of lines


def act(s: Scene, source: str, **slots: Value) -> str:
    """A sentence of the engine in the mood of the place: do it, or (may) do it."""
    return s.language.filled(s.language.sentence(source), slots, mood=s.mood)


def line(s: Scene, text: str) -> Line:
    return Line(s.told(text))


def head(s: Scene, text: str, inner: Sequence[Line], joint: str = ": ", series: bool = True) -> Line:
    """A line with others below it; without any, nothing happens."""
    return Line(s.told(text), tuple(inner) or (Line(s.language.say("nothing happens")),), joint, series)


def when(s: Scene, e: tree.Expr) -> str:
    with s.apart():
        return condition(s, e)


def by(s: Scene, player: tree.Expr, inner: Callable[[], list[Line]]) -> Line:
    """Somebody else does something: `that player must …`."""
    if isinstance(player, tree.Name) and fold(player.name) == "you" and s.body.find("you") is None:
        return Line("", tuple(inner()), "")
    _, type_ = s.typed(player, types.PLAYERS)
    if type_.base == "list":
        who = one(s, group(s, player), "{each/n} {n}")
    else:
        who = thing(s, player, types.PLAYER)
    with s.acting("they", "to do", player):
        lines = inner()
    return head(s, s.language.say("{p} {must/p}", p=who), lines, " ")


# ------------------------------------------------------------------ values


def let(s: Scene, e: tree.Let) -> list[Line]:
    _, type_ = s.typed(e.value)
    value = thing(s, e.value)
    element = s.element_of(type_)
    named = s.language.quoted(spaced(e.name))
    s.bind(e.name, type_ if type_.base != "nothing" else types.ANY)
    if type_.base == "list" or element.base not in ("object", "design", "enum", "tag", "kind", "cell", "zone"):
        return [line(s, act(s, "remember {x:acc} as {name}", x=value, name=named))]
    return [line(s, act(s, "take note of {x:acc}", x=value))]


def assign(s: Scene, e: tree.Assign) -> list[Line]:
    target, type_ = target_of(s, e.target)
    if type_.base == "flag" and isinstance(e.target, (tree.Of, tree.Member)):
        operand = e.target.operand
        _, owner = s.typed(operand)
        with s.apart():
            holds = isinstance(e.value, tree.Name) and fold(e.value.name) in ("yes", "true")
            who = thing(s, operand)
            if turns_over(e):
                sides = [found for found in s.program.field_names.get(fold(e.target.name), []) if found.side]
                if sides:
                    return [line(s, act(s, "turn {x:acc} over", x=who))]
                return [line(s, act(s, "change {x:acc} to the opposite", x=whether(s, e.target)))]
            fixed = isinstance(e.value, tree.Name) and fold(e.value.name) in ("yes", "no", "true", "false")
            if fixed and owner.base in ("object", "design"):
                return [line(s, s.language.say("from now on {c}", c=fact_text(s, e.target.name, who, holds)))]
    if isinstance(e.value, tree.Name) and fold(e.value.name) == "you" and type_.base == "object" and s.you == "you":
        with s.apart():
            now = pair(s, "{x} {is/x} you || {x} {is/x} not you", True, x=target_of(s, e.target)[0])
        return [line(s, s.language.say("from now on {c}", c=now))]
    value = thing(s, e.value, type_)
    return [line(s, act(s, "set {x:acc} to {v:acc}", x=target, v=value))]


def turns_over(e: tree.Assign) -> bool:
    """`set f of x = not f of x`."""
    match e.target, e.value:
        case tree.Of(name=a, operand=tree.Name(name=x)), tree.Unary(
            op="not", operand=tree.Of(name=b, operand=tree.Name(name=y))
        ):
            return fold(a) == fold(b) and fold(x) == fold(y)
    return False


def target_of(s: Scene, e: tree.Expr) -> tuple[Phrase, Type]:
    """What is set or added to."""
    return thing(s, e), s.typed(e)[1].sure()


# ------------------------------------------------------------------ verbs


def sentence(s: Scene, e: tree.Sentence) -> str:
    """A verb with what it is done to."""
    key = fold(e.verb)
    for verb in s.program.verb_names.get(key, ()):
        args = arrange(verb, e)
        if args is not None:
            found = spoken(s, verb, args)
            if found is not None:
                return found
    handler = KERNEL.get(key)
    if handler is not None and key in kernel_verbs.VERBS:
        return handler(s, e)
    return s.language.quoted(spaced(e.verb))


def spoken(s: Scene, verb: VerbSym, args: Sequence[tree.Expr | None]) -> str | None:
    """The sentence of a verb of the rules, filled. None: it is not meant, its name is that of a verb of the kernel."""
    decl = verb.overloads[0].decl
    assert isinstance(decl, tree.VerbDecl)
    given = [arg if arg is not None else decl.params[i].default for i, arg in enumerate(args)]
    wants = [wanted(verb, i) for i in range(len(given))]
    have = [s.typed(arg, want)[1] for arg, want in zip(given, wants) if arg is not None]
    fitting = applicable(s.body, verb, have)
    if not fitting:
        return None
    chosen = fitting[0].decl
    assert isinstance(chosen, tree.VerbDecl)
    source = chosen.sentence.value if chosen.sentence is not None else made_up(chosen, args)
    template = s.language.own(f"verb {verb.name}", source)
    slots: dict[str, Value] = {}
    for param, arg, want in zip(chosen.params, given, wants):
        if arg is not None:
            slots[param.name] = argument(s, arg, want)
    slots["you"] = s.actor()
    return s.language.filled(numbered(s, f"verb {verb.name}", source, template, slots), slots, mood=s.mood)


def made_up(decl: tree.VerbDecl, args: Sequence[tree.Expr | None]) -> str:
    """The sentence of a verb that has none: its name and what it is given."""
    words = [spaced(decl.name)]
    for param, arg in zip(decl.params, args):
        if arg is not None:
            words.append(f"{param.preposition} {{{param.name}}}" if param.preposition else f"{{{param.name}}}")
    return " ".join(words)


def numbered(s: Scene, context: str, source: str, template: str, slots: dict[str, Value]) -> str:
    """The form of a sentence that goes with its first number, where a catalogue has several."""
    entry = s.language.entry(context, source)
    if entry is None or len(entry.texts) < 2:
        return template
    catalogue = next(c for c in s.language.catalogues if c.find(context, source) is entry)
    number = next((v for v in slots.values() if isinstance(v, Phrase) and v.number), None)
    form = catalogue.forms - 1 if number is None or number.count is None else catalogue.plural(abs(number.count))
    return entry.texts.get(form, template)


def argument(s: Scene, e: tree.Expr, want: Type | None) -> Phrase:
    _, type_ = s.typed(e, want)
    if type_.base == "number" and not is_local(s, e):
        return s.number(e)
    if type_.base == "flag" and not is_local(s, e):
        with s.apart():
            return plain(condition(s, e))
    if type_.base == "effect":
        return s.language.made("“{x}”", "x", x=thing(s, e, want))
    return thing(s, e, want if not is_local(s, e) else None)


def prep(e: tree.Sentence, *words: str) -> tree.Expr | None:
    return kernel_verbs.prep(e, *words)


def put(s: Scene, e: tree.Sentence) -> str:
    to, at = prep(e, "to", "into"), prep(e, "at")
    assert to is not None
    what = moved(s, e)
    if isinstance(to, tree.Name) and fold(to.name) == "box":
        return act(s, "remove {x:acc} from the game", x=what)
    z = thing(s, to)
    pile = s.typed(to)[1]
    piled = pile.base == "zone" and pile.zone is not None and s.program.zones[pile.zone].shape == "pile"
    if at is not None:
        text = act(s, "put {x:acc} {z:to}, to {c:acc}", x=what, z=z, c=place_in(s, at))
    elif "bottom" in e.words or ("last" in e.words and piled):
        text = act(s, "put {x:acc} at the bottom of {z:gen}", x=what, z=z)
    elif "top" in e.words or ("first" in e.words and piled):
        text = act(s, "put {x:acc} on top of {z:gen}", x=what, z=z)
    elif "first" in e.words:
        text = act(s, "put {x:acc} at the beginning of {z:gen}", x=what, z=z)
    elif "last" in e.words:
        text = act(s, "put {x:acc} at the end of {z:gen}", x=what, z=z)
    else:
        text = act(s, "put {x:acc} {z:to}", x=what, z=z)
    return faced(s, e, text)


def place_in(s: Scene, at: tree.Expr) -> Phrase:
    if isinstance(at, tree.Number):
        return s.language.made("{n} {x}", "n", n=kernel(s, "place"), x=figure(at.value))
    return thing(s, at)


def faced(s: Scene, e: tree.Sentence, text: str) -> str:
    if "face down" in e.words:
        return s.language.say("{text}, face down", text=text)
    if "face up" in e.words:
        return s.language.say("{text}, face up", text=text)
    return text


def moved(s: Scene, e: tree.Sentence, place: str = "from") -> Phrase:
    """What is moved: a thing, all of a list, so many of it."""
    what = e.args[0]
    found: Phrase
    match what:
        case tree.NOf(count=str()) | tree.NOf():
            items = what.items if what.place is None else tree.In(what.items, what.place, False, what.span)
            listed = group(s, items)
            if isinstance(what.count, str):
                return many(s, listed, every=True, place=place)
            found = so_many(s, listed, s.number(what.count), place)
        case tree.Quantity():
            found = so_many(s, group(s, what.what), s.number(what.count), place)
        case tree.In(left=tree.Quantity(count=count, what=kind)):
            inner = group(s, tree.In(kind, what.right, False, what.span))
            found = so_many(s, inner, s.number(count), place)
        case _:
            if is_local(s, what):
                return thing(s, what)
            _, type_ = s.typed(what, types.obj(*s.low.things))
            if type_.base in ("list", "zone"):
                return many(s, group(s, what), every=True, place=place)
            return thing(s, what, types.obj(*s.low.things))
    return roughly(s, "up to {x}", found) if "up to" in e.words else found


def roughly(s: Scene, source: str, found: Phrase, **slots: Value) -> Phrase:
    """So many of them, more or less: nobody in person."""
    return replace(s.language.made(source, "x", None, x=found, **slots), animate=False)


def place(s: Scene, e: tree.Sentence) -> str:
    on = prep(e, "on")
    assert on is not None
    return act(s, "lay {x:acc} on {y:acc}", x=thing(s, e.args[0]), y=thing(s, on))


def add(s: Scene, e: tree.Sentence) -> str:
    to = prep(e, "to")
    assert to is not None
    target = thing(s, to)
    known = s.low.constant(e.args[0])
    negative = known is not None and known < 0
    number = figure(-known) if known is not None and negative else s.number(e.args[0])
    if "up to" in e.words:
        number = s.language.made("up to {x}", "x", x=number)
    if negative:
        return act(s, "subtract {n} from {x:gen}", n=number, x=target)
    return act(s, "add {n} to {x:dat}", n=number, x=target)


def shuffle(s: Scene, e: tree.Sentence) -> str:
    return act(s, "shuffle {x:acc}", x=thing(s, e.args[0]))


def reveal(s: Scene, e: tree.Sentence) -> str:
    to = prep(e, "to")
    what = moved(s, e, "in")
    if to is None:
        return act(s, "reveal {x:acc}", x=what)
    return act(s, "show {x:acc} to {p:dat}", x=what, p=thing(s, to, types.PLAYER))


def look(s: Scene, e: tree.Sentence) -> str:
    at, who = prep(e, "at") or (e.args[0] if e.args else None), prep(e, "by")
    assert at is not None
    _, type_ = s.typed(at)
    what = zone_phrase(s, at) if type_.base == "zone" else thing(s, at)
    if who is None:
        return act(s, "look at {x:acc}", x=what)
    with s.acting("they", "to do"):
        text = act(s, "look at {x:acc}", x=what)
    return s.language.say("{p} {must/p} {e}", p=thing(s, who, types.PLAYER), e=text)


def turn(s: Scene, e: tree.Sentence) -> str:
    source = "turn {x:acc} face down" if "face down" in e.words else "turn {x:acc} face up"
    return act(s, source, x=moved(s, e, "in"))


def win(s: Scene, e: tree.Sentence) -> str:
    return outcome(s, e, "you win || win the game", "{p} {wins/p}")


def lose(s: Scene, e: tree.Sentence) -> str:
    return outcome(s, e, "you lose || lose the game", "{p} {loses/p}")


def outcome(s: Scene, e: tree.Sentence, mine: str, theirs: str) -> str:
    who = e.args[0] if e.args else None
    if who is None or (isinstance(who, tree.Name) and fold(who.name) == "you"):
        text = act(s, mine)
    else:
        text = s.language.say(theirs, p=thing(s, who, types.PLAYERS))
    if e.text is None:
        return text
    return s.language.say("{text} ({why})", text=text, why=printed(s, e.text))


def printed(s: Scene, text: tree.Text) -> str:
    """A text of the rules with what stands in its braces."""
    from chronoc.lower.prompts import parse

    said = s.language.text(text)
    slots: dict[str, Value] = {}
    with s.apart():
        for match in SLOT.finditer(said):
            word = match[1].partition(":")[0].strip()
            parsed = parse(word, text.span)
            slots[match[1].partition(":")[0]] = thing(s, parsed) if parsed is not None else plain("…")
    return s.language.quoted(fill(s.language, said, slots))


def end(s: Scene, e: tree.Sentence) -> str:
    what = e.args[0]
    assert isinstance(what, tree.Name)
    if s.program.phase_names.get(fold(what.name)) is not None:
        phase = s.language.phrase(s.language.noun("phase", what.name, spaced(what.name)))
        return act(s, "“{x}” ends || end “{x}”", x=phase)
    if fold(what.name) == "turn":
        return act(s, "the turn ends || end the turn")
    if "after this action" in e.words:
        return act(s, "the game ends after this action || end the game after this action")
    return act(s, "the game ends || end the game")


def cancel(s: Scene, e: tree.Sentence) -> str:
    return act(s, "cancel what this answers")


def check(s: Scene, e: tree.Sentence) -> str:
    what = e.args[0]
    who = thing(s, what.operand, types.PLAYER) if isinstance(what, tree.Of) else s.actor()
    return act(s, "see whether {p} {has reached/p} a goal", p=who)


def log(s: Scene, e: tree.Sentence) -> str:
    text = e.text or (e.args[0] if e.args and isinstance(e.args[0], tree.Text) else None)
    assert isinstance(text, tree.Text)
    return act(s, "write in the story: {text}", text=printed(s, text))


def first_player(s: Scene, e: tree.Sentence) -> str:
    return s.language.say("{p} {begins/p}", p=thing(s, e.args[0], types.PLAYER))


def nothing(s: Scene, e: tree.Sentence) -> str:
    return s.language.say("nothing happens")


KERNEL: dict[str, Callable[[Scene, tree.Sentence], str]] = {
    "move": put, "place": place, "add": add, "shuffle": shuffle, "reveal": reveal, "look": look, "turn": turn,
    "win": win, "lose": lose, "end": end, "cancel": cancel, "check": check, "log": log, "first_player": first_player,
    "nothing": nothing,
}  # fmt: skip


def done(s: Scene, e: tree.Do) -> str:
    """`do x.clause`."""
    return act(s, "carry out {x:acc}", x=thing(s, e.what))


# ------------------------------------------------------------------ choices


def choose(s: Scene, e: tree.Choose) -> str:
    element = s.element(e.source)
    with s.deciding(e.by):
        found = group(s, e.source, var=e.var)
    low = s.low.constant(e.low) if e.low is not None else None
    origin = found.place if found.tails and not found.also and s.language.grammar.commas else None
    if origin is not None:  # the clause stands beside its noun, so the place goes before both
        found = replace(found, place=None)
    if not e.many:
        what = one(s, found, place="from")
    elif e.high is None and (e.low is None or low == 0):
        what = roughly(s, "any number of {x:gen}", many(s, found, bare=True, place="from"))
    elif e.high is None:
        assert e.low is not None
        what = roughly(s, "at least {x}", so_many(s, found, s.number(e.low), "from"))
    elif e.low is e.high:
        what = so_many(s, found, s.number(e.high), "from")
    elif e.low is None or low == 0:
        what = roughly(s, "up to {x}", so_many(s, found, s.number(e.high), "from"))
    else:
        least = s.number(e.low)
        what = roughly(s, "{low} to {x}", so_many(s, found, s.number(e.high), "from"), low=least)
    s.bind(e.var, types.list_of(element) if e.many else element)
    if e.by is None or (isinstance(e.by, tree.Name) and fold(e.by.name) == "you"):
        text = chosen(s, what, origin)
    else:
        with s.acting("they", "to do"):
            inner = chosen(s, what, origin)
        text = s.language.say("{p} {must/p} {e}", p=thing(s, e.by, types.PLAYER), e=inner)
    if e.such_that is not None:
        text = s.language.say("{text} so that {c}", text=text, c=when(s, e.such_that))
    return text


def chosen(s: Scene, what: Phrase, origin: Phrase | None) -> str:
    if origin is not None:
        return act(s, "choose {z:from} {x:acc}", x=what, z=origin)
    return act(s, "choose {x:acc}", x=what)


def may(s: Scene, e: tree.May) -> list[Line]:
    if e.by is not None and not (isinstance(e.by, tree.Name) and fold(e.by.name) == "you"):
        text = s.language.say("if {p} {agrees/p}", p=thing(s, e.by, types.PLAYER))
        lines = [head(s, text, effects(s, e.body), ", ")]
    else:
        if s.you == "you":
            text = s.language.say("you may, as often as you like," if e.repeat else "you may")
        else:
            source = "{p} {may/p}, as often as {p} {likes/p}," if e.repeat else "{p} {may/p}"
            text = s.language.say(source, p=s.actor())
        with s.acting(s.you, "to do"):
            inner = effects(s, e.body)
        lines = [head(s, text, inner, " ")]
    if e.or_carry_on:
        lines.append(Line(s.language.say("otherwise it happens all the same")))
    return lines


def either(s: Scene, e: tree.Either) -> list[Line]:
    """One of several things."""
    inner = [branch(s, one_of_them) for one_of_them in e.branches]
    if e.by is None or (isinstance(e.by, tree.Name) and fold(e.by.name) == "you"):
        return [head(s, act(s, "do one of these"), inner, series=False)]
    text = s.language.say("{p} {chooses/p} one of these", p=thing(s, e.by, types.PLAYER))
    return [head(s, text, inner, series=False)]


def branch(s: Scene, e: tree.Branch) -> Line:
    if e.react is not None:
        return Line(act(s, "answer {window}", window=window(s, e.react)))
    with s.inner():
        if e.var is not None and e.source is not None:
            found = one(s, group(s, e.source, var=e.var))
            s.bind(e.var, s.element(e.source))
            inner = effects(s, e.body) if e.body is not None else []
            return Line(run_on(s, [Line(act(s, "choose {x:acc}", x=found)), *inner]))
        if e.condition is not None:
            text = s.language.say("if {c}", c=when(s, e.condition))
            s.learn(e.condition)
            return head(s, text, branch_lines(s, e), ", ")
        lines = branch_lines(s, e)
    return lines[0] if len(lines) == 1 else Line(run_on(s, lines))


def branch_lines(s: Scene, e: tree.Branch) -> list[Line]:
    lines = effects(s, e.body) if e.body is not None else []
    return lines or [Line(printed(s, e.label) if e.label is not None else s.language.say("nothing happens"))]


# ------------------------------------------------------------------ branches and loops


def branches(s: Scene, e: tree.If) -> list[Line]:
    lines: list[Line] = []
    source, rest = "if {c}", e
    while True:
        text = s.language.say(source, c=when(s, rest.condition))
        with s.inner():
            s.learn(rest.condition)
            inner = effects(s, rest.then)
        lines.append(head(s, text, inner, ", "))
        last = rest.otherwise
        if last is None:
            return lines
        only = last.statements
        if len(only) == 1 and isinstance(only[0], tree.If):
            source, rest = "otherwise, if {c}", only[0]
            continue
        with s.inner():
            s.learn(rest.condition, False)
            lines.append(head(s, s.language.say("otherwise,"), effects(s, last), " "))
        return lines


def rows(s: Scene, subject: tree.Expr | None, arms: Sequence[tree.CaseArm], type_: Type | None = None) -> list[Line]:
    """The rows of a table: what happens for which value."""
    lines = []
    if type_ is not None and len(arms) == 1 and not arms[0].tests:
        return arm_lines(s, arms[0].value)
    for arm in arms:
        if not arm.tests:
            text = s.language.say("otherwise" if type_ is not None else "otherwise,")
        elif subject is None and type_ is None:
            from chronoc.text.conditions import arm_test

            with s.apart():
                text = s.language.say("if {c}", c=arm_test(s, None, arm))
        elif type_ is not None:
            text = values_of(s, arm, type_)
        else:
            assert subject is not None
            values = values_of(s, arm, s.typed(subject)[1].sure())
            with s.apart():
                text = s.language.say("if {x} is {v}", x=thing(s, subject), v=values)
        joint = ": " if type_ is not None else ", " if arm.tests else " "
        lines.append(head(s, text, arm_lines(s, arm.value), joint))
    return lines


def arm_lines(s: Scene, value: tree.Expr | tree.Block) -> list[Line]:
    if isinstance(value, tree.Block):
        return effects(s, value)
    made = as_statement(value)
    if made is None:
        return [Line(thing(s, value).say("nom"))]
    return statement(s, made)


def for_each(s: Scene, e: tree.ForEach) -> Line:
    found = group(s, e.source, var=e.var)
    element = s.element(e.source)
    who = one(s, found, "{each/n} {n}")
    with s.inner():
        body, actor = e.body, e.by
        first = body.statements[0] if len(body.statements) == 1 else None
        if actor is None and isinstance(first, tree.By):
            body, actor = first.body, first.player
        own = isinstance(actor, tree.Name) and fold(actor.name) == fold(e.var)
        s.bind(e.var, element)
        if own:
            with s.acting("they", "to do", tree.Name(e.var, e.span)):
                inner = effects(s, body)
            text, joint = s.language.say("{p} {must/p}", p=who), " "
        else:
            inner = [by(s, e.by, lambda: effects(s, e.body))] if e.by is not None else effects(s, e.body)
            text, joint = s.language.say("for {x:acc},", x=who), " "
    if e.live:
        text = s.language.say("one by one, {text}", text=text)
    if e.start is not None:
        text = s.language.say("beginning with {p:gen}, {text}", p=thing(s, e.start, element), text=text)
    return head(s, text, inner, joint)


def repeat(s: Scene, e: tree.Repeat) -> list[Line]:
    number = s.number(e.count)
    if number.count == 1:
        return effects(s, e.body)
    from chronoc.text.words import noun

    times = noun(s.language.kernel_noun("time"))
    counted = s.language.counted(number, times, "acc")
    text = s.told(act(s, "do this {n}", n=counted))
    return [head(s, text, effects(s, e.body))]


def take(s: Scene, e: tree.Take) -> str:
    names = [fold(name) for name in e.actions]
    if names == ["actions"]:
        said = s.language.say("any action")
    else:
        said = s.language.joined([action(s, name) for name in e.actions], "{a} or {b}")
    for reaction in e.reacts:
        said = s.language.say(
            "{a} or {b}", a=said, b=s.language.say("an answer to {window}", window=window(s, reaction))
        )
    source = "do {x}" if e.mode == "one" else "do {x}, as often as wanted"
    text = act(s, source, x=said)
    if e.by is not None:
        with s.acting("they", "to do"):
            text = s.language.say("{p} {must/p} {e}", p=thing(s, e.by, types.PLAYER), e=act(s, source, x=said))
    if e.until is not None:
        text = s.language.say("{text}, until {c}", text=text, c=when(s, e.until))
    return text


def action(s: Scene, name: str) -> str:
    found = s.program.action_names.get(fold(name))
    shown = found.name if found is not None else name
    return s.language.quoted(s.language.own(f"action {shown}", spaced(shown)))


# ------------------------------------------------------------------ windows


def window(s: Scene, words: str) -> str:
    """What is answered: the sentence of a window, else its name in quotes."""
    for found in s.program.windows:
        said = found.decl.sentence.value if found.decl.sentence is not None else None
        if fold(found.name) == fold(words) or (said is not None and fold(said) == fold(words)):
            if said is not None and "{" not in said:
                return s.language.own(f"window {found.name}", said)
            return s.language.quoted(s.language.own(f"window {found.name}", spaced(found.name)))
    return s.language.quoted(words)


def open_window(s: Scene, e: tree.Open) -> list[Line]:
    """What others may answer, and what they may stop."""
    if e.players is None:
        who = s.language.made("{all/n} {n}", "n", n=kernel(s, "player", many=True))
    else:
        _, type_ = s.typed(e.players, types.PLAYERS)
        who = many(s, group(s, e.players)) if type_.base == "list" else thing(s, e.players, types.PLAYER)
    if e.body is None or not e.body.statements:
        return [Line(s.language.say("{p} {may/p} answer {window}", p=who, window=window(s, e.window)))]
    lines = [head(s, s.language.say("unless {p} {stops/p} it", p=who), effects(s, e.body), ", ")]
    if e.otherwise is not None:
        lines.append(head(s, s.language.say("otherwise,"), effects(s, e.otherwise), " "))
    return lines


# ------------------------------------------------------------------ text


def text_lines(s: Scene, lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Sentences with their depth: what fits into one sentence stands in one."""
    from chronoc.text.language import capital

    found: list[tuple[int, str]] = []
    for line_ in lines:
        flat = flattened(s, line_)
        if flat is not None:
            found.append((0, capital(s.language.polished(flat)) + "."))
            continue
        found.append((0, capital(s.language.polished(line_.text)).rstrip(",") + ":"))
        found += [(depth + 1, text) for depth, text in text_lines(s, line_.inner)]
    return found


#: A sentence is no longer than this, and does no more than so many things in a row.
LONGEST, MOST = 240, 3


def flattened(s: Scene, line_: Line) -> str | None:
    """The line as one sentence, if it is short enough to be read as one."""
    if not line_.inner:
        return line_.text
    parts = [flattened(s, below) for below in line_.inner]
    said = [part for part in parts if part is not None]
    leaves = all(not below.inner for below in line_.inner)
    if len(said) < len(parts) or (len(said) > 1 and (not leaves or len(said) > MOST or not line_.series)):
        return None
    text = s.language.joined(said, "{a}, then {b}")
    whole = f"{line_.text}{line_.joint}{text}" if line_.text else text
    return whole if len(whole) <= LONGEST or (len(said) == 1 and not line_.inner[0].inner) else None
