"""chronoc: cards as code for tabletop games. The compiler and the command line."""

__version__ = "0.1.0"
