"""One game at one screen: people who hand the seat over, automatic players, commands, saving after every decision."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from chronoc.play import saves
from chronoc.play.board import Board
from chronoc.play.paint import Paint, in_columns, show
from chronoc.play.things import Eyes
from chronoc.play.words import outcome, question
from chronoc.terminal import columns, visible
from runtime import Decision, Fault, Game, Option, UsageError
from runtime.players import seated

if TYPE_CHECKING:
    from chronoc.play.asker import Asker

HELP = (
    "a number, or the beginning of an option   take that option",
    "why          what led here, as far as you may know it",
    "why N        why option N is offered",
    "why WORDS    why a card can or cannot be played, or why something is so",
    "view [NAME]  the table, or one card or zone of it",
    "log          the whole story, as far as you may know it",
    "undo         take your last answer back, if it told nobody anything",
    "save [FILE]  save the game",
    "help         these words",
    "quit         stop (with --save nothing is lost)",
    "On the table: ' shows its other side; ! of it is so what stands below;",
    "+ lies on it.",
)
#: More options than this stand in columns.
MANY = 12
COMMANDS = ("why", "view", "log", "undo", "save", "help", "quit")
#: Lines of the story that `why` and the next question show.
WHY, NEWS = 12, 15


class Stop(Exception):
    """The people have had enough, or their input has ended."""


class Session:
    """bots: seat -> kind of player. save: file that holds the game after every decision. quick: answer at once where there is
    only one option, although others at the screen may notice. asker: for `why EXPRESSION` (None: only cards and options)."""

    def __init__(
        self,
        game: Game,
        bots: dict[int, str],
        save: Path | None = None,
        quick: bool = False,
        source: IO[str] | None = None,
        paint: Paint | None = None,
        asker: Asker | None = None,
    ) -> None:
        self.game = game
        self.kinds = bots
        self.players = {seat: seated(game, kind, game.seed, seat, timed=True) for seat, kind in bots.items()}
        self.save_to = save
        self.kept = False  # whether save_to has the game as it is
        self.quick = quick
        self.asker = asker
        self.source = source or sys.stdin
        self.paint = paint or Paint.of(sys.stdout)
        seats = range(len(game.rules.seats) - len(game.rules.table.robots))
        self.people = [seat for seat in seats if seat not in bots]
        self.at_screen: int | None = self.people[0] if len(self.people) == 1 else None
        self.told: dict[int, int] = {}  # seat -> events that it has been shown
        self.shown: list[str] = []  # the table as it stands on the screen

    # ------------------------------------------------------------------ the game

    def play(self) -> None:
        """To the end of the game, or until somebody quits (then `Stop` is raised)."""
        self._keep()
        while (decision := self.game.decision) is not None:
            player = self.players.get(decision.seat)
            if player is not None:
                self.game.choose(player(decision))
            elif decision.size == 1 and (self.quick or len(self.people) == 1 or decision.kind != "react"):
                self._only_one(decision)
            else:
                self._ask(decision)
            self._keep()
        self.end()

    def end(self) -> None:
        """The final board, open to all, and who has won."""
        show(Board(Eyes(self.game, None, everything=True), self.paint).lines())
        show(["", *(self.paint.style(self.paint.plain(line), "head") for line in outcome(self.game))])

    def _keep(self) -> None:
        if self.save_to is not None:
            self.kept = self._save(self.save_to)

    def _save(self, path: Path) -> bool:
        try:
            saves.write(path, self.game, self.kinds)
            return True
        except OSError as fault:
            self.say(f"{path} cannot be written: {fault.strerror or fault}")
            return False

    def _only_one(self, decision: Decision) -> None:
        """Where there is one option, nobody needs to type it."""
        option = decision.options[0]
        if decision.kind != "react":
            self.say(f"{question(self.game, decision)} {option.label} (there is nothing else)")
        self.game.choose(0)

    # ------------------------------------------------------------------ asking

    def _ask(self, decision: Decision) -> None:
        self._hand_over(decision)
        self._news(decision.seat)
        self._table(decision.seat)
        standing, ask = self.game.state.asked, True
        while True:
            options = decision.options
            if ask:
                self._question(decision, options)
            ask = False
            word = self._read("> ")
            if not word:
                continue
            if self._command(word, decision):
                now = self.game.decision
                if now is None or now.seat != decision.seat or self.game.state.asked is not standing:
                    return  # it was taken back: another question stands
                ask = True
                continue
            found = pick(word, options)
            if isinstance(found, str):
                self.say(found)
                continue
            self.game.choose(found)
            self.told[decision.seat] = len(self.game.events())
            return

    def _table(self, seat: int) -> None:
        """The table, unless it stands on the screen as it is now: a play may take several answers."""
        lines = Board(Eyes(self.game, seat), self.paint).lines()
        if lines != self.shown:
            show(lines)
        self.shown = lines

    def _hand_over(self, decision: Decision) -> None:
        """With several people at one screen nobody sees another's hand."""
        if self.at_screen == decision.seat:
            return
        if self.at_screen is not None:
            self.paint.clear()
        self.at_screen, self.shown = decision.seat, []
        name = self.paint.plain(decision.player)
        show([self.paint.style("=" * self.paint.width, "soft")])
        self._read(f"{name}, it is your turn to decide. Press Enter when nobody else looks. ")

    def _news(self, seat: int) -> None:
        """What has happened since this player decided last."""
        since = self.told.get(seat, 0)
        lines = self.game.log(seat, since)
        self.told[seat] = len(self.game.events())
        if len(lines) > NEWS:
            lines = [f"... {len(lines) - NEWS} more (`log` shows all)", *lines[-NEWS:]]
        show(line for text in lines for line in self._styled(text))

    def _styled(self, text: str) -> list[str]:
        return [self.paint.style(line, "soft") for line in self.paint.wrapped(text, "    ", "  ")]

    def _question(self, decision: Decision, options: tuple[Option, ...]) -> None:
        asked = f"{decision.player}: {question(self.game, decision)}"
        out = ["", *(self.paint.style(line, "prompt") for line in self.paint.wrapped(asked))]
        wide = len(str(len(options)))
        if len(options) > MANY:
            out += in_columns([f"{option.index + 1:>{wide}} {option.label}" for option in options], self.paint)
        else:
            for option in options:
                out += self.paint.wrapped(option.label, " " * (wide + 4), f"  {option.index + 1:>{wide}} ")
        show(out)

    def _read(self, prompt: str) -> str:
        sys.stdout.write(self.paint.style(self.paint.plain(prompt), "prompt") if prompt.strip() != ">" else prompt)
        sys.stdout.flush()
        line = self.source.readline()
        if not line:
            show([""])
            raise Stop
        word = line.strip()
        if not self.source.isatty():  # a terminal shows what is typed by itself
            show([self.paint.cut(self.paint.plain(word), self.paint.width - columns(prompt) - 1)])
        return word

    # ------------------------------------------------------------------ commands

    def _command(self, word: str, decision: Decision) -> bool:
        """Was this a command?"""
        name, _, rest = word.lstrip("/").partition(" ")
        name = "help" if name == "?" else name.casefold()
        if name not in COMMANDS or (rest and name not in ("view", "save", "why")):
            return False
        run: Callable[[int, str], None] = getattr(self, "_do_" + name)
        run(decision.seat, rest.strip())
        return True

    def say(self, text: str) -> None:
        show(self.paint.wrapped(text))

    def _do_help(self, seat: int, rest: str) -> None:
        show(["", *("  " + line for line in HELP)])

    def _do_quit(self, seat: int, rest: str) -> None:
        raise Stop

    def _do_why(self, seat: int, rest: str) -> None:
        if rest:
            self._why(seat, rest)
            return
        lines = self.game.log(seat)[-WHY:]
        self.say("What led here:" if lines else "Nothing has happened yet.")
        show(line for text in lines for line in self._styled(text))
        causes = self.game.why(seat)[:-1]
        if causes:
            self.say("The last of it because:")
            show(line for text in causes for line in self._styled(text))

    def _why(self, seat: int, words: str) -> None:
        """Why something is so, from what this player may see."""
        from chronoc.play.reasons import NotAsked, Reasons

        decision = self.game.decision
        assert decision is not None
        try:
            for line in Reasons(self.game, seat, self.asker).lines(decision, words):
                deep = len(line) - len(line.lstrip(" "))
                show(self.paint.wrapped(line, " " * (deep + 4), " " * deep) if line else [""])
        except NotAsked as problem:
            self.say(str(problem))
        except Fault as fault:
            self.say(f"This has no value: {fault}")

    def _do_log(self, seat: int, rest: str) -> None:
        show(line for text in self.game.log(seat) for line in self._styled(text))

    def _do_undo(self, seat: int, rest: str) -> None:
        try:
            self.game.undo()
        except UsageError as fault:
            self.say(sentence(str(fault)))
            return
        self.told[seat] = len(self.game.events())
        self._keep()
        self.say("Taken back.")

    def _do_save(self, seat: int, rest: str) -> None:
        path = Path(rest) if rest else self.save_to
        if path is None:
            self.say("Into which file? Write: save FILE")
        elif self._save(path):
            self.say(f"Saved in {path}.")

    def _do_view(self, seat: int, rest: str) -> None:
        eyes = Eyes(self.game, seat)
        if not rest:
            show(Board(eyes, self.paint).lines())
            return
        rest = rest.strip("\"'\u201c\u201d\u201e\u00ab\u00bb ")
        wanted = rest.casefold().replace("_", " ")
        known = [thing for thing in range(len(eyes.world.designs)) if eyes.viewer.knows(thing)]
        names = {thing: eyes.world.title(thing).casefold() for thing in known}
        found = [t for t in known if names[t] == wanted or eyes.world.name(t).casefold() == rest.casefold()]
        found = found or [thing for thing in known if wanted in names[thing]]
        lines = [] if found else Board(eyes, self.paint).zones_called(wanted)
        show(lines)
        if not found and not lines:
            self.say(f"You see nothing called {visible(rest)}.")
        different = dict.fromkeys(tuple(self._thing(eyes, thing)) for thing in found)
        for told in list(different)[:5]:
            show(told)

    def _thing(self, eyes: Eyes, thing: int) -> list[str]:
        """One thing in all its parts."""
        world = eyes.world
        kind = eyes.table.kinds[world.kinds[thing]]["name"].replace("_", " ")
        where = "" if thing < len(world.seats) else f" in {world.zone_name(eyes.S.L[thing]).replace('_', ' ')}"
        out = [*self.paint.wrapped(f"{eyes.see(thing, True).text()} - {kind}{where}", "    ")]
        for name, value in eyes.printed(thing):
            out += self.paint.wrapped(f"{name}: {value}", "      ", "    ")
        return out


def pick(word: str, options: tuple[Option, ...]) -> int | str:
    """The index of the option meant by a number, a key, a label, or the beginning of one; else what is wrong."""
    if word.isdecimal() and len(word) < 10:
        number = int(word)
        if 1 <= number <= len(options):
            return number - 1
        exact = [option.index for option in options if option.label == word]
        return exact[0] if exact else f"There is no option {number}; they go from 1 to {len(options)}."
    said = word.casefold()
    for option in options:
        if said in (option.key.casefold(), option.label.casefold()):
            return option.index
    found = [o for o in options if o.key.casefold().startswith(said) or o.label.casefold().startswith(said)]
    found = found or [o for o in options if said in o.label.casefold()]
    if len(found) == 1:
        return found[0].index
    if found:
        return f"{len(found)} options fit: " + ", ".join(f"{o.index + 1} {o.label}" for o in found[:4]) + "."
    return f"There is no option {visible(word)[:60]!r}. Type a number, or `help`."


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
