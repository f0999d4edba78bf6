"""When generated code meets what it cannot work with (a field of nothing, a sum that is no sum): which rule it was.

A checked table never leads here; a wrong one, or a wrong interpreter, ends in a `Fault` that says where.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any, TypeVar

from runtime.signals import Budget, Commit, EndPhase, Failed, Fault, GameOver, TryResult, UsageError

_NAME = re.compile(r"([evr])(\d+)(?:_\d+)?")


#: How deep Python may call itself while rules run. A compiler may allow much more; here, where lists are sorted and gone
#: through on the way, that would break through the bottom of the stack instead of ending in an error.
DEEPEST = 3_000


def shallow() -> int:
    """Lower the limit of nested calls for what follows. The limit to go back to, 0 if nothing was changed."""
    limit = sys.getrecursionlimit()
    if limit <= DEEPEST:
        return 0
    try:
        sys.setrecursionlimit(DEEPEST)
    except RecursionError:  # the caller is deeper than that already
        return 0
    return limit


def blame(rules: Any, problem: Exception) -> Fault:
    """The fault that stands for a Python error in generated code."""
    if isinstance(problem, Fault):
        return problem
    if isinstance(problem, RecursionError):
        return Budget("the rules call each other without end")
    if isinstance(problem, MemoryError):
        return Budget("the rules use up the memory")
    if isinstance(problem, (Failed, Commit, EndPhase, GameOver, TryResult)):
        return Fault("something is ended or given up where nothing of the kind runs")
    what = "a value is missing" if "NoneType" in str(problem) else "a value is of the wrong kind"
    place = running(rules, problem.__traceback__)
    text = str(problem) if len(problem.args) < 2 and type(problem) is not KeyError else repr(problem.args)
    return Fault(f"{what}{f' in {place}' if place else ''} ({type(problem).__name__}: {text[:200]})")


Method = TypeVar("Method", bound=Callable[..., Any])


def faults_only(method: Method) -> Method:
    """For methods of a game: whatever goes wrong in the rules leaves as a `Fault`. What the caller did wrong stays as it is."""

    @wraps(method)
    def guarded(self: Any, *arguments: Any, **named: Any) -> Any:
        limit = shallow()
        try:
            return method(self, *arguments, **named)
        except (Fault, UsageError):
            raise
        except Exception as problem:
            raise blame(self.rules, problem) from problem
        finally:
            if limit:
                sys.setrecursionlimit(limit)

    return guarded  # type: ignore[return-value]


def running(rules: Any, traceback: TracebackType | None) -> str:
    """Name of the innermost function of the table that was running."""
    from runtime.link import BUILTINS

    if rules is None:
        return ""

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
