"""The part of a state that a question hangs on, and whether all that can change it is known."""

from __future__ import annotations

from dataclasses import dataclass, field

from chronoc.prove.effects import SEAT, Source, Writing
from chronoc.prove.values import END, NONE, Atom, Reads
from runtime.world import PLAYER

#: What code that cannot be followed may change.
WILD: tuple[Atom, ...] = (("x", "any effect"), ("x", "everything"))


@dataclass(slots=True)
class Cone:
    """atoms: what is searched, in order · plays: what changes it · gaps: why a search of it does not see everything"""

    atoms: tuple[Atom, ...]
    plays: list[Source]
    rules: list[Source]
    gaps: list[tuple[str, int | None]] = field(default_factory=list)  # what, node


def searched(atom: Atom) -> bool:
    return atom[0] in ("f", "in")


class Cones:
    def __init__(self, writing: Writing, varying: dict[Atom, None]) -> None:
        self.writing = writing
        self.varying = varying  # what differs from one setup to another
        self.writers: dict[Atom, list[Source]] = {}
        for source in writing.sources:
            for atom in source.records:
                self.writers.setdefault(atom, []).append(source)
        table, world = writing.table, writing.world
        #: What stays as it is, if nothing writes it: zones that lie open, variables, fields.
        self.steady = {
            atom for i, atom in enumerate(writing.unseen)
            if table.zones[world.zone_of[i]]["see"] == "open" and (world.owner_of[i] is None)
        }  # fmt: skip
        self.steady |= {
            ("x", writing.outside_name(f"g{i}")) for i, var in enumerate(table.gvars) if var["each"] is None
        }

    def constant(self, atom: Atom) -> bool:
        return atom in self.steady and atom not in self.writers and atom not in self.varying

    def cone(self, reads: Reads, offering: bool = False) -> Cone:
        """Everything that decides, now or later, what is read here. offering: it is asked whether a play is offered; whether
        a number outside leaves room for it, the turns themselves show (`Prover.unseen`)."""
        known: dict[Atom, None] = {}
        pending = sorted(reads, key=str)
        outside: dict[Atom, None] = {}
        while pending:
            atom = pending.pop()
            if atom in known or atom in outside:
                continue
            if not searched(atom) and atom != END:
                if not self.constant(atom) and not (atom[0] == "bound" and offering):
                    outside[atom] = None
                continue
            known[atom] = None
            for source in self.writers.get(atom, ()):
                pending += [a for a in source.records[atom] if searched(a) and a not in known]
        atoms = tuple(sorted(a for a in known if a != END))
        cone = Cone(atoms, [], [])
        for atom in sorted(outside, key=str):
            cone.gaps.append((f"it hangs on {said(atom)}, which is not searched", None))
        self._writers(cone, known)
        return cone

    def narrow(self, reads: Reads) -> Cone:
        """What decides what is read here as far as nobody is asked in the middle of a rule: enough to find a line, not to say
        that there is none."""
        known: dict[Atom, None] = {}
        pending = sorted((a for a in reads if searched(a)), key=str)
        while pending:
            atom = pending.pop()
            if atom not in known:
                known[atom] = None
                for source in self.writers.get(atom, ()):
                    if self.plain(source):
                        pending += [a for a in source.records[atom] if searched(a) and a not in known]
        plays = [
            s for s in self.writing.sources if s.form == "play" and self.plain(s) and any(a in known for a in s.records)
        ]
        return Cone(tuple(sorted(known)), plays, [])

    def plain(self, source: Source) -> bool:
        return source.form in ("play", "rule") and not source.asks and not any(atom in source.records for atom in WILD)

    def _writers(self, cone: Cone, known: dict[Atom, None]) -> None:
        writing = self.writing
        for source in writing.sources:
            if any(atom in source.records for atom in WILD):
                cone.gaps.append((f"{source.name} runs an effect that cannot be followed", source.node))
                continue
            written = [atom for atom in source.records if atom in known]
            if not written:
                continue
            outside: dict[Atom, None] = {}
            for atom in written:
                outside.update(
                    dict.fromkeys(
                        a
                        for a in sorted(source.records[atom], key=str)
                        if not searched(a) and a != END and a[0] != "bound" and not self.constant(a)
                    )
                )
            if source.form == "play":
                cone.plays.append(source)
                struck = [atom for atom in source.window if atom in known]
                if struck and any(atom not in source.window for atom in written):
                    cone.gaps.append((f"{source.name} can be answered when half of it is done", source.node))
            elif source.form == "rule":
                cone.rules.append(source)
                if source.asks:
                    cone.gaps.append((f"{source.name} asks a player", source.node))
            else:
                cone.gaps.append((f"{source.name} may change it as well", source.node))
            if outside and source.form in ("play", "rule"):
                what = ", ".join(said(a) for a in list(outside)[:3])
                cone.gaps.append((f"what {source.name} does hangs on {what}", source.node))
        for atom in cone.atoms:
            if atom[0] == "in":
                instance = atom[1]
                owner = writing.world.owner_of[instance]
                if owner is not None and writing.world.kinds[owner] == PLAYER:
                    cone.gaps.append(
                        (f"other players may change what lies in {writing.world.zone_name(instance)}", None)
                    )
                    break
        if any(atom in self.varying for atom in cone.atoms):
            cone.gaps.append(("the setup is not always the same", None))
        if writing.blind:
            cone.gaps.append(
                ("some code nests too deep, or there is too much of it, to be followed", next(iter(writing.blind)))
            )
        if not writing.settled:
            cone.gaps.append(("what may lie where could not be told", None))


def said(atom: Atom) -> str:
    return str(atom[1])


__all__ = ["NONE", "SEAT", "Cone", "Cones", "searched"]
