"""What may be done with an upload. Decides only; changes nothing."""

from enum import StrEnum

from giroscope.features.uploads.errors import NotRetryable, NotUndoable, OnRightPage


class Kind(StrEnum):
    """Which page a file was given on."""

    PAYMENT = "PAYMENT"
    STATEMENT = "STATEMENT"


class UploadState(StrEnum):
    """What became of an upload."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    IMPORTED = "IMPORTED"
    KNOWN = "KNOWN"
    REFUSED = "REFUSED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    UNDONE = "UNDONE"


UNFINISHED = frozenset({UploadState.QUEUED, UploadState.RUNNING})
RETRYABLE = frozenset(
    {UploadState.FAILED, UploadState.CANCELLED, UploadState.REFUSED, UploadState.UNDONE}
)

_PAGES = {
    "pain.001": frozenset({Kind.PAYMENT}),
    # A status report comes from the bank but speaks of payments: both pages.
    "pain.002": frozenset({Kind.PAYMENT, Kind.STATEMENT}),
    "camt.029": frozenset({Kind.PAYMENT, Kind.STATEMENT}),
}


def kind_of_format(file_format: str, given_on: Kind) -> Kind:
    """The page the format belongs on; the one it was given on, if that will do."""
    pages = _PAGES.get(file_format, frozenset({Kind.STATEMENT}))
    return given_on if given_on in pages else next(iter(pages))


def ensure_retryable(state: str) -> None:
    """Pass silently, or refuse.

    Raises:
        NotRetryable: The import did not fail.
    """
    if UploadState(state) not in RETRYABLE:
        raise NotRetryable


def ensure_movable(wrong_kind: str | None) -> None:
    """Pass silently, or refuse.

    Raises:
        OnRightPage: It is there already.
    """
    if wrong_kind is None:
        raise OnRightPage


def ensure_undoable(state: str) -> None:
    """Pass silently, or refuse.

    Raises:
        NotUndoable: There is nothing to undo.
    """
    if state != UploadState.IMPORTED:
        raise NotUndoable
