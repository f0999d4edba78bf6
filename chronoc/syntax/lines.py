"""Which words let a line go on, and which begin something new."""

from __future__ import annotations

from chronoc.syntax.words import RESERVED

OPERATORS = frozenset("EQ NE LT LE GT GE PLUS MINUS STAR SLASH _DOT _NEG".split())
INFIX = frozenset(
    """
    _AND _OR _WHERE _OF _IS _HAS _WITH MOD WITHOUT _LEAVING _SUCH _FROM _CHOOSING _TIES _SATISFY _ORELSE _ASOF _SORTEDBY
    EXTREME _UNTIL _USING _DRAWN _HOLDING _NAMEDIN ISOFFERED ISNOTOFFERED
    """.split()
)
#: A line that ends in one of these goes on in the next.
GOES_ON = (
    OPERATORS
    | INFIX
    | frozenset("_LBRACE _LPAR _CALLPAR _LBRACK _COMMA _COLON SEMI _NOT _IN _ON _TO _THAT _BY UPTO _IF _DURING".split())
)
#: A line that begins with one of these goes on from the line before.
CARRIES = OPERATORS | INFIX | frozenset("_LBRACE _RBRACE _RPAR _RBRACK _COMMA _COLON SEMI _ELSE _IN ORCARRYON".split())
#: Behind a closed block these go on without a separator.
AFTER_BRACE = CARRIES | frozenset(("_NOT", "_EXISTS"))
#: Behind one of these a `label:` on the same line begins nothing new.
BEFORE_LABEL = GOES_ON | frozenset(
    """
    _VAR _GIVEN _ZONE _EACH _WHENEVER SETTLED _OPTION _FOR _AT _INTO _AS AFTER _EXPECT _EXAMPLES _PER ANY ALL NL
    _PLAYERSFROM _ANOTHER _YOUR MORE OVERRIDE
    """.split()
)
#: What a value may end with; a name right behind it and before a `label:` may be the first half of a label.
VALUE_ENDS = frozenset("NUMBER NAME STRING PRIMED PRIMEDTEXT COPIES _RPAR _RBRACK _UNKNOWN".split())
#: `a` in front of one of these is a name, not an article.
NO_ARTICLE = RESERVED | frozenset(
    """
    _HAS _EXISTS _ENTERS _LEAVES _TURNS _CHANGES TAKES ANSWERS PASSES REACTS CHOOSES ROLLS ENDS _WINS _LOSES SEES
    _NAMED _UNTIL _SATISFY DESCENDING _TIES _SUCH
    """.split()
)
#: In a scenario these begin a new piece, so `;` before them separates pieces.
SCENE_HEADS = frozenset(("_GIVEN", "_WHEN", "_EXPECT", "_EXAMPLES"))
#: In a scenario a title behind one of these may be made certain by its kind: lamp "Old Lamp".
BEFORE_TITLE = frozenset("_COLON _COMMA _CHOOSING ANSWERS CHOOSES SEES DOESNOTSEE _EXPECT _NOT _AND EQ NE".split())
#: An action's head may go on with these, yet elsewhere they begin a line of their own: the parser decides.
MAY_CARRY = frozenset(("_WHEN", "_LIMIT", "_DURING"))
#: Card heads that are declarations of the language.
NOT_KINDS = RESERVED | frozenset(("_SCENARIO", "_GAME", "_LAYOUT"))

#: Words of a clause that may stand behind another clause on the same line.
CLAUSE_WORDS = frozenset(
    ("LABEL", "CLAUSE", "ELSELABEL", "EFFECT", "_REACT", "_ADJUST", "_FORBID", "_WHENEVER", "_WORKS", "INSTEAD")
)
#: Reserved words that may still be a field's name in front of `of`: `at of tower`.
FIELD_WORDS = RESERVED - frozenset(
    "ALL ANY NONE NO _AND _OR _NOT _IF _ELSE _WHERE _IS _HAS _OF _THE _AS _ANOTHER _EACH".split()
)
