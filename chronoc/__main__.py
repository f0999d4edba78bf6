"""`python -m chronoc` is the command `chronoc`."""

from chronoc.cli import main

main()
