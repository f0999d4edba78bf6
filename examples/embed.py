"""The interpreter in ten lines: `python examples/embed.py TABLE.json [SEED]` plays one game, every choice by chance."""

import sys
from random import Random

from runtime import Game, load_table

if len(sys.argv) < 2:
    sys.exit(__doc__)
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
chance = Random(seed)
game = Game.new(load_table(sys.argv[1]), players=["Ann", "Ben", "Cleo"], seed=seed)
while (decision := game.decision) is not None:
    option = decision.options[int(chance.random() * decision.size)]
    print(f"{decision.player}: {option.label}")
    game.choose(option.key)
print(game.result)
