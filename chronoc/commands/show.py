"""`chronoc show`: the printed face of a card, made of its code, in English, Russian or Spanish."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from chronoc.analyse import Analysis
    from chronoc.model.symbols import DesignSym
    from chronoc.text.faces import Face
    from chronoc.variant import Sources

WIDTH = 80


def show(
    card: Annotated[
        str, typer.Argument(metavar="CARD", help="A card: its title, name or number. Or a variant: all its cards.")
    ],
    variant: Annotated[
        str, typer.Option("--variant", "-v", metavar="VARIANT", help="Where to look (else in the shipped variants).")
    ] = "",
    lang: Annotated[
        str, typer.Option("--lang", "-l", metavar="LANGUAGE", help="en, es or ru (else that of the environment).")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON.")] = False,
    overrides: Annotated[
        bool, typer.Option("--overrides", help="Only the cards with a hand-written text, and why.")
    ] = False,
    catalogue: Annotated[
        bool, typer.Option("--catalogue", help="What is to be translated, as a PO file with what is there already.")
    ] = False,
) -> int:
    """Print the face of a card: its fields, conditions and effects as sentences.

    The text is made of the code, so it cannot say anything else. A set that is not translated is shown in English.
    """
    code = language(lang)
    found = _looked_up(card, variant)
    if isinstance(found, int):
        return found
    _, analysis, cards = found
    if catalogue:
        from chronoc.text.messages import template

        print(template(analysis, code), end="")
        return 0
    if overrides:
        return _overrides(analysis, cards, code, as_json)
    from chronoc.text.faces import Faces

    faces = Faces(analysis, code)
    if as_json:
        made = [data(faces.face(one)) for one in cards]
        print(json.dumps(made if len(made) != 1 else made[0], ensure_ascii=False, indent=2))
        return 0
    shown = [faces.face(one) for one in cards]
    for number, face in enumerate(shown):
        if number:
            print()
        print("\n".join(lines(face, notes=len(shown) == 1)))
    if len(shown) > 1 and (said := list(untranslated(shown))):
        print("\n".join(["", *said]))
    return 0


# ------------------------------------------------------------------ language


def language(wanted: str) -> str:
    """The language of the texts: what is asked for, else that of the environment, else English. Raises Refusal."""
    from chronoc.cli import Refusal
    from chronoc.model.suggest import listed
    from chronoc.text.language import languages

    known = languages()
    if wanted:
        code = _code(wanted)
        if code not in known:
            raise Refusal(f"there are no texts in {wanted!r}; languages are {listed(known, 'and')}")
        return code
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for part in os.environ.get(name, "").split(":"):
            if part and _code(part) in known:
                return _code(part)
        if os.environ.get(name) and name != "LANGUAGE":
            break
    return "en"


def _code(name: str) -> str:
    return name.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].lower()


# ------------------------------------------------------------------ cards


def _looked_up(card: str, variant: str) -> int | tuple[Sources, Analysis, list[DesignSym]]:
    """The cards that are meant, or an exit code when their variant has errors. Raises Refusal."""
    from chronoc import resources
    from chronoc.cli import Refusal
    from chronoc.model.suggest import listed
    from chronoc.text.lookup import called, matching, near_titles, titled
    from chronoc.variant import NoSuchVariant, find, read_sources

    if not variant:
        try:
            find(card)
        except NoSuchVariant:
            pass
        else:
            read = _read(card)
            return read if isinstance(read, int) else (*read, [one for one in read[1].program.designs if one.copies])
    titles: dict[str, None] = {}
    for place in [variant] if variant else resources.shipped():
        sources = read_sources(place, draft=True)
        if not variant and not called(sources, card):
            titles.update(dict.fromkeys(titled(sources)))
            continue
        read = _read(place, quiet=not variant)
        if isinstance(read, int):
            if variant:
                return read
            continue
        cards = matching(read[1].program, card)
        if cards:
            return (*read, cards)
        titles.update(dict.fromkeys(one.title for one in read[1].program.designs))
    near = near_titles(card, titles)
    where = f"in {variant}" if variant else "in the shipped variants"
    hint = f"; did you mean {listed([repr(title) for title in near])}?" if near else ""
    other = "" if variant else "; another variant is named with --variant"
    raise Refusal(f"there is no card {card!r} {where}{hint}{other}")


def _read(place: str, quiet: bool = False) -> int | tuple[Sources, Analysis]:
    """A variant, or the exit code when it has errors, which are told unless it was nobody's wish to see it."""
    from chronoc.analyse import analyse
    from chronoc.variant import read_sources

    sources = read_sources(place, draft=True)
    found = list(sources.diagnostics)
    if not any(item.severity == "error" for item in found):
        analysis = analyse(sources.sets, sources.variant)
        found += analysis.diagnostics
        if not analysis.failed:
            return sources, analysis
    return 1 if quiet else _tell(sources, found)


def _tell(sources: Sources, found: list[Any]) -> int:
    from chronoc.render import Renderer, ordered, summary
    from chronoc.terminal import colours

    renderer = Renderer(sources.reading.places, sources.reading.texts, colours(sys.stderr))
    for item in ordered(found):
        print(renderer.full(item), end="\n\n", file=sys.stderr)
    print(f"{summary(found)}; {sources.variant.id} cannot be shown", file=sys.stderr)
    return 2 if any(item.name == "unreadable-file" for item in found) else 1


def _overrides(analysis: Analysis, cards: list[DesignSym], code: str, as_json: bool) -> int:
    """The cards with a hand-written text."""
    from chronoc.text.overrides import overrides

    wanted = {card.id: None for card in cards}
    found = [one for one in overrides(analysis.program) if one.card.id in wanted]
    if as_json:
        rows = [{"card": o.card.id, "title": o.card.title, "text": o.text, "because": o.reason} for o in found]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    for one in found:
        print("\n".join(wrapped(f"{one.card.title}: {one.text}", 0)))
        print("\n".join(wrapped(f"because {one.reason}" if one.reason else "without a reason", 4)))
    print(f"{len(found)} of {len(cards)} cards have a text that was written by hand")
    return 0


# ------------------------------------------------------------------ the face


def lines(face: Face, notes: bool = True) -> Iterator[str]:
    """The face for a screen of 80 columns. `notes`: with what is not translated on it."""
    from chronoc.terminal import visible

    yield from wrapped(visible(face.title), 0)
    yield from wrapped(visible(" · ".join(part for part in (face.kind, face.set, face.copies) if part)), 0)
    below = [*body(face), *(untranslated([face]) if notes else ())]
    if below:
        yield from ("", *below)


def body(face: Face) -> Iterator[str]:
    """What stands on a face below its title."""
    from chronoc.terminal import columns, visible

    for entry in face.entries:
        label = f"{entry.label}:" if entry.label and entry.kind != "condition" else entry.label
        first = [
            text for depth, text in entry.lines[:1] if depth == 0 and (entry.kind != "table" or len(entry.lines) == 1)
        ]
        rest = entry.lines[1:] if first else entry.lines
        together = [*first]
        while (
            entry.kind != "table"
            and rest
            and rest[0][0] == 0
            and together
            and together[-1].endswith(".")
            and rest[0][1].endswith(".")
        ):
            together.append(rest[0][1])
            rest = rest[1:]
        yield from wrapped(visible(" ".join([label, *together]).strip()), 2)
        for depth, text in rest:
            sign = "– " if depth else ""
            yield from wrapped(visible(sign + text), 2 + 2 * (depth + int(entry.kind == "table")), len(sign))
        wide = max((columns(short) for short, _ in entry.legend), default=0)
        for short, title in entry.legend:
            yield from wrapped(visible(short) + " " * (wide - columns(short) + 2) + visible(title), 6, wide + 2)
    if face.tags:
        yield from wrapped("[" + ", ".join(visible(tag) for tag in face.tags) + "]", 2)
    card = face.card
    if card.provenance == "reconstructed":
        from chronoc.text.language import Language

        said = Language(face.language, ()).say("reconstructed: the sources do not tell this card, so it is ours")
        yield from wrapped(f"({said})", 2)


def untranslated(faces: Sequence[Face]) -> Iterator[str]:
    """What these faces say in English, because nobody has said it in the language that was asked for."""
    from chronoc.terminal import visible

    if any(face.language != face.wanted for face in faces):
        yield from wrapped(f"(not translated into {faces[0].wanted}, so this is English)", 2)
        return
    texts = dict.fromkeys(visible(text) for face in faces for _, text in face.holes)
    if texts:
        yield from wrapped(f"(not translated: {', '.join(texts)})", 2)


def wrapped(text: str, indent: int, hang: int = 2) -> list[str]:
    """Lines of at most 80 columns; wide letters take two."""
    from chronoc.terminal import columns

    found: list[str] = []
    start = " " * indent
    line = start
    room = WIDTH - indent - hang
    for part in (piece for word in text.split(" ") for piece in cut(word, room)):
        if line.strip() and columns(line) + columns(part) + 1 > WIDTH:
            found.append(line.rstrip())
            line = start + " " * hang + part
        else:
            line = f"{line} {part}" if line.strip() else line + part
    return [*found, line.rstrip()]


def cut(word: str, room: int) -> Iterator[str]:
    """A word in pieces that fit; scripts without blanks are one long word."""
    from chronoc.terminal import columns

    piece = ""
    for sign in word:
        if piece and columns(piece) + columns(sign) > room:
            yield piece
            piece = ""
        piece += sign
    yield piece


def data(face: Face) -> dict[str, Any]:
    """The face for programs."""
    card = face.card
    return {
        "id": card.id, "title": face.title, "kind": face.kind, "set": face.set, "copies": card.copies,
        "language": face.language, "provenance": card.provenance, "note": card.note, "tags": face.tags,
        "override": face.override,
        "entries": [
            {
                "name": entry.name, "kind": entry.kind, "label": entry.label,
                "lines": [{"depth": depth, "text": text} for depth, text in entry.lines],
                "named": [{"name": short, "title": title} for short, title in entry.legend],
            }
            for entry in face.entries
        ],
        "untranslated": [{"context": context, "text": text} for context, text in face.holes],
    }  # fmt: skip
