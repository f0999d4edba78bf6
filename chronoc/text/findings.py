"""What is wrong with texts: hand-written ones that say something else than the code, and translations that are missing,
stale, or do not fit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from chronoc.analyse import Analysis
from chronoc.diagnostics import Diagnostic, Note, Severity
from chronoc.model.order import set_key
from chronoc.model.suggest import fold, listed, nearest
from chronoc.model.symbols import DesignSym, Program
from chronoc.syntax.tree import Span
from chronoc.text.catalogue import Catalogue, Entry, line_span, read
from chronoc.text.faces import Entry as FaceEntry
from chronoc.text.faces import Faces, catalogues, printed
from chronoc.text.grammars import GRAMMARS, grammar
from chronoc.text.language import AGREEING, MOODS, kernel
from chronoc.text.messages import Key, Message, declared, messages, spoken
from chronoc.text.overrides import Override, overrides
from chronoc.text.words import PLACES, SLOT

#: Contexts whose messages are nouns, sentences that are done, and sentences that say what is so.
NOUNS = ("kind", "zone", "field", "clause", "tag", "type", "value", "variable", "phase")
DONE = ("verb",)
SO = ("is", "has", "empty")
#: English words for numbers, as a text may write them.
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def text_findings(analysis: Analysis) -> Iterator[Diagnostic]:
    """All findings about the texts of a variant: of overrides, then of catalogues."""
    yield from override_findings(analysis)
    yield from catalogue_findings(analysis)


def _finding(name: str, severity: Severity, span: Span, message: str, *notes: str | Note | None) -> Diagnostic:
    full = tuple(Note(note) if isinstance(note, str) else note for note in notes if note is not None)
    return Diagnostic(name, severity, span, message, full)


# ------------------------------------------------------------------ overrides


def override_findings(analysis: Analysis) -> Iterator[Diagnostic]:
    """Hand-written texts without a reason, or with other numbers, names or marks than the code."""
    program = analysis.program
    faces: dict[str, Faces] = {}
    for found in overrides(program):
        if not found.reason:
            yield _finding(
                "override-without-reason", "error", found.span, f"`{found.card.title}` has a text of its own, and nothing says why",
                "write `text because: \"…\"`, or take the text out: it is made of the code",
            )  # fmt: skip
        for code, text, span in _texts(found):
            if code not in faces:
                faces[code] = Faces(analysis, code)
            if faces[code].language.code == code:
                yield from _against(program, faces[code], found.card, text, span)


def _texts(found: Override) -> Iterator[tuple[str, str, Span]]:
    """The text in every language that the card gives it in."""
    yield "en", found.text, found.span
    for item in found.card.translations:
        if fold(item.name) == "text" and item.language in GRAMMARS:
            yield item.language, item.value.value, item.span


def _against(program: Program, faces: Faces, card: DesignSym, text: str, span: Span) -> Iterator[Diagnostic]:
    made = " ".join(_whole(entry) for entry in faces.entries(card) if entry.kind != "field")
    fields = " ".join(_whole(entry) for entry in faces.entries(card) if entry.kind == "field")
    said, meant = _numbers(text, faces.language.code), _numbers(made, faces.language.code)
    known = {**meant, **_numbers(fields, faces.language.code)}
    wrong = [n for n in said if n not in known] + [n for n in meant if n not in said]
    if wrong:
        yield _finding(
            "text-number-differs", "error", span,
            f"this text has {_list(said) or 'no number'}, the code of `{card.title}` {_list(meant) or 'none'}",
            f"the code says: {made}",
        )  # fmt: skip
    marks, real = _marked(text), _marked(made)
    if marks != real:
        yield _finding(
            "text-mark-differs", "error", span,
            f"this text marks {_list(marks) or 'no name'} as turned over, the code of `{card.title}` {_list(real) or 'none'}",
            f"the code says: {made}",
        )  # fmt: skip
    names, given = _names(program, faces, text), _names(program, faces, made)
    for name in [n for n in names if n not in given] + [n for n in given if n not in names]:
        where = "names" if name in names else "does not name"
        other = "does not" if name in names else "does"
        yield _finding(
            "text-name-differs", "error", span, f"this text {where} {name}, and the code of `{card.title}` {other}",
            f"the code says: {made}",
        )  # fmt: skip


def _whole(entry: FaceEntry) -> str:
    return f"{entry.label} {entry.text}"


def _list(items: dict[str, None]) -> str:
    return listed(items, "and")


def _numbers(text: str, code: str) -> dict[str, None]:
    """The numbers in a text, in any order; in English words as well. Those with a mark are names."""
    found = re.findall(r"(?<![\w'])\d+(?!['’′\w])", text)
    if code == "en":
        found += [str(NUMBERS.index(w)) for w in re.findall(r"[a-z]+", text.lower()) if w in NUMBERS and w != "one"]
    return dict.fromkeys(sorted(found))


def _marked(text: str) -> dict[str, None]:
    """What has a mark behind it: `1969'`, `Tower'`."""
    found = re.findall(r"(\w+)['’′](?!\w)", text)
    return dict.fromkeys(sorted(one for one in found if not one.endswith("s")))


def _names(program: Program, faces: Faces, text: str) -> dict[str, None]:
    """The titles and names of cards in a text."""
    found: dict[str, None] = {}
    for card in program.designs:
        title = faces.language.own(f"card {card.id}", card.title)
        for name in dict.fromkeys((title, card.title, *((card.decl.name,) if card.decl.name else ()))):
            spaced = name.replace("_", " ")
            if re.search(rf"(?<!\w){re.escape(spaced)}(?!\w)", text):
                found[title] = None
    return found


# ------------------------------------------------------------------ catalogues


#: Stands for whatever a set may print in another variant.
MANY = Message("", "", "", Span("", 0, 0, 1, 1, 1, 1))


def catalogue_findings(analysis: Analysis) -> Iterator[Diagnostic]:
    """Translations that are missing, stale or do not fit."""
    program = analysis.program
    if not any(owner.catalogues for owner in program.sets):
        return
    wanted = messages(analysis)
    known = {message.key: message for message in wanted}
    known.update({key: Message(*key, "", Span("", 0, 0, 1, 1, 1, 1)) for key in spoken(program)})
    places = declared(program)
    said = {code: catalogues(program, code) for code in GRAMMARS}
    for owner in program.sets:
        for code, path, data in owner.catalogues:
            found = read(data, path, code)
            yield from found.problems
            if code not in GRAMMARS:
                first = line_span(path, 1)
                yield _finding(
                    "bad-catalogue", "warning", first, f"the engine has no words in `{code}`, so nobody sees this"
                )
                continue
            own = [message for message in wanted if message.set == owner.name]
            if code != "en":
                elsewhere = {key for other in said[code] for key in other.entries if other.find(*key) is not None}
                known_here = {*elsewhere, *printed(program, code)}
                yield from _missing(found, [message for message in own if message.key not in known_here])
            # what another set has taken away or replaced is no fault of this catalogue
            home = set_key(owner.name) == set_key(program.variant.id)
            for entry in found.entries.values():
                yield from _entry(program, found, entry, known if home else {**known, entry.key: MANY}, places)


def _missing(found: Catalogue, wanted: list[Message]) -> Iterator[Diagnostic]:
    for message in wanted:
        if found.find(message.context, message.source) is None:
            state = "is marked as doubtful" if message.key in found.entries else "is missing"
            yield _finding(
                "missing-translation", "warning", message.span,
                f"the translation of “{message.source}” into `{found.language}` {state}, so English stands there",
                Note(f"the catalogue: add `msgctxt \"{message.context}\"`", line_span(found.path, 1)),
            )  # fmt: skip


def _entry(
    program: Program, found: Catalogue, entry: Entry, known: dict[Key, Message], places: dict[str, Span]
) -> Iterator[Diagnostic]:
    span = found.span(entry)
    if entry.key not in known and not _may_be(entry, known, places):
        now = [source for context, source in known if context == entry.context]
        yield _finding(
            "stale-translation", "warning", span, f"the sources no longer say “{entry.source}” here ({entry.context}), so this is not used",
            f"they say “{now[0]}”" if now else _like(entry, known),
        )  # fmt: skip
        return
    yield from _slots(program, found, entry, span)
    yield from _forms(found, entry, span)


def _may_be(entry: Entry, known: dict[Key, Message], places: dict[str, Span]) -> bool:
    """A word for something that is declared, though no card prints it now."""
    what, _, name = entry.context.partition(" ")
    if what in ("set", "text") or what == "card":
        return False
    named = what in (*NOUNS, "define", "is", "has", "empty", "if", "name", "answer") and name.replace(
        "_", " "
    ) == entry.source.replace("_", " ")
    return named and entry.context in places


def _like(entry: Entry, known: dict[Key, Message]) -> str | None:
    near = nearest(entry.context, [context for context, _ in known])
    return f'did you mean `msgctxt "{near}"`?' if near else None


def _slots(program: Program, found: Catalogue, entry: Entry, span: Span) -> Iterator[Diagnostic]:
    """Slots that are not there, words that do not agree, cases that the language does not have."""
    names = _known_slots(program, entry)
    cases = (*grammar(found.language).cases, *PLACES, "acc", "gen", "dat", "ins", "pre")
    for text in entry.texts.values():
        rest = SLOT.sub("", text)
        if "{" in rest or "}" in rest:
            sign = rest[min(at for at in (rest.find("{"), rest.find("}")) if at >= 0) :]
            yield _finding(
                "unknown-slot", "error", span, f"`{sign[:12]}` is no slot: braces are not closed",
                "a slot stands between two braces: `{name}`",
            )  # fmt: skip
        for match in SLOT.finditer(text):
            what, _, case = match[1].partition(":")
            word, slash, slot = what.rpartition("/")
            name, star, counted = (slot if slash else what).partition("*")
            if name not in names:
                near = nearest(name, names)
                hint = (
                    f"did you mean `{{{near}}}`?"
                    if near
                    else f"there is {listed(f'`{{{n}}}`' for n in names)}"
                    if names
                    else None
                )
                yield _finding(
                    "unknown-slot", "error", span, f"`{{{match[1]}}}` names nothing that this text is given", hint
                )
            elif case and case not in cases:
                yield _finding(
                    "unknown-slot", "error", span, f"there is no case `{case}`", f"cases are {listed(cases[:6])}"
                )
            elif slash and kernel(found.language).find(AGREEING, word) is None:
                yield _finding("unknown-slot", "error", span, f"the engine has no word `{word}` that agrees")
            elif star and fold(counted) not in program.kind_names:
                yield _finding("unknown-slot", "error", span, f"there is no kind `{counted}` to be counted")


def _known_slots(program: Program, entry: Entry) -> list[str]:
    what, _, name = entry.context.partition(" ")
    given = dict.fromkeys(match[1] for match in SLOT.finditer(entry.source))
    if what in SO:
        given["x"] = None
    if what == "option":
        given.update({"it": None, name: None})
    if what == "verb":
        given["you"] = None
        for verb in program.verbs:
            if fold(verb.name) == fold(name):
                given.update({p.name: None for o in verb.overloads if o.decl is not None for p in o.decl.params})
    if what == "define":
        for define in program.defines:
            if fold(define.name) == fold(name):
                given.update({p.name: None for o in define.overloads if o.decl is not None for p in o.decl.params})
                if any(o.decl is None for o in define.overloads):
                    given["x"] = None
    return list(given)


def _forms(found: Catalogue, entry: Entry, span: Span) -> Iterator[Diagnostic]:
    """Forms that a language needs and an entry lacks."""
    what = entry.context.partition(" ")[0]
    cases = grammar(found.language).cases
    if entry.plural is not None and len(entry.texts) < found.forms:
        yield _finding(
            "missing-form", "error", span, f"`{found.language}` has {found.forms} plural forms, here are {len(entry.texts)}",
            "write one `msgstr[…]` for each",
        )  # fmt: skip
    if what in NOUNS:
        rows = re.sub(r"^\s*\[[^\]]*\]", "", entry.text).split(" / ")
        lengths = Counter(len(row.split("|")) for row in rows)
        if any(length not in (1, len(cases)) for length in lengths):
            yield _finding(
                "missing-form", "error", span, f"a noun has one form, or one for each of the {len(cases)} cases of `{found.language}`",
                f"the cases are {listed(cases, 'and')}",
            )  # fmt: skip
    elif what in DONE and found.language != "en" and any(MOODS not in text for text in entry.texts.values()):
        yield _finding(
            "missing-form", "warning", span, "this sentence has no form to stand behind “may” and “must”",
            "write `do it || to do it`",
        )  # fmt: skip
    elif what in SO and any(MOODS not in text for text in entry.texts.values()):
        yield _finding(
            "missing-form", "warning", span, "this sentence does not say its opposite", "write `it is so || it is not so`"
        )  # fmt: skip


def overridden(program: Program) -> tuple[int, int]:
    """How many cards have a hand-written text, and how many there are."""
    return sum(1 for _ in overrides(program)), len(program.designs)
