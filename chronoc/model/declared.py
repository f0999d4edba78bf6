"""All declarations of a variant, with `more`, `override` and `drop` carried out.

The result does not depend on the order in which sets are listed: two sets that replace the same thing, without one
needing the other, are an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from chronoc.diagnostics import Note
from chronoc.model.findings import Findings
from chronoc.model.order import set_key
from chronoc.model.suggest import fold, listed, nearest
from chronoc.model.symbols import SetSym
from chronoc.syntax import tree
from chronoc.syntax.tree import Span

Key = tuple[str, ...]
#: What may be declared once and then extended, replaced or taken away.
WORDS = {
    tree.KindDecl: "kind",
    tree.TypeDecl: "type",
    tree.ZoneDecl: "zone",
    tree.LayoutDecl: "layout",
    tree.OptionDecl: "option",
    tree.VarDecl: "var",
    tree.DefineDecl: "define",
    tree.VerbDecl: "to",
    tree.ActionDecl: "action",
    tree.PhaseDecl: "phase",
    tree.WindowDecl: "window",
    tree.GoalDecl: "goal",
    tree.RobotDecl: "robot",
    tree.CardDecl: "card",
    tree.GameDecl: "game",
    tree.FrameDecl: "frame",
    tree.TagDecl: "tag",
}
DROPPED_AS = {"verb": "to", "definition": "define", "variable": "var"}


@dataclass(slots=True)
class Entry:
    """One thing declared: where, by which set, and what later files add to it."""

    decl: tree.Decl | tree.OptionDecl | tree.VarDecl
    set: SetSym
    span: Span
    more: list[tuple[tree.Decl, SetSym]] = field(default_factory=list)
    replaced_by: SetSym | None = None
    name: str = ""
    clashes: list[tuple[SetSym, SetSym, Span, Span]] = field(
        default_factory=list
    )  # two sets, and where they replace it


@dataclass(slots=True)
class Declared:
    entries: dict[Key, Entry] = field(default_factory=dict)
    standing: list[tuple[tree.Whenever | tree.Trigger | tree.Adjust | tree.Forbid, SetSym]] = field(
        default_factory=list
    )
    scenarios: list[tuple[tree.ScenarioDecl, SetSym, tree.File]] = field(default_factory=list)
    files: dict[str, SetSym] = field(default_factory=dict)
    dropped: dict[Key, tuple[SetSym, Span]] = field(default_factory=dict)  # what is taken away, by which set and where

    def of(self, word: str) -> list[Entry]:
        """The entries of one kind of declaration, in order."""
        return [entry for key, entry in self.entries.items() if key[0] == word]


def type_text(expr: tree.TypeExpr | None) -> str:
    """A type as text, to tell overloads apart."""
    if expr is None:
        return ""
    inner = [type_text(part) for part in expr.of] + [fold(v) for v in expr.values]
    return fold(expr.head) + (f"({','.join(inner)})" if inner else "")


def signature(params: tuple[tree.Param, ...]) -> tuple[str, ...]:
    return tuple(type_text(param.type) for param in params)


def key_of(decl: object) -> Key | None:
    """What makes a declaration the same as another."""
    word = WORDS.get(type(decl))
    match decl:
        case tree.GameDecl():
            return ("game",)
        case tree.FrameDecl():
            return ("frame", decl.name)
        case tree.DefineDecl() | tree.VerbDecl():
            return (str(word), fold(decl.name), str(len(decl.params)), *signature(decl.params))
        case tree.WindowDecl():
            return ("window", *(fold(name) for name in decl.names))
        case tree.CardDecl():
            return ("card", fold(decl.kind), fold(decl.name or decl.title))
        case tree.KindDecl() | tree.TypeDecl() | tree.ZoneDecl() | tree.LayoutDecl() | tree.OptionDecl():
            return (str(word), fold(decl.name))
        case tree.VarDecl() | tree.ActionDecl() | tree.PhaseDecl() | tree.GoalDecl() | tree.RobotDecl():
            return (str(word), fold(decl.name))
    return None


def display(decl: object) -> str:
    match decl:
        case tree.GameDecl():
            return "game"
        case tree.FrameDecl():
            return decl.name
        case tree.WindowDecl():
            return decl.names[0]
        case tree.CardDecl():
            return decl.name or decl.title
        case _:
            return str(getattr(decl, "name", "this"))


def declared(sets: list[SetSym], findings: Findings) -> Declared:
    """Collect all items of the sets (in dependency order) and carry out every change."""
    result = Declared()
    changes: list[tuple[tree.Changed | tree.Drop | tree.MoreGoal, SetSym]] = []
    for found in sets:
        for file in found.files:
            result.files[file.path] = found
            for item in file.items:
                match item:
                    case tree.Changed() | tree.Drop() | tree.MoreGoal():
                        changes.append((item, found))
                    case tree.ScenarioDecl():
                        result.scenarios.append((item, found, file))
                    case tree.Whenever() | tree.Trigger() | tree.Adjust() | tree.Forbid():
                        result.standing.append((item, found))
                    case tree.SetDecl() | tree.ImportDecl():
                        pass
                    case _:
                        declare(result, item, found, findings)
    for change, found in changes:
        if isinstance(change, tree.Drop):
            drop(result, change, found, findings)
    for change, found in changes:
        match change:
            case tree.MoreGoal():
                more_goal(result, change, found, findings)
            case tree.Changed(how="override"):
                override(result, change, found, findings)
    tell_clashes(result, findings)
    for change, found in changes:
        if isinstance(change, tree.Changed) and change.how != "override":
            more(result, change, found, findings)
    return result


def declare(result: Declared, item: tree.Decl, found: SetSym, findings: Findings) -> None:
    if isinstance(item, tree.TagDecl):
        for name, span in zip(item.names, item.name_spans, strict=True):
            entry = Entry(item, found, span, name=name)
            add(result, ("tag", fold(name)), entry, f"the tag `{name}`", findings)
        return
    if isinstance(item, tree.WindowDecl):
        for name in item.names:
            one = tree.WindowDecl((name,), item.params, item.zones, item.using, item.sentence, item.span)
            add(
                result,
                ("window", fold(name)),
                Entry(one, found, item.span, name=name),
                f"the window `{name}`",
                findings,
            )
        return
    key = key_of(item)
    if key is None:
        return
    if key == ("kind", "player"):
        findings.error(
            "doubled-name",
            item.span,
            "there are players in every game",
            "write `more kind player { … }`, which adds to them",
        )
    name = display(item)
    word = "verb" if key[0] == "to" else key[0]
    label = f"`{name}`" if key[0] in ("game", "frame") else f"the {word} `{name}`"
    add(result, key, Entry(item, found, place_of(item), name=name), label, findings)
    if isinstance(item, tree.GameDecl):
        game_parts(result, item, found, findings)


def game_parts(result: Declared, item: tree.GameDecl, found: SetSym, findings: Findings) -> None:
    for option in item.options:
        entry = Entry(option, found, option.span, name=option.name)
        add(result, ("option", fold(option.name)), entry, f"the option `{option.name}`", findings)
    for var in item.variables:
        add(
            result,
            ("var", fold(var.name)),
            Entry(var, found, var.span, name=var.name),
            f"the variable `{var.name}`",
            findings,
        )


def place_of(item: object) -> Span:
    """Where to point: the head of a card, else the declaration."""
    if isinstance(item, tree.CardDecl):
        return item.head
    return item.span  # type: ignore[attr-defined, no-any-return]


def add(result: Declared, key: Key, entry: Entry, label: str, findings: Findings) -> None:
    first = result.entries.get(key)
    if first is None:
        result.entries[key] = entry
        return
    if key[0] == "tag":  # the same tag in two sets is one tag
        return
    notes: list[Note | str] = [Note("it is declared here first", first.span)]
    if first.set is not entry.set and key[0] != "card":
        word = {"frame": "", "game": ""}.get(key[0], key[0])
        notes.append(f"write `override {word} {entry.name}` to replace it, or `more` to extend it".replace("  ", " "))
    elif key[0] == "card":
        notes.append("give one of them another name")
    code = "doubled-name" if first.name == entry.name or key[0] == "card" else "case-only-difference"
    findings.error(code, entry.span, f"{label} is declared twice", *notes)


def tell_dropped(
    result: Declared, key: Key, name: str, span: Span, how: str, found: SetSym, findings: Findings
) -> None:
    """A change of what another set takes away. A set that takes away what it builds on has the last word."""
    by, where = result.dropped[key]
    if set_key(found.name) in by.above:
        return
    findings.error(
        "clashing-change", span, f"`{name}` is taken away by the set `{by.name}`, so the set `{found.name}` cannot {how} it",
        Note("it is taken away here", where), f"let `{by.name}` say `needs: {found.name}`, if it shall be gone",
    )  # fmt: skip


def lookup(result: Declared, item: tree.Decl, how: str, found: SetSym, findings: Findings) -> Entry | None:
    """The entry that a change is about; an error when there is none."""
    key = key_of(item)
    if key is None:
        findings.error("bad-change", item.span, f"`{how}` cannot be used here", "it takes something that has a name")
        return None
    entry = result.entries.get(key)
    if entry is not None:
        return entry
    if key in result.dropped:
        tell_dropped(result, key, display(item), item.span, how, found, findings)
        return None
    name, word = display(item), key[0]
    same_name = [k for k in result.entries if k[0] == word and k[1:2] == key[1:2]]
    if same_name and word in ("define", "to"):
        forms = listed((f"`{name}({', '.join(k[3:])})`" for k in same_name), "and")
        findings.error(
            "nothing-to-change", item.span, f"there is no `{name}` with these parameters to {how}", f"there is {forms}"
        )
        return None
    near = nearest(name, [e.name for k, e in result.entries.items() if k[0] == word])
    findings.error(
        "nothing-to-change",
        item.span,
        f"there is no {'verb' if word == 'to' else word} `{name}` to {how}",
        f"did you mean `{near}`?" if near else "take the word away to declare it here",
    )
    return None


def override(result: Declared, change: tree.Changed, found: SetSym, findings: Findings) -> None:
    item = change.item
    if isinstance(item, tree.GameDecl):
        override_game(result, item, found, change.span, findings)
        return
    targets: list[tree.Decl] = [item]
    if isinstance(item, tree.WindowDecl):
        targets = [
            tree.WindowDecl((n,), item.params, item.zones, item.using, item.sentence, item.span) for n in item.names
        ]
    for target in targets:
        entry = lookup(result, target, "override", found, findings)
        if entry is not None and may_replace(entry, found, change.span, findings):
            entry.decl = keep_variables(entry.decl, target)
            entry.set, entry.span, entry.replaced_by = found, place_of(target), found


def keep_variables(old: object, new: tree.Decl) -> tree.Decl:
    """A phase that replaces another keeps the variables that it does not declare anew: verbs and cards may name
    them."""
    if not isinstance(old, tree.PhaseDecl) or not isinstance(new, tree.PhaseDecl):
        return new
    own = {fold(var.name) for var in new.variables}
    kept = tuple(var for var in old.variables if fold(var.name) not in own)
    return tree.PhaseDecl(new.name, new.params, (*kept, *new.variables), new.body, new.span)


def may_replace(entry: Entry, found: SetSym, span: Span, findings: Findings) -> bool:
    """Two sets may replace the same thing only when one needs the other, or when a third one, which needs both, replaces it
    as well."""
    last = entry.replaced_by
    if last is None:
        return True
    if set_key(last.name) in found.above:
        entry.clashes = [clash for clash in entry.clashes if set_key(clash[1].name) not in found.above]
        return True
    if last is found:
        message = f"`{entry.name}` is replaced twice in the set `{found.name}`"
        findings.error("clashing-change", span, message, Note("it is replaced here first", entry.span))
        return False
    entry.clashes.append((last, found, span, entry.span))
    return False


def tell_clashes(result: Declared, findings: Findings) -> None:
    """Things that two sets replace and no third one settles."""
    for entry in result.entries.values():
        for one, other, span, first in entry.clashes:
            findings.error(
                "clashing-change",
                span,
                f"`{entry.name}` is replaced by the sets `{one.name}` and `{other.name}`, so which counts is not clear",
                Note("it is replaced here first", first),
                f"let one of the sets say `needs: {one.name}`, or a third one need both and replace it",
            )


def override_game(result: Declared, item: tree.GameDecl, found: SetSym, span: Span, findings: Findings) -> None:
    """What the new `game` says counts; what it does not say stays."""
    if item.title is not None or item.low is not None or not (item.options or item.variables):
        entry = lookup(result, item, "override", found, findings)
        if entry is None or not may_replace(entry, found, span, findings):
            return
        old = entry.decl
        assert isinstance(old, tree.GameDecl)
        low, high = (old.low, old.high) if item.low is None else (item.low, item.high)
        entry.decl = tree.GameDecl(item.title or old.title, low, high, old.options, old.variables, item.span)
        entry.set, entry.span, entry.replaced_by = found, item.span, found
    parts: list[tree.OptionDecl | tree.VarDecl] = [*item.options, *item.variables]
    for part in parts:
        key = key_of(part)
        assert key is not None
        old_part = result.entries.get(key)
        if old_part is None:
            word = "option" if isinstance(part, tree.OptionDecl) else "variable"
            near = nearest(part.name, [e.name for e in result.of(key[0])])
            findings.error(
                "nothing-to-change",
                part.span,
                f"there is no {word} `{part.name}` to override",
                f"did you mean `{near}`?" if near else "write `more game { … }` to add it",
            )
        elif may_replace(old_part, found, part.span, findings):
            old_part.decl, old_part.set, old_part.span, old_part.replaced_by = part, found, part.span, found


def more(result: Declared, change: tree.Changed, found: SetSym, findings: Findings) -> None:
    item = change.item
    if isinstance(item, tree.GameDecl):
        if ("game",) not in result.entries:
            lookup(result, item, "extend", found, findings)
        game_parts(result, item, found, findings)
        return
    if isinstance(item, tree.KindDecl) and fold(item.name) == "player":
        result.entries.setdefault(("kind", "player"), Entry(item, found, item.span, name="player"))
        player = result.entries[("kind", "player")]
        if player.decl is not item:
            player.more.append((item, found))
        return
    if not isinstance(item, (tree.KindDecl, tree.FrameDecl, tree.PhaseDecl, tree.VerbDecl, tree.CardDecl)):
        findings.error(
            "bad-change", change.span, "`more` cannot extend this",
            "it extends a kind, a card, a verb, a phase, the game, setup, turn or ending; use `override` to replace",
        )  # fmt: skip
        return
    entry = lookup(result, item, "extend", found, findings)
    if entry is not None:
        entry.more.append((item, found))


def more_goal(result: Declared, item: tree.MoreGoal, found: SetSym, findings: Findings) -> None:
    entry = result.entries.get(("goal", fold(item.name)))
    if entry is None and ("goal", fold(item.name)) in result.dropped:
        tell_dropped(result, ("goal", fold(item.name)), item.name, item.span, "narrow", found, findings)
        return
    if entry is None:
        near = nearest(item.name, [e.name for e in result.of("goal")])
        findings.error(
            "nothing-to-change", item.span, f"there is no goal `{item.name}` to narrow",
            f"did you mean `{near}`?" if near else None,
        )  # fmt: skip
        return
    entry.more.append((item, found))


def drop(result: Declared, item: tree.Drop, found: SetSym, findings: Findings) -> None:
    word = DROPPED_AS.get(item.what, item.what)
    for name in item.names:
        keys = [key for key in result.entries if matches_drop(key, word, name)]
        if not keys and word in ("setup", "turn", "ending") and ("frame", word) in result.entries:
            keys = [("frame", word)]
        for key in keys:
            del result.entries[key]
            result.dropped[key] = (found, item.span)
        if not keys and not any(matches_drop(key, word, name) for key in result.dropped):
            near = nearest(name, [e.name for k, e in result.entries.items() if k[0] == word])
            findings.error(
                "nothing-to-change", item.span, f"there is no {item.what} `{name}` to drop",
                f"did you mean `{near}`?" if near else None,
            )  # fmt: skip


def matches_drop(key: Key, word: str, name: str) -> bool:
    if key[0] != word:
        return False
    return key[-1] == fold(name) if word == "card" else key[1:2] == (fold(name),)
