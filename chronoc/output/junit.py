"""Findings as the report of a test run, which most build servers can show: a suite for each file, a case for each finding."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import groupby
from xml.etree import ElementTree

from chronoc.diagnostics import Diagnostic
from chronoc.render import Renderer
from chronoc.terminal import visible


def write(found: Iterable[Diagnostic], renderer: Renderer, grave: Container[Diagnostic]) -> str:
    """XML, in ASCII, so that every pipe can carry it. What is in `grave` is a failure, the rest is told in cases that pass."""
    root = ElementTree.Element("testsuites", name="chronoc")
    failures = cases = 0
    for file, items in groupby(found, key=lambda item: renderer.place(item.span)):
        suite = ElementTree.SubElement(root, "testsuite", name=clean(file))
        failed = 0
        those = list(items)
        for item in those:
            failed += _case(suite, file, item, renderer, item in grave)
        suite.attrib |= {"tests": str(len(those)), "failures": str(failed), "errors": "0"}
        failures, cases = failures + failed, cases + len(those)
    if not cases:
        cases = 1
        suite = ElementTree.SubElement(root, "testsuite", name="chronoc", tests="1", failures="0", errors="0")
        ElementTree.SubElement(suite, "testcase", name="no findings", classname="chronoc")
    root.attrib |= {"tests": str(cases), "failures": str(failures), "errors": "0"}
    ElementTree.indent(root)
    data: bytes = ElementTree.tostring(root, encoding="us-ascii")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{data.decode("ascii")}\n'


def _case(suite: ElementTree.Element, file: str, item: Diagnostic, renderer: Renderer, failed: bool) -> int:
    """One finding; whether it is a failure."""
    place = f"{item.span.line}:{item.span.column}"
    case = ElementTree.SubElement(suite, "testcase", name=f"{item.code} {item.name} ({place})", classname=clean(file))
    case.attrib |= {"file": clean(file), "line": str(item.span.line)}
    words = clean(Renderer(renderer.places, renderer.texts).full(item))
    if not failed:
        ElementTree.SubElement(case, "system-out").text = words
        return 0
    failure = ElementTree.SubElement(case, "failure", message=clean(visible(item.message)), type=item.severity)
    failure.text = words
    return 1


#: What XML cannot hold, even as a number.
_BARRED = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """The text with a mark for each sign that XML cannot hold."""
    return _BARRED.sub("\ufffd", text)
