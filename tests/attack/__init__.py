"""Hostile input: nothing may end in a traceback, take more than seconds, or use up the memory."""
