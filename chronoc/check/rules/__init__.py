"""The rules, one module each, named as the rule is. Each yields findings of that one name."""
