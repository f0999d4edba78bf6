"""A small table by hand: one deck, a tower that may be lit, an action, a window, a standing rule, a goal."""

from __future__ import annotations

import copy
from typing import Any

from runtime.canonical import content_hash


def sample() -> dict[str, Any]:
    """A fresh copy of a table that loads."""
    return sealed(copy.deepcopy(TABLE))


def sealed(table: dict[str, Any]) -> dict[str, Any]:
    """The table with the hash that fits it."""
    return {**table, "hash": content_hash(table)}


def _design(name: str, kind: int, **changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "name": name, "title": name.title(), "kind": kind, "set": "lamps", "copies": 1, "each_player": False,
        "fields": {}, "keyed": {}, "tags": [], "clauses": {}, "mentions": {}, "reactions": [], "provenance": None,
        "note": None,
    }  # fmt: skip
    return {**base, **changes}


def _zone(name: str, **changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "name": name, "owner": None, "shape": "pile", "rows": None, "columns": None, "kinds": [1], "layout": None,
        "holding": [], "stacked": False, "see": "open", "peek": False, "peek_if": None, "max": None,
    }  # fmt: skip
    return {**base, **changes}


TABLE: dict[str, Any] = {
    "format": 1,
    "variant": "lamps",
    "title": "Lamps",
    "sets": ["lamps"],
    "players": [2, 4],
    "robots": [],
    "types": [{"name": "colour", "values": ["red", "blue"]}],
    "tags": ["bright"],
    "kinds": [
        {"name": "player", "plural": "players", "parent": None, "alike": False, "works": []},
        {"name": "lamp", "plural": "lamps", "parent": None, "alike": False, "works": [{"zones": [2], "while": 3}]},
        {"name": "square", "plural": "squares", "parent": None, "alike": False, "works": []},
    ],
    "fields": [
        {"name": "points", "kind": 0, "type": ["number"], "var": True, "key": None, "default": 0, "low": 0, "high": 1,
         "each": None, "secret": False, "side": False},
        {"name": "watt", "kind": 1, "type": ["number"], "var": False, "key": None, "default": None, "low": None,
         "high": None, "each": None, "secret": False, "side": False},
        {"name": "oil", "kind": 1, "type": ["number"], "var": False, "key": ["enum", 0], "default": 0, "low": None,
         "high": None, "each": None, "secret": False, "side": False},
    ],
    "clauses": [
        {"name": "play", "kind": 1, "sort": "effect", "params": [], "default": None},
        {"name": "warm", "kind": 1, "sort": "condition", "params": [], "default": 3},
    ],
    "designs": [
        _design("lantern", 1, copies=3, fields={"1": 1}, keyed={"2": [[2, 1]]}, tags=[0], clauses={"0": 0},
                mentions={"0": [1]}),
        _design("candle", 1, copies=2, fields={"1": 0}, reactions=[{"window": 0, "if": 4, "by": None, "body": 5}]),
        _design("meadow", 2),
    ],
    "zones": [
        _zone("box", kinds=[], see="hidden"),
        _zone("deck", see="hidden"),
        _zone("hand", owner=0, shape="list", see="owner"),
        _zone("board", shape="grid", kinds=[2], layout=0, holding=[1]),
    ],
    "layouts": [{"name": "Field", "rows": ["m m", "mmm"]}],
    "places": {"3": {"m": 2}},
    "options": [{"name": "goal_at", "default": 1, "low": 1, "high": None, "type": ["number"], "text": "{it} win"}],
    "gvars": [{"name": "round", "type": ["number"], "default": 0, "low": 0, "high": None, "each": "turn"}],
    "fns": [
        {"name": "lantern.play", "params": 0, "slots": 2, "code": 7},
        {"name": "hand of you", "params": 0, "slots": 2, "code": 9},
        {"name": "play body", "params": 1, "slots": 3, "code": 12},
        {"name": "yes", "params": 0, "slots": 2, "code": 13},
        {"name": "yes(run, lamp)", "params": 2, "slots": 4, "code": 13},
        {"name": "cancel(run, lamp)", "params": 2, "slots": 4, "code": 14},
        {"name": "draw(n)", "params": 1, "slots": 3, "code": 17},
        {"name": "turn", "params": 0, "slots": 3, "code": 21},
        {"name": "win", "params": 0, "slots": 2, "code": 22},
        {"name": "score(p)", "params": 1, "slots": 3, "code": 24},
        {"name": "yes(lamp)", "params": 1, "slots": 3, "code": 13},
        {"name": "nothing(thing, owner)", "params": 2, "slots": 4, "code": 25},
        {"name": "sort", "params": 0, "slots": 3, "code": 30},
        {"name": "evening", "params": 1, "slots": 3, "code": 30},
    ],
    "defines": [{"name": "score", "low": 0, "high": None, "overloads": [{"kinds": [0], "fn": 9}],
                 "adjusts": [{"by": 9, "where": 10, "design": 0}]},
                {"name": "order", "low": None, "high": None, "overloads": [{"kinds": [], "fn": 1}], "adjusts": []}],
    "verbs": [{"name": "draw", "sentence": "draw {n}", "overloads": [{"kinds": [None], "fn": 6}], "during": None}],
    "actions": [
        {"name": "play", "title": "Play a lamp", "phase": None, "params": [1], "types": [["object", 1]], "when": 3,
         "limits": [{"count": 3, "per": None, "tag": None, "name": "play", "if": None}], "body": 2, "tags": [],
         "forbids": [{"where": 10, "reason": "not now", "design": None}]}
    ],
    "phases": [{"name": "evening", "params": 1, "types": [["number"]], "body": 13,
                "vars": [{"name": "left", "type": ["number"], "default": 9, "low": 0, "high": None}]}],
    "windows": [{"name": "lamp_played", "params": 1, "types": [["object", 1]], "zones": [2], "using": 0,
                 "sentence": "a lamp played"}],
    "whenevers": [{"name": "dark", "settled": True, "over": None, "where": 3, "body": 8, "design": None}],
    "triggers": [{"name": "after enters", "when": "after", "event": ["enters", 2], "where": None, "body": 11,
                  "design": None}],
    "goals": [{"name": "most", "title": "Most points", "over": None, "where": 3, "body": 8}],
    "setup": 8,
    "turn": 7,
    "ending": None,
    "priority": 1,
    "code": [
        ["num", 0],  # 0
        ["num", 60],
        ["enum", 0, 1],
        ["local", 0],
        ["get", 0, 3],
        ["num", 1],  # 5
        ["addto", 4, 5, True],
        ["seq", [6]],
        ["zoneof", 2, 3],
        ["items", 8],
        ["local", 2],  # 10
        ["do", 10, 0, []],
        ["open", 0, [10], None, 11, None],
        ["flag", True],
        ["cancel"],
        ["zone", 1],  # 15
        ["items", 15],
        ["move", 16, 8, "top", None, "up", "upto", 10],
        ["case", 10, [[[5, [0, 1]], 1]], 0],
        ["perform", 0, [5]],
        ["choose", 2, 9, 5, 5, False, 13, None, ["Which? ", [10, ["object", 1]]], ["object", 1]],  # 20
        ["seq", [19, 20, 12]],
        ["win", 3, ["points: ", [4, ["number"]]]],
        ["getdesign", 1, 10],
        ["add", 5, 5],
        ["seq", []],  # 25
        ["either", None, [], [["fixed", "yes", ["Yes"], 13, None, None, 25, None],
                              ["each", None, [[10, ["any"]]], None, 2, 9, 25, None],
                              ["react", None, [], None, None, None, None, 0]]],
        ["switch", 5, [[[5], 25]], 26],
        ["take", "one", [0], [0], None, None],
        ["if", 13, 5, 0],
        ["seq", [27, 28]],  # 30
    ],
    "map": {"files": ["lamps/rules.chrono"], "nodes": [[0, 0, 1, 1, 1, 2]], "names": {}},
    "text": {"ru": {"lantern": {"title": "Фонарь"}}},
}  # fmt: skip
