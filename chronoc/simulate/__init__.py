"""Series of games as answers: how they are run and kept, what is counted, how sure the numbers are, and the report.

`run.py` plays (`runtime.simulate` has the games themselves), `tally.py` counts, `estimate.py` gives intervals, `summary.py` makes
the data of a report, and `words.py`, `page.py` and `files.py` write it down.
"""
