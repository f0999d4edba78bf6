"""The syntax tree: one small class per construct of the language.

Every node ends with a `Span`. Trees are built once by the parser and never changed afterwards; the
classes are plain slotted dataclasses (not frozen) only because building a frozen one costs four times
as much, and a set of 1,000 cards has a hundred thousand nodes.

The comment beside each class shows how the construct is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, Union, dataclass_transform

N = TypeVar("N")


@dataclass(slots=True, frozen=True)
class Span:
    """A place in a source file. Lines and columns count from 1, columns in code points; `end` is exclusive."""

    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass_transform(eq_default=False)
def node(cls: type[N]) -> type[N]:
    return dataclass(slots=True, eq=False)(cls)


# ------------------------------------------------------------------ expressions


@node
class Name:  # Tower   hand   players   you   this   it   active   others   nothing   yes   no
    name: str
    span: Span


@node
class Qualified:  # second_set.1865   second_set.Tower   (set of the name . name or number); also Board.D1
    space: str
    name: str
    span: Span


@node
class Primed:  # Tower'   1969'   "Old Lamp"'
    base: Expr
    span: Span


@node
class Number:
    value: int
    span: Span


@node
class Text:  # "Old Lamp"   (a title, or a text, by the expected type)
    value: str
    span: Span


@node
class Unknown:  # ?
    span: Span


@node
class Quantity:  # 2 oil   5 cubes   80 cards   -1 Keeper   "Old Lamp" x2   (count of something)
    count: Expr
    what: Expr
    span: Span


@node
class ListOf:  # (Tower, Lamp)   ()
    items: tuple[Expr, ...]
    span: Span


@node
class Of:  # height of e   hand of you   top of deck   symbols[oil] of c   neighbours of c
    name: str
    key: Expr | None
    operand: Expr
    span: Span


@node
class Indexed:  # symbols[oil]        (in a `where`: of `it`)
    name: str
    key: Expr
    span: Span


@node
class Your:  # your table   =   table of you
    name: str
    span: Span


@node
class Member:  # g.power   e.yield(d)   x.height
    operand: Expr
    name: str
    args: tuple[Expr, ...] | None
    span: Span


@node
class Call:  # lit(1968)   count(hand of you)   sum(value of c for c in E)   within(2, here)
    name: str
    args: tuple[Arg, ...]
    span: Span


@node
class Arg:  # one argument; `preposition` as in move(x, from y); `for_var`/`for_in` as in sum(v for x in E where C)
    preposition: str | None
    value: Expr
    for_var: str | None
    for_in: Expr | None
    span: Span


@node
class Unary:  # not C   - n
    op: str  # "not" | "-"
    operand: Expr
    span: Span


@node
class Binary:  # + - * / mod and or without "or else"
    op: str
    left: Expr
    right: Expr
    span: Span


@node
class Compare:  # == != < <= > >=
    op: str
    left: Expr
    right: Expr
    span: Span


@node
class In:  # x in E   x not in E     (`x in ZONE`: it lies there; `SET in ZONE`: those of the set that lie there)
    left: Expr
    right: Expr
    negated: bool
    span: Span


@node
class Is:  # x is lamp   x is not plain   x is face down   x is Keep   deck is empty   x is nothing
    operand: Expr
    what: Expr  # Name; "face down", "face up", "empty" arrive as Name with that text
    negated: bool
    span: Span


@node
class Has:  # x has tag   x has play (a clause)   x has no text
    operand: Expr
    what: str
    negated: bool
    span: Span


@node
class Exists:  # E exists
    operand: Expr
    span: Span


@node
class NOf:  # 3 of (A, B, C, D)   all of (…)   any of (…)   none of (…)   [ … in your table ]
    count: Expr | str  # an expression, or "all" "any" "none"
    items: Expr
    place: Expr | None  # `in your table`: each item must lie there
    span: Span


@node
class Quantifier:  # any x in E satisfy C     all x in E satisfy C     no x in E satisfy C     any x in E (no C)
    which: str  # "any" | "all" | "no"
    var: str
    source: Expr
    condition: Expr | None
    span: Span


@node
class Where:  # E where C        (`it` is the element; a bare field, fact or flag name in C is of `it`)
    source: Expr
    condition: Expr
    span: Span


@node
class The:  # the x in E with most F ties all       the x in E where C   (exactly one, or nothing)
    var: str
    source: Expr
    extreme: str | None  # "most" | "least" | None
    key: Expr | None
    ties: str | None  # "all" | "none" | None (first)
    span: Span


@node
class Sorted:  # E sorted by F [descending]
    source: Expr
    key: Expr
    descending: bool
    span: Span


@node
class CaseArm:  # 2 to 3: V   4, 5: V   name: V   else: V   condition: V (case without a subject)
    tests: tuple[Expr | RangeOf, ...]  # empty for else
    value: Expr | Block
    span: Span


@node
class RangeOf:  # 2 to 3      (also an expression: 1 to n)
    low: Expr
    high: Expr
    span: Span


@node
class Case:  # case E { … }    case { C: V ; else: V }
    subject: Expr | None
    arms: tuple[CaseArm, ...]
    span: Span


@node
class Try:  # try { … } leaving C
    body: Block
    condition: Expr
    span: Span


@node
class Can:  # can play it     can (draw 2)     can do it.power
    statement: Stmt
    span: Span


@node
class AsOf:  # E as of past
    operand: Expr
    moment: Expr
    span: Span


@node
class NamedIn:  # events named in home of i        (KIND named in CLAUSE of x)
    kind: str
    clause: str
    operand: Expr
    span: Span


@node
class Another:  # another player     another lamp
    what: str
    span: Span


@node
class BadExpr:  # what stood here could not be read; a diagnostic was given
    span: Span


Expr = Union[
    Name,
    Qualified,
    Primed,
    Number,
    Text,
    Unknown,
    Quantity,
    ListOf,
    Of,
    Indexed,
    Your,
    Member,
    Call,
    Unary,
    Binary,
    Compare,
    In,
    Is,
    Has,
    Exists,
    NOf,
    Quantifier,
    Where,
    The,
    Sorted,
    RangeOf,
    Case,
    Try,
    Can,
    AsOf,
    NamedIn,
    Another,
    BadExpr,
]

# ------------------------------------------------------------------ statements


@node
class Block:
    statements: tuple[Stmt, ...]
    span: Span


@node
class Let:  # let k = E
    name: str
    value: Expr
    span: Span


@node
class Assign:  # set F of x = E     set k = E     set F[key] of x = E
    target: Expr
    value: Expr
    span: Span


@node
class Sentence:  # VERB args [PREP arg]… ["text"]    draw 2 ; flip l ; move top of deck to hand of you ; cancel it ; end game
    """Kernel verbs and the game's verbs have one shape. Kernel verbs: move place add shuffle reveal look turn cancel
    win lose end check log enter (see docs/language.md). Trailing position words of `move` (top bottom first last,
    face up, face down) are in `words`, in the order written."""

    verb: str
    args: tuple[Expr, ...]
    preps: tuple[Prep, ...]
    words: tuple[str, ...]  # "top" "bottom" "first" "last" "face up" "face down" "after this action" "up to" "all"
    text: Text | None
    span: Span


@node
class Prep:  # from E   to E   with E   by E   for E   at E   on E   as E   after E   without "preposition": never
    word: str
    value: Expr
    span: Span


@node
class Do:  # do x.clause     do x.clause(args)     do says   (an effect value)
    what: Expr
    span: Span


@node
class Choose:
    """choose [N | up to N | N to M | any | N or more] x from E [such that C] [by P] ["prompt"]"""

    low: Expr | None  # None: exactly one, bound as a single thing
    high: Expr | None  # None with many=True: no upper bound
    many: bool  # a list is bound
    var: str
    source: Expr
    such_that: Expr | None
    by: Expr | None
    prompt: Text | None
    span: Span


@node
class May:  # may ["label"] [by P] { … } [or carry on]     may repeat ["label"] { … }
    label: Text | None
    by: Expr | None
    body: Block
    repeat: bool
    or_carry_on: bool
    span: Span


@node
class Branch:  # KEY "label" [if C] { … }     each x from E ["label"] { … }     react to W
    key: str | None
    label: Text | None
    condition: Expr | None
    var: str | None  # each x from E
    source: Expr | None
    react: str | None
    body: Block | None
    span: Span


@node
class Either:  # either [by P] ["prompt"] { branches }
    by: Expr | None
    prompt: Text | None
    branches: tuple[Branch, ...]
    span: Span


@node
class If:  # if C { } else if D { } else { }
    condition: Expr
    then: Block
    otherwise: Block | None
    span: Span


@node
class CaseStmt:  # case E { 1: … ; 2, 3: … ; else: … }    arm values are Blocks
    subject: Expr | None
    arms: tuple[CaseArm, ...]
    span: Span


@node
class ForEach:  # for each x in E [from P] [by x] [, one by one] { … }
    var: str
    source: Expr
    start: Expr | None
    by: Expr | None
    live: bool
    body: Block
    span: Span


@node
class Repeat:  # repeat N { … }
    count: Expr
    body: Block
    span: Span


@node
class While:  # while C { … }
    condition: Expr
    body: Block
    span: Span


@node
class By:  # by P { … }
    player: Expr
    body: Block
    span: Span


@node
class AtOnce:  # at once { … }
    body: Block
    span: Span


@node
class Step:  # step { … }
    body: Block
    span: Span


@node
class Afterwards:  # afterwards { … }
    body: Block
    span: Span


@node
class Roll:  # roll x from E     roll n from 1 to 6
    var: str
    source: Expr
    span: Span


@node
class Require:  # require C "reason"
    condition: Expr
    reason: Text | None
    span: Span


@node
class Take:  # take one of A, B [, react to W] [by P]   take any of A, B   take one of actions   take … until C
    mode: str  # "one" | "any"
    actions: tuple[str, ...]  # ("actions",) = all actions of the running phase
    reacts: tuple[str, ...]
    until: Expr | None
    by: Expr | None
    span: Span


@node
class Open:  # open W(args) [for PLAYERS] [{ block }] [else { … }]
    window: str
    args: tuple[Expr, ...]
    players: Expr | None
    body: Block | None
    otherwise: Block | None
    span: Span


@node
class Enter:  # enter P(args)
    phase: str
    args: tuple[Expr, ...]
    span: Span


@node
class CarryOn:  # carry on
    span: Span


@node
class BadStmt:
    span: Span


Stmt = Union[
    Let,
    Assign,
    Sentence,
    Do,
    Choose,
    May,
    Either,
    If,
    CaseStmt,
    ForEach,
    Repeat,
    While,
    By,
    AtOnce,
    Step,
    Afterwards,
    Roll,
    Require,
    Take,
    Open,
    Enter,
    CarryOn,
    BadStmt,
    Block,
]

# ------------------------------------------------------------------ types


@node
class TypeExpr:
    """number · flag · text · tag · player · condition · effect · effect(n: number) · KIND · TYPE · one of (a, b) ·
    list of T · zone of K · cell of ZONE · design of K · K or L · kind · field of K · moment · number for each KEY"""

    head: str
    of: tuple[TypeExpr, ...]  # list of T; zone of K; K or L (head "or"); design of K; field of K; cell of ZONE
    values: tuple[str, ...]  # one of (…)
    params: tuple[Param, ...]  # effect(n: number)
    each: TypeExpr | None  # for each KEY
    mirrors: str | None  # list of tower mirrors lit_by
    span: Span


@node
class Param:  # x: K   from z: zone of K = deck   x (no type)
    preposition: str | None
    name: str
    type: TypeExpr | None
    default: Expr | None
    span: Span


# ------------------------------------------------------------------ card clauses and kind clauses


@node
class Field:  # height: 12   lights: Gate, Bridge   other side: "Dark"   yield: EXPR   symbols: 2 oil, wick
    name: str  # labels of several words joined by one space, as written
    name_span: Span
    values: tuple[Expr, ...]
    statement: Block | None  # `play: draw 2` on a card whose clause is an effect
    span: Span


@node
class Condition:  # done if 1995 and 1969'     Lit If Tower'
    name: str
    name_span: Span
    condition: Expr
    span: Span


@node
class Effect:  # play { draw 2 }      power { … }     yield(d) { … }
    name: str
    name_span: Span
    body: Block
    span: Span
    params: tuple[Param, ...] = ()


@node
class Table:  # die { 1: … ; 2, 3: … ; else: nothing }
    name: str
    name_span: Span
    arms: tuple[CaseArm, ...]
    span: Span


@node
class React:  # react to WINDOW[(x)] [by P] [if C] { … }    react to a card played { … }
    window: str  # may be words, "a card played": matched against windows' sentences by the model
    params: tuple[Param, ...]
    by: Expr | None
    condition: Expr | None
    body: Block
    span: Span


@node
class Translation:  # title ru: "Лампа"     text es: "…"
    name: str
    language: str
    value: Text
    span: Span


@node
class FieldDecl:  # in a kind: height: number   reach: number in 1 to 13 = 3   play: effect = { … }   cost(x: K): number = 0
    name: str
    params: tuple[Param, ...] | None
    type: TypeExpr
    low: Expr | None
    high: Expr | None
    default: Expr | Block | None
    span: Span


@node
class ConditionDecl:  # in a kind: Lit if: condition   usable if: condition = yes
    name: str
    default: Expr | None
    span: Span


@node
class VarDecl:  # var f: T = v [in LO to HI] [each turn] [seen by owner]
    name: str
    type: TypeExpr
    default: Expr | None
    low: Expr | None
    high: Expr | None
    each: str | None  # "turn"
    seen_by_owner: bool
    span: Span


@node
class SideDecl:  # side flipped
    name: str
    span: Span


@node
class WorksIn:  # works in hold [, table] [while this is face up]
    zones: tuple[str, ...]
    condition: Expr | None
    span: Span


@node
class Event:
    """What a trigger waits for.

    form: "call" (verb, action or phase NAME(params); `action NAME`, `phase NAME` say which by `space`) ·
    "enters" / "leaves" (x, zone, owner) · "face up" (x) · "changes" (field, x)
    """

    form: str
    space: str | None  # None | "action" | "phase"
    name: str  # verb, action, phase, zone or field
    params: tuple[Param, ...]  # for enters/leaves: x and, when written, the owner
    span: Span


@node
class Trigger:  # after EVENT [where C] { … }     instead of EVENT [where C] { … }
    when: str  # "after" | "instead"
    event: Event
    condition: Expr | None
    body: Block
    span: Span


@node
class Whenever:  # whenever [settled] x: K where C { … }     whenever [settled] any n in E where C { … }   whenever C { … }
    settled: bool
    var: str | None
    source: TypeExpr | Expr | None
    condition: Expr | None
    body: Block
    name: str | None  # whenever NAME: … is not written; set by `override whenever NAME`
    span: Span


@node
class Adjust:  # adjust f(p) by N [where C]
    name: str
    params: tuple[Param, ...]
    by: Expr
    condition: Expr | None
    span: Span


@node
class Forbid:  # forbid ACTION [(x)] [where C] ["reason"]
    name: str
    params: tuple[Param, ...]
    condition: Expr | None
    reason: Text | None
    span: Span


Clause = Union[
    Field,
    Condition,
    Effect,
    Table,
    React,
    Translation,
    FieldDecl,
    ConditionDecl,
    VarDecl,
    SideDecl,
    WorksIn,
    Trigger,
    Whenever,
    Adjust,
    Forbid,
]

# ------------------------------------------------------------------ declarations


@node
class SetDecl:  # set lamps "Lamps" { expect: 32 lamps ; needs: … }
    name: str
    title: str | None
    clauses: tuple[Clause, ...]
    span: Span


@node
class OptionDecl:  # option dark_at = 13 in 5 to 30 "{it} dark towers end the game"
    name: str
    value: Expr
    low: Expr | None
    high: Expr | None
    text: Text | None
    span: Span


@node
class GameDecl:  # game "T" { players 2 to 6 ; option … ; var … }
    title: str | None
    low: int | None
    high: int | None
    options: tuple[OptionDecl, ...]
    variables: tuple[VarDecl, ...]
    span: Span


@node
class TypeDecl:  # type symbol = one of (oil, wick)
    name: str
    type: TypeExpr
    span: Span


@node
class TagDecl:  # tag bright, expansion
    names: tuple[str, ...]
    name_spans: tuple[Span, ...]
    span: Span


@node
class KindDecl:  # kind K [is J] [named by F] [plural P] [alike] { … }
    name: str
    parent: str | None
    named_by: str | None
    plural: str | None
    alike: bool
    clauses: tuple[Clause, ...]
    span: Span


@node
class CardDecl:  # KIND [NAME] "Title" [x3] [each player] { clauses }
    kind: str
    kind_span: Span
    name: str | None
    title: str
    title_span: Span
    copies: int
    each_player: bool
    clauses: tuple[Clause, ...]
    span: Span
    head: Span  # KIND NAME "Title"


@node
class RobotDecl:  # robot Keeper "The Keeper"
    name: str
    title: str
    span: Span


@node
class ZoneDecl:
    """zone Z [of each K]: SHAPE of KIND [or KIND…] [, attributes]

    shape: "pile" "list" "bag" "ring" "grid". `rows`/`columns`: grid R by C; ring N has rows None, columns N.
    A board of place cards: `grid of PLACE drawn by LAYOUT holding KIND [stacked]`.
    attributes, as written, words joined by one space: "open", "hidden", "seen by owner", "top open",
    "each face up or face down", "backs seen by owner"; `max N`.
    """

    name: str
    owner: str | None
    shape: str
    rows: Expr | None
    columns: Expr | None
    kinds: tuple[str, ...]
    layout: str | None
    holding: tuple[str, ...]
    stacked: bool
    attributes: tuple[str, ...]
    maximum: Expr | None
    peek_if: Expr | None  # backs seen by owner if C
    span: Span


@node
class LayoutDecl:  # layout Region "The region" { """…""" }     layout Blank "Blank" { "." 12 by 10 }
    name: str
    title: str | None
    picture: Text | None
    sign: str | None
    columns: int | None
    rows: int | None
    span: Span


@node
class DefineDecl:  # define f(x: K) [in LO to HI] = expr
    name: str
    params: tuple[Param, ...]
    low: Expr | None
    high: Expr | None
    value: Expr
    during: str | None
    span: Span


@node
class VerbDecl:  # to verb(params) [during PHASE] ["sentence with {x}"] { … }
    name: str
    params: tuple[Param, ...]
    sentence: Text | None
    during: str | None
    body: Block
    span: Span


@node
class Limit:  # limit once per turn [per E | per TAG] [if C]     limit 2 per turn     limit one NAME per turn
    count: Expr
    per: Expr | None
    shared: str | None
    condition: Expr | None
    span: Span


@node
class ActionParam:  # x from E      x: K from E
    name: str
    source: Expr
    span: Span


@node
class ActionDecl:  # action A(x from E where C) ["Title"] [during PHASE] [has TAG] [when C] [limit …, …] { … }
    name: str
    params: tuple[ActionParam, ...]
    title: Text | None
    during: str | None
    tags: tuple[str, ...]
    when: Expr | None
    limits: tuple[Limit, ...]
    body: Block
    span: Span


@node
class PhaseDecl:  # phase P(params) { var … ; … }
    name: str
    params: tuple[Param, ...]
    variables: tuple[VarDecl, ...]
    body: Block
    span: Span


@node
class WindowDecl:  # window W(x: K) [from ZONE using VERB] ["sentence"]     window A, B, C
    names: tuple[str, ...]
    params: tuple[Param, ...]
    zones: tuple[str, ...]
    using: str | None
    sentence: Text | None
    span: Span


@node
class GoalDecl:  # goal G "T" for p with x from E [where C] { … }    goal G "T" for p when C { … }
    name: str
    title: str
    player: str
    var: str | None
    source: Expr | None
    condition: Expr | None
    body: Block | None
    span: Span


@node
class FrameDecl:  # setup { … }   turn { … }   ending { … }
    name: str  # "setup" | "turn" | "ending"
    body: Block
    span: Span


@node
class ImportDecl:  # standing rule at file level is a Trigger, Whenever, Adjust or Forbid itself; this is unused
    span: Span


@node
class Changed:  # override DECL      more DECL
    how: str  # "override" | "more"
    item: Decl
    span: Span


@node
class MoreGoal:  # more goal power [where C]
    name: str
    condition: Expr
    span: Span


@node
class Drop:  # drop goal first, second     drop action A
    what: str  # "goal" "action" "verb" "define" "phase" "option" "zone" "card" …
    names: tuple[str, ...]
    span: Span


# ------------------------------------------------------------------ scenarios


@node
class ScenarioDecl:  # scenario "T" [like "other"] [for x in E] { … }
    title: str
    like: str | None
    pieces: tuple[ScenarioPiece, ...]
    span: Span


@node
class Players:  # players Ann, Ben        players Ann as "Ann of the Tower", Ben
    names: tuple[str, ...]
    as_cards: tuple[Expr | None, ...]
    span: Span


@node
class Examples:  # examples (had, has): (0, 5), (4, 5)
    names: tuple[str, ...]
    rows: tuple[tuple[Expr, ...], ...]
    span: Span


@node
class Given:
    """given FACTS [; FACTS]…   one `Given` a fact.

    forms: "place" (ZONE: things [face down] [on top]) · "set" (F of x = E, option NAME = E, F of x: E) ·
    "fact" (Tower', any expression naming a side) · "verb" (a sentence: any verb of the rules, unchecked) ·
    "setup" ([seed N]) · "roll" (next roll E, E) · "phase" (inside PHASE(args) [of P]) · "layout" (layout NAME) · "used" (NAME)
    """

    form: str
    target: Expr | None
    values: tuple[Expr, ...]
    statement: Stmt | None
    name: str | None
    seed: Expr | None
    words: tuple[str, ...]  # "face down" "face up" "on top"
    span: Span


@node
class Step_:  # one step of `when`
    """P takes A [(x)] [choosing a, b] · P answers x, y · P passes · P reacts with X [choosing …] · P chooses x
    · chance rolls n · game ends      joined by `and` or `;`"""

    who: str | None
    act: str  # "takes" "answers" "passes" "reacts" "rolls" "ends" "choosing"
    action: str | None
    args: tuple[Expr, ...]  # of the action: play "Old Lamp"
    choosing: tuple[Expr, ...]
    span: Span


@node
class When:
    steps: tuple[Step_, ...]
    span: Span


@node
class Expect:
    """One claim. forms: "true" (an expression) · "offered" · "not offered" · "offered only" · "can take" · "cannot take"
    · "asked" (P "prompt" [from (…)]) · "not asked" (P) · "sees" · "does not see" · "same view" (of P if GIVEN) · "game over"
    · "wins" (P ["route"]) · "loses" (P) · "no winner" · "turn of" (P)"""

    form: str
    who: str | None
    action: str | None
    exprs: tuple[Expr, ...]
    text: Text | None
    given: Given | None
    span: Span
    choosing: tuple[Expr, ...] = ()  # `can take A … choosing x, y`; there `exprs` are the action's arguments


@node
class ForEvery:  # for every x in E { given … ; expect … }     for every choice { … }
    var: str | None  # None: for every choice
    source: Expr | None
    pieces: tuple[ScenarioPiece, ...]
    span: Span


ScenarioPiece = Union[Players, Examples, Given, When, Expect, ForEvery, CardDecl, SetDecl]

Decl = Union[
    SetDecl,
    GameDecl,
    TypeDecl,
    TagDecl,
    KindDecl,
    CardDecl,
    RobotDecl,
    ZoneDecl,
    LayoutDecl,
    DefineDecl,
    VerbDecl,
    ActionDecl,
    PhaseDecl,
    WindowDecl,
    GoalDecl,
    FrameDecl,
    Whenever,
    Trigger,
    Adjust,
    Forbid,
    Changed,
    MoreGoal,
    Drop,
    ScenarioDecl,
]


@node
class File:
    path: str
    items: tuple[Decl, ...]


def fields(node: object) -> tuple[str, ...]:
    """The names of a node's fields; of anything else, none."""
    return tuple(getattr(node, "__dataclass_fields__", ()))


def children(node: object) -> list[Any]:
    """What a node or tuple holds, places left out."""
    if isinstance(node, tuple | list):
        return [item for item in node if not isinstance(item, Span)]
    values = [getattr(node, name) for name in fields(node)]
    return [value for value in values if not isinstance(value, Span)]
