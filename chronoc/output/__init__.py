"""Findings in the forms of other programs: one module a form, each a function from findings to text."""
