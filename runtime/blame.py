"""When generated code meets what it cannot work with (a field of nothing, a sum that is no sum): which rule it was.

A checked table never leads here; a wrong one, or a wrong interpreter, ends in a `Fault` that says where.
"""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any

from runtime.signals import Budget, Fault

#: What Python raises for a value of the wrong kind. Nothing else is taken for a mistake of the rules.
WRONG_VALUES = (TypeError, IndexError, KeyError, ValueError, AttributeError, ArithmeticError, RecursionError)

_NAME = re.compile(r"([evr])(\d+)(?:_\d+)?")


def blame(rules: Any, problem: Exception) -> Fault:
    """The fault that stands for a Python error in generated code."""
    if isinstance(problem, RecursionError):
        return Budget("the rules call each other without end")
    what = "a value is missing" if "NoneType" in str(problem) else "a value is of the wrong kind"
    place = running(rules, problem.__traceback__)
    return Fault(f"{what}{f' in {place}' if place else ''} ({type(problem).__name__}: {problem})"[:300])


def running(rules: Any, traceback: TracebackType | None) -> str:
    """Name of the innermost function of the table that was running."""
    from runtime.link import BUILTINS

    found = ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        match = _NAME.fullmatch(code.co_name) if code.co_filename == "<rule table>" else None
        if match:
            index = int(match[2]) - (len(BUILTINS) if match[1] == "r" else 0)
            if 0 <= index < len(rules.table.fns):
                found = rules.table.fns[index]["name"] or found
        traceback = traceback.tb_next
    return found
