"""The order of sets: what a set needs stands before it, then by name. The order of `uses` never matters."""

from __future__ import annotations

from collections.abc import Sequence

from chronoc.diagnostics import Note
from chronoc.model.findings import Findings
from chronoc.model.sources import SourceSet, VariantSpec
from chronoc.model.suggest import fold, listed, nearest
from chronoc.model.symbols import SetSym
from chronoc.syntax import tree


def set_key(name: str) -> str:
    """`-` and `_` are one in the names of sets."""
    return fold(name.replace("-", "_"))


def used_sets(sources: Sequence[SourceSet], variant: VariantSpec, findings: Findings) -> list[SourceSet]:
    """The sets that the variant uses; all of them when it names none."""
    known = {set_key(source.name): source for source in sources}
    if not variant.uses:
        return [known[key] for key in sorted(known)]
    wanted: dict[str, SourceSet] = {}
    for i, name in enumerate(variant.uses):
        source = known.get(set_key(name))
        if source is None:
            near = nearest(name, [s.name for s in sources])
            findings.error(
                "unknown-set",
                variant.span(f"uses.{i}"),
                f"there is no set `{name}`",
                f"did you mean `{near}`?" if near else None,
            )
        else:
            wanted[set_key(name)] = source
    return [wanted[key] for key in sorted(wanted)]


#: What a set may say of itself.
SET_CLAUSES = ("needs", "edition", "expect", "provenance", "note")


def check_set(source: SourceSet, item: tree.SetDecl, findings: Findings) -> None:
    """The name of a set is that of its folder; it says only what sets say."""
    if set_key(item.name) != set_key(source.name):
        findings.warning(
            "set-name", item.span, f"this set is called `{source.name}` after its folder, not `{item.name}`",
            f"write `set {set_key(source.name)}`",
        )  # fmt: skip
    for clause in item.clauses:
        name = str(getattr(clause, "name", ""))
        if isinstance(clause, tree.Field) and fold(name) in SET_CLAUSES:
            continue
        near = nearest(name, SET_CLAUSES)
        span = clause.name_span if isinstance(clause, tree.Field) else clause.span
        findings.error(
            "unknown-field", span, f"a set has no `{name}`",
            f"did you mean `{near}`?" if near else f"it may say {listed(SET_CLAUSES, 'and')}",
        )  # fmt: skip


def gather(source: SourceSet, files: list[tree.File], findings: Findings | None = None) -> SetSym:
    """A set with its declarations and what it says it needs."""
    start = tree.Span(files[0].path if files else source.name, 0, 0, 1, 1, 1, 1)
    found = SetSym(source.name, source.name, start, 0, files=files, catalogues=source.catalogues)
    for file in files:
        for item in file.items:
            if isinstance(item, tree.SetDecl):
                if not found.decls:
                    found.span = item.span
                found.decls.append(item)
                if findings is not None:
                    check_set(source, item, findings)
                found.title = item.title or found.title
                for clause in item.clauses:
                    if isinstance(clause, tree.Field) and fold(clause.name) == "needs":
                        found.needs.extend(name for value in clause.values if (name := plain_name(value)) is not None)
    return found


def plain_name(expr: tree.Expr) -> str | None:
    """The word that stands here alone, as a name or in quotes."""
    if isinstance(expr, tree.Name):
        return expr.name
    if isinstance(expr, tree.Text):
        return expr.value
    if isinstance(expr, tree.Binary) and expr.op == "-":  # old-lamps
        left, right = plain_name(expr.left), plain_name(expr.right)
        return None if left is None or right is None else f"{left}-{right}"
    return None


def in_order(sets: list[SetSym], findings: Findings) -> list[SetSym]:
    """The sets, those that are needed first, else by name; fills `above` and `order`."""
    known = {set_key(s.name): s for s in sets}
    done: dict[str, SetSym] = {}
    state: dict[str, int] = {}

    def visit(found: SetSym, chain: tuple[str, ...]) -> None:
        key = set_key(found.name)
        if state.get(key) == 2:
            return
        if state.get(key) == 1:
            loop = " -> ".join((*chain[chain.index(key) :], key))
            findings.error("cyclic-needs", found.span, f"sets need each other in a circle: {loop}")
            return
        state[key] = 1
        for need in sorted(set_key(n) for n in found.needs):
            below = known.get(need)
            if below is None:
                findings.error(
                    "missing-set",
                    found.span,
                    f"the set `{found.name}` needs `{need}`, which the variant does not use",
                    Note(f"add `{need}` to `uses`"),
                )
                continue
            visit(below, (*chain, key))
            found.above[need] = None
            found.above.update(below.above)
        state[key] = 2
        done[key] = found

    for key in sorted(known):
        visit(known[key], ())
    result = list(done.values())
    for i, found in enumerate(result):
        found.order = i
    return result


def two_games(sets: list[SetSym], findings: Findings) -> bool:
    """Sets that are games of their own cannot be played together. That is all that can be said of them."""
    games = [
        (found, item)
        for found in sets
        for item in [i for file in found.files for i in file.items if isinstance(i, tree.GameDecl)][:1]
    ]
    clash = False
    for found, item in games[1:]:
        first, place = games[0]
        if set_key(first.name) in found.above:  # it builds on the other, and only means `override`
            continue
        clash = True
        findings.error(
            "doubled-name", item.span,
            f"`game` is declared twice: the sets `{first.name}` and `{found.name}` are both games of their own, so they cannot"
            " be played together",
            Note("it is declared here first", place.span),
            "use one of them; or write `override game` to replace what the other says, and `more` to extend it",
        )  # fmt: skip
    return clash
