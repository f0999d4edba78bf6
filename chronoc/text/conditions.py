"""Conditions as clauses: `the deck is empty`, `that card is not a lamp`, and in own words `Tower' OR Lamp'`."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from chronoc.lower.calls import applicable
from chronoc.lower.members import members
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.symbols import ClauseSym, DefineSym
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.text.groups import Group, group, is_place, many, one, zone_phrase
from chronoc.text.own import Words, own
from chronoc.text.scene import Scene, spaced
from chronoc.text.things import call, kernel, marked, named, owner_hint, thing
from chronoc.text.words import Phrase, Value, plain

AND, OR = "{a} and {b}", "{a} or {b}"


def conjuncts(e: tree.Expr, op: str = "and") -> list[tree.Expr]:
    """The parts of a run of `and` (or `or`), from left to right."""
    if isinstance(e, tree.Binary) and e.op == op:
        return [*conjuncts(e.left, op), *conjuncts(e.right, op)]
    return [e]


def condition(s: Scene, e: tree.Expr, holds: bool = True) -> str:
    """The clause that says that a condition holds, or that it does not."""
    if reading(s, e):
        return own_words(s, e if holds else tree.Unary("not", e, e.span))
    match e:
        case tree.Binary(op="and" | "or"):
            return run(s, e, holds)
        case tree.Unary(op="not"):
            return condition(s, e.operand, not holds)
        case tree.Compare():
            return compared(s, e, holds)
        case tree.In():
            return inside(s, e, holds != e.negated)
        case tree.Is():
            return being(s, e, holds != e.negated)
        case tree.Has():
            return having(s, e, holds != e.negated)
        case tree.Exists():
            return existing(s, e.operand, holds)
        case tree.NOf():
            return some(s, e, holds)
        case tree.Quantifier():
            return quantified(s, e, holds)
        case tree.Try():
            return tried(s, e, holds)
        case tree.Can():
            return possible(s, e, holds)
        case tree.Call():
            return called(s, e, holds)
        case tree.Name():
            return bare(s, e, holds)
        case tree.Of():
            return fact_of(s, e.name, e.operand, holds, e)
        case tree.Your():
            return fact_of(s, e.name, tree.Name("you", e.span), holds, e)
        case tree.Member():
            return fact_of(s, e.name, e.operand, holds, e)
        case tree.AsOf():
            inner = condition(s, e.operand, holds)
            return s.language.say("{c} as of {moment}", c=inner, moment=thing(s, e.moment))
        case tree.Case():
            return cases(s, e, holds)
        case (
            tree.Primed() | tree.Number() | tree.Text() | tree.Qualified() | tree.Unknown() | tree.Quantity() | tree.ListOf()
            | tree.Indexed() | tree.Binary() | tree.Unary() | tree.Where() | tree.The() | tree.Sorted() | tree.RangeOf()
            | tree.NamedIn() | tree.Another() | tree.BadExpr()
        ):  # fmt: skip
            return so(s, thing(s, e, types.FLAG), holds)
        case _:
            assert_never(e)


def pair(s: Scene, source: str, holds: bool, **slots: Value) -> str:
    """A sentence of the engine that says a thing and its opposite."""
    return s.language.filled(s.language.sentence(source), slots, mood=s.mode(holds))


def so(s: Scene, phrase: Phrase, holds: bool) -> str:
    return pair(s, "{x} {is/x} so || {x} {is/x} not so", holds, x=phrase)


def refused(s: Scene, text: str, holds: bool) -> str:
    """A clause that has no opposite of its own."""
    return text if holds else s.language.say("it is not so that {c}", c=text)


# ------------------------------------------------------------------ sides of cards, in own words


def reading(s: Scene, e: tree.Expr) -> bool:
    """Whether a condition is made of the sides of cards alone."""
    match e:
        case tree.Binary(op="and" | "or"):
            return reading(s, e.left) and reading(s, e.right)
        case tree.Unary(op="not"):
            return reading(s, e.operand)
        case tree.NOf(place=None, items=tree.ListOf(items=items)):
            return all(reading(s, item) for item in items) and bool(items)
        case tree.Primed():
            return card_name(s, e.base)
        case tree.Name() | tree.Number() | tree.Text() | tree.Qualified() | tree.Member(args=None, operand=tree.Name()):
            return card_name(s, e)
    return False


def card_name(s: Scene, e: tree.Expr) -> bool:
    first = e.operand if isinstance(e, tree.Member) else e
    if isinstance(first, tree.Name) and s.body.find(fold(first.name)) is not None:
        return False
    if not isinstance(e, (tree.Name, tree.Number, tree.Text, tree.Qualified, tree.Member)):
        return False
    return s.typed(e, types.FLAG)[0][0] in ("obj", "design")


def own_words(s: Scene, e: tree.Expr) -> str:
    say = s.language.sentence
    words = Words(
        say("AND"), say("OR"), say("NOT"), say("{n} of {list}"), say("all of {list}"), say("any of {list}"),
        say("none of {list}"),
    )  # fmt: skip

    def name(one: tree.Expr) -> str:
        if isinstance(one, (tree.Name, tree.Text, tree.Qualified, tree.Member)):
            node, _ = s.typed(one, types.FLAG)
            if node[0] in ("obj", "design"):
                card = s.program.designs[node[1]]
                if isinstance(one, tree.Text) and s.language.code == "en":
                    return f'"{one.value}"'
                return s.short(card)
        return str(one.value) if isinstance(one, tree.Number) else thing(s, one).say("nom")

    return own(e, words, name)


# ------------------------------------------------------------------ and, or


def run(s: Scene, e: tree.Binary, holds: bool) -> str:
    """A run of `and` or `or`; its opposite is the other run of the opposites."""
    parts = []
    with s.inner():
        for part in conjuncts(e, e.op):
            parts.append((part, condition(s, part, holds)))
            s.learn(part, e.op == "and")
    both = (e.op == "and") == holds
    inner = "or" if e.op == "and" else "and"
    texts = []
    for part, text in parts:
        mixed = isinstance(part, tree.Binary) and part.op == inner and not reading(s, part)
        if mixed and both:
            text = s.language.say("either {x}", x=text)
        texts.append(text)
    if both and any(isinstance(part, tree.NOf) for part, _ in parts):  # which holds an `and` of its own
        return s.language.joined(texts, "{a}, and {b}")
    if not both and any(
        isinstance(part, tree.Binary) and part.op == inner and not reading(s, part) for part, _ in parts
    ):
        return s.language.joined(texts, "{a}, or {b}")
    return s.language.joined(texts, AND if both else OR)


# ------------------------------------------------------------------ comparisons

COMPARED = {
    "==": "{a} {is/a} {b} || {a} {is/a} not {b}",
    "<": "{a} {is/a} less than {b} || {a} {is/a} at least {b}",
    "<=": "{a} {is/a} at most {b} || {a} {is/a} more than {b}",
    ">": "{a} {is/a} more than {b} || {a} {is/a} at most {b}",
    ">=": "{a} {is/a} at least {b} || {a} {is/a} less than {b}",
}
SAME = "{a} {is/a} the same as {b} || {a} {is/a} not the same as {b}"
#: How many there are, which reads better than "the number of … is".
COUNTED = {
    "==": "there {are/n} exactly {n} || there {are/n} not exactly {n}",
    "<": "there {are/n} fewer than {n} || there {are/n} at least {n}",
    "<=": "there {are/n} at most {n} || there {are/n} more than {n}",
    ">": "there {are/n} more than {n} || there {are/n} at most {n}",
    ">=": "there {are/n} at least {n} || there {are/n} fewer than {n}",
}

#: Where they lie says whose place it is: `in whose hand there is more than 1 card`.
COUNTED_WHOSE = {
    "==": "{z:in} there {are/n} exactly {n} || {z:in} there {are/n} not exactly {n}",
    "<": "{z:in} there {are/n} fewer than {n} || {z:in} there {are/n} at least {n}",
    "<=": "{z:in} there {are/n} at most {n} || {z:in} there {are/n} more than {n}",
    ">": "{z:in} there {are/n} more than {n} || {z:in} there {are/n} at most {n}",
    ">=": "{z:in} there {are/n} at least {n} || {z:in} there {are/n} fewer than {n}",
}
COUNTED_IN = {
    "==": "there {are/n} exactly {n} {z:in} || there {are/n} not exactly {n} {z:in}",
    "<": "there {are/n} fewer than {n} {z:in} || there {are/n} at least {n} {z:in}",
    "<=": "there {are/n} at most {n} {z:in} || there {are/n} more than {n} {z:in}",
    ">": "there {are/n} more than {n} {z:in} || there {are/n} at most {n} {z:in}",
    ">=": "there {are/n} at least {n} {z:in} || there {are/n} fewer than {n} {z:in}",
}


def compared(s: Scene, e: tree.Compare, holds: bool) -> str:
    op = "==" if e.op in ("=", "!=") else e.op
    holds = holds != (e.op == "!=")
    counted = how_many(s, e)
    if counted is not None:
        number, place = counted
        if place is not None:
            return pair(s, (COUNTED_WHOSE if marked(place) else COUNTED_IN)[op], holds, n=number, z=place)
        return pair(s, COUNTED[op], holds, n=number)
    left_type = s.typed(e.left)[1]
    right_type = s.typed(e.right)[1]
    if isinstance(e.right, tree.Name) and fold(e.right.name) in ("nothing", "nobody"):
        return existing(s, e.left, not holds)
    if op == "==" and isinstance(e.right, tree.Name) and fold(e.right.name) in ("yes", "no", "true", "false"):
        return condition(s, e.left, holds == (fold(e.right.name) in ("yes", "true")))
    if left_type.base in ("number", "any") and (right_type.base in ("number", "any") or op != "=="):
        return pair(s, COMPARED[op], holds, a=side(s, e.left), b=side(s, e.right))
    seats = holding(s, e.left, e.right, holds) or holding(s, e.right, e.left, holds) or whose_turn(s, e, holds)
    if seats is not None:
        return seats
    left_want = right_type.sure() if isinstance(e.left, (tree.Name, tree.Number, tree.Text)) else None
    if is_local(s, e.left):
        left_want = None
    return pair(s, SAME, holds, a=thing(s, e.left, left_want), b=thing(s, e.right, left_type.sure()))


def side(s: Scene, e: tree.Expr) -> Phrase:
    """A side of a comparison of numbers."""
    found = thing(s, e, types.NUMBER)
    return plain(f"({found.say('nom')})") if isinstance(e, tree.Case) else found


def whose_turn(s: Scene, e: tree.Compare, holds: bool) -> str | None:
    """Comparisons with whoever acts, and with the player whose turn it is."""
    names = [
        fold(x.name) if isinstance(x, tree.Name) and s.body.find(fold(x.name)) is None else ""
        for x in (e.left, e.right)
    ]
    if "active" in names:
        other = e.right if names[0] == "active" else e.left
        if "you" in names:
            source = "it is your turn || it is not your turn"
            return pair(s, source if s.you == "you" else "it is their turn || it is not their turn", holds)
        return pair(
            s, "it is the turn of {x:gen} || it is not the turn of {x:gen}", holds, x=thing(s, other, types.PLAYER)
        )
    if "you" in names and s.you == "you":
        other = e.right if names[0] == "you" else e.left
        return you_are(s, thing(s, other, types.PLAYER), holds)
    return None


def you_are(s: Scene, found: Phrase, holds: bool) -> str:
    """Whether somebody is whoever reads."""
    if marked(found):  # a clause about a thing begins with it
        return pair(s, "{x} {is/x} you || {x} {is/x} not you", holds, x=found)
    return pair(s, "you are {x} || you are not {x}", holds, x=found)


def holding(s: Scene, e: tree.Expr, who: tree.Expr, holds: bool) -> str | None:
    """`holder of x == p`: p has it."""
    match e:
        case tree.Of(name=name, key=None, operand=operand) | tree.Member(name=name, args=None, operand=operand):
            held = operand
        case tree.Call(name=name, args=(tree.Arg(value=operand, for_var=None),)):
            held = operand
        case _:
            return None
    if fold(name) != "holder" or s.program.define_names.get(("holder", 1)) is not None:
        return None
    what, holder = thing(s, held), thing(s, who)
    if marked(what) and not marked(holder):  # of a thing that is still to be found its holder is said
        return None
    return pair(s, "{x} {holds/x} {y:acc} || {x} {does/x} not hold {y:acc}", holds, x=holder, y=what)


def is_local(s: Scene, e: tree.Expr) -> bool:
    return isinstance(e, tree.Name) and (s.body.find(fold(e.name)) is not None or fold(e.name) in ("you", "this", "it"))


def how_many(s: Scene, e: tree.Compare) -> tuple[Phrase, Phrase | None] | None:
    """`2 cards` and `your hand`, of `count(hand of you) > 2`."""
    from chronoc.text.groups import so_many

    match e.left:
        case tree.Call(name=name, args=(tree.Arg(value=inner, for_var=None),)) if fold(name) == "count":
            known = s.low.constant(e.right)
            if known is None or s.program.define_names.get(("count", 1)):
                return None
            found = group(s, inner)
            if found.items or found.whole is not None:
                return None
            place = found.place if not found.tails and not found.also else None
            return so_many(s, replace(found, place=None) if place is not None else found, s.number(e.right)), place
    return None


# ------------------------------------------------------------------ where things are and what they are


def inside(s: Scene, e: tree.In, holds: bool) -> str:
    right_type = s.typed(e.right)[1]
    if isinstance(e.left, tree.ListOf):
        left = many(s, group(s, e.left))
    else:
        left = thing(s, e.left, s.element_of(right_type) if not is_local(s, e.left) else None)
    if is_place(s, e.right):
        return pair(s, "{x} {is/x} {z:in} || {x} {is/x} not {z:in}", holds, x=left, z=zone_phrase(s, e.right))
    return pair(
        s, "{x} {is/x} one of {l:gen} || {x} {is/x} none of {l:gen}", holds, x=left, l=many(s, group(s, e.right))
    )


def being(s: Scene, e: tree.Is, holds: bool) -> str:
    """`x is …`: of a kind, so, empty, face down, a certain card."""
    word = fold(e.what.name) if isinstance(e.what, tree.Name) else ""
    match word:
        case "empty":
            known = emptiness(s, e.operand, holds)
            if known is not None:
                return known
            return pair(s, "{x} {is/x} {empty/x} || {x} {is/x} not {empty/x}", holds, x=thing(s, e.operand))
        case "nothing" | "nobody":
            return existing(s, e.operand, not holds)
    from chronoc.lower.membership import is_hint
    from chronoc.lower.operators import open_ended

    hint = is_hint(s.body, e.what, word) if open_ended(s.body, e.operand) else None
    operand, (_, type_) = thing(s, e.operand, hint), s.typed(e.operand, hint)
    if isinstance(e.what, tree.Name) and word == "you" and s.you == "you":
        return holding(s, e.operand, e.what, holds) or you_are(s, operand, holds)
    match word:
        case "face_down":
            return pair(s, "{x} {lies/x} face down || {x} {lies/x} face up", holds, x=operand)
        case "face_up":
            return pair(s, "{x} {lies/x} face up || {x} {lies/x} face down", holds, x=operand)
    local = s.body.find(word)
    kind = s.program.kind_names.get(word) or s.program.plurals.get(word)
    fact = members(s.body, word, type_.arg) if type_.base in ("object", "design") else []
    if local is None and fact and (isinstance(fact[0][1], ClauseSym) or fact[0][1].type.base == "flag"):
        return fact_text(s, fact[0][1].name, operand, holds)
    if local is None and kind is not None:
        several = operand.many and not operand.you
        said = s.language.phrase(s.kind_noun(kind), several)
        if not several:
            said = s.language.made("{a/n} {n}", "n", n=said)
        return pair(s, "{x} {is/x} {k:ins} || {x} {is/x} not {k:ins}", holds, x=operand, k=said)
    define = s.program.define_names.get((word, 1))
    if local is None and define is not None:
        return predicate(s, define, [operand], [type_], holds)
    return pair(s, SAME, holds, a=operand, b=thing(s, e.what, type_.sure()))


def emptiness(s: Scene, e: tree.Expr, holds: bool) -> str | None:
    """What it means that a zone of somebody is empty, where a catalogue says it: `that player has no lamp`."""
    match e:
        case tree.Of(name=name, key=None, operand=operand):
            owner: tree.Expr = operand
        case tree.Your(name=name):
            owner = tree.Name("you", e.span)
        case tree.Member(name=name, args=None, operand=operand):
            owner = operand
        case _:
            return None
    zone = s.program.zone_names.get(fold(name))
    if zone is None or zone.owner is None:
        return None
    text = s.language.optional(f"empty {zone.name}", zone.name)
    if text is None or s.typed(owner, types.PLAYER)[1].base == "list":
        return None
    return s.language.filled(text, {"x": thing(s, owner, types.PLAYER)}, mood=s.mode(holds))


def having(s: Scene, e: tree.Has, holds: bool) -> str:
    operand, (_, type_) = thing(s, e.operand), s.typed(e.operand)
    word = fold(e.what)
    found = [m for _, m in members(s.body, word, type_.arg)] if type_.base in ("object", "design") else []
    tag = s.program.tag_names.get(word)
    if s.body.find(word) is None and tag is not None:
        text = s.language.optional(f"has {tag.name}", tag.name)
        if text is not None:
            return s.language.filled(text, {"x": operand}, mood=s.mode(holds))
        mark = s.language.phrase(s.language.noun("tag", tag.name, spaced(tag.name)))
        return pair(s, "{x} {is/x} marked “{t}” || {x} {is/x} not marked “{t}”", holds, x=operand, t=mark)
    if found and isinstance(found[0], ClauseSym):
        from chronoc.text.things import clause_noun

        what = s.language.phrase(clause_noun(s, found[0]))
        return pair(s, "{x} {has/x} “{what}” || {x} {has/x} no “{what}”", holds, x=operand, what=what)
    what = named(s, tree.Name(e.what, e.span), types.TAG)
    return pair(s, "{x} {has/x} {what:acc} || {x} {has/x} no {what:acc}", holds, x=operand, what=what)


def existing(s: Scene, e: tree.Expr, holds: bool) -> str:
    _, type_ = s.typed(e)
    if type_.base in ("list", "zone"):
        with s.asserting(holds):
            found = group(s, e)
        if not found.items and (found.whole is None or found.tails):
            return there_is(s, found, holds)
        return pair(s, "{x} {is/x} not {empty/x} || {x} {is/x} {empty/x}", holds, x=many(s, found))
    if is_local(s, e):
        return pair(s, "there is one || there is none", holds, x=thing(s, e))
    return pair(s, "{x} {is/x} there || {x} {is/x} not there", holds, x=thing(s, e))


def some(s: Scene, e: tree.NOf, holds: bool) -> str:
    """`3 of (A, B, C)`, and with `in PLACE`: so many of these lie there."""
    if e.place is None:
        items = e.items.items if isinstance(e.items, tree.ListOf) else ()
        texts = [condition(s, item, holds if e.count in ("all", "any") else True) for item in items]
        if e.count in ("all", "any"):
            return s.language.joined(texts, AND if (e.count == "all") == holds else OR)
        listed = "; ".join(texts)
        if e.count == "none":
            return pair(s, "none of these holds: {list} || one of these holds: {list}", holds, list=listed)
        assert not isinstance(e.count, str)
        source = "at least {n} of these hold: {list} || fewer than {n} of these hold: {list}"
        return pair(s, source, holds, n=s.number(e.count), list=listed)
    place = zone_phrase(s, e.place)
    element = s.element_of(s.typed(e.place)[1])
    found = group(s, e.items, types.list_of(element))
    if not found.items:
        return pair(
            s, "all {x} {is/x} {z:in} || not all {x} {is/x} {z:in}", holds, x=many(s, found, bare=True), z=place
        )
    names = [item.say("nom") for item in found.items]
    match e.count:
        case "all":
            every = plain(s.language.joined(names), many=len(names) > 1)
            return pair(s, "{x} {is/x} {z:in} || not all of these are {z:in}: {x}", holds, x=every, z=place)
        case "any":
            each = plain(s.language.joined(names, OR))
            return pair(s, "{x} {is/x} {z:in} || none of these is {z:in}: {x}", holds, x=each, z=place)
        case "none":
            each = plain(s.language.joined(names, OR if not holds else AND))
            return pair(s, "{x} {is/x} {z:in} || none of these is {z:in}: {x}", not holds, x=each, z=place)
    assert not isinstance(e.count, str)
    listed = s.language.joined(names)
    source = "{n} of these {is/n} {z:in}: {list} || fewer than {n} of these are {z:in}: {list}"
    return pair(s, source, holds, n=s.number(e.count), z=place, list=listed)


def quantified(s: Scene, e: tree.Quantifier, holds: bool) -> str:
    if e.which == "all" and e.condition is not None:
        found = group(s, e.source, var=e.var)
        element = s.element(e.source)
        said = one(s, found, "{each/n} {n}")
        with s.inner():
            base = s.language.made("{that/n} {n}", "n", n=s.language.phrase(found.noun))
            with s.about(element, base):
                s.bind(e.var, element, base)
                inner = condition(s, e.condition)
        return pair(s, "for {x:acc}: {c} || not for {x:acc}: {c}", holds, x=said, c=inner)
    source = e.source if e.condition is None else tree.Where(e.source, e.condition, e.span)
    holds = holds == (e.which == "any")
    with s.asserting(holds):
        found = group(s, source, var=e.var)
    if found.items:
        return pair(s, "{x} {is/x} not {empty/x} || {x} {is/x} {empty/x}", holds, x=many(s, found))
    return there_is(s, found, holds)


def there_is(s: Scene, found: Group, holds: bool) -> str:
    """There is one of them, or none."""
    source = "{a/n} {n}" if holds else "{n}"
    if found.place is not None and not found.tails and not found.also:
        what = one(s, replace(found, place=None), source)
        if marked(found.place):
            return pair(s, "{z:in} there is {x} || {z:in} there is no {x:gen}", holds, x=what, z=found.place)
        return pair(s, "there is {x} {z:in} || there is no {x:gen} {z:in}", holds, x=what, z=found.place)
    return pair(s, "there is {x} || there is no {x:gen}", holds, x=one(s, found, source))


# ------------------------------------------------------------------ facts and definitions


def bare(s: Scene, e: tree.Name, holds: bool) -> str:
    """A name alone: a flag, an option, a definition, or what `it` is."""
    key = fold(e.name)
    if key in ("yes", "true", "no", "false"):
        return pair(s, "always || never", holds == (key in ("yes", "true")))
    if s.body.find(key) is not None:
        return so(s, thing(s, e), holds)
    variables = [v.name for v in s.program.gvars if fold(v.name) == key]
    if variables and not s.its:
        named_ = s.language.phrase(s.language.noun("variable", variables[0], spaced(variables[0])))
        return pair(s, "“{x}” holds || “{x}” does not hold", holds, x=named_)
    node, _ = s.typed(e, types.FLAG)
    if node[0] == "option":
        value = s.program.variant.options.get(e.name, None)
        decl = s.program.option_names[key].decl.value
        if value is None and isinstance(decl, tree.Name):
            value = fold(decl.name) in ("yes", "true")
        if isinstance(value, bool) or (isinstance(value, str) and fold(value) in ("yes", "no")):
            return pair(s, "always || never", holds == (value is True or value == "yes"))
        return so(s, thing(s, e), holds)
    define = s.program.define_names.get((key, 0))
    if node[0] == "call" and define is not None:
        return predicate(s, define, [], [], holds)
    for phrase, type_ in holders(s):
        if type_.base in ("object", "design") and members(s.body, key, type_.arg):
            return fact_text(s, members(s.body, key, type_.arg)[0][1].name, phrase, holds)
        known = s.program.define_names.get((key, 1))
        if known is not None and applicable(s.body, known, [type_]):
            return predicate(s, known, [phrase], [type_], holds)
    return so(s, thing(s, e, types.FLAG), holds)


def holders(s: Scene) -> list[tuple[Phrase, Type]]:
    """What a bare name may be of: the elements around, then the card."""
    found = list(zip(reversed(s.its), [type_ for _, type_ in reversed(s.body.its)]))
    return [*found, (s.this, s.body.this)] if s.body.this is not None else found


def fact_text(s: Scene, name: str, operand: Phrase, holds: bool) -> str:
    """`x is NAME`, in the words that a catalogue has for it."""
    words = spaced(name)
    text = s.language.own(f"is {name}", name, f"{{x}} {{is/x}} {words} || {{x}} {{is/x}} not {words}")
    return s.language.filled(text, {"x": operand}, mood=s.mode(holds))


def fact_of(s: Scene, name: str, operand: tree.Expr, holds: bool, whole: tree.Expr) -> str:
    hint = owner_hint(s, name)
    _, type_ = s.typed(operand, hint)
    word = fold(name)
    if type_.base in ("object", "design"):
        found = members(s.body, word, type_.arg)
        if found:
            return fact_text(s, found[0][1].name, thing(s, operand, hint), holds)
    define = s.program.define_names.get((word, 1))
    if define is not None:
        return predicate(s, define, [thing(s, operand, hint)], [type_], holds)
    return so(s, thing(s, whole, types.FLAG), holds)


def called(s: Scene, e: tree.Call, holds: bool) -> str:
    word = fold(e.name)
    args = [a.value for a in e.args]
    define = s.program.define_names.get((word, len(args)))
    if define is not None:
        from chronoc.lower.calls import wanted

        wants = [None if is_local(s, arg) else wanted(define, i) for i, arg in enumerate(args)]
        phrases = [thing(s, arg, want) for arg, want in zip(args, wants)]
        return predicate(s, define, phrases, [s.typed(arg, wanted(define, i))[1] for i, arg in enumerate(args)], holds)
    if word in ("during", "used") and args and isinstance(args[0], tree.Name):
        name = args[0].name
        noun = s.language.phrase(s.language.noun("phase" if word == "during" else "action", name, spaced(name)))
        if word == "during":
            return pair(s, "“{x}” is under way || “{x}” is not under way", holds, x=noun)
        return pair(s, "“{x}” was done this turn || “{x}” was not done this turn", holds, x=noun)
    if word == "sees" and len(args) == 2:
        who, what = thing(s, args[0], types.PLAYER), thing(s, args[1])
        return pair(s, "{p} may know what {x} {is/x} || {p} may not know what {x} {is/x}", holds, p=who, x=what)
    if len(args) == 1:
        return fact_of(s, e.name, args[0], holds, e)
    return so(s, call(s, e, types.FLAG), holds)


def predicate(s: Scene, found: DefineSym, args: list[Phrase], have: list[Type], holds: bool) -> str:
    """What a definition says of its arguments, in the words of a catalogue, else made of its name."""
    overloads = applicable(s.body, found, have) if have else []
    if found.name in ("plain", "primed") and (not overloads or overloads[0].decl is None):
        source = "{x} {shows/x} {its/x} printed side || {x} {shows/x} {its/x} other side"
        return pair(s, source, holds == (found.name == "plain"), x=args[0])
    overload = overloads[0] if overloads else found.overloads[0]
    names = [p.name for p in overload.decl.params] if overload.decl is not None else ["x"] * len(args)
    first = found.overloads[0].decl
    spoken = [p.name for p in first.params] if first is not None else names
    text = s.language.own(f"define {found.name}", found.name, english(found.name, spoken))
    slots: dict[str, Value] = {**dict(zip(names, args)), **dict(zip(spoken, args))}
    return s.language.filled(text, slots, mood=s.mode(holds))


def english(name: str, params: list[str]) -> str:
    """What the name of a definition says in English: `can_be_taken` is "{x} can be taken"."""
    words = spaced(name)
    first, _, rest = words.partition(" ")
    if not params:
        return f"“{words}” holds || “{words}” does not hold"
    x, behind = "{" + params[0] + "}", ""
    if len(params) > 1:
        behind = f" ({', '.join(f'{{{p}}}' for p in params[1:])})"
    if first == "can":
        opposite = f"cannot {rest}"
    elif first in ("may", "must", "will", "is", "was"):
        opposite = f"{first} not {rest}"
    elif first == "has":
        opposite = f"does not have {rest}"
    elif first.endswith("s") and not first.endswith(("ss", "us")) and (rest or behind):
        base = first[:-2] if first.endswith(("oes", "shes", "ches")) else first[:-1]
        opposite = f"does not {base} {rest}".rstrip()
    else:
        words, opposite = f"{{is/{params[0]}}} {words}", f"{{is/{params[0]}}} not {words}"
    return f"{x} {words}{behind} || {x} {opposite}{behind}"


# ------------------------------------------------------------------ trials and cases


def tried(s: Scene, e: tree.Try, holds: bool) -> str:
    from chronoc.text.effects import inline

    with s.inner(), s.acting(s.you, "to do"):
        effects = inline(s, e.body)
        after = condition(s, e.condition)
    source = "it is possible to {e} so that afterwards {c} || it is not possible to {e} so that afterwards {c}"
    return pair(s, source, holds, e=effects, c=after)


def possible(s: Scene, e: tree.Can, holds: bool) -> str:
    from chronoc.text.effects import inline

    with s.inner(), s.acting(s.you, "to do"):
        effects = inline(s, tree.Block((e.statement,), e.span))
    return pair(s, "it is possible to {e} || it is not possible to {e}", holds, e=effects)


def cases(s: Scene, e: tree.Case, holds: bool) -> str:
    parts = []
    for arm in e.arms:
        value = condition(s, arm.value, holds) if not isinstance(arm.value, tree.Block) else "?"
        if arm.tests:
            parts.append(s.language.say("{v} if {c}", v=value, c=arm_test(s, e.subject, arm)))
        else:
            parts.append(s.language.say("{v} otherwise", v=value))
    return "; ".join(parts)


def arm_test(s: Scene, subject: tree.Expr | None, arm: tree.CaseArm) -> str:
    """When a row counts."""
    if subject is None:
        return s.language.joined([condition(s, test) for test in arm.tests if not isinstance(test, tree.RangeOf)], OR)
    values = row_values(s, subject, arm)
    return pair(s, COMPARED["=="], True, a=thing(s, subject), b=plain(values))


def row_values(s: Scene, subject: tree.Expr, arm: tree.CaseArm) -> str:
    return values_of(s, arm, s.typed(subject)[1].sure())


def values_of(s: Scene, arm: tree.CaseArm, type_: Type) -> str:
    """`2 to 4`, `5 or 6`."""
    parts = []
    for test in arm.tests:
        if isinstance(test, tree.RangeOf):
            low, high = thing(s, test.low, types.NUMBER), thing(s, test.high, types.NUMBER)
            parts.append(s.language.say("{low} to {high}", low=low, high=high))
        else:
            parts.append(thing(s, test, type_).say("nom"))
    return s.language.joined(parts, OR)


__all__ = ["condition", "kernel"]
