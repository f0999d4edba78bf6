"""What stands at a place in a file, for messages: a claim is quoted as its author wrote it."""

from __future__ import annotations

from collections.abc import Mapping

from chronoc.syntax.tree import Span

LONGEST = 90


class Source:
    """The texts of the files that scenarios stand in, by the names that spans use."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._bytes = texts
        self._texts: dict[str, str] = {}

    def text(self, file: str) -> str:
        if file not in self._texts:
            self._texts[file] = self._bytes.get(file, b"").decode("utf-8-sig", "replace")
        return self._texts[file]

    def said(self, span: Span) -> str:
        """The words at a span on one line, cut where they are long."""
        words = " ".join(self.text(span.file)[span.start : span.end].split())
        return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"

    def one_line(self, first: Span, second: Span) -> bool:
        """Do two facts belong to one `given`? Between those of one there is no other `given`."""
        if first.file != second.file or second.start < first.start:
            return False
        between = self.text(first.file)[first.end : second.start]  # facts about one place begin together: nothing
        words = [word for line in between.split("\n") for word in line.partition("#")[0].split()]
        return not any(word.casefold() == "given" for word in words)
