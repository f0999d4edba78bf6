"""Runs the command line as a person does, and makes small sets for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chronoc import cli
from tests.rules.pages import PRELUDE

#: A line that the rule `unused-option` has something to say about, which `{name}` tells apart.
UNUSED = "more game {{ option {name} = 3 in 1 to 6 }}\n"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    code = ended.value.code
    return code if isinstance(code, int) else 0


def make(folder: Path, files: dict[str, str]) -> Path:
    """A set called `lamps` with the prelude of the pages and these files; a file with `/` lies beside it."""
    home = folder / "lamps"
    home.mkdir(parents=True, exist_ok=True)
    if not any(re.search(r"^game ", text, re.M) for text in files.values()):
        (home / "0prelude.chrono").write_bytes(PRELUDE.read_bytes())
    for name, text in files.items():
        path = folder / name if "/" in name else home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return home
