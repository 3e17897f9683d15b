"""Makes of a captured exchange the rows that are stored: masked, sealed and counted."""

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

from giroscope.features.logs.causes import cause_of
from giroscope.features.logs.exchange import Captured
from giroscope.features.logs.masking import Choice, Masking
from giroscope.features.logs.tables import LogDirection
from giroscope.kernel.secrets import derive, unwrap, wrap
from giroscope.kernel.words import searchable

MOST_READ = 512 << 10
"""Bytes of a message that are masked to be shown; files are whole in the documents."""
MOST_SHOWN = 256 << 10
MOST_SEALED = 4 << 20
_PURPOSE = "communication log"
_LONGEST_URI = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """One half of an exchange, ready to be stored."""

    values: dict[str, Any]
    sealed: bytes | None = field(repr=False)


def sealing_key(realm_key: bytes) -> bytes:
    """The key that seals the bytes of a realm's log."""
    return derive(realm_key, _PURPOSE)


def sealed(key: bytes, body: bytes) -> bytes:
    """The bytes, compressed and encrypted."""
    return wrap(key, zlib.compress(body, 1), _PURPOSE)


def opened(key: bytes, wrapped: bytes) -> bytes:
    """The bytes as they went over the wire.

    Raises:
        SecretDamaged: They were changed, or are another realm's.
    """
    return zlib.decompress(unwrap(key, wrapped, _PURPOSE))


def rows_of(captured: Captured, choice: Choice, key: bytes | None) -> Iterator[Row]:
    """The halves of an exchange; `key` is None where no bytes are to be kept."""
    exchange = uuid4().hex
    # One mask for both halves: an answer repeats the names of its question.
    masking = Masking(choice)
    key = key if captured.may_keep_bytes else None
    failure = _clean(masking.of_running(captured.failure)) if captured.failure else None
    parts: list[tuple[bytes, bool]] = []
    if captured.request is not None:
        parts.append((captured.request, False))
    if captured.reply is not None:
        parts.append((captured.reply, True))
    shown = [_shown(body, masking) for body, _ in parts]
    cause = cause_of(
        captured.status, failure or "", shown[-1] if captured.reply else None
    )
    # Who is called Admin in an answer must not hide a part of the address.
    uri = _clean(Masking(choice).of_uri(captured.uri))[:_LONGEST_URI]
    for place, (body, is_reply) in enumerate(parts):
        whole = captured.reply_size if is_reply else captured.request_size
        data = shown[place][:MOST_SHOWN]
        wrapped = (
            sealed(key, body)
            if key is not None and 0 < len(body) <= MOST_SEALED
            else None
        )
        is_last = place == len(parts) - 1
        values = {
            "created": captured.ended
            - (timedelta() if is_reply else timedelta(seconds=captured.seconds)),
            "exchange": exchange,
            "is_reply": is_reply,
            "direction": (LogDirection.IN if is_reply else LogDirection.OUT).value,
            "log_type": captured.log_type.value,
            "peer": captured.peer[:60],
            "operation": _clean(captured.operation)[:60],
            "uri": uri,
            "status": captured.status,
            "duration_ms": round(captured.seconds * 1000),
            "size": len(body) if whole is None else whole,
            "stored": len(data) + len(wrapped or b""),
            "data": data,
            "is_cut": len(body) > MOST_READ or len(shown[place]) > MOST_SHOWN,
            "has_bytes": wrapped is not None,
            "failure": failure,
            "cause": cause if is_last else None,
            "correlation_id": captured.correlation_id,
            "request_id": captured.request_id and captured.request_id[:64],
            "trace": captured.trace,
            "sha256": (
                hashlib.sha256(body).hexdigest() if body and whole is None else None
            ),
            "words": searchable(
                captured.operation, uri, captured.request_id, captured.correlation_id,
                captured.trace, failure, data,
            ),
        }  # fmt: skip
        yield Row(values, wrapped)


def _shown(body: bytes, masking: Masking) -> str:
    return _clean(masking.of(body[:MOST_READ]))


def _clean(text: str) -> str:
    """Without signs that PostgreSQL takes in no text."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
