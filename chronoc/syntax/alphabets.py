"""Words that mix letters of two alphabets which look the same: `Сat` with a Cyrillic `С`.

On the screen such a word is the one that was meant, so a reader cannot find the fault; he must be told the letter.
"""

from __future__ import annotations

import re
import unicodedata

#: Letters of other alphabets beside the Latin ones that they look like.
_PAIRS = (
    ("CYRILLIC", "АВЕЅІЈКМНОРСТУХаеѕіјкорсухԁԛԝ", "ABESIJKMHOPCTYXaesijkopcyxdqw"),
    ("GREEK", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον", "ABEZHIKMNOPTYXov"),
)
_TO_LATIN = {strange: latin for _, letters, latins in _PAIRS for strange, latin in zip(letters, latins, strict=True)}
_FROM_LATIN = {
    script: {latin: strange for strange, latin in zip(letters, latins, strict=True)}
    for script, letters, latins in _PAIRS
}
#: A part of a name that is one word to a reader: `x_координата` mixes nothing.
_PART = re.compile(r"[^\W\d_]+")


def meant(word: str) -> tuple[str, str] | None:
    """The word in one alphabet and a sentence about its strange letters; None where there is nothing strange."""
    if word.isascii():
        return None
    strange: dict[str, str] = {}

    def mended(found: re.Match[str]) -> str:
        right = _one_alphabet(found[0])
        if right is None:
            return found[0]
        strange.update((was, _script(was)) for was, now in zip(found[0], right, strict=True) if was != now)
        return right

    right = _PART.sub(mended, word)
    if not strange:
        return None
    told = []
    for script in dict.fromkeys(strange.values()):
        letters = [f"`{letter}`" for letter, of in strange.items() if of == script]
        one = len(letters) == 1
        told.append(f"{', '.join(letters)} {'is a' if one else 'are'} {script.capitalize()} letter{'' if one else 's'}")
    return right, f"{' and '.join(told)}, the others are not"


def as_latin(text: str) -> str:
    """The text with every letter that looks like a Latin one as that one."""
    return text if text.isascii() else "".join(_TO_LATIN.get(letter, letter) for letter in text)


def _one_alphabet(part: str) -> str | None:
    """A part that mixes the Latin alphabet with another one, when its strange letters all have a double; else None."""
    scripts = dict.fromkeys(_script(letter) for letter in part)
    others = [script for script in scripts if script in _FROM_LATIN]
    if len(scripts) != 2 or "LATIN" not in scripts or len(others) != 1:
        return None
    latin = sum(_script(letter) == "LATIN" for letter in part)
    double = _FROM_LATIN[others[0]]
    ways = [
        (len(part) - latin, "".join(_TO_LATIN.get(x, x) for x in part), "LATIN"),
        (latin, "".join(double.get(x, x) for x in part), others[0]),
    ]
    whole = [way for way in ways if all(_script(letter) == way[2] for letter in way[1])]
    return min(whole)[1] if whole else None


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split(" ")[0]
