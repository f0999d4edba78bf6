"""Lists as people speak of them: so many things of a kind, lying somewhere, of which something is true."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chronoc.lower.narrowing import learn
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.text.scene import Scene
from chronoc.text.things import kernel, marked, thing, zone_noun
from chronoc.text.words import SOFT_COMMA, Noun, Phrase, plain

#: Stands for a thing of the list, to see whether a place is one for all of them.
ELEMENT = "\ue002"


@dataclass(frozen=True, slots=True)
class Group:
    """`items`: named one by one. Else things called `noun`, `other` ones, at a `place`, which are `tails`; `whole`: what the
    list as such is called, where it is no place."""

    noun: Noun
    other: bool = False
    items: tuple[Phrase, ...] = ()
    place: Phrase | None = None
    also: tuple[Phrase, ...] = ()  # further places
    tails: tuple[tuple[str, str], ...] = ()  # of one of them, of several
    whole: Phrase | None = None

    def tailed(self, text: str, several: str | None = None) -> Group:
        return replace(self, tails=(*self.tails, (text, text if several is None else several)))


def group(s: Scene, e: tree.Expr, want: Type | None = None, var: str | None = None) -> Group:
    """The list that an expression gives. `var`: the name that a `where` in it may use for the element."""
    match e:
        case tree.Where():
            return where(s, e, want, var)
        case tree.Sorted():
            with s.inner(), s.about(s.element(e.source), kernel(s, "each of them")):
                from chronoc.text.things import key_words

                key = key_words(s, e.key)
            text = "in falling order of {key:gen}" if e.descending else "in order of {key:gen}"
            return group(s, e.source, want, var).tailed(s.language.say(text, key=key))
        case tree.ListOf():
            element = want.arg if want is not None and want.base == "list" else want
            noun = s.type_noun(s.element_of(s.typed(e, want)[1]))
            return Group(noun, items=tuple(thing(s, item, element) for item in e.items))
        case tree.RangeOf():
            low, high = thing(s, e.low, types.NUMBER), thing(s, e.high, types.NUMBER)
            found = Group(s.type_noun(types.NUMBER))
            return found.tailed(s.language.say("from {low:gen} to {high:gen}", low=low, high=high))
        case tree.Binary(op="without"):
            found = group(s, e.left, want, var)
            element = s.element(e.left)
            return found.tailed(s.language.say("except {x:gen}", x=thing(s, e.right, element)))
        case tree.Binary(op="+"):
            left, right = group(s, e.left, want), group(s, e.right, want)
            bare = not (left.tails or right.tails or left.items or right.items)
            if bare and left.place is not None and right.place is not None:
                return replace(left, also=(*left.also, right.place, *right.also))
        case tree.Binary(op="from"):
            found = group(s, e.left, want, var)
            return found.tailed(s.language.say("beginning with {x:gen}", x=thing(s, e.right, s.element(e.left))))
        case tree.In(negated=negated) if s.typed(e, want)[1].base == "list":
            found = group(s, e.left, want, var)
            place = zone_phrase(s, e.right)
            if found.place is None and not negated and not found.items:
                return replace(found, place=place)
            text = "not {place:in}" if negated else "{place:in}"
            return found.tailed(s.language.say(text, place=place))
        case tree.Of(name=name, operand=operand) if fold(name) in ("copies", "designs"):
            if fold(name) == "designs" or not isinstance(operand, (tree.Name, tree.Text)):
                return Group(s.type_noun(s.element(e)))
            card = thing(s, operand, types.Type("design", ()))
            whole = s.language.made("{n} of {x:gen}", "n", n=kernel(s, "copy", many=True), x=card)
            return Group(s.type_noun(s.element(e)), whole=whole)
    return simple(s, e, want)


def zone_phrase(s: Scene, e: tree.Expr) -> Phrase:
    """A place in which things lie; a zone that each has may be named bare."""
    if isinstance(e, tree.Name) and s.body.find(fold(e.name)) is None:
        zone = s.program.zone_names.get(fold(e.name))
        if zone is not None and zone.owner is not None:
            base = s.language.phrase(zone_noun(s, zone))
            return s.language.made("{a/z} {z}", "z", z=base)
    return thing(s, e)


def simple(s: Scene, e: tree.Expr, want: Type | None) -> Group:
    """A zone, the cards of a kind, or anything else that is a list."""
    node, type_ = s.typed(e, want)
    element = s.element_of(type_)
    noun = s.type_noun(element)
    if isinstance(e, tree.Name) and s.body.find(fold(e.name)) is None:
        if fold(e.name) == "others":
            return Group(noun, other=True)
        if fold(e.name) == "players" or node[0] in ("all", "allenum"):
            return Group(noun)
        if fold(e.name) == "priority" and node[0] == "call":
            return Group(noun).tailed(s.language.say("in turn order"))
    if type_.base == "zone" or node[0] in ("itemsof", "items"):
        return Group(noun, place=thing(s, e, want))
    if node[0] == "others":
        return Group(noun, other=True)
    return Group(noun, whole=thing(s, e, want))


def where(s: Scene, e: tree.Where, want: Type | None, var: str | None) -> Group:
    """`E where C`: each part of C as a clause behind the noun."""
    found = narrowed(s, group(s, e.source, want, var), e, var)
    found, parts = placed(s, found, e, var)
    texts = [clauses(s, found, e, parts, var, several) for several in (False, True)]
    for text, several in zip(*texts):
        found = found.tailed(text, several)
    return found


def narrowed(s: Scene, found: Group, e: tree.Where, var: str | None) -> Group:
    """The list with the name that its condition gives its things: `it is lamp`."""
    from chronoc.text.conditions import conjuncts

    kinds = [kind for part in conjuncts(e.condition) if (kind := only_kind(s, part)) is not None]
    return replace(found, noun=kinds[-1]) if kinds and not found.items and found.whole is None else found


def placed(s: Scene, found: Group, e: tree.Where, var: str | None) -> tuple[Group, list[tree.Expr]]:
    """The list with the place that its condition gives its things (`it in deck`), and what else the condition says."""
    from chronoc.text.conditions import conjuncts

    parts = conjuncts(e.condition)
    if found.items or found.whole is not None or found.place is not None:
        return found, parts
    element = s.element(e.source)
    for at, part in enumerate(parts):
        match part:
            case tree.In(left=tree.Name(name=name), negated=False) if fold(name) in ("it", fold(var or "it")):
                with s.about(element, plain(ELEMENT)):
                    if var is not None:
                        s.bind(var, element, s.its[-1])
                    place = zone_phrase(s, part.right) if is_place(s, part.right) else None
                if place is not None and ELEMENT not in place.say("nom"):
                    return replace(found, place=place), parts[:at] + parts[at + 1 :]
    return found, parts


def is_place(s: Scene, e: tree.Expr) -> bool:
    """A zone, or the zones of several."""
    zone_name = isinstance(e, tree.Name) and s.body.find(fold(e.name)) is None and fold(e.name) in s.program.zone_names
    node, type_ = s.typed(e)
    return zone_name or type_.base == "zone" or node[0] in ("itemsof", "allitems")


def clauses(s: Scene, found: Group, e: tree.Where, parts: list[tree.Expr], var: str | None, several: bool) -> list[str]:
    """What a `where` says of its things, of one or of several."""
    from chronoc.text.conditions import condition

    element = s.element(e.source)
    head = s.language.phrase(found.noun, several)
    related: list[str] = []
    loose: list[str] = []
    others: list[str] = []
    with s.about(element, s.relative(head)), s.apart(not several and not s.asserted):
        if var is not None:
            s.bind(var, element, s.its[-1])
        for part in parts:
            unlike = other_than(s, part, var)
            if unlike is not None:
                others.append(s.language.say("other than {x:gen}", x=unlike, n=head))
            elif only_kind(s, part) is None or found.items or found.whole is not None:
                text = s.language.relative(head, condition(s, part))
                if text is not None:
                    related.append(text)
                else:
                    loose.append(apart(s, part, head))
            with s.quiet():
                learn(s.body, part)
    made = [f"{SOFT_COMMA} {text}{SOFT_COMMA}" if s.language.grammar.commas else text for text in others]
    if related:
        text = s.language.joined(related)
        made.append(f"{SOFT_COMMA} {text}{SOFT_COMMA}" if s.language.grammar.commas else text)
    if loose:
        made.append(s.language.say("for which this holds: {c}", c=s.language.joined(loose), n=head) + SOFT_COMMA)
    return made


def other_than(s: Scene, part: tree.Expr, var: str | None) -> Phrase | None:
    """`it != x`, of a thing that has been named before."""
    match part:
        case tree.Compare(op="!=", left=tree.Name(name=name), right=tree.Name(name=other) as right):
            local = s.body.find(fold(other))
            if fold(name) in ("it", fold(var or "it")) and fold(other) != "it" and (local or fold(other) == "this"):
                said = thing(s, right)
                return said if not (marked(said) or said.number) else None
    return None


def apart(s: Scene, part: tree.Expr, head: Phrase) -> str:
    """A condition that does not begin with the thing: it is called `it`."""
    from chronoc.text.conditions import condition

    marked, word = s.its[-1], kernel_pronoun(s, head)
    slot = s.body.its[-1][0]
    before = {at: ref for at, ref in s.refs.items() if ref is marked}
    s.its[-1] = word
    for at in (*before, slot):
        s.refs[at] = word
    try:
        return condition(s, part)
    finally:
        s.its[-1] = marked
        s.refs.update(before)


def kernel_pronoun(s: Scene, head: Phrase) -> Phrase:
    return replace(head.like(lambda case: s.language.agreeing("it", head, case)), pronoun=True)


def only_kind(s: Scene, part: tree.Expr) -> Noun | None:
    """`it is lamp` says what the things are called."""
    match part:
        case tree.Is(operand=tree.Name(name=name), what=tree.Name(name=word), negated=False) if fold(name) == "it":
            kind = s.program.kind_names.get(fold(word))
            if kind is not None and s.body.find(fold(word)) is None:
                return s.kind_noun(kind)
        case tree.Binary(op="or"):
            left, right = only_kind(s, part.left), only_kind(s, part.right)
            if left is not None and right is not None:
                return either(s, left, right)
    return None


def either(s: Scene, a: Noun, b: Noun) -> Noun:
    def both(x: tuple[str, ...], y: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            s.language.say("{a} or {b}", a=x[min(i, len(x) - 1)], b=y[min(i, len(y) - 1)])
            for i in range(max(len(x), len(y)))
        )

    # what follows agrees with the nearer one
    return replace(b, singular=both(a.singular, b.singular), plural=both(a.plural, b.plural))


# ------------------------------------------------------------------ how many of them


def behind(s: Scene, found: Group, head: Phrase, case: str = "in") -> Phrase:
    """A noun with what is said of it."""
    if found.place is None and not found.tails:
        return head

    def say(wanted: str) -> str:
        parts = [head.say(wanted)]
        if found.place is not None:
            places = [s.language.said(place, case) for place in (found.place, *found.also)]
            parts.append(s.language.joined(places, "{a} and {b}" if head.many else "{a} or {b}"))
        return " ".join([*parts, *(tail[head.many] for tail in found.tails)])

    return replace(head, say=say)


def one(s: Scene, found: Group, source: str = "{a/n} {n}", place: str = "in") -> Phrase:
    """One thing of the list: `a card in your hand`, `each player`."""
    if found.items:
        said = [item.say("nom") for item in found.items]
        base = plain(s.language.joined(said, "{a} or {b}"), gender=found.noun.gender)
    elif found.whole is not None:
        choice = "{each of/n} {x:gen}" if source == "{each/n} {n}" else "{one of/n} {x:gen}"
        base = s.language.made(choice, "n", n=s.language.phrase(found.noun), x=found.whole)
    else:
        base = s.language.phrase(found.noun)
        if found.other and source == "{each/n} {n}":
            several = s.language.made("{other/n} {n}", "n", n=s.language.phrase(found.noun, many=True))
            return behind(s, found, s.language.made("{each/n} {other/n} {n}", "n", n=base, m=several), place)
        if found.other:
            other = "another" if source == "{a/n} {n}" else "other"
            base = s.language.made(f"{{{other}/n}} {{n}}", "n", n=base)
        if not (found.other and source == "{a/n} {n}"):
            base = s.language.made(source, "n", n=base)
    return behind(s, found, base, place)


def many(s: Scene, found: Group, every: bool = False, bare: bool = False, place: str = "in") -> Phrase:
    """All of them. `bare`: without an article, as behind `the number of`."""
    if found.items:
        if any(item.many for item in found.items) or len(found.items) > 1:
            base = Phrase(lambda case: s.language.joined([item.say(case) for item in found.items]), many=True)
        else:
            base = found.items[0]
    elif found.whole is not None:
        base = found.whole
        if every:
            base = s.language.made("{all/x} {x}", "x", x=base)
    else:
        base = s.language.phrase(found.noun, many=True)
        if found.other:
            base = s.language.made("{other/n} {n}", "n", n=base)
        elif every:
            base = s.language.made("{all/n} {n}", "n", n=base)
        elif not bare and (found.place is not None or found.tails):
            base = s.language.made("{the/n} {n}", "n", n=base)
    return behind(s, found, base, place)


def so_many(s: Scene, found: Group, number: Phrase, place: str = "in") -> Phrase:
    """`2 cards in your hand`."""
    if found.items or found.whole is not None:
        return s.language.made("{n} of {x:gen}", "x", n=number, x=many(s, found))
    noun = found.noun
    head = Phrase(
        lambda case: s.language.counted(number, noun, case), noun.gender,
        number.count is None or s.language.many(number.count), noun.animate, noun.place,
    )  # fmt: skip
    return behind(s, found, head, place)
