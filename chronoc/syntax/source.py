"""Bytes to text: UTF-8, or a diagnostic that says where and what it looks like."""

from __future__ import annotations

from itertools import pairwise

from chronoc.diagnostics import Diagnostic, Note
from chronoc.syntax.limits import MAX_BYTES
from chronoc.syntax.tree import Span

_UTF16 = ((b"\xff\xfe", "UTF-16 (little endian)"), (b"\xfe\xff", "UTF-16 (big endian)"))


def decode(data: bytes, path: str) -> tuple[str | None, Diagnostic | None]:
    """The text of a file. A BOM stays in it, so that offsets in the text count from the file's start."""
    if len(data) > MAX_BYTES:
        return None, fault(path, "too-large", 0, f"this file has {len(data)} bytes; at most {MAX_BYTES} are read")
    for mark, encoding in _UTF16:
        if data.startswith(mark):
            return None, fault(path, "not-utf8", 0, f"this file is {encoding}, not UTF-8", "save it as UTF-8")
    zero = data.find(b"\0")
    if zero >= 0:
        return None, binary(data, path, zero)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        at = error.start
        likely = guess(data)
        return None, fault(
            path,
            "not-utf8",
            at,
            f"byte {at} (0x{data[at]:02x}) is not UTF-8, so the file is not read",
            f"it looks like {likely}; save it as UTF-8",
            data=data,
        )


def binary(data: bytes, path: str, zero: int) -> Diagnostic:
    odd = sum(1 for b in data[1::2][:512] if b == 0)
    even = sum(1 for b in data[0::2][:512] if b == 0)
    half = max(1, min(512, len(data) // 2)) // 2
    if odd > half or even > half:
        what = "UTF-16 without a mark" if odd != even else "no text"
        return fault(
            path, "not-utf8", zero, f"byte {zero} is NUL; this looks like {what}", "save it as UTF-8", data=data
        )
    return fault(
        path,
        "not-utf8",
        zero,
        f"byte {zero} is NUL, so this is no text file",
        "is this a picture or a program?",
        data=data,
    )


def guess(data: bytes) -> str:
    """The likeliest encoding of text that is not UTF-8. Cyrillic bytes come in runs, accents of Western text alone."""
    high = [b for b in data if b >= 0x80]
    runs = sum(1 for a, b in pairwise(data) if a >= 0x80 and b >= 0x80)
    if len(data) and len(high) > len(data) // 2 and sum(1 for b in data if b < 9) > 0:
        return "no text at all"
    if runs * 2 > len(high):
        return (
            "Windows-1251 (Cyrillic)"
            if sum(b >= 0xC0 for b in high) * 2 > len(high)
            else "KOI8-R or another Cyrillic encoding"
        )
    if any(0x80 <= b < 0xA0 for b in high):
        return "Windows-1252"
    return "Latin-1 (ISO 8859-1) or Windows-1252"


def fault(path: str, name: str, at: int, message: str, *notes: str, data: bytes = b"") -> Diagnostic:
    line = data.count(b"\n", 0, at) + 1
    column = len(data[data.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", "replace")) + 1
    return Diagnostic(
        name, "error", Span(path, at, at + 1, line, column, line, column + 1), message, tuple(Note(n) for n in notes)
    )
