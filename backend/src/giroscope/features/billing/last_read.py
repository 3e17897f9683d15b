"""What was sold when the operator's file could be read last.

While the file has an error nothing can be bought or billed, but people may look at
what they have: at the plans and prices of then, with their age.
"""

import os
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import orjson
import structlog
from pydantic import ValidationError

from giroscope.features.billing.catalogue import Catalogue

log = structlog.get_logger(__name__)

_FILE = "billing-last-read.json"


class LastRead(NamedTuple):
    """What was sold, and when that was read."""

    catalogue: Catalogue
    at: datetime | None
    """None of what is read now."""


def keep(folder: Path, catalogue: Catalogue, now: datetime) -> None:
    """Keep a copy beside the installation's data, whole or not at all.

    Several processes may keep theirs at once. Where none can be kept, what is sold is
    sold all the same.
    """
    told = {"at": now, "catalogue": catalogue.model_dump(mode="json", by_alias=True)}
    fresh = folder / f"{_FILE}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(orjson.dumps(told))
        fresh.replace(folder / _FILE)
    except OSError as error:
        log.warning("billing.not_kept", reason=type(error).__name__)


def last_read(folder: Path) -> LastRead | None:
    """The copy; nothing where there is none that this version understands."""
    try:
        told = orjson.loads((folder / _FILE).read_bytes())
        catalogue = Catalogue.model_validate(told["catalogue"])
        return LastRead(catalogue, datetime.fromisoformat(told["at"]))
    except (OSError, orjson.JSONDecodeError, KeyError, ValidationError):
        return None
