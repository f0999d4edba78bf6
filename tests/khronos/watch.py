"""What must be so in any game: looked at before and after every answer."""

from __future__ import annotations

from runtime.game import Game
from tests.khronos.board import BUILDINGS, Boards, Tile, around, domains, joined, rivals
from tests.khronos.compiled import field, variable

LAWFUL = ("Might", "Faith")
ECUS = 255
CUBES, ADVENTURERS = 25, 2


class Watch:
    """Follows a game. `act` gives an answer and looks at what came of it."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats, self.boards = game, seats, Boards(game)
        self.before = self.boards.all(game)
        self.everything = self.lying()
        self.placed = 0  # military and religious pieces that were looked at
        self.conflicts = 0  # decisions about what is downsized, or where the rest of it stands

    def act(self, answer: object) -> None:
        self.game.answer(answer)
        now = self.boards.all(self.game)
        if now != self.before:
            self.no_domains_were_joined(now)
            self.no_tile_lies_on_a_tile(now)
        self.before = now
        self.nothing_is_lost()
        if self.game.decision is None or self.game.decision.kind == "take":
            for age in LAWFUL:
                assert rivals(now[age]) == [], (age, self.game.state.turn)
        else:
            self.conflicts += any(rivals(now[age]) for age in LAWFUL)

    def domains_beside(self, places: tuple[int, ...]) -> int:
        """How many domains a building on these places would touch."""
        (age,) = [age for age, cells in self.boards.cells.items() if places[0] in cells]
        beside = {cell for place in places for cell in around(self.boards.cells[age][place])}
        return sum(not beside.isdisjoint(domain) for domain in domains(self.before[age]))

    def no_domains_were_joined(self, now: dict[str, list[Tile]]) -> None:
        """By what is military or religious. What is left of a downsized building was there before."""
        for age in LAWFUL:
            old = self.before[age]
            for tile in now[age]:
                if tile.craft == "civil" or tile in old:
                    continue
                self.placed += 1
                grown = any(was.craft == tile.craft and was.cells < tile.cells for was in old)
                shrunk = any(was.craft == tile.craft and tile.cells < was.cells for was in old)
                assert shrunk or len(joined(old, now[age], tile)) <= 1, (age, tile, grown)

    def no_tile_lies_on_a_tile(self, now: dict[str, list[Tile]]) -> None:
        for tiles in now.values():
            cells = [cell for tile in tiles for cell in tile.cells]
            assert len(cells) == len(dict.fromkeys(cells))
            for tile in tiles:
                assert len(tile.cells) == BUILDINGS[tile.title][1] ** 2

    def nothing_is_lost(self) -> None:
        """All Ecus are in purses or in the bank, and every tile, cube and card lies in one place."""
        purses = [field(self.game, seat, "ecus") for seat in range(self.seats)]
        assert all(purse >= 0 for purse in purses) and sum(purses) + variable(self.game, "bank") == ECUS
        assert self.lying() == self.everything

    def lying(self) -> list[int]:
        state = self.game.state
        found = sorted([*state.cells, *(thing for lies in state.Z[1:] for thing in lies if thing is not None)])
        assert len(found) == len(dict.fromkeys(found))
        return found
