"""One language: chronoc's own catalogue, those of the sets, and the grammar that puts their words together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from chronoc.syntax.tree import Span, Text
from chronoc.text.catalogue import SUFFIX, Catalogue, Entry, read
from chronoc.text.grammars import GRAMMARS, grammar
from chronoc.text.words import PLACES, RELATIVE, SOFT_COMMA, Noun, Phrase, Value, fill, noun, plain

LOCALE = Path(__file__).with_name("locale")
#: Between the two moods of a sentence (do it · to do it), and between what is so and what is not so.
MOODS = " || "
AGREEING = "agreeing"
#: The case of an owner before its thing, in languages that have it: the player’s.
POSSESSIVE = "poss"


@cache
def kernel(code: str) -> Catalogue:
    """The engine's own words."""
    path = LOCALE / f"{code}{SUFFIX}"
    return read(path.read_bytes(), f"chronoc/{path.name}", code)


def languages() -> tuple[str, ...]:
    """The languages that the engine has words of."""
    return tuple(sorted(GRAMMARS))


class Language:
    """The words of one language for one variant.

    `asked`: every message of the sets that was wanted; `holes`: those that were not there, so that English stands there;
    `written`: where the texts stand that no name leads to."""

    def __init__(self, code: str, catalogues: Sequence[Catalogue]) -> None:
        self.code = code
        self.grammar = grammar(code)
        self.kernel = kernel(code)
        self.catalogues = list(catalogues)
        self.printed: dict[tuple[str, str], str] = {}  # what cards translate themselves: `title ru: "…"`
        self.kinds: dict[str, str] = {}  # kinds by name, as English makes nouns of them
        self.asked: dict[tuple[str, str], None] = {}
        self.holes: dict[tuple[str, str], None] = {}
        self.written: dict[tuple[str, str], Span] = {}
        self.unsaid: dict[str, None] = {}  # sentences of the engine that its catalogue lacks

    # ------------------------------------------------------------------ messages

    def sentence(self, source: str) -> str:
        """The engine's own sentence in this language."""
        found = self.kernel.find("", source)
        if found is None:
            if self.code != "en":
                self.unsaid[source] = None
            return source
        return found.text

    def kernel_noun(self, name: str) -> str:
        """A noun of the engine (player, card, number), as a catalogue writes it."""
        found = self.kernel.find("noun", name)
        if found is None:
            self.unsaid[f"noun {name}"] = None
            return name
        return found.text

    def own(self, context: str, source: str, english: str | None = None) -> str:
        """A message of the sets: its translation, else what English says."""
        self.asked[(context, source)] = None
        found = self.entry(context, source)
        if found is not None:
            return found.text
        if (context, source) in self.printed:
            return self.printed[(context, source)]
        if self.code != "en":
            self.holes[(context, source)] = None
        return source if english is None else english

    def text(self, text: Text) -> str:
        """A text of the rules: why something is so, a line of the story."""
        self.written.setdefault(("text", text.value), text.span)
        return self.own("text", text.value)

    def optional(self, context: str, source: str) -> str | None:
        """A message that a catalogue may have."""
        found = self.entry(context, source)
        if found is None:
            return None
        self.asked[(context, source)] = None
        return found.text

    def entry(self, context: str, source: str) -> Entry | None:
        return next((e for c in self.catalogues if (e := c.find(context, source)) is not None), None)

    def noun(self, what: str, name: str, english: str | None = None) -> Noun:
        """The forms of something that a set names, `what` it is and how the sources call it."""
        if english is None and what == "kind":
            english = self.kinds.get(name)
        return noun(self.own(f"{what} {name}", name, english))

    # ------------------------------------------------------------------ forms

    def agreeing(self, word: str, phrase: Phrase, case: str) -> str:
        """The form of an article, adjective or the like beside a noun phrase."""
        found = self.kernel.find(AGREEING, word)
        if found is None:
            self.unsaid[f"{AGREEING} {word}"] = None
            return word
        if case in PLACES:
            case = self._place(phrase, case)[1]
        rows = [[cell.strip() for cell in row.split("|")] for row in f" {found.text} ".split("/")]
        columns = len(self.grammar.columns)
        row = rows[-1] if phrase.you and len(rows) > columns else rows[min(self.grammar.column(phrase), len(rows) - 1)]
        masculine = phrase.many or phrase.gender == "m"
        if case == "acc" and phrase.animate and masculine and "gen" in self.grammar.cases:
            case = "gen"
        index = self.grammar.case(case)
        return row[index] if index < len(row) else row[0]

    def said(self, phrase: Phrase, case: str) -> str:
        """A noun phrase in a case; places bring their preposition along."""
        if case in PLACES:
            word, case = self._place(phrase, case)
            return f"{word} {phrase.say(case)}"
        if case == "acc" and phrase.animate and self.grammar.personal:
            return f"{self.grammar.personal} {phrase.say(case)}"
        return phrase.say(case)

    def _place(self, phrase: Phrase, case: str) -> tuple[str, str]:
        table = self.grammar.places
        row = table.get(phrase.place) or next(iter(table.values()))
        return row[PLACES.index(case)]

    def phrase(self, found: Noun, many: bool = False) -> Phrase:
        """A bare noun."""
        many = many or found.many

        def say(case: str) -> str:
            if case == POSSESSIVE:
                return possessive(found.form(0, many))
            return found.form(self.grammar.case(case), many)

        return Phrase(say, found.gender, many, found.animate, found.place, you=found.you)

    def counted(self, number: Phrase, found: Noun, case: str) -> str:
        """A number with the noun that it counts: 1 card, 2 cards."""
        many = self.kernel.forms - 1
        form = self.kernel.plural(abs(number.count)) if number.count is not None else many
        case, plural = self.grammar.counted(form, case, found)
        few = found.few if form != 0 and not plural else ""
        return f"{number.say('nom')} {few or found.form(self.grammar.case(case), plural)}"

    def many(self, number: int) -> bool:
        """Whether verbs and adjectives beside a number are in the plural."""
        return self.kernel.plural(abs(number)) != 0

    # ------------------------------------------------------------------ text

    def say(self, source: str, case: str = "nom", mood: str = "do", **slots: Value) -> str:
        """The engine's sentence, filled."""
        return self.filled(self.sentence(source), slots, case, mood)

    def filled(self, template: str, slots: dict[str, Value], case: str = "nom", mood: str = "do") -> str:
        parts = template.split(MOODS)
        at = int(mood in ("to do", "not"))
        if mood in ("perhaps", "perhaps not"):  # in a clause about a thing that is still to be found
            at = (2 if len(parts) > 3 else 0) + int(mood == "perhaps not")
        return fill(self, parts[min(at, len(parts) - 1)], slots, case)

    def made(self, source: str, head: str, many: bool | None = None, **slots: Value) -> Phrase:
        """A noun phrase by a sentence of the engine; `head` is the slot that other words agree with."""
        main = slots[head]
        base = main if isinstance(main, Phrase) else plain(main)
        template = self.sentence(source)
        return base.like(lambda case: fill(self, template, slots, case), many)

    def quoted(self, text: str) -> str:
        left, right = self.grammar.quotes
        inner = {"“": "‘", "”": "’"} if left == "“" else {"«": "„", "»": "“"}
        return left + "".join(inner.get(sign, sign) for sign in text) + right

    def joined(self, items: Sequence[str], last: str = "{a} and {b}") -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return self.say(last, a=", ".join(items[:-1]), b=items[-1])

    def relative(self, phrase: Phrase, text: str) -> str | None:
        """A clause about a thing, as it follows its noun (`that lies there`); None where it cannot stand so."""
        marks = list(_RELATIVE.finditer(text))
        if len(marks) != 1:
            return None
        mark = marks[0]
        before = text[: mark.start()].split()
        if before and not (len(before) == 1 and self.kernel.find("preposition", before[0]) is not None):
            return None
        case = mark[1]
        if case.startswith("="):  # the word is known already: whose
            word = case[1:]
        elif before:
            word = self.agreeing("which behind a preposition", phrase, case)
        else:
            word = self.agreeing("who" if phrase.animate and self.code == "en" else "which", phrase, case)
        return text[: mark.start()] + word + text[mark.end() :]

    def polished(self, text: str) -> str:
        """The whole text with what depends on neighbours: contractions, commas, blanks."""
        text = re.sub(rf"(\s*{SOFT_COMMA})+(?=\s*([.,;:!?)]|$))", "", text)
        text = re.sub(rf"(\s*{SOFT_COMMA})+", ",", text)
        text = re.sub(r"\s+([,.;:!?)])", r"\1", re.sub(r"[ \t]+", " ", text)).strip()
        return self.grammar.polish(text)


_RELATIVE = re.compile(f"{RELATIVE}([^{RELATIVE}]+){RELATIVE}")


def possessive(text: str) -> str:
    return f"{text}’" if text.endswith("s") else f"{text}’s"


def capital(text: str) -> str:
    """The text with a capital at its beginning, behind an opening sign as well."""
    for at, sign in enumerate(text):
        if sign.isalpha():
            return text[:at] + sign.upper() + text[at + 1 :] if at < 2 and not text[:at].strip("¿¡") else text
        if sign.isdigit():
            break
    return text
