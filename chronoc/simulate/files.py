"""A report as files: JSON, CSV, Parquet where pyarrow is installed, and a page for a browser. The same report gives the same bytes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from chronoc.simulate.kept import Unusable, write
from chronoc.simulate.page import page

Row = dict[str, Any]

#: What a formula begins with. Titles come from whoever wrote the cards.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_report(folder: Path, found: Row) -> list[Path]:
    """Every form of what `summary` gives, in the folder. Raises Unusable when it cannot be written."""
    contents = {
        "report.html": page(found).encode(),
        "report.json": (json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode(),
    }
    for name, rows in tables(found).items():
        contents[f"{name}.csv"] = as_csv(rows)
        if (columns := as_parquet(rows)) is not None:
            contents[f"{name}.parquet"] = columns
    try:
        for name, data in contents.items():
            write(folder / name, data)
    except OSError as fault:
        raise Unusable(f"{folder} cannot be written to: {fault.strerror}") from None
    return [folder / name for name in contents]


def tables(found: Row) -> dict[str, list[Row]]:
    """Flat tables: `shares` (everything that is a share of games or wins) and `cards`."""
    shares: list[Row] = []
    cards: list[Row] = []
    for series in found["series"]:
        players = series["players"]

        def add(of_what: str, name: Any, row: Row, hits: str = "games", players: int = players) -> None:
            shares.append(
                {
                    "players": players, "of_what": of_what, "name": str(name), "number": row[hits], "of": row["of"],
                    "share": row["share"], "low": row["low"], "high": row["high"],
                }
            )  # fmt: skip

        for of_what, key in (("route", "routes"), ("seat", "seats"), ("loss", "losses"), ("bot", "players_by_kind")):
            for row in series[key]:
                add(of_what, row["what"], row)
        for row in series["places"]:
            add("place", row["place"], row)
        for how, row in (series["comebacks"] or {}).items():
            add("winner at half of the game", how, row)
        for role in series["roles"]:
            for when in ("dealt", "kept"):
                for row in role[when]:
                    add(f"{role['zone']} {when}", row["card"], row, "won")
        for row in series["cards"]:
            flat: Row = {"players": players}
            for key, value in row.items():
                if isinstance(value, dict):
                    flat.update({f"{key}_{part}" if part != "share" else key: x for part, x in value.items()})
                else:
                    flat[key] = value
            cards.append(flat)
    return {"shares": shares, "cards": cards}


def as_csv(rows: list[Row]) -> bytes:
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: harmless(value) for key, value in row.items()} for row in rows)
    return text.getvalue().encode()


def harmless(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula, with the apostrophe before it that says it is text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def as_parquet(rows: list[Row]) -> bytes | None:
    """None where pyarrow is not installed (the extra `parquet`)."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return None
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), buffer)
    return buffer.getvalue()
