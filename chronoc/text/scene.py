"""Where a sentence is said: what names mean there, who acts, and what was said before.

Names and types are those of the compiler: every expression is lowered into a copy of the code, so that a text never
means anything else than the rule table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chronoc.lower.body import Body
from chronoc.lower.expressions import expr
from chronoc.lower.lowering import Lowering
from chronoc.model import types
from chronoc.model.suggest import fold
from chronoc.model.symbols import DesignSym, KindSym, Program
from chronoc.model.types import Type
from chronoc.syntax import tree
from chronoc.text.language import Language
from chronoc.text.words import RELATIVE, Noun, Phrase, figure, noun, plain


def spaced(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def kind_words(kind: KindSym) -> str:
    """The noun that the name of a kind is in English."""
    return f"{spaced(kind.name)} / {spaced(kind.plural)}"


class Scene:
    """One text of one card. `you`: "you", or "they" where somebody else acts; `beside`: who acts is not the subject here (a
    condition); `mood`: "do" (do it!) or "to do" (behind "may" and "must")."""

    def __init__(
        self, low: Lowering, language: Language, this: Phrase | None = None, kind: KindSym | None = None
    ) -> None:
        self.low = low
        self.program: Program = low.program
        self.language = language
        self.body: Body = low.body(types.obj(kind.index) if kind is not None else None)
        self.body.any_phase = True
        self.this = this or self.kernel_noun("this card", "this card")
        self.refs: dict[int, Phrase] = {}
        self.names: list[str] = []  # the nouns that names are called by, to tell two apart
        self.its: list[Phrase] = []
        self.you = "you"
        self.who: int | None = None  # the slot of the name of whoever acts, where it is not `you`
        self.beside = False
        self.sought = False  # in a clause about a thing that is still to be found
        self.asserted = False  # ... that is said to be there
        self.mood = "do"
        self.printed: DesignSym | None = None  # the card whose text this is
        self.letters: list[tuple[str, str]] = []  # numbers that are told at the end of the sentence

    # ------------------------------------------------------------------ meaning

    def typed(self, e: tree.Expr, want: Type | None = None) -> tuple[list[Any], Type]:
        """What an expression is lowered to, and its type."""
        with self.quiet():
            node, type_ = expr(self.body, e, want)
        return self.body.code.nodes[node], type_

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """What was found wrong was told by the compiler; here it counts no more."""
        items = self.program.findings.items
        before = len(items)
        try:
            yield
        finally:
            del items[before:]

    def learn(self, e: tree.Expr, holds: bool = True) -> None:
        from chronoc.lower.narrowing import learn

        with self.quiet():
            learn(self.body, e, holds)

    def element(self, e: tree.Expr) -> Type:
        """The type of the elements of a list or zone."""
        _, type_ = self.typed(e)
        return self.element_of(type_)

    def element_of(self, type_: Type) -> Type:
        if type_.base == "list":
            return type_.arg if isinstance(type_.arg, Type) else types.ANY
        if type_.base == "zone":
            return types.obj(*type_.arg) if type_.arg else types.obj(*self.low.things)
        return type_.sure()

    # ------------------------------------------------------------------ names

    @contextmanager
    def inner(self) -> Iterator[None]:
        """A block: its names end with it."""
        refs, names = dict(self.refs), list(self.names)
        with self.body.scope():
            yield
        self.refs, self.names = refs, names

    def bind(self, name: str, type_: Type, phrase: Phrase | None = None) -> Phrase:
        """A new name, and how it is spoken of from now on: `that card`."""
        slot = self.body.bind(name, type_)
        if phrase is None:
            phrase = self.reference(name, type_)
        self.refs[slot] = phrase
        return phrase

    def reference(self, name: str, type_: Type) -> Phrase:
        """How a name is spoken of: `that card`, of the second `the other card`, else by its name."""
        many = type_.base == "list"
        element = self.element_of(type_)
        if element.base in ("number", "flag", "text", "any", "error", "moment", "effect", "list", "nothing"):
            return plain(spaced(name) if len(name) == 1 else self.language.quoted(spaced(name)), many)
        found = self.type_noun(element)
        word = ("*" if many else "") + "/".join(found.singular)
        said = [before for before in self.names if before == word]
        self.names.append(word)
        base = self.language.phrase(found, many)
        if not said:
            return self.language.made("{that/n} {n}", "n", n=base)
        if len(said) == 1:
            return self.language.made("{the other/n} {n}", "n", n=base)
        return self.language.made("{that/n} {n} {name}", "n", n=base, name=plain(self.language.quoted(spaced(name))))

    @contextmanager
    def about(self, type_: Type, phrase: Phrase) -> Iterator[None]:
        """`it` is this."""
        slot = self.body.new_slot()
        with self.inner(), self.body.element(slot, type_):
            self.refs[slot] = phrase
            self.its.append(phrase)
            try:
                yield
            finally:
                self.its.pop()

    @contextmanager
    def acting(self, you: str = "they", mood: str | None = None, who: tree.Expr | None = None) -> Iterator[None]:
        """Somebody else acts, or something may or must be done. `who`: what names the one who acts."""
        before = self.you, self.mood, self.who
        self.you = you
        self.mood = mood or self.mood
        if who is not None:
            local = self.body.find(fold(who.name)) if isinstance(who, tree.Name) else None
            self.who = local.slot if local is not None else None
        try:
            yield
        finally:
            self.you, self.mood, self.who = before

    @contextmanager
    def deciding(self, who: tree.Expr | None) -> Iterator[None]:
        """Somebody decides, though it is not he who acts."""
        before = self.who
        local = self.body.find(fold(who.name)) if isinstance(who, tree.Name) else None
        self.who = local.slot if local is not None else before
        try:
            yield
        finally:
            self.who = before

    def acts(self, e: tree.Expr | None) -> str | None:
        """The sentence for what belongs to somebody, if that is who acts or decides."""
        if not isinstance(e, tree.Name):
            return None
        local = self.body.find(fold(e.name))
        if local is None:
            return self.possessor(self.you) if fold(e.name) == "you" else None
        return self.possessor("they") if local.slot == self.who else None

    @contextmanager
    def apart(self, sought: bool = False) -> Iterator[None]:
        """In a condition: who acts is not its subject."""
        before = self.beside, self.sought
        self.beside, self.sought = True, sought
        try:
            yield
        finally:
            self.beside, self.sought = before

    @contextmanager
    def asserting(self, holds: bool) -> Iterator[None]:
        """It is said that something is there (or not)."""
        before, self.asserted = self.asserted, holds
        try:
            yield
        finally:
            self.asserted = before

    def relative(self, phrase: Phrase) -> Phrase:
        """The thing that a relative clause is about; its place is marked."""
        return phrase.like(lambda case: f"{RELATIVE}{case}{RELATIVE}")

    def mode(self, holds: bool) -> str:
        """The mood of a condition."""
        return ("perhaps" if holds else "perhaps not") if self.sought else ("do" if holds else "not")

    # ------------------------------------------------------------------ nouns

    def kind_noun(self, kind: KindSym) -> Noun:
        if kind.index == 0:
            return noun(self.language.kernel_noun("player"))
        return self.language.noun("kind", kind.name, kind_words(kind))

    def kinds_noun(self, kinds: tuple[int, ...]) -> Noun:
        """`card`; of several kinds what they have in common, else `tower or lamp`."""
        if not kinds or kinds == tuple(sorted(self.low.things)):
            if not kinds or len(kinds) > 2:
                return noun(self.language.kernel_noun("thing"))
        found = [self.kind_noun(self.program.kinds[k]) for k in kinds]
        if len(found) == 1:
            return found[0]
        shared = [k for k in self.low.parents[kinds[0]] if all(k in self.low.parents[o] for o in kinds[1:])]
        if shared:
            return self.kind_noun(self.program.kinds[shared[0]])
        if len(found) > 2:
            return noun(self.language.kernel_noun("thing"))
        first, second = found

        def both(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
            cells = max(len(a), len(b))
            return tuple(
                self.language.say("{a} or {b}", a=a[min(i, len(a) - 1)], b=b[min(i, len(b) - 1)]) for i in range(cells)
            )

        return Noun(
            both(first.singular, second.singular), both(first.plural, second.plural),
            first.gender, first.animate, first.many, first.place,
        )  # fmt: skip

    def type_noun(self, type_: Type) -> Noun:
        """What a value of a type is called."""
        match type_.base:
            case "object" | "design":
                return self.kinds_noun(tuple(type_.arg or ()))
            case "enum":
                name = self.program.enums[type_.arg].name
                return self.language.noun("type", name, spaced(name) + " / " + spaced(name) + "s")
            case "number" | "tag" | "kind" | "cell" | "zone":
                return noun(self.language.kernel_noun({"cell": "place", "zone": "place"}.get(type_.base, type_.base)))
        return noun(self.language.kernel_noun("thing"))

    def kernel_noun(self, name: str, fallback: str) -> Phrase:
        return self.language.phrase(noun(self.language.kernel_noun(name)))

    def card(self, card: DesignSym) -> Phrase:
        """A card by its title, in quotes."""
        title = self.language.quoted(self.language.own(f"card {card.id}", card.title))
        if not self.language.grammar.titles:
            return plain(title)
        kind = self.language.phrase(self.kind_noun(card.kind))
        return kind.like(lambda case: title if case == "nom" else f"{kind.say(case)} {title}")

    def short(self, card: DesignSym) -> str:
        """How conditions call a card: its name, else its title in quotes."""
        if card.decl.name is None:
            return self.language.quoted(self.language.own(f"card {card.id}", card.title))
        name = spaced(card.decl.name)
        return self.language.own(f"name {card.id}", name)

    # ------------------------------------------------------------------ people and numbers

    def actor(self) -> Phrase:
        """Whoever acts."""
        return self.kernel_noun("you", "you") if self.you == "you" else self.kernel_noun("they", "they")

    def possessor(self, who: str) -> str:
        """The sentence for what belongs to whoever acts."""
        if not self.beside:
            return "{your own/z} {z}" if who == "you" else "{their own/z} {z}"
        return "{your/z} {z}" if who == "you" else "{their/z} {z}"

    def number(self, e: tree.Expr) -> Phrase:
        """How many: a number that this variant fixes, else a letter that is told at the end of the sentence."""
        from chronoc.text.things import thing

        known = self.low.constant(e)
        if known is not None and (not isinstance(e, tree.Name) or self.body.find(fold(e.name)) is None):
            return figure(known)
        with self.apart():
            said = thing(self, e, types.NUMBER).say("nom")
        letter = next((one for one, text in self.letters if text == said), None)
        if letter is None:
            letter = "XYZUVW"[min(len(self.letters), 5)]
            self.letters.append((letter, said))
        return Phrase(lambda case: letter, number=True, many=True)

    def told(self, text: str) -> str:
        """A finished sentence with the numbers that it left open."""
        if self.letters:
            parts = [self.language.say("{x} is {n}", x=one, n=said) for one, said in self.letters]
            text = self.language.say("{text}, where {parts}", text=text, parts=self.language.joined(parts))
            self.letters.clear()
        return text
