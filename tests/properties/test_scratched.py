"""A share of the random faults of `scratched.py`."""

import pytest

from tests.properties.scratched import trial


@pytest.mark.parametrize("part", range(4))
def test_scratched_files(part: int) -> None:
    assert [told for seed in range(part * 60, part * 60 + 60) if (told := trial(seed)) is not None] == []
