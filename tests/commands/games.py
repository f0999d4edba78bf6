"""A small game for the commands: hands, an open board with sides, a window, a score, chance; how commands are run."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.runtime.build import (
    Build,
    add,
    choose,
    each_in,
    get,
    items,
    lamps,
    move,
    set_,
    take,
    top,
    when,
    zone,
)

ROOT = Path(__file__).parents[2]


def small() -> Build:
    """Play a lamp from your hand: the others may answer, then it scores its watt and turns a tower. 10 points win."""
    b = lamps(players=(2, 4))
    b.design("glow", "lamp", copies=16, fields={"watt": 4})
    b.design("night", "lamp", title="Ночь ’…’ \x1b[31m×", fields={"watt": 6})
    b.kind("tower")
    b.field("tower", "index", var=False, default=None)
    b.field("tower", "open", type="flag", default=False)
    b.parts["fields"][-1]["side"] = True
    for number in range(8):
        b.design(f"tower{number}", "tower", fields={"index": 100 + number}, title=f"The Tower of Long Names {number}")
    b.zone("street", shape="grid", rows=2, columns=4)
    b.zone("stage")
    b.window("played", {"c": ("object", "lamp")}, ["hand"], "answer")
    b.design("memo", "lamp", copies=4, reactions=[{"window": "played", "params": ("c",), "body": ("cancel",)}])
    b.verb(
        "answer",
        ["m", "reaction"],
        [
            move("m", zone("stage")),
            ("open", "played", ["m"], ("others", "you"), ("doeffect", "reaction"), None),
            move("m", zone("discards")),
        ],
    )
    b.action(
        "play",
        {"c": (items("hand", "you"), ("object", "lamp"))},
        [
            move("c", zone("stage")),
            ("open", "played", ["c"], ("others", "you"), [add(get("points", "you"), get("watt", "c"), True)], None),
            move("c", zone("discards")),
            choose("t", ("all", "tower"), "Turn over", ("object", "tower")),
            set_(get("open", "t"), ("not", get("open", "t"))),
        ],
        title="Play {c}",
    )
    b.action("rest", body=[choose("n", ("range", 1, 3), "How long", "number"), set_(("game", "count"), "n")])
    b.setup(
        move(("all", "lamp"), zone("deck")),
        ("shuffle", zone("deck")),
        move(("all", "tower"), zone("street")),
        each_in("p", ("players",), ("repeat", 3, move(top("deck"), zone("hand", "p")))),
    )
    b.turn(
        when(("exists", items("deck")), move(top("deck"), zone("hand", "you"))),
        take("play", "rest"),
        when(("ge", get("points", "you"), 10), ("win", "you", "bright")),
        when(("eq", ("count", items("deck")), 0), ("lose", ("players",), "all is dark")),
    )
    return b


def table_file(folder: Path) -> Path:
    path = folder / "small.table.json"
    path.write_text(json.dumps(small().raw()), encoding="utf-8")
    return path


def other_table_file(folder: Path) -> Path:
    b = small()
    b.gvar("another")
    path = folder / "other.table.json"
    path.write_text(json.dumps(b.raw()), encoding="utf-8")
    return path


def here(*arguments: str | Path, given: str = "") -> tuple[int, str, str]:
    """The same in this process, where no alphabet and no environment is asked for: exit code, output, errors."""
    from chronoc import cli

    out, err, kept = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(given)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            cli.main([str(word) for word in arguments])
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    finally:
        sys.stdin = kept
    raise AssertionError("the command line ends the process")


def chronoc(*arguments: str | Path, given: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "chronoc", *map(str, arguments)],
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        input=given.encode(),
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], **environment},
    )
