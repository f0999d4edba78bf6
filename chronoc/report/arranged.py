"""Where the things of a web stand: on the grid where they lie and beneath it; without a grid in layers, what follows to
the right of what it follows."""

from __future__ import annotations

from chronoc.report.graph import Web

Spot = tuple[int, int]  # row, column


def arranged(found: Web) -> dict[int, Spot]:
    """Row and column of every node; the grids first, one below the other, then everything else."""
    spots: dict[int, Spot] = {}
    top = 0
    for zone, (_, rows, _) in sorted(found.zones.items()):
        taken: dict[Spot, None] = {}
        extra = 0
        for thing, node in found.nodes.items():
            if node.cell is None or node.cell[0] != zone:
                continue
            spot = (top + node.cell[1], node.cell[2])
            if spot in taken:  # two things of one cell: the second stands below
                spot = (top + rows + extra, node.cell[2])
                extra += 1
            taken[spot] = None
            spots[thing] = spot
        top += rows + extra
    rest = [thing for thing in found.nodes if thing not in spots]
    if found.zones:  # beneath the grids, line by line
        wide = max(columns for _, _, columns in found.zones.values())
        spots.update({thing: (top + k // wide, k % wide) for k, thing in enumerate(rest)})
        return spots
    layers = layered(found, rest)
    for column, things in enumerate(layers):
        for k, thing in enumerate(things):
            spots[thing] = (top + k, column)
    return spots


def layered(found: Web, things: list[int]) -> list[list[int]]:
    """Each thing as far to the right as the longest way to it, as long as ways do not go round."""
    inside = dict.fromkeys(things)
    ways = [(edge.start, edge.end) for edge in found.edges if edge.start in inside and edge.end in inside]
    depth = dict.fromkeys(things, 0)
    for _ in range(min(len(things), 50)):
        moved = False
        for start, end in ways:
            if depth[end] < depth[start] + 1 <= len(things) - 1 and not goes_back(ways, end, start):
                depth[end] = depth[start] + 1
                moved = True
        if not moved:
            break
    out: list[list[int]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for thing in things:
        out[depth[thing]].append(thing)
    return out


def goes_back(ways: list[tuple[int, int]], start: int, end: int) -> bool:
    """Does a way lead from one to the other?"""
    pending, seen = [start], {start}
    while pending:
        here = pending.pop()
        if here == end:
            return True
        for a, b in ways:
            if a == here and b not in seen:
                seen.add(b)
                pending.append(b)
    return False


__all__ = ["Spot", "arranged", "layered"]
