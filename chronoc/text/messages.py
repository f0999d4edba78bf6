"""What is to be translated: the messages that the faces of cards and the rules of a variant print."""

from __future__ import annotations

from dataclasses import dataclass

from chronoc.analyse import Analysis
from chronoc.model.symbols import Program
from chronoc.syntax.tree import Span, VerbDecl
from chronoc.text.catalogue import Catalogue, Entry, read, written
from chronoc.text.faces import Faces
from chronoc.text.language import kernel

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Message:
    """A text of the sources, where it stands, and the set whose catalogue translates it."""

    context: str
    source: str
    set: str
    span: Span

    @property
    def key(self) -> Key:
        return self.context, self.source


def messages(analysis: Analysis) -> list[Message]:
    """Everything that players read: the faces of all cards, titles of goals and actions, sentences of options."""
    program = analysis.program
    faces = Faces(analysis, "en")
    for card in program.designs:
        faces.face(card)
    wanted: dict[Key, None] = {}
    for owner in program.sets:
        if owner.decls:
            wanted[("set", owner.title)] = None
    wanted.update(faces.language.asked)
    wanted.update(dict.fromkeys(spoken(program)))
    places = declared(program)
    found = []
    for context, source in wanted:
        key = (context, source)
        span = places.get(context) or places.get(f"{context} {source}") or faces.language.written.get(key)
        home = program.file_sets.get(span.file) if span is not None else None
        if span is not None and home is not None:
            found.append(Message(context, source, home.name, span))
    return found


def spoken(program: Program) -> list[Key]:
    """What rules print beside cards."""
    found: list[Key] = []
    for verb in program.verbs:
        for overload in verb.overloads:
            if isinstance(overload.decl, VerbDecl) and overload.decl.sentence is not None:
                found.append((f"verb {verb.name}", overload.decl.sentence.value))
    found += [(f"goal {goal.name}", goal.decl.title) for goal in program.goals]
    found += [(f"offer {a.name}", a.decl.title.value) for a in program.actions if a.decl.title is not None]
    found += [(f"option {o.name}", o.decl.text.value) for o in program.options if o.decl.text is not None]
    found += [(f"robot {robot.name}", robot.title) for robot in program.robots]
    return found


def declared(program: Program) -> dict[str, Span]:
    """Where what a context names is declared."""
    found: dict[str, Span] = {}
    for owner in program.sets:
        found[f"set {owner.title}"] = owner.span
    for card in program.designs:
        found[f"card {card.id}"] = found[f"name {card.id}"] = card.span
        for name in card.written:
            found[f"card {card.id} {name.replace('_', ' ')}"] = found[f"card {card.id} {name}"] = card.span
    for kind in program.kinds:
        found[f"kind {kind.name}"] = kind.span
    for zone in program.zones:
        found[f"zone {zone.name}"] = found[f"empty {zone.name}"] = zone.span
    for field in program.fields:
        found[f"field {field.name}"] = found[f"is {field.name}"] = field.span
    for clause in program.clauses:
        for what in ("clause", "is", "if"):
            found[f"{what} {clause.name}"] = clause.span
    for enum in program.enums:
        found[f"type {enum.name}"] = enum.span
        found.update({f"value {value}": enum.span for value in enum.values})
    for tag in program.tags:
        found[f"tag {tag.name}"] = found[f"has {tag.name}"] = tag.span
    for name, things in (
        ("define", program.defines), ("verb", program.verbs), ("action", program.actions), ("offer", program.actions),
        ("phase", program.phases), ("window", program.windows), ("answer", program.windows), ("goal", program.goals),
        ("option", program.options),
        ("variable", program.options), ("variable", program.gvars), ("robot", program.robots),
    ):  # fmt: skip
        found.update({f"{name} {one.name}": one.span for one in things})
    for phase in program.phases:
        for param in phase.decl.params:
            found.setdefault(f"variable {param.name}", param.span)
        for name, _, var in phase.vars:
            found.setdefault(f"variable {name}", var.span)
    return found


def template(analysis: Analysis, code: str) -> str:
    """A catalogue for a language: every message, with the translation that is there already."""
    program = analysis.program
    known: dict[Key, tuple[Catalogue, Entry]] = {}
    for owner in program.sets:
        for lang, path, data in owner.catalogues:
            if lang == code:
                found = read(data, path, lang)
                known.update({key: (found, entry) for key, entry in found.entries.items() if key not in known})
    header = kernel(code)
    lines = [
        'msgid ""', 'msgstr ""', f'"Language: {code}\\n"', '"Content-Type: text/plain; charset=UTF-8\\n"',
        f'"Plural-Forms: {header.rule}\\n"', "",
    ]  # fmt: skip
    for message in messages(analysis):
        have = known.get(message.key)
        entry = have[1] if have is not None else Entry(message.context, message.source)
        lines.append(f"#: {message.span.file}:{message.span.line}")
        lines.append(written(entry))
    return "\n".join(lines)
