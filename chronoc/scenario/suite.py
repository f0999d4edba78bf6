"""All scenarios of a variant: read, made ready in as few tables as possible, played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from chronoc.analyse import Analysis
from chronoc.diagnostics import Diagnostic
from chronoc.lower.scenario import Extra
from chronoc.model.suggest import fold
from chronoc.model.symbols import SetSym
from chronoc.scenario.picks import Words
from chronoc.scenario.plan import Plan, Planner, spoken
from chronoc.scenario.runner import Outcome, Runner
from chronoc.scenario.shape import Case, Line, Piece, cases
from chronoc.scenario.source import Source
from chronoc.syntax import tree
from runtime.table import load_table


@dataclass(slots=True)
class Told:
    """A scenario and the set it stands in."""

    scenario: tree.ScenarioDecl
    owner: SetSym
    file: str


def told(analysis: Analysis) -> list[Told]:
    """The scenarios of all sets of a variant, by file and place."""
    return [Told(decl, owner, file.path) for decl, owner, file in analysis.program.scenarios]


def play(analysis: Analysis, wanted: Sequence[Told], texts: Mapping[str, bytes]) -> Iterator[Outcome]:
    """Play these scenarios of an analysed variant, which has a table. One outcome a case, in the order given."""
    assert analysis.table is not None
    source = Source(texts)
    tables = _Tables(analysis, source)
    plans: list[tuple[Plan, _Shared]] = []
    for item, case in _cases(analysis, wanted, source):
        home = tables.of(item, case)
        plans.append((home.plan(case), home))
    for plan, home in plans:
        yield home.runner.run(plan)


def problems(analysis: Analysis, texts: Mapping[str, bytes], wanted: Sequence[Told] | None = None) -> list[Diagnostic]:
    """What is wrong with the scenarios of a variant (with these, or all) as they are written; nothing is played."""
    if analysis.table is None:
        return []
    source = Source(texts)
    tables = _Tables(analysis, source)
    found: list[Diagnostic] = []
    for item, case in _cases(analysis, told(analysis) if wanted is None else wanted, source):
        found += tables.of(item, case).plan(case).problems
    return list(dict.fromkeys(found))


def _cases(analysis: Analysis, wanted: Sequence[Told], source: Source) -> Iterator[tuple[Told, Case]]:
    everything = told(analysis)
    for item in wanted:
        near = sorted(everything, key=lambda other: (other.file != item.file, other.owner is not item.owner))
        for case in cases(item.scenario, [other.scenario for other in near], source):
            yield item, case


def _facts(pieces: Sequence[Piece]) -> Iterator[tree.Given]:
    for piece in pieces:
        if isinstance(piece, Line):
            yield from piece.facts


def _layout(pieces: Sequence[Piece]) -> str | None:
    """The layout that a case gives to the boards, which the table must know from the start."""
    return next((fact.name for fact in _facts(pieces) if fact.form == "layout"), None)


def _sizes(pieces: Sequence[Piece], measures: Mapping[str, None]) -> dict[str, tree.Expr]:
    """The options that a case gives and that some board is measured by: its cells are named by them."""
    found: dict[str, tree.Expr] = {}
    for fact in _facts(pieces):
        if fact.form == "set" and fact.name is not None and fold(fact.name) in measures:
            found[fact.name] = fact.values[0]
    return found


def _measures(analysis: Analysis) -> dict[str, None]:
    """Names that stand in the sizes of grids, folded."""
    decls = [zone.decl for zone in analysis.program.zones if zone.decl is not None]
    return dict.fromkeys(word for decl in decls for word in spoken((decl.rows, decl.columns)))


class _Tables:
    """The tables that cases are played on. To prepare one costs as much as many cases: those that need nothing of their own
    share one, and so do those that draw the boards alike."""

    def __init__(self, analysis: Analysis, source: Source) -> None:
        assert analysis.table is not None
        self.analysis, self.source, self.words = analysis, source, Words(analysis.table)
        self.measures = _measures(analysis)
        self.plain = _Shared(analysis, self.words, source)
        self.drawn: dict[tuple[str, str], _Shared] = {}  # by set and layout

    def of(self, item: Told, case: Case) -> _Shared:
        layout = _layout(case.pieces)
        if case.cards or _sizes(case.pieces, self.measures):
            return self._own(item, case)
        if layout is None:
            return self.plain
        key = (item.owner.name, fold(layout))
        if key not in self.drawn:
            self.drawn[key] = self._own(item, case)
        return self.drawn[key]

    def _own(self, item: Told, case: Case) -> _Shared:
        return _Shared(self.analysis, self.words, self.source, item.owner, case)


class _Shared:
    """A table with what scenarios add to it, and who plays it."""

    def __init__(
        self, analysis: Analysis, words: Words, source: Source, owner: SetSym | None = None, case: Case | None = None
    ) -> None:
        assert analysis.table is not None
        self.extra = Extra(analysis.lowering, analysis.table, owner)
        self.problems: list[Diagnostic] = []
        if case is not None:
            layout = _layout(case.pieces)
            if layout is not None:
                redraw(self.extra, layout)
            measure(self.extra, _sizes(case.pieces, _measures(analysis)))
            for _, found in self.extra.cards(list(case.cards)):
                self.problems += found
            if case.cards:
                words = Words(self.extra.table())
        self.planner = Planner(self.extra, words, source)
        self._runner: Runner | None = None

    def plan(self, case: Case) -> Plan:
        """The plan of a case. What cannot be read leaves nothing behind in the table."""
        code = self.extra.low.code
        nodes, fns, shared = len(code.nodes), len(code.fns), dict(code.shared)
        plan = self.planner.plan(case)
        plan.problems[:0] = self.problems
        if plan.failed:
            del code.nodes[nodes:], code.spans[nodes:], code.fns[fns:]
            code.shared.clear()
            code.shared.update(shared)
        return plan

    @property
    def runner(self) -> Runner:
        if self._runner is None:
            self._runner = Runner(load_table(self.extra.table()))
        return self._runner


def redraw(extra: Extra, name: str) -> None:
    """Draw the boards by another layout, those whose signs it uses."""
    program = extra.program
    layout = program.layout_names.get(fold(name))
    if layout is None or not layout.rows:
        return  # the fact itself is a finding
    signs = dict.fromkeys("".join(layout.rows))
    zones, rows = list(program.zones), list(extra.base["zones"])
    for at, zone in enumerate(zones):
        known = extra.base["places"].get(str(zone.index))
        if zone.layout is None or known is None or not all(sign in known for sign in signs):
            continue
        zones[at] = replace(zone, layout=layout, rows=len(layout.rows), columns=len(layout.rows[0]))
        rows[at] = {**rows[at], "layout": layout.index}
    program.zones = zones
    program.zone_names = {key: zones[zone.index] for key, zone in program.zone_names.items()}
    extra.base = {**extra.base, "zones": rows}


def measure(extra: Extra, sizes: Mapping[str, tree.Expr]) -> None:
    """Let the cells of grids be named by the sizes that they have with these options."""
    program = extra.program
    options = dict(program.variant.options)
    for name, said in sizes.items():
        known = next((key for key in options if fold(key) == fold(name)), name)
        number = extra.low.constant(said)
        if number is not None:
            options[known] = number
    if not sizes:
        return
    program.variant = replace(program.variant, options=options)
    zones = [zone if zone.layout is not None else replace(zone, rows=None, columns=None) for zone in program.zones]
    program.zones = zones
    program.zone_names = {key: zones[zone.index] for key, zone in program.zone_names.items()}
