"""The register of all that `chronoc check` may say: what each kind of finding is called, how grave it is, where it belongs.

Some kinds are found by the compiler, the others by rules. A rule is one module below `chronoc/check/rules/`:

    @rule("unused-option", "warning", "style")
    def check(ctx: Context) -> Iterator[Diagnostic]:
        '''An option that nothing reads.'''
        for option in …:
            yield ctx.found(option.span, "nothing reads this option", "take it out, or read it in a rule")

Its code stands in `chronoc.diagnostics.CODES`, its page is `tests/rules/unused-option.md`. A rule whose findings can carry
a `Fix` says `fixable=True`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, get_args

from chronoc.diagnostics import CODES, Diagnostic, Severity

if TYPE_CHECKING:
    from chronoc.check.context import Context

#: `error` is always on; the others can be chosen.
Category = Literal["error", "balance", "text", "style", "language", "packaging"]
CATEGORIES: tuple[Category, ...] = get_args(Category)

#: What must be there before a rule can look: the program as far as it could be read, a whole rule table, or proofs.
Needs = Literal["program", "table", "proofs"]

Check = Callable[["Context"], Iterator[Diagnostic]]

#: What is found without a rule and is no error, or not always one. All other names without a rule are errors, always on.
MILD: dict[str, tuple[Severity, Category]] = {
    "mixed-letters": ("error", "text"),  # a warning in texts
    "set-name": ("warning", "packaging"),
    "inexact-mention": ("warning", "language"),
    "incomplete": ("warning", "language"),
    "variant-name": ("warning", "packaging"),
    "link-in-set": ("error", "packaging"),  # a warning where the link stays inside
    "ignore-without-reason": ("warning", "style"),
    "unused-ignore": ("warning", "style"),
    "stale-baseline": ("warning", "style"),
}

#: What is found without a rule and may come with a change that `--fix` can make.
FIXABLE = (
    "misspelt-word", "missing-sign", "surplus-sign", "unknown-sign", "bad-number", "loose-statement", "reserved-word",
    "mixed-letters", "unknown-name", "unknown-card", "unknown-kind", "unknown-field", "unknown-zone", "unused-ignore",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of fault that a function looks for. `about` is one sentence."""

    name: str
    severity: Severity
    category: Category
    needs: Needs
    about: str
    check: Check
    fixable: bool = False

    @property
    def code(self) -> str:
        return CODES[self.name]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of finding, whoever finds it."""

    name: str
    severity: Severity
    category: Category
    fixable: bool
    rule: Rule | None = None

    @property
    def code(self) -> str:
        return CODES[self.name]

    def may_be_ignored(self, severity: Severity | None = None) -> bool:
        """Whether (a finding of that severity of) this kind can be switched off."""
        return self.category != "error" and (self.rule is not None or severity != "error")


RULES: dict[str, Rule] = {}


def rule(
    name: str, severity: Severity, category: Category, needs: Needs = "program", *, fixable: bool = False
) -> Callable[[Check], Check]:
    """Enter a function in the register. The first line of its docstring is what `chronoc rules` says."""

    def enter(check: Check) -> Check:
        assert name in CODES, f"{name} has no code"
        assert name not in RULES, f"{name} twice"
        about = (check.__doc__ or "").strip().splitlines()
        assert about, f"{name} says nothing about itself"
        RULES[name] = Rule(name, severity, category, needs, about[0], check, fixable)
        return check

    return enter


def rules() -> dict[str, Rule]:
    """All rules, by name, in the order of their codes."""
    _load()
    return dict(sorted(RULES.items(), key=lambda item: item[1].code))


@cache
def _load() -> None:
    """Import the modules of all rules, which enters them."""
    import chronoc.check.rules as room

    for module in pkgutil.iter_modules(room.__path__):
        import_module(f"{room.__name__}.{module.name}")


def kinds() -> dict[str, Kind]:
    """Every kind of finding there is, by name, in the order of their codes."""
    known = rules()
    return {name: _kind(name, known.get(name)) for name in sorted(CODES, key=lambda name: CODES[name])}


def _kind(name: str, rule: Rule | None) -> Kind:
    if rule is not None:
        return Kind(name, rule.severity, rule.category, rule.fixable, rule)
    severity, category = MILD.get(name, ("error", "error"))
    return Kind(name, severity, category, name in FIXABLE)
