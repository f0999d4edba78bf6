"""The command line: what is said, what is written, and the exit codes.

The compiler is a stand-in here, so that these tests speak of the commands alone; `test_whole.py` runs the real one.
"""

from __future__ import annotations

import importlib
import inspect
import json
import subprocess
import sys
import types
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from chronoc import __version__, cli
from chronoc.check.registry import kinds
from chronoc.diagnostics import Diagnostic
from chronoc.syntax.tree import Span
from tests.table.sample import sample

ROOT = Path(__file__).parents[2]


@dataclass
class StandIn:
    """`say`: for each line that holds a word, a finding of that severity. A line `crash` makes the compiler fail."""

    calls: list[str] = field(default_factory=list)
    table: Any = field(default_factory=sample)

    def analyse(self, sources: Any, variant: Any) -> Any:
        self.calls.append(variant.id)
        found = []
        for source in sources:
            for name, data in source.files:
                for number, line in enumerate(data.decode().split("\n"), 1):
                    if line == "crash":
                        raise RuntimeError("the roof fell down")
                    if line in ("error", "warning", "info"):
                        span = Span(name, number, number + len(line), number, 1, number, len(line) + 1)
                        found.append(Diagnostic("unknown-name", line, span, f"{line} here"))  # type: ignore[arg-type]
        program = types.SimpleNamespace(expects=[], variant=variant)
        table = None if b"?" in data and not variant.draft else self.table
        return types.SimpleNamespace(diagnostics=tuple(found), table=table, program=program, scenarios=())


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> StandIn:
    kinds()  # the rules are loaded with the real compiler
    stand_in = StandIn()
    module = types.ModuleType("chronoc.analyse")
    module.analyse = stand_in.analyse  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "chronoc.analyse", module)
    rules = types.ModuleType("chronoc.check.run")
    rules.run = lambda *_, **__: []  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "chronoc.check.run", rules)
    monkeypatch.chdir(tmp_path)
    return stand_in


def make(name: str, text: str = "", variant: str | None = None) -> Path:
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.chrono").write_text(text)
    if variant is not None:
        (folder / "variant.yaml").write_text(variant)
    return folder


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    code = ended.value.code
    return code if isinstance(code, int) else 0


# ---------------------------------------------------------------- every command


def test_each_command_is_there_and_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, (place, about) in cli.COMMANDS.items():
        module, function = place.split(":")
        command = getattr(importlib.import_module(module), function)
        assert inspect.getdoc(command), name
        assert f"chronoc {name}" in readme and about.endswith("."), name


def test_every_module_of_a_command_is_wired() -> None:
    wired = [place.partition(":")[0].rpartition(".")[2] for place, _ in cli.COMMANDS.values()]
    folder = ROOT / "chronoc" / "commands"
    shared = {"__init__", "examined", "reports", "tables"}  # not commands: what several of them need
    commands = [p.stem for p in folder.glob("*.py") if p.stem not in shared]
    assert sorted(commands) == sorted(dict.fromkeys(wired))


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, "--help") == 0
    assert name in capsys.readouterr().out


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0 and run("--help") == 0
    text = capsys.readouterr().out
    assert all(name in text for name in cli.COMMANDS)
    assert run("--version") == 0
    assert capsys.readouterr().out == f"chronoc {__version__}\n"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("chek", "x"), "did you mean `check`?"),
        (("check",), "Missing argument"),
        (("check", "x", "--colour"), "--colour"),
        (("check", "no-such-folder"), "no folder"),
        (("build", "no-such-folder"), "no folder"),
        (("check", "\x1b[2J"), "no folder"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.out == "" and "\x1b" not in shown.err and "Traceback" not in shown.err


def test_the_version_needs_nothing_slow() -> None:
    code = (
        "import sys; from chronoc.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit as ended: assert not ended.code\n"
        "slow = [m for m in ('lark', 'jsonschema', 'ruamel', 'rich', 'typer', 'runtime') if m in sys.modules]\n"
        "assert not slow, slow"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["check", "build"])
def test_help_needs_nothing_slow(name: str) -> None:
    code = (
        "import sys; from chronoc.cli import main\n"
        f"try: main(['{name}', '--help'])\n"
        "except SystemExit as ended: assert not ended.code\n"
        "slow = [m for m in ('lark', 'jsonschema', 'ruamel', 'runtime') if m in sys.modules]\n"
        "assert not slow, slow"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("alphabet", ["cp1251", "ascii", "utf-8", "cp437"])
def test_any_terminal_alphabet(alphabet: str, tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text("variant: lämps’\n日本…: 1\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "chronoc", "check", str(tmp_path)],
        capture_output=True, cwd=ROOT, env={"PYTHONIOENCODING": alphabet, "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr == b""
    assert "variant-key" in done.stdout.decode(alphabet)


# ---------------------------------------------------------------- check


def test_clean(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("lamps")
    assert run("check", "lamps") == 0
    assert capsys.readouterr().out == "no findings (1 variant checked)\n"


@pytest.mark.parametrize(
    "worst, level, code",
    [
        ("error", None, 1), ("warning", None, 0), ("warning", "warning", 1), ("info", "warning", 0),
        ("info", "info", 1), ("error", "info", 1),
    ],
)  # fmt: skip
def test_the_level_decides_the_exit_code(compiler: StandIn, worst: str, level: str | None, code: int) -> None:
    make("lamps", worst)
    assert run("check", "lamps", *(("--fail-level", level) if level else ())) == code


def test_several_variants_and_each_finding_once(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("cards/lamps", "error")
    make("cards/deep/er/towers", "info")
    for name in ("short", "long"):
        make(f"cards/{name}", "", f"variant: {name}\nuses: [lamps]")
    assert run("check", "cards", "--format", "concise") == 1
    lines = capsys.readouterr().out.splitlines()
    assert compiler.calls == ["towers", "lamps", "long", "short"]
    assert lines == [
        "cards/lamps/a.chrono:1:1: error[C101] unknown-name: error here",
        "cards/deep/er/towers/a.chrono:1:1: info[C101] unknown-name: info here",
        "1 error, 1 info (4 variants checked)",
    ]


def test_the_same_path_twice_is_checked_once(compiler: StandIn) -> None:
    make("lamps")
    assert run("check", "lamps", "lamps") == 0 and compiler.calls == ["lamps"]


def test_one_file_shows_its_own_findings_only(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("lamps", "error")
    Path("lamps/b.chrono").write_text("warning")
    assert run("check", "lamps/b.chrono", "--format", "concise") == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("lamps/b.chrono:1:1: warning")


def test_json(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("lamps", "error\nwarning")
    assert run("check", "lamps", "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert value["counts"] == {"error": 1, "info": 0, "warning": 1}
    assert [(d["file"], d["line"]) for d in value["diagnostics"]] == [("lamps/a.chrono", 1), ("lamps/a.chrono", 2)]


def test_a_missing_set_silences_what_would_follow_from_it(compiler: StandIn) -> None:
    make("lamps", "error", "variant: lamps\nuses: [nowhere]")
    assert run("check", "lamps") == 1 and compiler.calls == []


def test_a_crash_on_one_variant_hides_no_other(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("cards/a", "crash")
    make("cards/b", "warning")
    assert run("check", "cards", "--format", "concise") == 3
    shown = capsys.readouterr()
    assert "C901" in shown.out and "roof" in shown.out and "cards/b/a.chrono:1:1: warning" in shown.out
    assert "Traceback" not in shown.out + shown.err


def test_an_unreadable_file_is_a_finding_with_its_own_exit_code(compiler: StandIn) -> None:
    import os

    os.mkfifo(make("lamps") / "pipe.chrono")
    assert run("check", "lamps") == 2


# ---------------------------------------------------------------- build


def test_build_writes_the_same_bytes_twice(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("lamps")
    assert run("build", "lamps") == 0
    first = Path("lamps.table.json").read_bytes()
    assert run("build", "lamps", "-o", "again.json") == 0
    assert Path("again.json").read_bytes() == first
    assert json.loads(first) == sample() and capsys.readouterr().out == ""
    assert sorted(p.name for p in Path().iterdir()) == ["again.json", "lamps", "lamps.table.json"]


def test_build_writes_to_standard_output(compiler: StandIn, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    make("lamps")
    assert run("build", "lamps", "-o", "-") == 0
    assert json.loads(capfdbinary.readouterr().out) == sample()


def test_an_error_leaves_the_old_table_alone(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("lamps", "error")
    Path("old.json").write_text("old")
    assert run("build", "lamps", "-o", "old.json") == 1
    assert Path("old.json").read_text() == "old" and "nothing was written" in capsys.readouterr().err


def test_missing_facts_need_a_draft(compiler: StandIn) -> None:
    make("lamps", "?")
    assert run("build", "lamps") == 1 and not Path("lamps.table.json").exists()
    assert run("build", "lamps", "--draft") == 0


def test_places_that_cannot_be_written(compiler: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    make("lamps")
    assert run("build", "lamps", "-o", "lamps") == 2
    assert run("build", "lamps", "-o", "no/such/folder/x.json") == 2
    assert "cannot be written: no such file" in capsys.readouterr().err


def test_a_table_that_could_not_be_loaded_is_never_written(
    compiler: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    make("lamps")
    compiler.table["code"].append(["nonsense"])
    assert run("build", "lamps") == 3
    assert not Path("lamps.table.json").exists() and "--traceback" in capsys.readouterr().err


def test_traceback_shows_the_rest(compiler: StandIn) -> None:
    make("lamps", "crash")
    assert run("build", "lamps") == 3
    with pytest.raises(RuntimeError, match="roof"):
        cli.main(["build", "lamps", "--traceback"])
