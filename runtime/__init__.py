"""The interpreter: plays a rule table. Standard library alone; knows no game and no source file.

from runtime import Game, load_table
table = load_table("game.json")
game = Game.new(table, players=3, seed=1)
while (decision := game.decision) is not None:
    game.choose(decision.options[0].key)
print(game.result)
"""

from runtime.game import Decision, Game, Option, Result
from runtime.signals import Budget, Fault, UsageError
from runtime.table import Table, TableError, load_table

__all__ = ["Budget", "Decision", "Fault", "Game", "Option", "Result", "Table", "TableError", "UsageError", "load_table"]
