"""Which parts of the product keep dying, as their supervisor last noted it.

The supervisor opens no connection, so it says so in a file of the data directory;
readiness and `giroscope doctor` read it. A note whose supervisor is gone says nothing.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_NAME = "failing-parts.json"


class FailingPart(NamedTuple):
    """A part that was started again and died again."""

    name: str
    deaths: int


def note_failing(folder: Path, failing: Sequence[FailingPart]) -> None:
    """Say which parts fail now; a disk that is full keeps nobody from going on."""
    path = folder / _NAME
    with suppress(OSError):
        if not failing:
            path.unlink(missing_ok=True)
            return
        draft = path.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps({"supervisor": os.getpid(), "parts": failing}))
        draft.replace(path)


def failing_parts(folder: Path) -> Sequence[FailingPart]:
    """The parts that fail now, none where nobody says so."""
    try:
        told = json.loads((folder / _NAME).read_text())
        parts = [FailingPart(*part) for part in told["parts"]]
        return parts if _is_there(told["supervisor"]) else []
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        # It is another account's.
        return True
    return True
