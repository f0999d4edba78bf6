"""What expressions stand for, as noun phrases: `the top card of the deck`, `2 cards`, `the number of …`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from chronoc.lower.calls import applicable
from chronoc.lower.members import members
from chronoc.model import types
from chronoc.model.suggest import fold, plural
from chronoc.model.symbols import ClauseSym, DefineSym, FieldSym, ZoneSym
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.text.language import POSSESSIVE
from chronoc.text.scene import Scene, spaced
from chronoc.text.words import RELATIVE, Noun, Phrase, Value, figure, fill, noun, plain

if TYPE_CHECKING:
    from chronoc.text.groups import Group

#: Functions of one thing, with the noun for what they give.
BUILT_IN = {
    "holder": "holder", "zone": "place", "kind": "kind", "design": "design", "title": "title", "row": "row",
    "column": "column",
}  # fmt: skip
THE_OF = "{the/n} {n} of {x:gen}"


def thing(s: Scene, e: tree.Expr, want: Type | None = None) -> Phrase:
    """The noun phrase of an expression."""
    from chronoc.text.groups import group, many

    match e:
        case tree.Name():
            return named(s, e, want)
        case tree.Number():
            node, _ = s.typed(e, want)
            return s.card(s.program.designs[node[1]]) if node[0] in ("obj", "design") else figure(e.value)
        case tree.Text():
            node, _ = s.typed(e, want)
            if node[0] in ("obj", "design"):
                return s.card(s.program.designs[node[1]])
            return plain(s.language.quoted(e.value))
        case tree.Qualified():
            node, _ = s.typed(e, want)
            if node[0] in ("obj", "design"):
                return s.card(s.program.designs[node[1]])
            return plain(e.name)
        case tree.Primed():
            return s.language.made(THE_OF, "n", n=kernel(s, "other side"), x=thing(s, e.base))
        case tree.Unknown() | tree.BadExpr():
            return plain("?")
        case tree.Quantity():
            return amount(s, e.count, key_noun(s, e.what))
        case tree.ListOf() | tree.RangeOf() | tree.Where() | tree.Sorted():
            return many(s, group(s, e, want))
        case tree.Of():
            return of(s, e.name, e.operand, e.key)
        case tree.Indexed():
            return field_of(s, e.name, e.key, s.its[-1] if s.its else s.this)
        case tree.Your():
            return of(s, e.name, tree.Name("you", e.span), None)
        case tree.Member():
            return member(s, e, want)
        case tree.Call():
            return call(s, e, want)
        case tree.Unary():
            if e.op == "-":
                return s.language.made("minus {x}", "x", x=thing(s, e.operand, types.NUMBER))
            return whether(s, e)
        case tree.Binary():
            return binary(s, e, want)
        case tree.Compare() | tree.Is() | tree.Has() | tree.Exists() | tree.Quantifier() | tree.Try() | tree.Can():
            return whether(s, e)
        case tree.In():
            return among(s, e)
        case tree.NOf():
            return whether(s, e) if isinstance(e.items, tree.ListOf) else some_of(s, e)
        case tree.The():
            return the(s, e)
        case tree.Case():
            return case(s, e, want)
        case tree.AsOf():
            return s.language.made("{x} as of {moment}", "x", x=thing(s, e.operand, want), moment=thing(s, e.moment))
        case tree.NamedIn():
            return named_in(s, e)
        case tree.Another():
            kind = s.program.kind_names.get(fold(e.what))
            base = s.language.phrase(s.kind_noun(kind)) if kind is not None else plain(spaced(e.what))
            return s.language.made("{another/n} {n}", "n", n=base)
        case _:
            assert_never(e)


def kernel(s: Scene, name: str, many: bool = False) -> Phrase:
    return s.language.phrase(noun(s.language.kernel_noun(name)), many)


def whether(s: Scene, e: tree.Expr) -> Phrase:
    """A condition where a value is wanted."""
    from chronoc.text.conditions import condition

    with s.apart():
        text = condition(s, e)
    return plain(s.language.say("whether {c}", c=text))


# ------------------------------------------------------------------ names


def named(s: Scene, e: tree.Name, want: Type | None) -> Phrase:
    key = fold(e.name)
    local = s.body.find(key)
    if local is not None:
        return s.refs.get(local.slot) or plain(s.language.quoted(spaced(e.name)))
    match key:
        case "you":
            return s.actor()
        case "this":
            return s.this
        case "it":
            return s.its[-1] if s.its else kernel(s, "what is answered")
        case "active":
            return kernel(s, "player whose turn it is")
        case "players":
            return s.language.made("{all/n} {n}", "n", n=kernel(s, "player", many=True))
        case "others":
            return s.language.made("{other/n} {n}", "n", n=kernel(s, "player", many=True))
        case "nothing" | "nobody":
            return kernel(s, "nothing")
        case "yes" | "true":
            return kernel(s, "yes")
        case "no" | "false":
            return kernel(s, "no")
        case "now":
            return kernel(s, "this moment")
        case "first_player":
            return kernel(s, "first player")
        case "box":
            return kernel(s, "box")
        case "tags":
            return kernel(s, "tag", many=True)
    return resolved(s, e, want)


def resolved(s: Scene, e: tree.Name, want: Type | None) -> Phrase:
    """What a name that a set declares stands for."""
    program, language = s.program, s.language
    node, _ = s.typed(e, want)
    match node[0]:
        case "obj" | "design":
            return s.card(program.designs[node[1]])
        case "zone":
            return zone(s, program.zones[node[1]])
        case "option":
            return option(s, e)
        case "game":
            name = program.gvars[node[1]].name
            return variable(s, name)
        case "enum":
            owner = program.enums[node[1]]
            name = owner.values[node[2]]
            return language.phrase(language.noun("value", name, spaced(name)))
        case "tag":
            name = program.tags[node[1]].name
            return language.phrase(language.noun("tag", name, spaced(name)))
        case "kind":
            return language.phrase(s.kind_noun(program.kinds[node[1]]))
        case "all":
            return language.phrase(s.kind_noun(program.kinds[node[1]]), many=True)
        case "allenum":
            return language.phrase(s.type_noun(types.enum(node[1])), many=True)
        case "fieldref":
            return language.phrase(field_noun(s, program.fields[node[1]].name))
        case "call":
            return defined(s, program.defines[node[1]], [])
    for phase in program.phases:
        if phase.slot(fold(e.name)) is not None:
            return variable(s, e.name)
    holder = s.its[-1] if s.its else s.this
    return attribute(s, fold(e.name), e.name, holder, s.body.its[-1][1] if s.its else s.body.this, None)


def variable(s: Scene, name: str) -> Phrase:
    """A variable of the game or of a phase."""
    words = spaced(name)
    found = s.language.noun("variable", name, f"[many] {words}" if several(words) else words)
    return s.language.made("{the/n} {n}", "n", n=s.language.phrase(found))


def option(s: Scene, e: tree.Name) -> Phrase:
    """An option stands for what this variant has chosen."""
    known = s.low.constant(e)
    if known is not None:
        return figure(known)
    found = s.program.option_names[fold(e.name)]
    return s.language.phrase(s.language.noun("variable", found.name, spaced(found.name)))


def zone(s: Scene, found: ZoneSym) -> Phrase:
    if found.index == 0:
        return kernel(s, "box")
    return s.language.made("{the/z} {z}", "z", z=s.language.phrase(zone_noun(s, found)))


def zone_noun(s: Scene, found: ZoneSym) -> Noun:
    name = spaced(found.name)
    return s.language.noun("zone", found.name, f"{name} / {plural(name)}")


# ------------------------------------------------------------------ what things have


def of(s: Scene, name: str, operand: tree.Expr, key: tree.Expr | None) -> Phrase:
    """`name of operand`."""
    from chronoc.text.groups import group, many

    word = fold(name)
    if word in ("copies", "designs"):
        return many(s, group(s, tree.Of(name, key, operand, operand.span)))
    if word in ("first", "top", "last", "bottom") and s.program.define_names.get((word, 1)) is None:
        return edge(s, word, operand)
    if word in ("left", "right") or word == "others":
        return seat(s, word, operand)
    hint = owner_hint(s, name)
    _, type_ = s.typed(operand, hint)
    if word == "neighbours":
        neighbours = kernel(s, "neighbouring place", many=True)
        return s.language.made(THE_OF, "n", n=neighbours, x=thing(s, operand, hint))
    return attribute(s, word, name, thing(s, operand, hint), type_, key, operand)


def owner_hint(s: Scene, name: str) -> Type | None:
    from chronoc.lower.references import owner_hint as hint

    return hint(s.body, name)


def attribute(
    s: Scene, word: str, name: str, owner: Phrase, type_: Type | None, key: tree.Expr | None, operand: tree.Expr | None = None
) -> Phrase:  # fmt: skip
    """The zone, field, clause or definition of this name that something has."""
    element = s.element_of(type_) if type_ is not None else types.ANY
    found = members(s.body, word, element.arg) if element.base in ("object", "design") else []
    if found:
        if key is not None:
            return field_of(s, name, key, owner)
        one = found[0][1]
        known = printed_value(s, one, owner)
        if known is not None:
            return known
        if isinstance(one, ClauseSym):
            return possessed(s, clause_noun(s, one), owner, operand)
        return possessed(s, field_noun(s, one.name), owner, operand)
    place = s.program.zone_names.get(word)
    if place is not None and place.owner is not None:
        return possessed(s, zone_noun(s, place), owner, operand, list_like(type_))
    define = s.program.define_names.get((word, 1))
    if define is not None:
        bare = without_owner(s, define) if s.acts(operand) else None
        if bare is not None:
            return possessed(s, bare, owner, operand)
        return defined(s, define, [owner], [type_] if type_ is not None else None)
    pieces = s.program.plurals.get(word)
    if pieces is not None:
        return possessed(s, s.kind_noun(pieces), owner, operand, True)
    if word in BUILT_IN:
        return built_in(s, word, owner)
    return possessed(s, noun(spaced(name)), owner, operand)


def without_owner(s: Scene, define: DefineSym) -> Noun | None:
    """What a definition gives, without whose it is: `height` for `height of {x}`. None: it is not said so."""
    entry = s.language.entry(f"define {define.name}", define.name)
    s.language.own(f"define {define.name}", define.name)  # it is wanted, whatever it says
    if entry is None:
        return noun(spaced(define.name))
    decl = define.overloads[0].decl
    name = decl.params[0].name if decl is not None and decl.params else "x"
    before = f"(?: {s.language.grammar.owner})?" if s.language.grammar.owner else ""
    text = re.sub(rf"{before} \{{{name}(?::\w+)?\}}(?=\s*(?:[|/]|$))", "", entry.text)
    if "{" in text:
        return None
    return noun(text)


def printed_value(s: Scene, member: FieldSym | ClauseSym, owner: Phrase) -> Phrase | None:
    """A field of the very card that is shown, whose value is printed on it."""
    if s.printed is None or owner is not s.this or not isinstance(member, FieldSym) or member.var:
        return None
    written = s.printed.written.get(fold(member.name))
    if (
        not isinstance(written, tree.Field)
        or len(written.values) != 1
        or member.type.base not in ("object", "number", "enum")
    ):
        return None
    return thing(s, written.values[0], member.type)


def list_like(type_: Type | None) -> bool:
    return type_ is not None and type_.base == "list"


def built_in(s: Scene, word: str, owner: Phrase) -> Phrase:
    return possessed(s, noun(s.language.kernel_noun(BUILT_IN[word])), owner)


def possessed(s: Scene, found: Noun, owner: Phrase, operand: tree.Expr | None = None, many: bool = False) -> Phrase:
    """`your hand`, `the hand of that player`, `whose hand`."""
    return owned(s, s.language.phrase(found, many), owner, operand)


def owned(s: Scene, base: Phrase, owner: Phrase, operand: tree.Expr | None = None) -> Phrase:
    """What somebody or something has."""
    acting = s.acts(operand)
    if acting is not None:
        return s.language.made(acting, "z", z=base)
    if owner.pronoun:
        return s.language.made("{its/x} {z}", "z", z=base, x=owner)
    if marked(owner) and any(owner is it for it in s.its):
        return base.like(
            lambda case: f"{RELATIVE}={s.language.agreeing('whose', base, case)}{RELATIVE} {base.say(case)}"
        )
    if s.language.grammar.possessive and short(s, owner):
        return base.like(lambda case: f"{owner.say(POSSESSIVE)} {base.say(case)}")
    return s.language.made("{the/z} {z} of {x:gen}", "z", z=base, x=owner)


def short(s: Scene, owner: Phrase) -> bool:
    """Whether an owner can stand before its thing: `that player’s hand`."""
    text = owner.say("nom")
    near = owner.animate or owner is s.this or owner in s.refs.values()
    return near and len(text.split()) < 4 and " of " not in text and owner.say(POSSESSIVE) != text


def marked(phrase: Phrase) -> bool:
    return RELATIVE in phrase.say("nom")


def field_noun(s: Scene, name: str) -> Noun:
    words = spaced(name)
    return s.language.noun("field", name, f"[many] {words}" if several(words) else f"{words} / {plural(words)}")


def several(words: str) -> bool:
    """Whether an English name is a plural."""
    return words.endswith("s") and not words.endswith(("ss", "us", "is"))


def clause_noun(s: Scene, found: ClauseSym) -> Noun:
    return s.language.noun("clause", found.name, spaced(found.name))


def field_of(s: Scene, name: str, key: tree.Expr, owner: Phrase) -> Phrase:
    """`symbols[oil] of c`: the number of something for a key."""
    fields = [f for f in s.program.field_names.get(fold(name), []) if f.key is not None]
    said = thing(s, key, fields[0].key if fields else None)
    base = s.language.phrase(field_noun(s, name))
    return owned(s, s.language.made("{z} ({key})", "z", z=base, key=said), owner)


def seat(s: Scene, word: str, operand: tree.Expr) -> Phrase:
    owner = thing(s, operand, types.PLAYER)
    if word == "others":
        base = s.language.made("{other/n} {n}", "n", n=kernel(s, "player", many=True))
        if isinstance(operand, tree.Name) and fold(operand.name) == "you":
            return base
        return s.language.made("{n} than {x}", "n", n=base, x=owner)
    side = "{n} to the left of {x:gen}" if word == "left" else "{n} to the right of {x:gen}"
    return s.language.made(side, "n", n=s.language.made("{the/n} {n}", "n", n=kernel(s, "player")), x=owner)


def edge(s: Scene, word: str, operand: tree.Expr) -> Phrase:
    """The first or last thing of a zone or list."""
    _, type_ = s.typed(operand)
    element = s.element_of(type_)
    several = s.typed(tree.Of(word, None, operand, operand.span))[1].base == "list" and element.base != "list"
    found = s.language.phrase(s.type_noun(element), several)
    piles = type_.base == "zone" and type_.zone is not None and s.program.zones[type_.zone].shape == "pile"
    if word == "top" or (word == "first" and piles):
        source = "{the top/n} {n} of {x:gen}"
    elif word == "bottom" or (word == "last" and piles):
        source = "{the bottom/n} {n} of {x:gen}"
    else:
        source = "{the first/n} {n} of {x:gen}" if word == "first" else "{the last/n} {n} of {x:gen}"
    return s.language.made(source, "n", n=found, x=thing(s, operand))


def member(s: Scene, e: tree.Member, want: Type | None) -> Phrase:
    if e.args is None and isinstance(e.operand, tree.Name):
        node, _ = s.typed(e, want)
        if node[0] in ("obj", "design"):
            return s.card(s.program.designs[node[1]])
        if s.body.find(fold(e.operand.name)) is None and fold(e.operand.name) in s.program.zone_names:
            return s.language.made("{place} {cell}", "place", place=kernel(s, "place"), cell=plain(e.name))
    hint = owner_hint(s, e.name)
    _, type_ = s.typed(e.operand, hint)
    owner = thing(s, e.operand, hint)
    if e.args:
        found = members(s.body, fold(e.name), type_.arg) if type_.base in ("object", "design") else []
        said = s.language.joined([thing(s, a).say("nom") for a in e.args])
        if found and isinstance(found[0][1], ClauseSym):
            base = possessed(s, clause_noun(s, found[0][1]), owner, e.operand)
            return s.language.made("{n} for {x:acc}", "n", n=base, x=said)
        define = s.program.define_names.get((fold(e.name), len(e.args) + 1))
        if define is not None:
            return defined(s, define, [owner, *(thing(s, a) for a in e.args)])
    return attribute(s, fold(e.name), e.name, owner, type_, None, e.operand)


# ------------------------------------------------------------------ calls


def call(s: Scene, e: tree.Call, want: Type | None) -> Phrase:
    from chronoc.text.groups import group, many

    word = fold(e.name)
    special = any(a.for_var for a in e.args)
    args = [a.value for a in e.args]
    define = s.program.define_names.get((word, len(args)))
    if define is not None and not special:
        return call_define(s, define, args)
    if word in ("count", "sum", "min", "max"):
        return folded(s, word, e)
    kind = s.program.kind_names.get(word)
    if kind is not None and len(args) == 1 and isinstance(args[0], tree.Text):
        return thing(s, args[0], types.obj(kind.index))
    if len(args) == 1:
        return of(s, e.name, args[0], None)
    if word in ("within", "ahead", "blocks") and len(args) == 2:
        source = {
            "within": "{n} at most {x} away from {y:gen}", "ahead": "{n} that lies {x} ahead of {y:gen}",
            "blocks": "{n} of {x} by {x} within {y:gen}",
        }[word]  # fmt: skip
        base = kernel(s, "square" if word == "blocks" else "place", many=word != "ahead")
        return s.language.made(source, "n", n=base, x=thing(s, args[0], types.NUMBER), y=thing(s, args[1]))
    if word == "distance":
        x, y = thing(s, args[0]), thing(s, args[1])
        return s.language.made("{the/n} {n} between {x:ins} and {y:ins}", "n", n=kernel(s, "distance"), x=x, y=y)
    if word == "groups":
        parts = kernel(s, "connected group", many=True)
        return s.language.made("{n} of {x:gen}", "n", n=parts, x=many(s, group(s, args[0])))
    if word == "sees":
        return whether(s, e)
    base = s.language.phrase(s.type_noun(s.element_of(s.typed(e, want)[1])), list_like(s.typed(e, want)[1]))
    said = s.language.joined([thing(s, a).say("nom") for a in args])
    return s.language.made("{n} of {x:gen}", "n", n=base, x=said)


def folded(s: Scene, word: str, e: tree.Call) -> Phrase:
    """count, sum, min and max."""
    from chronoc.text.groups import group, many

    first = e.args[0]
    if len(e.args) > 1:
        items = [thing(s, a.value, types.NUMBER) for a in e.args]
        together = Phrase(lambda case: s.language.joined([item.say(case) for item in items]))
        return s.language.made(THE_OF, "n", n=kernel(s, NAMES[word]), x=together)
    if first.for_in is None or first.for_var is None:
        if word == "count":
            counted = group(s, first.value)
            return s.language.made("{the/n} {n} of {x:gen}", "n", n=kernel(s, "number"), x=many(s, counted, bare=True))
        return s.language.made(FOLD[word], "n", n=kernel(s, NAMES[word]), x=thing(s, first.value))
    listed = group(s, first.for_in, var=first.for_var)
    said = many(s, listed)
    with s.inner():
        s.bind(first.for_var, s.element(first.for_in), kernel_it(s))
        value = thing(s, first.value, types.NUMBER)
        plain_field = of_each(s, first.value, first.for_var)
    if word != "count" and plain_field is not None:
        return s.language.made(
            "{the/n} {n} of {v:gen} of {x:gen}", "n", n=kernel(s, NAMES[word]), v=plain_field, x=said
        )
    if word == "count":
        return s.language.made("{the/n} {n} of {x:gen}", "n", n=kernel(s, "number"), x=said)
    return s.language.made("{the/n} {n} of {v:gen} over {x:acc}", "n", n=kernel(s, NAMES[word]), v=value, x=said)


def of_each(s: Scene, e: tree.Expr, var: str) -> Phrase | None:
    """`f of x` where x is each of them: `the weights`."""
    match e:
        case tree.Of(name=name, key=None, operand=tree.Name(name=word)) if fold(word) == fold(var):
            return s.language.made("{the/n} {n}", "n", n=name_words(s, name))
        case tree.Member(name=name, args=None, operand=tree.Name(name=word)) if fold(word) == fold(var):
            return s.language.made("{the/n} {n}", "n", n=name_words(s, name))
    return None


NAMES = {"sum": "sum", "min": "smallest number", "max": "largest number"}
FOLD = dict.fromkeys(NAMES, "{the/n} {n} of {x:gen}")


def kernel_it(s: Scene) -> Phrase:
    return kernel(s, "each of them")


def call_define(s: Scene, found: DefineSym, args: list[tree.Expr]) -> Phrase:
    from chronoc.lower.calls import wanted

    wants = [wanted(found, i) for i in range(len(args))]
    have = [s.typed(arg, want)[1] for arg, want in zip(args, wants)]
    return defined(s, found, [thing(s, arg, want) for arg, want in zip(args, wants)], have)


def defined(s: Scene, found: DefineSym, args: list[Phrase], have: list[Type] | None = None) -> Phrase:
    """A definition by the words that a catalogue has for it, else by its name."""
    overload = found.overloads[0]
    if have is not None:
        overload = (applicable(s.body, found, have) or [overload])[0]
    names = [p.name for p in overload.decl.params] if overload.decl is not None else ["x"] * len(args)
    context = f"define {found.name}"
    of = "" if spaced(found.name).endswith(" of") else " of"
    ends = f"{of} {{{names[0]}}}" if len(names) == 1 else f" ({', '.join(f'{{{n}}}' for n in names)})" if names else ""
    number = "[many] " if several(spaced(found.name)) else ""
    forms = noun(s.language.own(context, found.name, number + spaced(found.name) + ends))
    slots: dict[str, Value] = dict(zip(names, args))
    base = s.language.phrase(forms)

    def say(case: str) -> str:
        return fill(s.language, base.say(case if "gen" in s.language.grammar.cases else "nom"), slots)

    return s.language.made("{the/n} {n}", "n", n=base.like(say))


# ------------------------------------------------------------------ numbers and lists


def amount(s: Scene, count: tree.Expr, found: Noun) -> Phrase:
    """`2 cards`."""
    number = s.number(count)
    return Phrase(
        lambda case: s.language.counted(number, found, case), found.gender,
        number.count is None or s.language.many(number.count), found.animate, found.place,
    )  # fmt: skip


def key_noun(s: Scene, e: tree.Expr) -> Noun:
    """What is counted: a kind, or a word of an enumeration."""
    if isinstance(e, tree.Name):
        kind = s.program.kind_names.get(fold(e.name)) or s.program.plurals.get(fold(e.name))
        if kind is not None:
            return s.kind_noun(kind)
        return s.language.noun("value", e.name, spaced(e.name))
    _, type_ = s.typed(e)
    if type_.base in ("list", "zone"):
        return s.type_noun(s.element_of(type_))
    said = thing(s, e)
    return Noun((said.say("nom"),), (said.say("nom"),))


ARITHMETIC = {
    "+": "{a} plus {b}", "-": "{a} minus {b}", "*": "{a} times {b}", "/": "{a} divided by {b}",
}  # fmt: skip


def binary(s: Scene, e: tree.Binary, want: Type | None) -> Phrase:
    from chronoc.text.groups import group, many

    match e.op:
        case "and" | "or":
            return whether(s, e)
        case "or else":
            return s.language.made("{a} or else {b}", "a", a=thing(s, e.left, want), b=thing(s, e.right, want))
        case "without" | "from":
            return many(s, group(s, e, want))
    if e.op == "+" and s.typed(e, want)[1].base != "number":
        listed = group(s, e, want)
        if listed.also:
            return many(s, listed)
        return s.language.made("{a} together with {b:ins}", "a", a=thing(s, e.left, want), b=thing(s, e.right, want))
    if e.op == "mod":
        source = "{the/n} {n} of {a:gen} divided by {b:acc}"
        a, b = thing(s, e.left, types.NUMBER), thing(s, e.right, types.NUMBER)
        return s.language.made(source, "n", n=kernel(s, "remainder"), a=a, b=b)
    return s.language.made(ARITHMETIC[e.op], "a", a=thing(s, e.left, types.NUMBER), b=thing(s, e.right, types.NUMBER))


def among(s: Scene, e: tree.In) -> Phrase:
    """`LIST in ZONE`: those of the list that lie there."""
    from chronoc.text.groups import group, many

    if s.typed(e)[1].base != "list":
        return whether(s, e)
    return many(s, group(s, e))


def some_of(s: Scene, e: tree.NOf) -> Phrase:
    """`2 of (hand of p)`, where things are moved."""
    from chronoc.text.groups import group, many, so_many

    items = e.items if e.place is None else tree.In(e.items, e.place, False, e.span)
    found: Group = group(s, items)
    if isinstance(e.count, str):
        return many(s, found, every=True)
    return so_many(s, found, s.number(e.count))


def the(s: Scene, e: tree.The) -> Phrase:
    from chronoc.text.groups import group, one

    found = group(s, e.source, var=e.var)
    if e.extreme is None or e.key is None:
        return one(s, found, "{the/n} {n}")
    with s.inner():
        element = s.element(e.source)
        with s.about(element, kernel_it(s)):
            s.bind(e.var, element, kernel_it(s))
            key = key_words(s, e.key)
    source = "with the most {key:gen}" if e.extreme == "most" else "with the fewest {key:gen}"
    tail = s.language.say(source, key=key)
    if e.ties == "all":
        from chronoc.text.groups import many

        return many(s, found.tailed(tail), every=True)
    phrase = one(s, found.tailed(tail), "{the/n} {n}")
    if e.ties == "none":
        return s.language.made("{x} (if there is only one)", "x", x=phrase)
    return phrase


def key_words(s: Scene, e: tree.Expr) -> Phrase:
    """What is compared, by its name alone: `points`."""
    match e:
        case tree.Of(name=name) | tree.Member(name=name, args=None) | tree.Name(name=name):
            return name_words(s, name)
        case tree.Call(name="count", args=(tree.Arg(value=inner, for_var=None),)):
            return s.language.phrase(s.type_noun(s.element(inner)), many=True)
        case tree.Call(name=name, args=(tree.Arg(for_var=None),)) if fold(name) not in ("sum", "min", "max"):
            return name_words(s, name)
    return thing(s, e, types.NUMBER)


def name_words(s: Scene, name: str) -> Phrase:
    word = fold(name)
    if s.program.field_names.get(word):
        return s.language.phrase(field_noun(s, s.program.field_names[word][0].name), many=True)
    if s.program.clause_names.get(word):
        return s.language.phrase(clause_noun(s, s.program.clause_names[word][0]), many=True)
    define = s.program.define_names.get((word, 1))
    if define is not None:
        text = s.language.own(f"define {define.name}", define.name, spaced(define.name))
        return s.language.phrase(noun(text.partition(" of {")[0].partition("{")[0].strip()))
    return plain(spaced(name))


def case(s: Scene, e: tree.Case, want: Type | None) -> Phrase:
    from chronoc.text.conditions import arm_test

    parts = []
    with s.apart():
        for arm in e.arms:
            value = thing(s, arm.value, want).say("nom") if not isinstance(arm.value, tree.Block) else "?"
            if arm.tests:
                parts.append(s.language.say("{v} if {c}", v=value, c=arm_test(s, e.subject, arm)))
            else:
                parts.append(s.language.say("{v} otherwise", v=value))
    return plain("; ".join(parts))


def named_in(s: Scene, e: tree.NamedIn) -> Phrase:
    kind = s.program.kind_names.get(fold(e.kind)) or s.program.plurals.get(fold(e.kind))
    base = s.language.phrase(s.kind_noun(kind), many=True) if kind is not None else plain(spaced(e.kind))
    clauses = s.program.clause_names.get(fold(e.clause), [])
    clause = s.language.phrase(clause_noun(s, clauses[0])) if clauses else plain(spaced(e.clause))
    hint = owner_hint(s, e.clause)
    owner = thing(s, e.operand, hint)
    return s.language.made("{the/n} {n} named in “{clause}” of {x:gen}", "n", n=base, clause=clause, x=owner)
