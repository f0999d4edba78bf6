"""The printed face of a card, made of its code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chronoc.analyse import Analysis
from chronoc.lower.cards import find_window
from chronoc.lower.lowering import Lowering
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.symbols import ClauseSym, DesignSym, FieldSym, KindSym, Program
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.text.catalogue import Catalogue, read
from chronoc.text.conditions import condition, reading
from chronoc.text.effects import Line, effects, rows, text_lines
from chronoc.text.groups import group, many
from chronoc.text.language import Language, capital
from chronoc.text.rules import standing
from chronoc.text.scene import Scene, kind_words, spaced
from chronoc.text.things import clause_noun, field_noun, kernel, key_noun, thing
from chronoc.text.words import Phrase, figure

Clause = tree.Field | tree.Condition | tree.Effect | tree.Table


@dataclass(slots=True)
class Entry:
    """One entry of a face. `lines`: sentences with their depth. `legend`: what cards are meant, by name and title."""

    name: str
    label: str
    lines: list[tuple[int, str]]
    kind: str  # "field" "condition" "effect" "table" "reaction" "rule" "text"
    legend: list[tuple[str, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(text for _, text in self.lines)


@dataclass(slots=True)
class Face:
    """What is printed on a card. `language` is that of the text: English where a set is not translated."""

    card: DesignSym
    language: str
    title: str
    kind: str
    set: str
    copies: str
    entries: list[Entry]
    tags: list[str]
    holes: list[tuple[str, str]]
    wanted: str = ""
    override: str | None = None


def catalogues(program: Program, code: str) -> list[Catalogue]:
    """The translations of the sets of a variant into one language, as far as they can be read."""
    return [read(data, path, lang) for s in program.sets for lang, path, data in s.catalogues if lang == code]


def printed(program: Program, code: str) -> dict[tuple[str, str], str]:
    """What cards say of themselves in a language, by context and source."""
    found: dict[tuple[str, str], str] = {}
    for card in program.designs:
        for item in card.translations:
            if item.language != code:
                continue
            if fold(item.name) == "title":
                found[(f"card {card.id}", card.title)] = item.value.value
                continue
            written = card.written.get(fold(item.name))
            member = card.kind.member(fold(item.name))
            name = member.name if member is not None else item.name
            if isinstance(written, tree.Field) and written.values and isinstance(written.values[0], tree.Text):
                found[(f"card {card.id} {name}", written.values[0].value)] = item.value.value
    return found


class Faces:
    """The faces of the cards of one variant in one language."""

    def __init__(self, analysis: Analysis, code: str) -> None:
        self.program = analysis.program
        self.wanted = code
        found = catalogues(self.program, code)
        if not found and code != "en":
            code, found = "en", catalogues(self.program, "en")
        self.language = Language(code, found)
        self.language.kinds = {kind.name: kind_words(kind) for kind in self.program.kinds}
        self.language.printed = printed(self.program, code)
        self.low: Lowering = analysis.lowering.copy(self.program)

    def face(self, card: DesignSym) -> Face:
        """The face of one card."""
        language = self.language
        language.holes.clear()
        title = language.own(f"card {card.id}", card.title)
        if language.code != self.wanted:  # a card may have a title in a language that its set does not speak
            title = printed(self.program, self.wanted).get((f"card {card.id}", card.title), title)
        kind = language.phrase(Scene(self.low, language).kind_noun(card.kind)).say("nom")
        owner = card.set
        set_title = language.own("set", owner.title) if owner is not None else ""
        count = "" if card.copies == 1 else self._copies(card)
        entries = self.entries(card)
        tags = [
            language.phrase(language.noun("tag", t.name, spaced(t.name))).say("nom")
            for t in (self.program.tags[i] for i in card.tags)
        ]
        face = Face(
            card, language.code, title, kind, set_title, count, entries, tags, list(language.holes), self.wanted
        )
        face.override = override_of(card, language)
        if face.override is not None:
            face.entries = [e for e in entries if e.kind == "field"]
            face.entries.append(Entry("text", "", [(0, face.override)], "text"))
        return face

    def _copies(self, card: DesignSym) -> str:
        scene = Scene(self.low, self.language)
        source = "{n} for each player" if card.decl.each_player else "{n}"
        counted = self.language.counted(figure(card.copies), scene.kind_noun(card.kind.lineage[-1]), "nom")
        return scene.language.say(source, n=counted)

    def scene(self, card: DesignSym) -> Scene:
        """Where the texts of a card are said."""
        probe = Scene(self.low, self.language)
        base = self.language.phrase(probe.kind_noun(card.kind))
        this = self.language.made("{this/n} {n}", "n", n=base)
        scene = Scene(self.low, self.language, this, card.kind)
        scene.printed = card
        return scene

    # ------------------------------------------------------------------ entries

    def entries(self, card: DesignSym) -> list[Entry]:
        """What the code of a card says, whatever its hand-written text."""
        found: list[Entry] = []
        for kind in reversed(card.kind.lineage):
            for key, member in kind.fields.items():
                written = card.written.get(key)
                if isinstance(written, tree.Field) and key not in ("tags", *HIDDEN):
                    found.append(self._field(card, member, written))
        for kind in reversed(card.kind.lineage):
            for key, clause in kind.clauses.items():
                entry = self._clause(card, clause, card.written.get(key))
                if entry is not None:
                    found.append(entry)
        found += [self._reaction(card, react) for react in card.reactions]
        for rule in card.standing:
            scene = self.scene(card)
            found.append(Entry("rule", "", text_lines(scene, standing(scene, rule)), "rule"))
        return found

    def _field(self, card: DesignSym, member: FieldSym, written: tree.Field) -> Entry:
        scene = self.scene(card)
        label = capital(self.language.phrase(field_noun(scene, member.name)).say("nom"))
        text = self.language.polished(value_text(scene, card, member, written))
        return Entry(member.name, label, [(0, text)], "field")

    def _clause(self, card: DesignSym, clause: ClauseSym, written: Clause | None) -> Entry | None:
        scene = self.scene(card)
        for name, type_ in clause.params:
            scene.bind(name, type_)
        if clause.sort == "condition":
            code = written.condition if isinstance(written, tree.Condition) else None
            if code is None:
                return None
            if isinstance(code, tree.Name) and fold(code.name) in ("yes", "true", "no", "false"):
                label = capital(self.language.phrase(clause_noun(scene, clause)).say("nom"))
                return Entry(clause.name, label, [(0, condition(scene, code))], "field")
            english = capital(spaced(clause.name)) + " If"
            label = self.language.own(f"if {clause.name}", clause.name, english)
            with scene.apart():
                text = self.language.polished(condition(scene, code))
            own = reading(scene, code)
            return Entry(clause.name, label, [(0, text)], "condition", legend(scene, card, clause, code) if own else [])
        if written is None and not isinstance(default_of(card.kind, clause), tree.Block):
            return None
        label = capital(self.language.phrase(clause_noun(scene, clause)).say("nom"))
        kind = "effect"
        match written:
            case tree.Effect():
                lines = effects(scene, written.body)
            case tree.Table():
                kind = "table"
                lines = rows(scene, None, written.arms, clause.params[0][1] if clause.params else types.NUMBER)
            case tree.Field(statement=tree.Block() as block):
                lines = effects(scene, block)
            case tree.Field(values=(value,)):
                if clause.sort == "effect":
                    from chronoc.lower.statements import as_statement

                    made = as_statement(value)
                    lines = effects(scene, tree.Block((made,), value.span)) if made is not None else []
                else:
                    text = self.language.polished(formula(scene, clause, value).say("nom"))
                    return Entry(clause.name, label, [(0, text)], "field")
            case None:
                default = default_of(card.kind, clause)
                if not isinstance(default, tree.Block):
                    return None
                lines = effects(scene, default)
                if not lines:
                    return None
            case _:
                return None
        lines = lines or [Line(self.language.say("nothing happens"))]
        return Entry(clause.name, label, text_lines(scene, lines), kind)

    def _reaction(self, card: DesignSym, react: tree.React) -> Entry:
        from chronoc.text.effects import window

        scene = self.scene(card)
        with scene.quiet():
            found = find_window(self.low, react.window, react.span)
        if found is not None:
            scene.body.window = found
            scene.body.param(None, types.ANY)
            for i, (name, type_) in enumerate(found.params):
                scene.bind(react.params[i].name if i < len(react.params) else name, type_)
        own = self.language.optional(f"answer {found.name}", found.name) if found is not None else None
        text = own or self.language.say("in answer to {window}", window=window(scene, react.window))
        if react.by is not None:
            many_ = scene.typed(react.by, types.PLAYERS)[1].base == "list"
            who = many(scene, group(scene, react.by)) if many_ else thing(scene, react.by, types.PLAYER)
            text = self.language.say("{text}, for {p:gen}", text=text, p=who)
        if react.condition is not None:
            with scene.apart():
                text = self.language.say("{text}, if {c}", text=text, c=condition(scene, react.condition))
        lines = effects(scene, react.body) or [Line(self.language.say("nothing happens"))]
        label = capital(self.language.polished(text))
        return Entry("react", label, text_lines(scene, lines), "reaction")


HIDDEN = ("sign",)


def formula(scene: Scene, clause: ClauseSym, value: tree.Expr) -> Phrase:
    """The value of a formula; of a whole kind, `all lamps`."""
    if clause.result.base == "list":
        return many(scene, group(scene, value, clause.result), every=not isinstance(value, tree.Where))
    return thing(scene, value, clause.result)


def override_of(card: DesignSym, language: Language) -> str | None:
    """The hand-written text of a card."""
    written = card.written.get("text")
    if card.kind.member("text") is not None or not isinstance(written, tree.Field):
        return None
    value = written.values[0] if written.values else None
    if not isinstance(value, tree.Text):
        return None
    own = {t.language: t.value.value for t in card.translations if fold(t.name) == "text"}
    return own.get(language.code) or language.own(f"card {card.id} text", value.value)


def default_of(kind: KindSym, clause: ClauseSym) -> tree.Expr | tree.Block | None:
    """What every card of the kind does that says nothing of its own."""
    for k in kind.lineage:
        if k is clause.kind:
            return clause.default
        decl = k.defaults.get(fold(clause.name))
        if isinstance(decl, (tree.FieldDecl, tree.ConditionDecl)):
            return decl.default
    return None


def legend(scene: Scene, card: DesignSym, clause: ClauseSym, code: tree.Expr) -> list[tuple[str, str]]:
    """The cards that a condition names: how it calls them, and their titles."""
    found: dict[str, str] = {}

    def look(e: tree.Expr) -> None:
        match e:
            case tree.Binary():
                look(e.left)
                look(e.right)
            case tree.Unary():
                look(e.operand)
            case tree.Primed():
                look(e.base)
            case tree.NOf(items=tree.ListOf(items=items)):
                for item in items:
                    look(item)
            case tree.Name() | tree.Number() | tree.Qualified():
                node, _ = scene.typed(e, types.FLAG)
                if node[0] in ("obj", "design"):
                    named = scene.program.designs[node[1]]
                    short = str(e.value) if isinstance(e, tree.Number) else scene.short(named)
                    title = scene.language.own(f"card {named.id}", named.title)
                    if title != short:
                        found.setdefault(short, title)

    look(code)
    return list(found.items())


def value_text(scene: Scene, card: DesignSym, member: FieldSym, written: tree.Field) -> str:
    """A printed value."""
    values: Sequence[tree.Expr] = written.values
    if len(values) == 1 and isinstance(values[0], tree.ListOf):
        values = values[0].items
    if member.key is not None:
        return ", ".join(keyed(scene, member, value) for value in values)
    want: Type = member.type.arg if member.type.base == "list" else member.type
    texts = [one_value(scene, card, member, want, value) for value in values]
    return ", ".join(texts) if texts else kernel(scene, "nothing").say("nom")


def one_value(scene: Scene, card: DesignSym, member: FieldSym, want: Type, value: tree.Expr) -> str:
    if want.base == "text" and isinstance(value, tree.Text):
        return scene.language.own(f"card {card.id} {member.name}", value.value)
    if want.base == "cell" and isinstance(value, tree.Name):
        return value.name
    if want.base == "flag":
        return kernel(
            scene, "yes" if isinstance(value, tree.Name) and fold(value.name) in ("yes", "true") else "no"
        ).say("nom")
    said = thing(scene, value, want).say("nom")
    if isinstance(value, tree.Number) and want.base in ("object", "design"):
        return str(value.value) if member.type.base == "list" else f"{value.value}, {said}"
    return said


def keyed(scene: Scene, member: FieldSym, value: tree.Expr) -> str:
    """`2 oil`: a number for a key."""
    if isinstance(value, tree.Quantity) and (count := scene.low.constant(value.count)) is not None:
        return scene.language.counted(figure(count), key_noun(scene, value.what), "nom")
    if isinstance(value, tree.Quantity):
        value = value.what
    return thing(scene, value, member.key).say("nom")
