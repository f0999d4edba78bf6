"""The course of a game: turns, whose they are, winning and ending. Part of the machine."""

from __future__ import annotations

from typing import Any

from runtime.link import ACTION, SETUP
from runtime.signals import Budget, GameOver
from runtime.state import NOTHING_SAID as UNSAID
from runtime.state import State, Value

#: What a turn costs of the budget, so that turns in which nobody has anything to decide come to an end.
TURN_COST = 2000


class Course:
    rules: Any
    table: Any
    world: Any
    kernel: Any
    after: Any
    settling: Any
    constant_fn: Any
    push_fn: Any
    replacement: Any
    happened: Any
    players_only: Any
    write: Any
    turn_routine: tuple[Any, ...]
    turn_replaced: bool
    fields_each_turn: list[int]
    variables_each_turn: list[int]

    # ------------------------------------------------------------------ winning and ending

    def begin_with(self, S: State, player: int | None) -> None:
        if player is not None:
            self.players_only((player,))
            S.first = S.active = player
            S.dirty |= self.rules.watched_variables.get("turn", 0)

    def win(self, S: State, players: Any, route: tuple[Any, ...]) -> None:
        """These players win. The game is over, unless it is being scored: then everybody who wins is named first."""
        winners = players if isinstance(players, (tuple, list)) else (() if players is None else (players,))
        text = self.write(S, route)
        self.players_only(winners)
        for player in winners:
            S.won[player] = text
        S.writes += 1
        S.log = (S.log, ("win", None, tuple(winners), text))
        if S.ending != 1:
            raise GameOver

    def lose(self, S: State, players: Any, reason: tuple[Any, ...]) -> None:
        losers = players if isinstance(players, (tuple, list)) else (() if players is None else (players,))
        text = self.write(S, reason)
        self.players_only(losers)
        for player in losers:
            if player not in S.lost:
                S.lost.append(player)
        S.writes += 1
        S.log = (S.log, ("lose", None, tuple(losers), text))
        if S.ending != 1 and all(seat in S.lost for seat in self.world.players if seat not in self.world.robots):
            raise GameOver

    def end_game(self, S: State, after_action: bool) -> None:
        if S.ending == 1:
            return  # it is being scored already
        if after_action:
            for frame in reversed(S.frames):
                if frame[0] == ACTION:
                    if not frame[5]:
                        frame[5] = True
                        S.writes += 1
                    return
            if S.ending == 0:
                S.ending = 2
                S.writes += 1
            return
        raise GameOver

    def finish(self, S: State) -> bool:
        """The game is over: score it once, if the rules say how. True: nothing is left to run."""
        S.batch = None
        S.public = True
        S.running.clear()
        S.steps.clear()
        S.ev.clear()
        S.answer = UNSAID
        S.quiet = False
        if self.table.ending is not None and S.ending != 1 and not S.won and not S.lost:
            S.ending = 1
            S.frames.clear()
            S.frames.append([SETUP, 0])
            self.push_fn(S, self.table.ending, None, None, ())
            return False
        S.frames.clear()
        S.over = True
        S.asked = None
        S.log = (S.log, ("over", None))
        return True

    # ------------------------------------------------------------------ turns

    def setup_end(self, S: State, f: list[Value]) -> int:
        """Setup settles once, at its end. (The same frame ends the scoring.)"""
        if S.ending == 1:
            raise GameOver
        S.quiet = False
        S.frames.pop()
        S.dirty = self.rules.every_rule
        self.after(S)
        return 0

    def turn_start(self, S: State, f: list[Value]) -> int:
        if self.table.turn is None:
            raise GameOver
        S.turn += 1
        S.fuel -= TURN_COST
        if S.fuel < 0:
            raise Budget(
                f"nobody has had anything to decide for a long time (now turn {S.turn}): the game cannot go on"
            )
        S.limits.clear()
        watched = self.rules.watched_variables
        S.dirty |= watched.get("turn", 0) | watched.get("limits", 0)
        for index in self.fields_each_turn:
            self.reset_field(S, index)
        for index in self.variables_each_turn:
            S.G[index] = self.constant_fn(self.table.gvars[index]["default"])(S)
            S.dirty |= watched.get(f"g{index}", 0)
        S.log = (S.log, ("turn", S.active, S.turn))
        f[2] = ()
        self.turn_body(S, f)
        if S.dirty:
            self.after(S)
        return 1

    def turn_body(self, S: State, f: list[Value]) -> None:
        """The turn as the rules have it, or what comes instead (f[2]: replacements that have had their say)."""
        found = self.replacement(S, ("turn",), S.active, (S.active,), f[2]) if self.turn_replaced else None
        if found is not None:
            index, who, this = found
            f[2] = (*f[2], index)
            self.push_fn(S, self.table.triggers[index]["body"], who, this, (S.active,))
        else:
            routine, pads = self.turn_routine
            S.frames.append([routine, 0, S.active, None, *pads])

    def reset_field(self, S: State, field: int) -> None:
        column = self.rules.column_of[field]
        lo = self.world.lo[self.table.fields[field]["kind"]]
        values = S.V[column]
        S.dirty |= self.kernel.watched_fields[field]
        default = (
            self.constant_fn(self.table.fields[field]["default"])
            if self.table.fields[field]["default"] is not None
            else None
        )
        for index in range(len(values)):
            values[index] = None if default is None else default(S, lo + index)

    def turn_after(self, S: State, f: list[Value]) -> int:
        if S.dirty or S.ev or ("turn",) in self.settling.by_event:
            self.happened(S, ("turn",), S.active, (S.active,))
            return 2
        f[1] = 2
        return self.turn_end(S, f)

    def turn_end(self, S: State, f: list[Value]) -> int:
        if S.ending == 2:
            raise GameOver
        S.moments.clear()
        seats = len(self.world.seats)
        seat = S.active + 1
        if seat < seats and not S.lost and not self.world.robots:
            S.active = seat
            return 0
        for step in range(1, seats + 1):
            seat = (S.active + step) % seats
            if seat not in S.lost and seat not in self.world.robots:
                S.active = seat
                return 0
        raise GameOver

    # ------------------------------------------------------------------ order

    def priority(self, S: State) -> tuple[int, ...]:
        if self.table.priority is not None:
            name = self.rules.define_name(self.table.priority)
            function = self.rules.names[name]
            return tuple(function(S, S.active, None) if name.startswith("e") else function(S, S.active))
        seats = len(self.world.seats)
        return tuple((S.active + k) % seats for k in range(seats))
