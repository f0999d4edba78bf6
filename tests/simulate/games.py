"""A game with planted faults: whoever begins has one lamp more, the sign `void` cannot win, and `ash` cannot be played."""

from __future__ import annotations

import json

from runtime import Table, load_table
from tests.runtime.build import each_in, items, lamps, move, take, top, when, zone


def faulty() -> Table:
    b = lamps(players=(2, 3))
    b.parts["title"] = "Lamps <script>alert(1)</script> & signs"
    for name in ("glow", "dusk", "dawn", "ash"):
        b.design(name, "lamp", copies=60)
    b.kind("sign")
    for name in ("sun", "moon", "void"):
        b.design(name, "sign", title=f"The {name} ’…’")
    b.zone("signs", see="hidden", kinds=("sign",))
    b.zone("secret_sign", owner="player", see="owner", kinds=("sign",))
    b.zone("shelf", owner="player", kinds=("lamp",))
    playable = ("where", "l", items("hand", "you"), ("not", ("isdesign", "l", "ash")))
    b.action("play", {"c": (playable, ("object", "lamp"))}, [move("c", zone("shelf", "you"))])
    b.action("drop", {"c": (items("hand", "you"), ("object", "lamp"))}, [move("c", zone("discards"))])
    b.setup(
        move(("all", "lamp"), zone("deck")),
        ("shuffle", zone("deck")),
        move(("all", "sign"), zone("signs")),
        ("shuffle", zone("signs")),
        each_in("p", ("players",), move(top("signs"), zone("secret_sign", "p"))),
        move(top("deck"), zone("shelf", ("firstplayer",))),
        each_in("p", ("players",), ("repeat", 2, move(top("deck"), zone("hand", "p")))),
    )
    full = ("ge", ("count", items("shelf", "you")), 2)
    b.goal(
        "lit",
        ("win", "you", "light"),
        over=("where", "s", items("secret_sign", "you"), ("not", ("isdesign", "s", "void"))),
        where=full,
    )
    b.turn(
        when(("eq", ("count", items("deck")), 0), move(items("discards"), zone("deck"))),
        move(top("deck"), zone("hand", "you")),
        take("play", "drop"),
        ("checkgoals", "you"),
    )
    return load_table(json.dumps(b.raw()))
