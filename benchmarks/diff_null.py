"""Changes that change nothing: how many does `chronoc diff` call distinguishable? At 1 %, of a hundred one may be.

    nice python benchmarks/diff_null.py [CHANGES] [GAMES]        # 100 changes, 150 pairs of games each

Half of the changes are edits without weight, made at random from a fixed seed: names of cards, zones and verbs, the order of cards
and files, texts of the rules. The games of each pair should then be the same games. The other half is harder: the same
variant with another seed on both sides, so that nothing is common and every number is luck.

The example game takes most of it, since a game of it is short; every fifth is a shipped variant (fewer games).
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from chronoc.commands.build import compiled  # noqa: E402
from chronoc.compare.pairs import Paired, paired  # noqa: E402
from chronoc.compare.series import both  # noqa: E402
from chronoc.compare.trees import compare  # noqa: E402
from chronoc.variant import read_sources  # noqa: E402
from runtime import Table, load_table  # noqa: E402
from runtime.simulate import play_all  # noqa: E402

SHIPPED = ("talespin", "chrononauts")
EXAMPLE = "examples/first-card"

#: Internal names of the example, and others for them.
NAMES = {"tin": "jar", "tray": "shelf", "sink": "basin", "wash": "rinse", "plate": "dish"}
CARDS = ("Plain", "Ginger", "Finger", "Last", "Dog")


@cache
def shipped(name: str) -> Table:
    return load_table(table(ROOT / name if name == EXAMPLE else name))


def table(where: str | Path) -> dict[str, Any]:
    made, found = compiled(read_sources(where))
    assert made is not None, found
    return made


def weightless(folder: Path, chance: random.Random) -> Path:
    """A copy of the example with edits that mean nothing."""
    there = folder / "copy"
    shutil.copytree(ROOT / EXAMPLE, there)
    texts = {path.name: path.read_text(encoding="utf-8") for path in there.glob("*.chrono")}
    for old, new in NAMES.items():
        if chance.random() < 0.4:
            texts = {name: text.replace(old, new) for name, text in texts.items()}
    for card in CARDS:
        if chance.random() < 0.3:
            texts["cards.chrono"] = texts["cards.chrono"].replace(f" {card} ", f" {card}_{chance.randrange(100)} ", 1)
    head, *cards = texts["cards.chrono"].split("\n\n")
    chance.shuffle(cards)
    texts["cards.chrono"] = "\n\n".join([head, *cards])
    texts["rules.chrono"] = texts["rules.chrono"].replace(
        "Everybody begins with", f"Version {chance.randrange(100)}: begin with"
    )
    for path in there.glob("*.chrono"):
        path.unlink()
    for name, text in texts.items():  # files in another order
        (there / f"{chance.randrange(100)}_{name}").write_text(text, encoding="utf-8")
    return there


def null(number: int, games: int) -> tuple[str, Paired]:
    """One change that changes nothing, and what was found."""
    name = SHIPPED[number // 5 % 2] if number % 5 == 4 else EXAMPLE
    if name != EXAMPLE:
        games = max(20, games // 3)
    old = shipped(name)
    other, new = None, old.raw
    if number % 2 and name == EXAMPLE:
        with tempfile.TemporaryDirectory() as folder:
            new = compare(old.raw, table(weightless(Path(folder), random.Random(number)))).table
    else:
        other = f"other.{number}"
    first, second = both(old, new, old.players[0], f"null.{number}", other_seed=other)
    names = [row["name"] for row in old.designs], [row["name"] for row in second.table.designs]
    pairs = zip(play_all(first, games), play_all(second, games))
    return f"{name}, {'an edit' if other is None else 'other seeds'}", paired(pairs, names, first.players)


def run(changes: int, games: int, said: bool = True) -> list[tuple[str, Paired]]:
    found = []
    for number in range(changes):
        found.append(null(number, games))
        if said:
            what, result = found[-1]
            least = min(measure.holm for measure in result.measures)
            named = ", ".join(f"{m.group}: {m.name}" for m in result.found)
            print(
                f"{number:>3} {what}: {result.pairs} pairs, {result.same} the same, least p {least:.3f} {named}",
                flush=True,
            )
    return found


if __name__ == "__main__":
    changes, games = (int(word) for word in [*sys.argv[1:], *["100", "150"][len(sys.argv) - 1 :]])
    start = time.monotonic()
    results = run(changes, games)
    wrong = sum(bool(result.found) for _, result in results)
    print(
        f"{wrong} of {changes} changes that change nothing were called distinguishable, {time.monotonic() - start:.0f} s"
    )
    sys.exit(wrong > 4 * changes / 100)
