"""What a name, a number, a title or a primed reference means where it stands."""

from __future__ import annotations

from chronoc.diagnostics import Note
from chronoc.lower.body import THIS, YOU, Body, Val
from chronoc.lower.expressions import handles
from chronoc.model import types
from chronoc.model.cards import now_called
from chronoc.model.suggest import article, fold, listed, nearest
from chronoc.model.symbols import DesignSym, SetSym, ZoneSym
from chronoc.model.types import Type
from chronoc.syntax import tree

FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def element_of(want: Type | None) -> Type | None:
    """What an element should be, where a thing or a list is wanted."""
    if want is None:
        return None
    return want.arg if want.base == "list" else want


# ---------------------------------------------------------------------- cards


def card(b: Body, found: DesignSym, span: tree.Span, want: Type | None) -> Val:
    """The value of a card's name: the object, or the design when there are several."""
    if b.mentions is not None:
        b.mentions.setdefault(found.index, span)
    want = element_of(want)
    if b.low.single(found) and (want is None or want.base != "design"):
        return b.add(span, "obj", found.index), types.obj(found.kind.index)
    return b.add(span, "design", found.index), types.design(found.kind.index)


def pick(b: Body, cards: list[DesignSym], span: tree.Span, shown: str, want: Type | None) -> Val | None:
    """One of the cards that bear a name: of the wanted kind, of the file's own set. None: none fits."""
    want = element_of(want)
    fitting = cards
    if want is not None and want.base in ("object", "design") and want.arg:
        fitting = [c for c in cards if any(b.low.is_a(c.kind.index, k) for k in want.arg)]
        if not fitting:
            fitting = [c for c in cards if any(b.low.related(c.kind.index, k) for k in want.arg)]
        if not fitting:
            return None
    if len(fitting) > 1:
        own = b.program.file_sets.get(span.file)
        mine = [c for c in fitting if c.set is own]
        if len(mine) == 1:
            fitting = mine
    if len(fitting) > 1:
        return b.error(
            "ambiguous-name", span, f"{shown} is the name of {len(fitting)} cards",
            *(Note(f"{c.kind.name} `{c.title}`" + (f" of `{c.set.name}`" if c.set else ""), c.span) for c in fitting),
            f"write `({fitting[0].kind.name} {shown})`" if fitting[0].kind is not fitting[1].kind
            else f"write the set before it: `{fitting[0].set.name if fitting[0].set else ''}.{shown}`",
        )  # fmt: skip
    return card(b, fitting[0], span, want)


def wrong_kind(b: Body, cards: list[DesignSym], span: tree.Span, shown: str, want: Type) -> Val:
    kinds = listed(dict.fromkeys(c.kind.name for c in cards))
    return b.error(
        "wrong-type", span, f"{shown} is {article(kinds)}; here should stand {article(b.program.kinds_in(want.arg))}",
        Note("the card stands here", cards[0].span),
    )  # fmt: skip


@handles(tree.Number)
def number(b: Body, e: tree.Number, want: Type | None) -> Val:
    """A number, or the card that is named by it where a card or a condition is wanted."""
    element = element_of(want)
    if element is not None and element.base in ("object", "design", "flag"):
        found = by_number(b, e.value, e.span, str(e.value), element)
        if found is not None:
            return found
    return b.num(e.value), types.NUMBER


def by_number(
    b: Body, value: int, span: tree.Span, shown: str, want: Type | None, own: SetSym | None = None
) -> Val | None:
    """The card that the number names; None when no kind here is named by numbers."""
    roots = [k for k in b.program.kinds if k.named_by is not None and (k.parent is None or k.parent.named_by is None)]
    if want is not None and want.base != "flag" and want.arg:
        roots = [k for k in roots if b.low.may_be((k.index,), want.arg)]
    if not roots:
        return None
    cards = [c for k in roots for c in b.program.numbers.get(k.index, {}).get(value, [])]
    if own is not None:
        cards = [c for c in cards if c.set is own]
    if not cards:
        known = [str(n) for k in roots for n in b.program.numbers.get(k.index, {})]
        near = nearest(shown, known)
        names = listed(f"`{k.name}`" for k in roots)
        return b.error(
            "unknown-card", span, f"there is no {names} named {shown}",
            f"did you mean {near}?" if near else f"there are {', '.join(sorted(known)[:12])}" if known else None,
        )  # fmt: skip
    result = pick(b, cards, span, shown, want if want is not None and want.base != "flag" else None)
    return result if result is not None else wrong_kind(b, cards, span, shown, want or types.ERROR)


@handles(tree.Text)
def text(b: Body, e: tree.Text, want: Type | None) -> Val:
    """A title, or a text where a text is wanted."""
    element = element_of(want)
    if element is not None and element.base == "text":
        return b.add(e.span, "text", e.value), types.TEXT
    cards = b.program.card_titles.get(fold(e.value))
    if cards is None and element is not None and element.base in ("object", "design", "flag"):
        near = nearest(e.value, [c.title for c in b.program.designs])
        return b.error(
            "unknown-card",
            e.span,
            f"there is no card with the title `{e.value}`",
            now_called(b.program, e.value, near),
        )
    if cards is None:
        return b.add(e.span, "text", e.value), types.TEXT
    if not cards:
        return b.poison()
    found = pick(b, cards, e.span, f'"{e.value}"', element)
    return found if found is not None else wrong_kind(b, cards, e.span, f'"{e.value}"', element or types.ERROR)


# ---------------------------------------------------------------------- names


@handles(tree.Name)
def name(b: Body, e: tree.Name, want: Type | None) -> Val:
    """A bare name: locals first, then what is expected, then what `it` has, then the rest."""
    key = fold(e.name)
    local = b.find(key)
    if local is not None:
        return b.local(local.slot), b.known(local.slot, local.type)
    fixed = fixed_word(b, key, e.span)
    if fixed is not None:
        return fixed
    for look in (expected, of_element, of_phase, of_the_rest):
        found = look(b, key, e, want)
        if found is not None:
            return found
    return unknown(b, e, want)


def fixed_word(b: Body, key: str, span: tree.Span) -> Val | None:
    match key:
        case "you":
            return b.code.alone(span, "local", YOU), types.PLAYER
        case "this":
            if b.this is None:
                return b.error("unknown-name", span, "`this` is the card whose text runs; here no card's text runs")
            return b.local(THIS), b.known(THIS, b.this)
        case "it":
            if not b.its:
                return b.error("unknown-name", span, "`it` is the element of a `where`; here is no `where`")
            if len(b.its) > 1:
                return b.error(
                    "ambiguous-name", span, "`it` could be the element of either of two `where`s",
                    "name the element: `any x in … satisfy …`, or define the inner test",
                )  # fmt: skip
            slot, type_ = b.its[-1]
            return b.local(slot), b.known(slot, type_)
        case "active":
            return b.add(span, "active"), types.PLAYER
        case "players":
            return b.add(span, "players"), types.PLAYERS
        case "others":
            return b.add(span, "others", b.local(YOU)), types.PLAYERS
        case "nothing" | "nobody":
            return b.add(span, "nothing"), types.NOTHING
        case "now":
            return b.add(span, "now"), types.MOMENT
        case "first_player":
            return b.add(span, "firstplayer"), types.PLAYER
    flag = FLAGS.get(key)
    return None if flag is None else (b.flag(flag), types.FLAG)


def expected(b: Body, key: str, e: tree.Name, want: Type | None) -> Val | None:
    """What the place where it stands asks for: a value of an enumeration, a tag, a kind, a card."""
    want = element_of(want)
    if want is None:
        return None
    if want.base == "enum":
        member = b.program.enums[want.arg].members.get(key)
        return None if member is None else (b.add(e.span, "enum", want.arg, member), want.sure())
    if want.base == "cell" and e.name[-1:].isdigit():
        return cell(b, e.name, b.program.zones[want.arg], e.span)
    if want.base == "tag":
        tag = b.program.tag_names.get(key)
        return None if tag is None else (b.add(e.span, "tag", tag.index), types.TAG)
    if want.base == "kind":
        kind = b.program.kind_names.get(key) or b.program.plurals.get(key)
        return None if kind is None else (b.add(e.span, "kind", kind.index), types.KIND)
    if want.base == "field":
        fields = b.program.field_names.get(key, [])
        return (b.add(e.span, "fieldref", fields[0].index), Type("field", fields[0].type)) if len(fields) == 1 else None
    if want.base in ("object", "design"):
        cards = b.program.card_names.get(key)
        if cards:
            return pick(b, cards, e.span, e.name, want)
        if want.base == "object" and 0 in want.arg:
            return robot(b, key, e.span)
    return None


def robot(b: Body, key: str, span: tree.Span) -> Val | None:
    """Robots sit on the last seats, in the order in which they are declared."""
    found = b.program.robot_names.get(key)
    if found is None:
        return None
    seats = b.add(span, "players")
    for _ in range(len(b.program.robots) - 1 - found.index):
        seats = b.add(span, "without", seats, b.add(span, "last", seats))
    return b.add(span, "last", seats), types.PLAYER


def of_element(b: Body, key: str, e: tree.Name, want: Type | None) -> Val | None:
    """A bare field, fact, clause or definition in a `where` is of `it`; in a default of a kind, of `this`."""
    from chronoc.lower.members import own

    for slot, type_ in reversed(b.its):
        found = own(b, key, (b.local(slot), b.known(slot, type_)), e.span)
        if found is not None:
            return found
    if b.plain_this and b.this is not None:
        return own(b, key, (b.local(THIS), b.this), e.span, False)
    return None


def of_phase(b: Body, key: str, e: tree.Name, want: Type | None) -> Val | None:
    """A parameter or variable of a phase that is known to run."""
    found = phase_value(b, key)
    if found is None:
        return None
    phase, slot, type_ = found
    return b.add(e.span, "phase", phase, slot), type_


def phase_value(b: Body, key: str) -> tuple[int, int, Type] | None:
    for phase in reversed(b.phases):
        found = phase.slot(key)
        if found is not None:
            return phase.index, *found
    if b.any_phase:
        hits = [(p.index, *hit) for p in b.program.phases if (hit := p.slot(key)) is not None]
        if len(hits) == 1:
            return hits[0]
    return None


def zone_value(b: Body, zone: ZoneSym, span: tree.Span) -> Val:
    if zone.owner is not None:
        owner = "you" if zone.owner.index == 0 else article(zone.owner.name)
        return b.error(
            "wrong-type", span, f"there is a `{zone.name}` of each {zone.owner.name}, so say whose",
            f"write `{zone.name} of {owner}`",
        )  # fmt: skip
    return b.add(span, "zone", zone.index), b.low.zone_type(zone)


def of_the_rest(b: Body, key: str, e: tree.Name, want: Type | None) -> Val | None:
    program = b.program
    zone = program.zone_names.get(key)
    if zone is not None and (zone.owner is None or key not in program.plurals):
        return zone_value(b, zone, e.span)
    option = program.option_names.get(key)
    if option is not None:
        return b.add(e.span, "option", option.index), option.type
    var = program.gvar_names.get(key)
    if var is not None:
        return b.add(e.span, "game", var.index), var.type
    define = program.define_names.get((key, 0))
    if define is not None:
        from chronoc.lower.calls import call_define

        return call_define(b, define, [], e.span)
    plural = program.plurals.get(key)
    if plural is not None and plural.index != 0:
        return b.add(e.span, "all", plural.index), types.list_of(types.obj(plural.index))
    cards = program.card_names.get(key)
    if cards is not None:
        if not cards:
            return b.poison()
        found = pick(b, cards, e.span, e.name, None)
        if found is not None:
            return found
    found = robot(b, key, e.span)
    if found is not None:
        return found
    members = program.members.get(key)
    if members is not None:
        if len({m[0].index for m in members}) > 1:
            names = listed(f"`{m[0].name}`" for m in members)
            return b.error(
                "ambiguous-name", e.span, f"`{e.name}` is a value of {names}; nothing here says which is meant"
            )
        found_enum, index = members[0]
        return b.add(e.span, "enum", found_enum.index, index), types.enum(found_enum.index)
    kind = program.kind_names.get(key)
    if kind is not None:
        return b.add(e.span, "kind", kind.index), types.KIND
    tag = program.tag_names.get(key)
    if tag is not None:
        return b.add(e.span, "tag", tag.index), types.TAG
    values = program.enum_names.get(key)
    if values is not None:
        return b.add(e.span, "allenum", values.index), types.list_of(types.enum(values.index))
    if key == "tags":
        return b.add(e.span, "alltags"), types.list_of(types.TAG)
    return None


def unknown(b: Body, e: tree.Name, want: Type | None) -> Val:
    key = fold(e.name)
    if any(type_.base in ("error", "any") for _, type_ in b.its):
        return b.poison()  # it may well be of `it`, of which nothing is known
    notes: list[str | Note | None] = []
    for phase in b.program.phases:
        if phase.slot(key) is not None:
            return b.error(
                "unknown-name", e.span, f"`{e.name}` is of the phase `{phase.name}`, which does not surely run here",
                f"write `during {phase.name}` in the head of this rule",
            )  # fmt: skip
    taker = next((d for d in b.program.defines if fold(d.name) == key), None)
    fields = b.program.field_names.get(key) or b.program.clause_names.get(key)
    titled = b.program.card_titles.get(key) or b.program.card_titles.get(key.replace("_", " "))
    if taker is not None:
        notes.append(
            f"the definition `{taker.name}` wants to know of what: `{taker.name}({', '.join('…' * taker.arity)})`"
        )
    elif fields:
        notes.append(f"say of what: `{e.name} of …`")
    elif titled:
        notes.append(f'a title stands in quotes: `"{titled[0].title}"`')
    else:
        notes.append(now_called(b.program, e.name, nearest(e.name, candidates(b, want)), title=False))
    if b.shaky and not any(notes):
        return b.poison()
    word = element_of(want)
    code = "unknown-card" if word is not None and word.base in ("object", "design") else "unknown-name"
    if word is not None and word.base == "enum":
        values = b.program.enums[word.arg]
        return b.error(
            code,
            e.span,
            f"`{e.name}` is no {values.name}",
            *(notes if notes[0] else [f"it is {listed(values.values)}"]),
        )
    return b.error(code, e.span, f"there is nothing called `{e.name}` here", *notes)


def candidates(b: Body, want: Type | None) -> list[str]:
    """Names that could stand here, the most likely sort first."""
    p = b.program
    result = b.names()
    element = element_of(want)
    if element is not None and element.base == "enum":
        result += p.enums[element.arg].values
    if element is not None and element.base == "tag":
        result += [t.name for t in p.tags]
    if b.its and b.its[-1][1].base == "object":
        for kind in b.low.kind_syms(b.its[-1][1].arg):
            result += [m.name for m in kind.members()]
    result += [z.name for z in p.zones] + [o.name for o in p.options] + [v.name for v in p.gvars]
    result += (
        [d.name for d in p.defines] + [k.plural for k in p.kinds] + [c.decl.name for c in p.designs if c.decl.name]
    )
    result += [v for enum in p.enums for v in enum.values] + ["you", "this", "players", "others", "active", "nothing"]
    return result


# ---------------------------------------------------------------------- set.name, Board.C4


def qualified(b: Body, space: str, rest: str, span: tree.Span, want: Type | None) -> Val | None:
    """`set.name`, `set.1865`, `Owner.C4`. None when the first word is neither a set nor the owner of a grid."""
    key = fold(space)
    if b.find(key) is not None:
        return None
    own = b.program.set_names.get(fold(space.replace("-", "_")))
    if own is not None:
        if rest.isascii() and rest.isdigit():
            found = by_number(b, int(rest), span, f"{space}.{rest}", want, own)
            if found is not None:
                return found
        cards = [c for c in b.program.card_names.get(fold(rest), []) if c.set is own]
        if not cards:
            names = [c.decl.name for c in b.program.designs if c.set is own and c.decl.name]
            near = nearest(rest, names)
            return b.error(
                "unknown-card",
                span,
                f"the set `{own.name}` has no card `{rest}`",
                now_called(b.program, rest, near, title=False),
            )
        found = pick(b, cards, span, rest, want)
        return found if found is not None else wrong_kind(b, cards, span, rest, element_of(want) or types.ERROR)
    kind = b.program.kind_names.get(key)
    if kind is not None:
        titled = b.program.card_titles.get(fold(rest)) or b.program.card_names.get(fold(rest))
        if titled is not None:
            return text(b, tree.Text(rest, span), types.obj(kind.index)) if titled else b.poison()
    zone = b.program.zone_names.get(key)
    if zone is not None and zone.owner is None and zone.shape == "grid":
        return on_grid(b, zone, b.add(span, "zone", zone.index), rest, span)
    for owner in b.program.card_names.get(key) or []:
        for zone in b.program.zones:
            if zone.shape == "grid" and zone.owner is not None and b.low.is_a(owner.kind.index, zone.owner.index):
                if cell_number(b, zone, rest) is not None:
                    node, _ = card(b, owner, span, types.obj(owner.kind.index))
                    return on_grid(b, zone, b.add(span, "zoneof", zone.index, node), rest, span)
    return None


def on_grid(b: Body, zone: ZoneSym, node: int, rest: str, span: tree.Span) -> Val:
    index = cell_number(b, zone, rest)
    if index is None:
        return b.error("unknown-name", span, f"`{rest}` is no cell of `{zone.name}`")
    if zone.layout is None:
        return b.num(index), types.cell(zone.index)
    return b.add(span, "place", node, index), types.obj(*zone.kinds)


def cell_number(b: Body, zone: ZoneSym, text: str) -> int | None:
    """`C4` as a number (row * columns + column). On a map drawn by a layout the letter is the column, as on a chart;
    in a grid of R by C the letter is the row."""
    letters = len(text) - len(text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
    digits = text[letters:]
    if not 1 <= letters <= 2 or not digits.isascii() or not digits.isdigit() or len(digits) > 3:
        return None
    letter = 0
    for char in text[:letters].upper():
        letter = letter * 26 + ord(char) - 64
    columns, rows = b.low.columns(zone), b.low.rows(zone)
    if columns is None or rows is None:
        return None
    row, column = (int(digits), letter) if zone.layout is not None else (letter, int(digits))
    if not (1 <= row <= rows and 1 <= column <= columns):
        return None
    return (row - 1) * columns + column - 1


def cell(b: Body, word: str, zone: ZoneSym, span: tree.Span) -> Val:
    """A cell written bare where the grid is known."""
    index = cell_number(b, zone, word)
    if index is None:
        rows, columns = b.low.rows(zone), b.low.columns(zone)
        return b.error(
            "wrong-type", span, f"`{word}` is no cell of `{zone.name}`",
            f"it has {rows} rows of {columns}: A1 to {chr(64 + min(rows, 26))}{columns}" if rows and columns else None,
        )  # fmt: skip
    return b.add(span, "cell", zone.index, None, index), types.cell(zone.index)
