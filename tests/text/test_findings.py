"""Hand-written texts that say something else than the code, and translations that are missing, stale or do not fit."""

from __future__ import annotations

import pytest

from chronoc.diagnostics import Diagnostic
from chronoc.text.findings import overridden, text_findings
from chronoc.text.overrides import overrides
from tests.text.worlds import world

EFFECT = "play { choose c from hand of you ; discard c ; draw 2 }"


def found(text: str, *catalogues: tuple[str, str], head: str = 'key Test "Test"') -> list[Diagnostic]:
    return list(text_findings(world(f"{head} {{\n  {text}\n}}\n", *catalogues)))


def names(text: str) -> list[str]:
    return [d.name for d in found(text)]


WHY = 'text because: "shorter"'


@pytest.mark.parametrize(
    "text, expected",
    [
        (f'{EFFECT}\n  text: "Discard a card, then draw 2."\n  {WHY}', []),
        (f'{EFFECT}\n  text: "Discard a card, then draw two."\n  {WHY}', []),
        (f'{EFFECT}\n  text: "Discard one card, then draw 2."\n  {WHY}', []),
        (f'{EFFECT}\n  text: "Discard a card, then draw 2."', ["override-without-reason"]),
        (f'{EFFECT}\n  text: "Discard a card, then draw 2."\n  text because: " "', ["override-without-reason"]),
        (f'{EFFECT}\n  text: "Discard a card, then draw 3."\n  {WHY}', ["text-number-differs"]),
        (f'{EFFECT}\n  text: "Discard a card, then draw three."\n  {WHY}', ["text-number-differs"]),
        (f'{EFFECT}\n  text: "Discard a card, then draw some."\n  {WHY}', ["text-number-differs"]),
        (f'{EFFECT}\n  text: "Take A Cup, then draw 2."\n  {WHY}', ["text-name-differs"]),
        (f"Playable if Keep' or Gate'\n  text: \"If Keep' or Gate'.\"\n  {WHY}", []),
        (f"Playable if Keep' or Gate'\n  text: \"If Keep’ or Gate′.\"\n  {WHY}", []),
        (f"Playable if Keep' or Gate'\n  text: \"If Keep' or Gate.\"\n  {WHY}", ["text-mark-differs"]),
        (f"Playable if Keep' or Gate'\n  text: \"If Keep'.\"\n  {WHY}", ["text-mark-differs", "text-name-differs"]),
        (f"Playable if 1' and 2\n  text: \"If 1' and 2.\"\n  {WHY}", []),
        (f"Playable if 1' and 2\n  text: \"If 1' and 3.\"\n  {WHY}", ["text-number-differs"]),
        (f'Playable if 1\' and 2\n  text: "If 1 and 2."\n  {WHY}', ["text-mark-differs"]),
    ],
)
def test_overrides(text: str, expected: list[str]) -> None:
    told = names(text)
    assert [name for name in told if name != "text-number-differs" or name in expected] == expected


def test_what_is_told() -> None:
    (finding,) = found(f'{EFFECT}\n  text: "Discard a card, then draw 3."\n  {WHY}')
    assert (finding.code, finding.severity, finding.span.line) == ("C401", "error", 3)
    assert finding.message == "this text has 3, the code of `Test` 2"
    assert finding.notes[0].message.startswith("the code says: Play Choose a card from your hand.")


def test_a_translation_of_an_override_is_held_against_the_code_too() -> None:
    text = f'{EFFECT}\n  text: "Discard a card, then draw 2."\n  {WHY}\n  text ru: "Сбросьте карту и возьмите 3."'
    catalogue = ("ru", 'msgctxt "verb draw"\nmsgid "draw {n}"\nmsgstr "возьмите {n} || взять {n}"\n')
    told = [d for d in found(text, catalogue) if d.code.startswith("C40")]
    assert [(d.name, d.span.line) for d in told] == [("text-number-differs", 5)]


def test_overrides_are_counted() -> None:
    program = world(f'key Test "Test" {{\n  {EFFECT}\n  text: "Draw 2."\n  {WHY}\n}}\n').program
    assert [(o.card.title, o.text, o.reason) for o in overrides(program)] == [("Test", "Draw 2.", "shorter")]
    assert overridden(program) == (1, len(program.designs))


def test_a_kind_may_have_a_clause_called_text() -> None:
    """Then it is that clause, and no override."""
    from chronoc.analyse import analyse
    from chronoc.model.sources import SourceSet, VariantSpec

    rules = 'set a "A"\ngame "A" { players 1 to 2 }\nkind card { text: effect }\nturn { nothing }\ncard "C" { text { log "x" } }\n'
    found = analyse([SourceSet("a", (("a/a.chrono", rules.encode()),))], VariantSpec("a", "A", ("a",)))
    assert [d.message for d in found.diagnostics] == []
    assert list(overrides(found.program)) == []


# ------------------------------------------------------------------ catalogues

GOOD = 'msgctxt "verb discard"\nmsgid "discard {c}"\nmsgstr "сбросьте {c:acc} || сбросить {c:acc}"\n'


def catalogue(text: str, language: str = "ru") -> list[Diagnostic]:
    """The findings, but for what is missing."""
    return [d for d in found(EFFECT, (language, text)) if d.name != "missing-translation"]


@pytest.mark.parametrize(
    "text, name, line, part",
    [
        (GOOD.replace("{c:acc} ||", "{d:acc} ||"), "unknown-slot", 1, "`{d:acc}` names nothing"),
        (GOOD.replace("{c:acc} ||", "{c:acc ||"), "unknown-slot", 1, "`{c:acc ||"),
        (GOOD.replace("{c:acc} ||", "{c:abl} ||"), "unknown-slot", 1, "there is no case `abl`"),
        (GOOD.replace("{c:acc} ||", "{thus/c} ||"), "unknown-slot", 1, "no word `thus` that agrees"),
        (GOOD.replace("{c:acc} ||", "{c*lantern} ||"), "unknown-slot", 1, "no kind `lantern`"),
        (GOOD.replace(" || сбросить {c:acc}", ""), "missing-form", 1, "“may” and “must”"),
        (GOOD.replace("discard {c}\"", "throw away {c}\""), "stale-translation", 1, "no longer say “throw away {c}”"),
        (GOOD.replace("verb discard", "verb discrad"), "stale-translation", 1, "no longer say"),
        ('msgctxt "card Cup"\nmsgid "A Goblet"\nmsgstr "Кубок"\n', "stale-translation", 1, "A Goblet"),
        ('msgctxt "kind key"\nmsgid "key"\nmsgstr "[m] ключ|ключа / ключи|ключей"\n', "missing-form", 1, "each of the 6 cases"),
        ('msgctxt "is warned"\nmsgid "warned"\nmsgstr "{x} осторожен"\n', "missing-form", 1, "does not say its opposite"),
        (
            ('msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\nmsgctxt "verb draw"\n'
            'msgid "draw {n}"\nmsgid_plural "draw {n}"\nmsgstr[0] "{n} карта || {n} карта"\nmsgstr[1] "{n} карты || {n} карты"\n'),
            "missing-form", 4, "3 plural forms, here are 2",
        ),
        ("msgid oops\n", "bad-catalogue", 1, "no line of a catalogue"),
    ],
)  # fmt: skip
def test_entries_that_do_not_fit(text: str, name: str, line: int, part: str) -> None:
    (finding,) = catalogue(text)
    assert (finding.name, finding.span.line) == (name, line)
    assert finding.span.file == "lamps/locale/ru.po"
    assert part in finding.message


def test_good_entries() -> None:
    assert catalogue(GOOD) == []
    assert (
        catalogue(
            'msgctxt "kind key"\nmsgid "key"\nmsgstr "[m] ключ|ключа|ключу|ключ|ключом|ключе / ключи|a|b|c|d|e"\n'
        )
        == []
    )


def test_what_is_missing() -> None:
    told = [d for d in found(EFFECT, ("ru", GOOD)) if d.name == "missing-translation"]
    keys = {d.message for d in told}
    assert any("“A Cup”" in text for text in keys)
    assert not any("discard {c}" in text for text in keys)
    fuzzy = [d for d in found(EFFECT, ("ru", "#, fuzzy\n" + GOOD)) if "discard {c}" in d.message]
    assert [(d.name, "doubtful" in d.message) for d in fuzzy] == [("missing-translation", True)]


def test_a_set_without_catalogues_lacks_nothing() -> None:
    assert found(EFFECT) == []


def test_a_language_that_the_engine_does_not_speak() -> None:
    (finding,) = [d for d in found(EFFECT, ("xx", GOOD)) if d.name == "bad-catalogue"]
    assert finding.severity == "warning" and "`xx`" in finding.message


def test_a_stale_entry_says_what_stands_there_now() -> None:
    (finding,) = catalogue(GOOD.replace('discard {c}"', 'throw away {c}"'))
    assert finding.notes[0].message == "they say “discard {c}”"


def test_texts_of_the_rules_are_to_be_translated() -> None:
    """Why an action is forbidden has no name; it is wanted all the same, and not stale when it is there."""
    rule = 'forbid trade(c) where c is key "no keys"'
    told = [d for d in found(rule, ("ru", GOOD)) if "“no keys”" in d.message]
    assert [(d.name, d.span.line) for d in told] == [("missing-translation", 2)]
    entry = 'msgctxt "text"\nmsgid "no keys"\nmsgstr "без ключей"\n'
    assert [d.message for d in found(rule, ("ru", entry)) if "no keys" in d.message] == []


def test_the_label_of_an_answer_and_the_names_in_a_phase_are_to_be_translated() -> None:
    rule = "react to a card played { cancel it }"
    label = 'msgctxt "answer played"\nmsgid "played"\nmsgstr "{}"\n'
    english = ("en", label.format("When a card is played"))
    told = [d.message for d in found(rule, english, ("ru", GOOD)) if "“played”" in d.message]
    assert told == ["the translation of “played” into `ru` is missing, so English stands there"]
    russian = ("ru", label.format("Когда играют карту"))
    assert [d.message for d in found(rule, english, russian) if "“played”" in d.message] == []
