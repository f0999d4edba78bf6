"""What a test shows about the names in it: `x is K` makes x a K where the test holds."""

from __future__ import annotations

from chronoc.lower.body import THIS, Body
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.types import Type
from chronoc.syntax import tree


def learn(b: Body, e: tree.Expr, holds: bool = True) -> None:
    """Remember what a test shows about a local or `it`: `x is K`, alone or among `and`."""
    match e:
        case tree.Call(name=word, args=(tree.Arg(value=tree.Name(name=phase_word)),)) if (
            holds and fold(word) == "during"
        ):
            phase = b.program.phase_names.get(fold(phase_word))
            if phase is not None:
                b.phases.append(phase)
        case tree.Binary(op="and") if holds:
            learn(b, e.left)
            learn(b, e.right)
        case tree.Binary(op="or") if not holds:
            learn(b, e.left, False)
            learn(b, e.right, False)
        case tree.Unary(op="not"):
            learn(b, e.operand, not holds)
        case tree.Binary(op="or") if holds:
            learn_either(b, e)
        case tree.Exists(operand=tree.Name(name=word)) if holds:
            surely(b, word)
        case tree.Is(operand=tree.Name(name=word), what=tree.Name(name="nothing")) if e.negated == holds:
            surely(b, word)
        case tree.Compare(op="!=", left=tree.Name(name=word), right=tree.Name(name="nothing")) if holds:
            surely(b, word)
        case tree.Is(operand=tree.Name(name=word), what=tree.Name(name=kind_word)) if e.negated != holds:
            known = subject(b, fold(word))
            kind = b.program.kind_names.get(fold(kind_word))
            if known is not None and kind is not None and known[1].base == "object":
                left = b.low.meet(known[1].arg, (kind.index,))
                if left:
                    b.narrow[known[0]] = types.obj(*left)


def surely(b: Body, word: str) -> None:
    """The value of this name is not nothing."""
    known = subject(b, fold(word))
    if known is not None and known[1].optional:
        b.narrow[known[0]] = known[1].sure()


def learn_either(b: Body, e: tree.Binary) -> None:
    """`x is A or x is B`: x is one of the two."""
    kinds: list[int] = []
    slot: tuple[int, Type] | None = None
    for part in (e.left, e.right):
        before = dict(b.narrow)
        learn(b, part)
        after, b.narrow = b.narrow, before
        changed = [k for k in after if after[k] != before.get(k)]
        if len(changed) != 1 or (slot is not None and changed[0] != slot[0]):
            return
        slot = (changed[0], after[changed[0]])
        kinds.extend(after[changed[0]].arg)
    if slot is not None:
        b.narrow[slot[0]] = types.obj(*kinds)


def subject(b: Body, key: str) -> tuple[int, Type] | None:
    """The slot that a name stands for, where it stands for one."""
    local = b.find(key)
    if local is not None:
        return local.slot, b.known(local.slot, local.type)
    if key == "it" and len(b.its) == 1:
        slot, type_ = b.its[0]
        return slot, b.known(slot, type_)
    if key == "this" and b.this is not None:
        return THIS, b.known(THIS, b.this)
    return None
