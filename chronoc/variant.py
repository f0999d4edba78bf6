"""Reads `variant.yaml` and the sets that it uses.

`read_sources` takes a folder, a `variant.yaml`, or the name of a shipped variant, and gives everything that `analyse`
wants. Whatever is wrong is a finding with line and column; only a path that leads nowhere raises `NoSuchVariant`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from chronoc import resources, yaml
from chronoc.diagnostics import Diagnostic
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.model.suggest import listed, nearest
from chronoc.sets import SUFFIX, VARIANT, Reading, read_file, read_set, showable
from chronoc.syntax.alphabets import meant
from chronoc.syntax.tree import Span


class NoSuchVariant(Exception):
    """What was asked for is no folder, no file and no shipped name; the message says what there is."""


@dataclass(slots=True)
class Sources:
    """A variant with its sets, ready for `analyse`, and what was found while reading."""

    variant: VariantSpec
    sets: tuple[SourceSet, ...]
    reading: Reading = field(default_factory=Reading)
    folder: Path = field(default_factory=Path)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return self.reading.diagnostics


def find(where: str | Path) -> Path:
    """The folder of a variant or set: a folder, the file in it, or a shipped name. Raises `NoSuchVariant`."""
    path = Path(where)
    try:
        if path.is_dir():
            return path
        if path.is_file() and (path.name == VARIANT or path.suffix == SUFFIX):
            return _home(path)
        exists = path.exists()
    except (OSError, ValueError):
        exists = False
    if exists:
        raise NoSuchVariant(f"{showable(str(where))} is neither a folder, nor {VARIANT}, nor a {SUFFIX} file")
    shipped = resources.shipped()
    same = [name for name in shipped if _folded(name) == _folded(str(where))]
    if same:
        return resources.folder("cards") / same[0]
    beside = [str(path.parent / name) for name in _names(path.parent)]
    near = nearest(showable(str(where)), [*shipped, *beside])
    hint = f"; did you mean {near}?" if near else f"; shipped are {listed(shipped, 'and')}" if shipped else ""
    raise NoSuchVariant(f"there is no folder and no shipped variant {showable(str(where))!r}{hint}")


def _home(file: Path) -> Path:
    """The folder of the set that a file belongs to: the nearest above it with a `variant.yaml`, else its own."""
    here = file.absolute().parent
    for folder in (here, *list(here.parents)[:3]):
        if (folder / VARIANT).is_file():
            return folder
    return here.parent if here.name == "scenarios" else here


def _folded(name: str) -> str:
    return name.replace("_", "-").casefold()


def read_sources(where: str | Path, draft: bool = False, instead: Mapping[str, bytes] | None = None) -> Sources:
    """The variant at a folder, a file or a shipped name, and its sets. `instead`: where a file lies -> other bytes for it."""
    folder = find(where)
    reading = Reading(instead=instead or {})
    variant = replace(read_variant(folder, reading), draft=draft)
    own = read_set(folder, reading)
    sets = {_folded(own.name): own} if own.files or not variant.uses else {}
    for i, name in enumerate(variant.uses):
        found = _sibling(folder, name)
        if _folded(name) in (*sets, _folded(own.name)):
            continue
        if found is None:
            _unknown_set(folder, name, variant.span(f"uses.{i}"), reading)
        else:
            sets[_folded(name)] = read_set(found, reading)
    _add_needed(folder, sets, reading)
    if not sets and not reading.diagnostics:
        name = showable(folder.resolve().name)
        reading.finding("error", "unknown-set", name, f"this folder holds neither {VARIANT} nor {SUFFIX} files")
    uses = tuple(source.name for source in sets.values())
    return Sources(replace(variant, uses=uses), tuple(sets.values()), reading, folder)


def _sibling(folder: Path, name: str) -> Path | None:
    """The folder of another set: beside this one, or shipped."""
    for parent in (folder.resolve().parent, resources.folder("cards")):
        for spelling in dict.fromkeys((name, name.replace("_", "-"), name.replace("-", "_"))):
            if (parent / spelling).is_dir():
                return parent / spelling
    return None


def _add_needed(folder: Path, sets: dict[str, SourceSet], reading: Reading) -> None:
    """Read what the sets say they need, and what that needs. A set that is nowhere is told by `analyse`."""
    pending = list(sets.values())
    while pending:
        for name in _needs(pending.pop(0)):
            found = _sibling(folder, name) if _folded(name) not in sets else None
            if found is not None:
                sets[_folded(name)] = read_set(found, reading)
                pending.append(sets[_folded(name)])


def _needs(source: SourceSet) -> list[str]:
    files = [(path, data) for path, data in source.files if b"needs" in data.lower()]
    if not files:
        return []  # most sets: nothing slow is imported, nothing is parsed twice
    from chronoc.model.findings import Findings
    from chronoc.model.order import gather
    from chronoc.syntax.parser import parse_text

    trees = [parse_text(data.decode("utf-8-sig", "replace"), path)[0] for path, data in files]
    return gather(source, trees, Findings()).needs  # what is wrong there, `analyse` tells


def wider_sets(sources: Sources) -> list[str]:
    """Names of sets beside the variant, or shipped, that need one of its sets and are not used by it."""
    used = {_folded(source.name) for source in sources.sets}
    found: dict[str, None] = {}
    for parent in (sources.folder.resolve().parent, resources.folder("cards")):
        for name in _names(parent):
            folder = parent / name
            if _folded(name) in used or _folded(name) in map(_folded, found) or not folder.is_dir():
                continue
            needs = _needs(read_set(folder, Reading(instead={})))
            if any(_folded(need) in used for need in needs):
                found[name] = None
    return list(found)


def with_set(sources: Sources, name: str) -> Sources | None:
    """The variant with one set more, and with what that needs. None: there is no such set."""
    found = _sibling(sources.folder, name)
    if found is None:
        return None
    reading = Reading(instead=sources.reading.instead)
    reading.texts.update(sources.reading.texts)
    reading.places.update(sources.reading.places)
    sets = {_folded(source.name): source for source in sources.sets}
    sets[_folded(name)] = read_set(found, reading)
    _add_needed(sources.folder, sets, reading)
    uses = tuple(source.name for source in sets.values())
    return Sources(replace(sources.variant, uses=uses, expect={}), tuple(sets.values()), reading, sources.folder)


def _unknown_set(folder: Path, name: str, span: Span, reading: Reading) -> None:
    known = [*_names(folder.resolve().parent), *resources.shipped()]
    near = nearest(name, known)
    notes = [f"did you mean `{near}`?"] if near else []
    document = yaml.Document(span.file, "")
    document.error("unknown-set", span, f"there is no set `{name}`: no folder beside this one has that name", *notes)
    reading.diagnostics.extend(document.diagnostics)


def _names(parent: Path) -> list[str]:
    try:
        return sorted(showable(p.name) for p in parent.iterdir() if not p.name.startswith(".") and p.is_dir())
    except OSError:
        return []


# ---------------------------------------------------------------- the file


def read_variant(folder: Path, reading: Reading) -> VariantSpec:
    """What the `variant.yaml` of a folder says; without one, the set in the folder on its own."""
    name = showable(folder.resolve().name)
    short, path = f"{name}/{VARIANT}", folder / VARIANT
    reading.places[short] = str(path)
    plain = VariantSpec(id=name, spans={"": Span(short, 0, 0, 1, 1, 1, 1)})
    if not path.exists() and not path.is_symlink():
        return plain
    data = read_file(path, short, reading, yaml.MAX_FILE)
    if data is None:
        return plain
    document = yaml.read(data, short)
    sound = not document.diagnostics
    if document.value is None and sound:
        document.error("variant-value", document.span(0, 0), "this file says nothing", f"write `variant: {name}`")
    elif document.value is not None:
        _mixed_letters(document)
        _against_schema(document)
    spec = _spec(document, plain)
    if spec.id != name and "variant" in (document.value or {}) and not document.diagnostics:
        message = f"the variant `{spec.id}` lies in a folder called `{name}`"
        reading.finding("warning", "variant-name", short, message, "let both have one name")
    reading.diagnostics.extend(document.diagnostics)
    return spec


def _mixed_letters(document: yaml.Document) -> None:
    """Names with letters of two alphabets, which nobody can see."""
    for path, span in document.keys.items():
        found = meant(str(path[-1]))
        if found is not None:
            document.error("mixed-letters", span, f"letters of two alphabets in one word: {found[1]}")


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(resources.grammar("variant.schema.json").read_text(encoding="utf-8")))


def _against_schema(document: yaml.Document) -> None:
    """Say what the schema refuses, in sentences, and take it out of the value."""
    faults = sorted(_validator().iter_errors(document.value), key=lambda e: [str(p) for p in e.absolute_path])
    for fault in faults:
        path = tuple(fault.absolute_path)
        if fault.validator == "additionalProperties":
            known = list(fault.schema["properties"])
            for key in [key for key in fault.instance if key not in known]:
                near = nearest(str(key), known)
                note = f"did you mean `{near}`?" if near else f"known keys are {listed(known, 'and')}"
                span = _where(document, (*path, key), key=True)
                document.error("variant-key", span, f"there is no key `{key}`", note)
        elif fault.validator == "required":
            missing = [key for key in fault.validator_value if key not in fault.instance]
            for key in missing:
                document.error("variant-key", document.span(0, 0), f"the key `{key}` is missing", _hint(fault, key))
        else:
            span = _where(document, path)
            hint = _hint(fault)
            joined = re.fullmatch(r"([^:]+):(\S+)", str(path[-1])) if path and fault.instance is None else None
            if joined is not None:
                hint = f"a blank is missing behind `:`; write `{joined[1]}: {joined[2]}`"
            document.error("variant-value", span, f"{_named(path)} cannot be {_shown(fault.instance)}", hint)
    for fault in faults:
        _remove(document.value, tuple(fault.absolute_path))


def _where(document: yaml.Document, path: yaml.Path, key: bool = False) -> Span:
    """The place of an entry (its value, or its key), or of the nearest thing around it that has one."""
    spans = document.keys if key else document.values
    while path and path not in spans:
        path = path[:-1]
    return spans[path] if path else document.span(0, 0)


def _hint(fault: Any, key: str | None = None) -> str:
    schema = fault.schema if key is None else fault.schema["properties"][key]
    return str(schema.get("description", ""))


def _named(path: yaml.Path) -> str:
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of `{path[-2]}`"
    return f"`{path[-1]}`" if len(path) == 1 else f"`{path[-1]}` in `{path[-2]}`"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, yaml.Strange):
        return "this (a date, or a value with a tag)"
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f"`{text}`" if len(text) <= 40 else f"`{text[:40]}…`"


def _remove(value: Any, path: yaml.Path) -> None:
    """Take a refused entry out, so that what follows sees sound values only."""
    for step in path[:-1]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return
    if path and isinstance(value, dict):
        value.pop(path[-1], None)
    elif path and isinstance(value, list) and isinstance(path[-1], int) and path[-1] < len(value):
        value[path[-1]] = None


def _spec(document: yaml.Document, plain: VariantSpec) -> VariantSpec:
    value = document.value if isinstance(document.value, dict) else {}
    spans = {"": document.span(0, 0)}
    for path, span in document.keys.items():
        spans[".".join(str(step) for step in path)] = span
    for path, span in document.values.items():
        whole = document.keys[path]
        if whole.end_line == span.end_line and len(path) > 1:  # the entry as a whole
            whole = replace(whole, end=span.end, end_column=span.end_column)
        spans[".".join(str(step) for step in path)] = whole
    return VariantSpec(
        id=value.get("variant", plain.id),
        title=value.get("title", ""),
        uses=tuple(name for name in value.get("uses", ()) if name is not None),
        players=_players(document, value.get("players")),
        options=_mapping(value, "options"),
        copies=_mapping(value, "copies"),
        without={
            name: tuple(kinds) if isinstance(kinds, list) else (kinds,)
            for name, kinds in _mapping(value, "without").items()
        },
        expect=_mapping(value, "expect"),
        check=_mapping(value, "check"),
        spans=spans,
    )


def _mapping(value: dict[str, Any], key: str) -> dict[str, Any]:
    inner = value.get(key)
    return inner if isinstance(inner, dict) else {}


def _players(document: yaml.Document, value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    low, _, high = str(value).partition("-")
    if not re.fullmatch(r"[0-9]{1,2}", low) or not re.fullmatch(r"[0-9]{0,2}", high):
        return None  # a finding was given
    players = int(low), int(high or low)
    if players[0] > players[1]:
        span = _where(document, ("players",))
        document.error("variant-value", span, f"`players` runs backwards: {value}", f"write {players[1]}-{players[0]}")
        return None
    return players
