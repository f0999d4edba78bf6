"""The formatter: one text in, the same text in the one form out.

    text -> read (tokens and what the parser took them for) -> words (how a token is spelt) -> lines (pieces by line)
         -> indent and gaps (where each piece stands) -> text

Everything is printed from the tokens and the gaps between them, never from the tree, so nothing can be lost. The tree
only says what a token is, and in the end that the new text means what the old one meant.
"""

from chronoc.format.formatted import Formatted, format_bytes, format_text

__all__ = ["Formatted", "format_bytes", "format_text"]
