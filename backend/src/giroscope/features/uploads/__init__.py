"""Files given by hand and their fate. Lends the record an import writes to."""

from giroscope.features.uploads.policy import (
    Kind,
    UploadState,
    ensure_undoable,
    kind_of_format,
)
from giroscope.features.uploads.submit import Fetched, enter
from giroscope.features.uploads.tables import Upload, UploadFinding, UploadRestart

__all__ = [
    "Fetched",
    "Kind",
    "Upload",
    "UploadFinding",
    "UploadRestart",
    "UploadState",
    "ensure_undoable",
    "enter",
    "kind_of_format",
]
