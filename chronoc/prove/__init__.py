"""What can come about in a game at all: which goals, cards and sides of things can be reached, how, and why not.

`influence` finds what a condition depends on, `arena` plays single turns with the interpreter, `search` walks from state
to state, `reasons` finds the statements that contradict each other, `witness` writes a line of play as a scenario and
plays it, `prover` puts them together, `report` tells it.
"""
