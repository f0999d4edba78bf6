"""The runner of designers' tests: scenarios are read, made ready, played, and told what became of them.

What the parts of a scenario mean here:

- Everything lies in the box. The first turn begins at the first `when` or `expect` and stands at its first decision;
  when nobody has anything to decide for a whole round it does not begin, and what is expected is said of the table as
  it was given.
- `given ZONE: things` says what lies there: what lay there before goes back to the box (`on top` adds). Things are
  taken out of the box first. One `given` settles once.
- A step of `when` finds its answers among the options. Windows that no step speaks of are passed, and what has one
  answer is answered; it may be named all the same. A question left open where the next step wants to go on fails.
- After its last step a `when` goes on to the next decision of anybody, or to the end of the turn. The next turn begins
  when a step or a claim about a decision (`is offered`, `can take`, `asked`) needs it.
- Claims about the table are said of it after those have passed who cannot react; claims about decisions, and about
  who sees what, of the game as it stands.
- Whatever the rules do that is impossible (a `fault` event) and whatever breaks the interpreter off fails the scenario.

`shape` gives cases, `plan` makes them ready (`picks` for what is chosen), `runner` plays them (`play`, `givens`,
`steps`, `claims`), `suite` does it for a set, `report` tells it.
"""
