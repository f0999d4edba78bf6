"""The part of `grammar/ruletable.schema.json` that follows from `runtime/ops.py`: `$defs.node`.

Run as a script it writes that part anew; a test holds the two equal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from runtime.ops import EXPRESSIONS, STATEMENTS

SCHEMA = Path(__file__).parents[2] / "grammar" / "ruletable.schema.json"


def argument(code: str) -> Any:
    """What the schema says of one argument code."""
    if code.startswith("@*"):
        return {"$ref": "#/$defs/indexes"}
    if code.endswith("?"):
        return {"$ref": "#/$defs/indexOrNull" if code[:-1] != "s" else "#/$defs/textOrNull"}
    if code.startswith("@") or code in ("n", "t", "l", "k"):
        return {"$ref": "#/$defs/index"}
    named = {
        "N": "indexes", "T": "indexes", "i": "whole", "b": "flag", "s": "text", "A": "arms", "B": "branches",
        "R": "pieces", "V": "type",
    }  # fmt: skip
    return {"$ref": f"#/$defs/{named[code]}"}


def node_schema() -> dict[str, Any]:
    """A node: the name of an operation, then exactly its arguments."""
    operations = {**EXPRESSIONS, **STATEMENTS}
    return {
        "type": "array",
        "minItems": 1,
        "prefixItems": [{"enum": list(operations)}],
        "allOf": [
            {
                "if": {"prefixItems": [{"const": op}]},
                "then": {
                    "prefixItems": [True, *(argument(code) for code in signature)],
                    "minItems": len(signature) + 1,
                    "maxItems": len(signature) + 1,
                },
            }
            for op, signature in operations.items()
        ],
    }


def written(value: Any, margin: int = 0) -> str:
    """JSON for people: what fits on a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + margin <= 110 or not isinstance(value, (dict, list)) or not value:
        return flat
    inner = " " * (margin + 2)
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {written(part, margin + 2)}" for key, part in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * margin + "}"
    return "[\n" + ",\n".join(inner + written(part, margin + 2) for part in value) + "\n" + " " * margin + "]"


if __name__ == "__main__":
    whole = json.loads(SCHEMA.read_text(encoding="utf-8"))
    whole["$defs"]["node"] = node_schema()
    SCHEMA.write_text(written(whole) + "\n", encoding="utf-8")
