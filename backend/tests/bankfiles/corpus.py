"""Where the corpus of real bank files stands, and what is known of each."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = Path(os.environ.get("GIROSCOPE_SAMPLES", ROOT.parent / "shared" / "samples"))
PRESENT = (SAMPLES / "facts.json").is_file()
ABSENT = f"the corpus of bank files is not at {SAMPLES}"


def facts() -> dict[str, Any]:
    """What an independent script found in each file; empty without corpus."""
    if not PRESENT:
        return {}
    with (SAMPLES / "facts.json").open(encoding="utf-8") as stream:
        known: dict[str, Any] = json.load(stream)
    return known


def names(*families: str) -> list[str]:
    """The files of the families (of all, if none is given)."""
    return [
        name
        for name in sorted(facts())
        if not families or name.split("/")[0] in families
    ]
