"""The pages of findings: what each kind is, why it matters, and what to write instead. They are shipped with the code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chronoc import resources
from chronoc.check.registry import Kind


@dataclass(frozen=True)
class Page:
    """The text of a page, and its parts by their headings."""

    text: str
    parts: dict[str, str]

    @property
    def first(self) -> str:
        """The first sentence of the page, without its full stop."""
        what = " ".join(self.parts.get("What", "").split("\n\n")[0].split())
        return re.split(r"\.(?= [A-Z]|$)", what, maxsplit=1)[0]


def page(name: str) -> Page | None:
    """The page of a kind of finding, if it is there."""
    try:
        text = (resources.pages() / f"{name}.md").read_text(encoding="utf-8")
    except OSError:
        return None
    pieces = re.split(r"^## (.+)\n", text, flags=re.M)
    return Page(text, {head.strip(): body.strip() for head, body in zip(pieces[1::2], pieces[2::2], strict=True)})


def about(kind: Kind) -> str:
    """One sentence on a kind of finding: what its rule says of itself, or the first sentence of its page."""
    if kind.rule is not None:
        return kind.rule.about.removesuffix(".")
    found = page(kind.name)
    return found.first if found is not None else ""
