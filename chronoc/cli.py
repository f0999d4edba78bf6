"""The command line: a table of commands, each loaded when it is called, and one place where everything ends well.

Exit codes: 0 clean · 1 findings · 2 usage, or something that cannot be read · 3 a fault of chronoc itself · 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from chronoc import __version__
from chronoc.terminal import steady_streams

CLEAN, FINDINGS, USAGE, INTERNAL = 0, 1, 2, 3
STOPPED = 130  # by Ctrl-C, as shells say it

#: Each command: where its function is, and one line about it. Its module imports what is slow inside the function.
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("chronoc.commands.check:check", "Read variants and say everything that is wrong with them."),
    "rules": ("chronoc.commands.rules:rules", "List what check may say: code, name, severity, category."),
    "rule": ("chronoc.commands.rules:rule", "Show the page of one finding: what, why, avoid, prefer, how to fix."),
    "build": ("chronoc.commands.build:build", "Turn a variant into a rule table."),
    "fmt": ("chronoc.commands.fmt:fmt", "Bring .chrono files into the one form."),
    "test": ("chronoc.commands.test:test", "Play the scenarios of sets and say which do not hold."),
    "play": ("chronoc.commands.play:play", "Play a game at this screen."),
    "eval": ("chronoc.commands.eval:evaluate", "Say what an expression of the rules is worth."),
    "sim": ("chronoc.commands.sim:sim", "Play many games and say how they ended."),
    "matrix": ("chronoc.commands.matrix:matrix", "Say what each goal needs against what each card offers."),
    "graph": ("chronoc.commands.graph:graph", "Draw what turns over what."),
    "why": ("chronoc.commands.why:why", "Say why something is so or not, and what would change it."),
    "show": ("chronoc.commands.show:show", "Print the face of a card, in English, Russian or Spanish."),
    "prove": ("chronoc.commands.prove:prove", "Say what can come about at all, how, and why not."),
    "diff": ("chronoc.commands.diff:diff", "Say what differs between two variants: trees, texts, proofs, games."),
}

ABOUT = "Cards as code for tabletop games: check, build, test and play sets of .chrono files."


class Refusal(Exception):
    """The request cannot be carried out as it was made (exit code 2). The message is one sentence."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and end the process with its exit code."""
    steady_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    traceback = "--traceback" in given
    given = [word for word in given if word != "--traceback"]
    sys.exit(_guarded(given, traceback))


def _guarded(given: list[str], traceback: bool) -> int:
    try:
        code = _run(given)
        sys.stdout.flush()
        return code
    except Refusal as fault:
        return _say(str(fault), USAGE)
    except KeyboardInterrupt:
        return _say("stopped", STOPPED)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        _nowhere()
        return 141
    except OSError as fault:  # what a command could not foresee: a full disk, a folder that is gone
        _nowhere()
        if traceback:
            raise
        about = f"{fault.filename}: " if isinstance(fault.filename, str) else ""
        return _say(f"the system does not let me go on: {about}{fault.strerror or fault}", USAGE)
    except MemoryError:
        if traceback:
            raise
        return _say("there is not enough memory for this; ask for less of it", USAGE)
    except UnicodeError as fault:
        if traceback:
            raise
        why = getattr(fault, "reason", fault)
        return _say(f"text came in or was to go out that cannot be written so: {why}", USAGE)
    except Exception as fault:
        from chronoc.variant import NoSuchVariant

        if isinstance(fault, NoSuchVariant):
            return _say(str(fault), USAGE)
        if traceback:
            raise
        from chronoc.runtime import Budget

        if isinstance(fault, Budget):
            return _say(f"the rules of this game do not come to an end: {fault}", FINDINGS)
        what = f"{type(fault).__name__}: {fault}".splitlines()[0][:300]
        return _say(f"a fault of chronoc itself ({what}); please report it, with what --traceback shows", INTERNAL)


def _nowhere() -> None:
    """From now on standard output goes nowhere, so that nothing fails when the process ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # it is no stream of the system


def _run(given: list[str]) -> int:
    if given[:1] == ["--version"]:
        print(f"chronoc {__version__}")
        return CLEAN
    named = next((word for word in given if not word.startswith("-")), None)
    if named is not None and named not in COMMANDS:
        raise Refusal(_no_such_command(named))
    app = _app([named] if named is not None else list(COMMANDS))
    try:
        code = app(given or ["--help"], standalone_mode=False, prog_name="chronoc")
    except SystemExit as fault:
        if isinstance(fault.__context__, BrokenPipeError):
            raise fault.__context__ from None  # of which Typer made exit code 1, which means findings
        raise
    except Exception as fault:
        if not hasattr(fault, "exit_code") or not hasattr(fault, "show"):
            raise
        fault.show()  # a wrong option or a missing argument
        return USAGE
    if code == STOPPED:
        raise KeyboardInterrupt  # which Typer made a number of
    return code if isinstance(code, int) else CLEAN


def _app(names: list[str]) -> Any:
    import typer

    app = typer.Typer(
        help=ABOUT, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False, no_args_is_help=False
    )

    @app.callback()
    def common(
        version: bool = typer.Option(False, "--version", help="Say the version."),
        traceback: bool = typer.Option(False, "--traceback", help="Show where a fault of chronoc itself happened."),
    ) -> None:
        """Cards as code for tabletop games: check, build, test and play sets of .chrono files."""

    for name in names:
        place, about = COMMANDS[name]
        module, function = place.split(":")
        app.command(name, short_help=about)(getattr(import_module(module), function))
    return app


def _no_such_command(word: str) -> str:
    from chronoc.model.suggest import listed, nearest
    from chronoc.terminal import visible

    near = nearest(word, COMMANDS)
    hint = f"did you mean `{near}`?" if near else f"commands are {listed(COMMANDS, 'and')}"
    return f"there is no command `{visible(word)}`; {hint}"


def _say(message: str, code: int) -> int:
    from chronoc.terminal import visible

    try:
        print(f"chronoc: {visible(message)}", file=sys.stderr)
    except OSError:
        pass  # nobody can be told; the exit code says it
    return code
