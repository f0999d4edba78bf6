"""The register of rules: what each is called, how grave it is, what it needs, and the function that looks.

A rule is one module below `chronoc/check/rules/`:

    @rule("unused-option", "warning", "style")
    def check(ctx: Context) -> Iterator[Diagnostic]:
        '''An option that nothing reads.'''
        for option in …:
            yield ctx.found(option.span, "nothing reads this option", "take it out, or read it in a rule")

Its code stands in `chronoc.diagnostics.CODES`, its page is `tests/rules/unused-option.md`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from chronoc.diagnostics import CODES, Diagnostic, Severity

if TYPE_CHECKING:
    from chronoc.check.context import Context

#: `error` is always on; the others can be chosen.
Category = Literal["error", "balance", "text", "style", "language", "packaging"]

#: What must be there before a rule can look: the program as far as it could be read, a whole rule table, or proofs.
Needs = Literal["program", "table", "proofs"]

Check = Callable[["Context"], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of fault. `about` is one sentence."""

    name: str
    severity: Severity
    category: Category
    needs: Needs
    about: str
    check: Check

    @property
    def code(self) -> str:
        return CODES[self.name]


RULES: dict[str, Rule] = {}


def rule(name: str, severity: Severity, category: Category, needs: Needs = "program") -> Callable[[Check], Check]:
    """Enter a function in the register. The first line of its docstring is what `chronoc rules` says."""

    def enter(check: Check) -> Check:
        assert name in CODES, f"{name} has no code"
        assert name not in RULES, f"{name} twice"
        about = (check.__doc__ or "").strip().splitlines()
        assert about, f"{name} says nothing about itself"
        RULES[name] = Rule(name, severity, category, needs, about[0], check)
        return check

    return enter


def rules() -> dict[str, Rule]:
    """All rules, by name, in the order of their codes."""
    import chronoc.check.rules as room

    for module in pkgutil.iter_modules(room.__path__):
        import_module(f"{room.__name__}.{module.name}")
    return dict(sorted(RULES.items(), key=lambda item: item[1].code))
