"""What the generator of texts may say: every sentence, word and noun that its code names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOM = Path(__file__).parents[2] / "chronoc" / "text"
#: Functions whose text is a sentence of the engine.
SAYING = ("say", "made", "act", "pair", "sentence", "one", "may_text", "outcome", "joined", "roughly")
NOUNS = ("kernel", "kernel_noun")
#: Names of tables of sentences.
TABLES = ("COMPARED", "COUNTED", "COUNTED_IN", "COUNTED_WHOSE", "ARITHMETIC", "SAME", "AND", "OR", "FOLD", "THE_OF")
WORD = re.compile(r"\{([a-z ]+)/[a-z]+\}")


def constants(node: ast.AST) -> list[str]:
    return [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def everything() -> dict[str, None]:
    """Every text constant of the room."""
    found: dict[str, None] = {}
    for path in [*sorted(ROOM.glob("*.py")), ROOM.parent / "commands" / "show.py"]:
        found.update(dict.fromkeys(constants(ast.parse(path.read_text(encoding="utf-8")))))
    return found


def extracted() -> tuple[dict[str, None], dict[str, None], dict[str, None]]:
    """Sentences, nouns, words that agree."""
    sentences: dict[str, None] = {}
    nouns: dict[str, None] = {}
    for path in sorted(ROOM.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if name in TABLES:
                    sentences.update(dict.fromkeys(c for c in constants(node.value) if "{" in c))
                if name in ("BUILT_IN", "NAMES"):
                    values = node.value.values if isinstance(node.value, ast.Dict) else []
                    nouns.update(dict.fromkeys(c for v in values for c in constants(v)))
            if isinstance(node, ast.Assign) and any(
                isinstance(t, ast.Name) and t.id in ("source", "side", "text") for target in node.targets for t in ast.walk(target)
            ):  # fmt: skip
                sentences.update(
                    dict.fromkeys(c for c in constants(node.value) if "{" in c and "}" in c and "{{" not in c)
                )
            if isinstance(node, ast.Call):
                function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if function in SAYING:
                    for arg in node.args:
                        if isinstance(arg, (ast.Constant, ast.IfExp)):
                            sentences.update(
                                dict.fromkeys(c for c in constants(arg) if " " in c or "{" in c or c.isalpha())
                            )
                if function in NOUNS:
                    found = [
                        c for arg in node.args for c in constants(arg) if isinstance(arg, (ast.Constant, ast.IfExp))
                    ]
                    nouns.update(dict.fromkeys(found))
                if function == "possessor" or function == "may_text":
                    pass
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and function.name == "possessor":
                sentences.update(dict.fromkeys(c for c in constants(function) if "{" in c))
    words = {word: None for text in sentences for word in WORD.findall(text)}
    return sentences, nouns, words
