"""The words of the language: which terminal of the grammar a word may be, and which words can never be names.

Words are lexed as names. `layout.py` looks them up here and gives a token all its readings; the parser takes the first
one that fits, so most words stay free to be names. A terminal whose name begins with `_` is left out of the tree.
"""

from __future__ import annotations

#: Words as terminals of one word each. Upper-case names without `_` stay in the tree since a builder asks for them.
KEYWORDS: dict[str, str] = {
    word: terminal
    for line in """
    action ACTION|adjust _ADJUST|after AFTER|afterwards _AFTERWARDS|alike _ALIKE|all ALL|and _AND|another _ANOTHER
    answers ANSWERS|any ANY|as _AS|asked _ASKED|at _AT|by _BY|can _CAN|case _CASE|changes _CHANGES|choose _CHOOSE
    chooses CHOOSES|choosing _CHOOSING|define _DEFINE|descending DESCENDING|do _DO|drawn _DRAWN|drop _DROP
    during _DURING|each _EACH|either _EITHER|else _ELSE|ending ENDING|ends ENDS|enter _ENTER|enters _ENTERS
    examples _EXAMPLES|exists _EXISTS|expect _EXPECT|for _FOR|forbid _FORBID|from _FROM|game _GAME|given _GIVEN
    goal _GOAL|groups _GROUPS|has _HAS|holding _HOLDING|if _IF|in _IN|inside _INSIDE|instead INSTEAD|into _INTO|is _IS
    kind _KIND|layout _LAYOUT|leaves _LEAVES|leaving _LEAVING|let _LET|like _LIKE|limit _LIMIT|loses _LOSES|may _MAY
    mirrors _MIRRORS|mod MOD|more MORE|named _NAMED|no NO|none NONE|not _NOT|of _OF|on _ON|once ONCE|one _ONE
    open _OPEN|option _OPTION|or _OR|override OVERRIDE|passes PASSES|per _PER|phase PHASE|players _PLAYERS
    plural _PLURAL|react _REACT|reacts REACTS|repeat _REPEAT|require _REQUIRE|robot _ROBOT|roll _ROLL|rolls ROLLS
    satisfy _SATISFY|scenario _SCENARIO|seed _SEED|sees SEES|set _SET|settled SETTLED|setup SETUP|side _SIDE
    stacked STACKED|step _STEP|such _SUCH|tag _TAG|take _TAKE|takes TAKES|that _THAT|the _THE|ties _TIES|to _TO
    try _TRY|turn TURN|turns _TURNS|type _TYPE|until _UNTIL|used _USED|using _USING|var _VAR|when _WHEN
    whenever _WHENEVER|where _WHERE|while _WHILE|window _WINDOW|wins _WINS|with _WITH|without WITHOUT|works _WORKS
    your _YOUR|zone _ZONE
    """.strip().splitlines()
    for word, terminal in (entry.split() for entry in line.strip().split("|"))
}

#: Words that can never be names (except as a label before `:` and after a dot): a name there would hide a fault of
#: the sentence.
RESERVED: frozenset[str] = frozenset(
    KEYWORDS[word]
    for word in """
    after all and another any as at by choose each either else for from if in into is leaving let may mod no none not
    of on or repeat require set the to try where while with without
    """.split()
)

#: Several words that are one terminal, by their first word; the longest first. They stand where two single words
#: would leave the parser in doubt (`x in E with most F` after `move … with …`).
PHRASES: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "after": ((("after", "this", "action"), "AFTERTHIS"),),
    "as": ((("as", "of"), "_ASOF"),),
    "at": ((("at", "once"), "_ATONCE"),),
    "can": ((("can", "take"), "CANTAKE"),),
    "cannot": ((("cannot", "take"), "CANNOTTAKE"),),
    "carry": ((("carry", "on"), "_CARRYON"),),
    "does": ((("does", "not", "see"), "DOESNOTSEE"),),
    "each": ((("each", "player"), "EACHPLAYER"), (("each", "turn"), "_EACHTURN")),
    "face": ((("face", "up"), "FACE"), (("face", "down"), "FACE")),
    "first": ((("first", "player"), "NAME"),),
    "for": ((("for", "every"), "_FOREVERY"),),
    "game": ((("game", "over"), "NAME"),),
    "is": (
        (("is", "not", "offered"), "ISNOTOFFERED"),
        (("is", "offered", "only"), "ISOFFERED"),
        (("is", "offered"), "ISOFFERED"),
    ),
    "named": ((("named", "in"), "_NAMEDIN"),),
    "next": ((("next", "roll"), "_NEXTROLL"), (("next", "rolls"), "_NEXTROLL")),
    "no": ((("no", "winner"), "_NOWINNER"),),
    "on": ((("on", "top"), "ONTOP"),),
    "one": ((("one", "by", "one"), "_ONEBYONE"),),
    "or": ((("or", "else"), "_ORELSE"), (("or", "carry", "on"), "ORCARRYON")),
    "players": ((("players", "from"), "_PLAYERSFROM"),),
    "same": ((("same", "view"), "_SAMEVIEW"),),
    "seen": ((("seen", "by", "owner"), "_SEENBYOWNER"),),
    "sorted": ((("sorted", "by"), "_SORTEDBY"),),
    "up": ((("up", "to"), "UPTO"),),
    "with": ((("with", "most"), "EXTREME"), (("with", "least"), "EXTREME")),
}

#: Phrases that count only right behind one of these terminals (elsewhere their words stand alone).
PHRASE_AFTER: dict[str, frozenset[str]] = {
    "EACHPLAYER": frozenset(("COPIES", "STRING")),
    "CANTAKE": frozenset(("NAME",)),
    "_ATONCE": frozenset(("NL", "SEMI", "_LBRACE", "_RBRACE", "_COLON", "_ELSE", "")),
    "_CARRYON": frozenset(("NL", "SEMI", "_LBRACE", "_RBRACE", "_COLON", "_OR", "")),
}

#: Keywords that are read as such only when the next token is of one of these kinds (and no word like `and` or `is`,
#: which would make a name of them); else they are plain names.
KEYWORD_BEFORE: dict[str, frozenset[str]] = {
    terminal: frozenset(kinds.split())
    for terminal, kinds in {
        "_HAS": "NAME",
        "_STEP": "_LBRACE",
        "_AFTERWARDS": "_LBRACE",
        "_OPEN": "NAME",
        "_ENTER": "NAME",
        "_ROLL": "NAME",
        "_DO": "NAME _LPAR",
        "_USED": "NAME",
        "_YOUR": "NAME",
        "_CAN": "NAME _LPAR",
        "_CASE": "NAME NUMBER STRING PRIMED _LPAR _LBRACE MINUS",
        "_DURING": "NAME",
        "_SIDE": "NAME",
        "_TAKE": "NAME",
        "_ADJUST": "NAME",
        "_FORBID": "NAME",
    }.items()
}
#: Keywords that need one certain word behind them.
KEYWORD_WITH: dict[str, str] = {"_REACT": "to", "_WORKS": "in", "_GROUPS": "of", "INSTEAD": "of"}
#: Words that join what stands before to what follows, so what stands before is an operand.
JOINING: frozenset[str] = frozenset(
    KEYWORDS[word]
    for word in """
    and or where of is has with mod without leaving such from choosing ties satisfy until using in not else exists by
    to for at into as after on descending if
    """.split()
)

#: Words of position behind a place, `move x to deck top`; in front of `of`, a bracket or a dot they are names.
POSITIONS: frozenset[str] = frozenset(("top", "bottom", "first", "last"))

#: An article before a plain name means nothing: `x is a lamp`.
ARTICLES: frozenset[str] = frozenset(("a", "an"))

#: Declarations: words that begin an item at the left margin.
DECLARATIONS: frozenset[str] = frozenset(
    KEYWORDS[word]
    for word in """
    action adjust after define drop ending forbid game goal instead kind layout more option override phase robot
    scenario set setup tag to turn type whenever window zone
    """.split()
)

#: The same words may begin a clause or statement inside braces, so in column one alone they prove nothing.
ALSO_INSIDE: frozenset[str] = frozenset(
    KEYWORDS[word]
    for word in "set option after instead adjust forbid whenever action more turn layout setup game".split()
)


def spoken(terminal: str) -> str:
    """A keyword terminal as it is written: `_WHEN` gives `when`."""
    return SPOKEN.get(terminal, terminal.strip("_").lower())


SPOKEN: dict[str, str] = {terminal: word for word, terminal in KEYWORDS.items()} | {
    terminal: " ".join(words) for group in PHRASES.values() for words, terminal in group if terminal != "NAME"
}
