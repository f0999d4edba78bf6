"""Nothing in a card file is silently ignored: a single change of a keyword, a number or a mark is a finding or another rule table.

All changes of a set: `python -m tests.properties.mutants cards/NAME`. Here an even share of each shipped set.
"""

from __future__ import annotations

import pytest

from chronoc.resources import folder, shipped
from tests.properties.mutants import Bench, mutants

SHARE = 60


@pytest.mark.parametrize("name", shipped())
def test_every_word_number_and_mark_counts(name: str) -> None:
    bench = Bench(str(folder("cards") / name))
    own = {file: text for file, text in bench.texts().items() if file.startswith(f"{name}/")}
    every = [mutant for file, text in own.items() for mutant in mutants(file, text)]
    stride = max(1, len(every) // SHARE)
    unnoticed = [str(mutant) for mutant in every[len(name) % stride :: stride] if not bench.notices(mutant)]
    assert unnoticed == []


def test_what_is_ignored_would_be_seen() -> None:
    """The measure itself: a change inside a comment is nothing, one of a number is something."""
    bench = Bench(str(folder("cards") / "chrononauts"))
    file, text = next((file, text) for file, text in bench.texts().items() if "# " in text)
    first = next(mutants(file, text))
    comment = text.index("# ") + 2
    assert not bench.notices(type(first)(file, 1, comment, comment + 1, text[comment], "x"))
    assert any(bench.notices(mutant) for mutant in mutants(file, text))
