"""The operations a rule table may contain: one line each, the only list of them.

A rule table's `code` is one flat list of nodes `[op, arg, …]`. A node refers only to nodes before it, so code can have
no cycle and can be checked in one pass. The signature of an operation is a tuple of argument codes:

    n   index of an expression node          n?  the same or null         N   list of expression nodes
    t   index of a statement node            t?  the same or null         T   list of statement nodes
    l   index of a place node (a thing that can be set: get, key, game, phase, local)
    k   slot of a local value                k?  slot or null
    i   whole number                         b   true or false            s   text           s?  text or null
    @X  index into table X of the rule table @X?  the same or null        @*X list of indexes into table X
    A   case arms: list of [[[low node, high node] or value node …], node]   B   branches of `either` (see BRANCH)
    R   pieces of a text: list of texts and [node, V] pairs                V   a type (see docs/rule-table.md)

Values at run time: numbers and enumeration members are whole numbers, flags are true/false, objects (cards, pieces,
players, squares) are object numbers, designs, kinds, tags, zones are indexes, lists are tuples, `nothing` is None,
an effect value is a tuple (fn, this, arguments…). Locals: slot 0 is `you`, slot 1 is `this`, then parameters, then the rest.
"""

from __future__ import annotations

#: Expressions. The value each gives stands behind it.
EXPRESSIONS: dict[str, tuple[str, ...]] = {
    # constants and names
    "num": ("i",),
    "flag": ("b",),
    "text": ("s",),
    "nothing": (),
    "enum": ("@types", "i"),  # a member of a named enumeration, by its place
    "design": ("@designs",),
    "obj": ("@designs",),  # the only object of a design with one copy
    "kind": ("@kinds",),
    "tag": ("@tags",),
    "fieldref": ("@fields",),
    "local": ("k",),  # slot 0 `you`, slot 1 `this`
    "option": ("@options",),
    "game": ("@gvars",),  # variable of the game
    "phase": ("@phases", "i"),  # parameter or variable of the innermost running phase of that name
    "running": ("@phases",),  # flag: `during P`
    "used": ("s",),  # flag: the counter of limits of this name was counted up this turn (`used NAME`)
    "players": (),  # list, in seat order
    "active": (),  # whose turn it is
    "others": ("n",),  # all players but this one, from the one on its left, in seat order
    "left": ("n",),
    "right": ("n",),
    "firstplayer": (),
    "list": ("N",),
    "range": ("n", "n"),  # numbers low..high, empty when high < low
    "format": ("R",),  # a text with values in it
    # objects
    "get": ("@fields", "n"),  # field of an object; of a player where the field belongs to players
    "getopt": ("@fields", "n"),  # the same; nothing gives nothing
    "getdesign": ("@fields", "n"),  # printed field of a design (or of an object's design)
    "getof": ("n", "n"),  # field of an object where the field is a value (fieldref, object)
    "key": ("@fields", "n", "n"),  # keyed field: key, object
    "keydesign": ("@fields", "n", "n"),
    "all": ("@kinds",),  # every object of the kind, in canonical order
    "allenum": ("@types",),
    "alltags": (),
    "alldesigns": ("@kinds",),
    "copies": ("@designs",),  # every object of one design
    "designof": ("n",),
    "kindof": ("n",),
    "holder": ("n",),  # object or player that owns the zone a thing lies in, or nothing
    "iskind": ("n", "@kinds"),
    "iskindvalue": ("n", "n"),  # second: a kind as a value
    "isdesign": ("n", "@designs"),
    "hastag": ("n", "@tags"),
    "hastagvalue": ("n", "n"),
    "hasclause": ("n", "@clauses"),  # the card prints this clause itself
    "fact": ("n", "@clauses", "N"),  # condition or formula clause of an object, with arguments; `you` goes along
    "effect": ("n", "@clauses", "N"),  # effect clause as a value (nothing when the card has none)
    "named": ("@kinds", "@clauses", "n"),  # objects of the kind that the clause of this card mentions
    "facedown": ("n",),
    "sees": ("n", "n"),  # player, object: may this player know what the object is
    # zones
    "zone": ("@zones",),  # zone without owner, as a zone value
    "zoneof": ("@zones", "n"),  # zone of an owner, as a zone value
    "zoneat": ("n",),  # the zone an object lies in, or nothing (`zone of x`)
    "zoneowner": ("n",),  # owner of a zone value
    "items": ("n",),  # contents of a zone value, in order; of a grid of places: its places
    "itemsof": ("@zones", "n"),  # union over a list of owners
    "allitems": ("@zones",),  # union over all owners
    "inzone": ("n", "n"),  # object, zone value
    "inzones": ("n", "@zones"),  # lies in any zone of this name
    "inbox": ("n",),
    # logic and numbers
    "not": ("n",),
    "and": ("N",),  # left to right, stops at the first false
    "or": ("N",),
    "eq": ("n", "n"),
    "ne": ("n", "n"),
    "lt": ("n", "n"),
    "le": ("n", "n"),
    "gt": ("n", "n"),
    "ge": ("n", "n"),
    "add": ("n", "n"),
    "sub": ("n", "n"),
    "mul": ("n", "n"),
    "div": ("n", "n"),  # floors; by zero is a fault
    "mod": ("n", "n"),
    "neg": ("n",),
    "if": ("n", "n", "n"),
    "case": ("n?", "A", "n?"),  # subject (null: arms are conditions), arms, else (null: no arm fits is a fault)
    "atleast": ("n", "N"),  # at least n of these conditions hold
    # lists
    "in": ("n", "n"),
    "count": ("n",),
    "exists": ("n",),  # of a list: not empty; of anything else: not nothing
    "first": ("n",),
    "last": ("n",),
    "union": ("n", "n"),
    "without": ("n", "n"),  # second: a thing or a list
    "aslist": ("n",),  # one thing -> list of one, nothing -> empty list, list -> itself
    "flat": ("n",),  # list of lists -> list
    "orelse": ("n", "n"),
    "where": ("k", "n", "n"),  # slot, list, condition
    "map": ("k", "n", "n"),
    "any": ("k", "n", "n"),
    "every": ("k", "n", "n"),
    "no": ("k", "n", "n"),
    "sum": ("n",),
    "min": ("n",),  # of an empty list: nothing
    "max": ("n",),
    "best": ("k", "n", "n", "b", "s"),  # slot, list, key, most?, ties: "first" "all" "none"
    "sorted": ("k", "n", "n", "b"),  # slot, list, key, descending?
    "from": ("n", "n"),  # the list turned so that it starts at the element
    "groups": ("n", "k", "k", "n"),  # list, slots a and b, relation: partition into connected parts
    # rules
    "call": ("@defines", "N"),
    "can": ("t",),
    "try": ("t", "n"),  # body, condition afterwards (sees what the body bound)
    "now": (),
    "asof": ("n", "n"),  # moment, expression
    # places
    "cell": ("@zones", "n?", "i"),  # cell of a grid: zone, owner, number (row * columns + column)
    "place": ("n", "i"),  # place object at that cell of a zone value
    "cells": ("n",),  # places a piece lies on, row by row (nothing lies nowhere: empty list)
    "topat": ("n",),  # uppermost piece on a place, or nothing
    "piecesat": ("n",),  # all pieces on a place, uppermost first
    "neighbours": ("n",),  # orthogonal on a grid, both sides on a ring
    "within": ("n", "n"),  # distance, place: all at most so far away, itself included
    "blocks": ("n", "n"),  # size, list of places: every size x size square of them, row by row
    "block": ("n", "n"),  # corner place, size
    "same": ("n", "n"),  # a place or list of places, zone value: the same cells there
    "ahead": ("n", "n"),  # steps, place of a ring
    "row": ("n",),
    "column": ("n",),
    "distance": ("n", "n"),
}

#: Statements.
STATEMENTS: dict[str, tuple[str, ...]] = {
    "seq": ("T",),
    "let": ("k", "n"),
    "set": ("l", "n"),
    "addto": ("l", "n", "b"),  # place, number, stops at the bound (`up to`)
    "move": ("n", "n", "s", "n?", "s?", "s", "n?"),
    #       what (thing or list), zone value, where: "top" "bottom" "default" "at", index from 0 for "at" (of a list or of
    #       the cells; a number as written by an author counts from 1, so lowering subtracts 1; a cell value does not),
    #       face: "up" "down" null,
    #       amount: "all" "n" "upto", number
    "put": ("n", "n"),  # piece on a list of places (`place b on F`)
    "choose": ("k", "n", "n?", "n?", "b", "n?", "n?", "R", "V"),
    #         slot, from, low, high (null: no bound), many?, such that (sees the slot), by whom, prompt pieces, type
    "may": ("R", "n?", "t", "b"),  # label, by, body, repeat?
    "either": ("n?", "R", "B"),
    "ifelse": ("n", "t", "t?"),
    "switch": ("n?", "A", "t?"),  # arms' last item is a statement
    "foreach": ("k", "n", "b", "t"),  # slot, list, one by one?, body
    "repeat": ("n", "t"),
    "while": ("n", "t"),
    "do": ("n", "@clauses", "N"),  # effect clause of an object; without it: cannot
    "doeffect": ("n",),  # effect value
    "perform": ("@verbs", "N"),  # the game's verb
    "as": ("n", "t"),  # `by P { … }`: slot 0 is P inside
    "atonce": ("t",),
    "step": ("t",),
    "afterwards": ("t",),
    "shuffle": ("n",),  # zone value
    "roll": ("k", "n"),  # slot, list of values
    "reveal": ("n", "n?"),  # thing or list, to whom (null: all)
    "look": ("n", "n"),  # thing or list, player
    "turn": ("n", "b"),  # thing or list, face down?
    "require": ("n", "R"),
    "take": ("s", "@*actions", "@*windows", "n?", "n?"),  # "one" "any", actions, reactions, until, by
    "takeall": ("s", "@phases?", "@*windows", "n?", "n?"),  # all actions of that phase (null: those without a phase)
    "open": ("@windows", "N", "n?", "t?", "t?"),  # window, arguments, players, block, else
    "enter": ("@phases", "N"),
    "endphase": ("@phases",),
    "endturn": (),  # `end turn`: the rest of the turn is left out, phases that run end
    "cancel": (),
    "carryon": (),
    "checkgoals": ("n",),
    "firstis": ("n",),  # this player begins
    "win": ("n", "R"),  # player or list, route
    "lose": ("n", "R"),
    "endgame": ("b",),  # after this action?
    "log": ("R",),
}

#: A branch of `either`, always eight long:
#: [form, key, label pieces, condition node?, slot?, list node?, statement?, window?]
#: form "fixed": key, label, condition, statement · "each": key, slot, list, statement · "react": window
BRANCH = ("fixed", "each", "react")

#: Where a value can be written.
PLACES = ("get", "key", "game", "phase", "local")
