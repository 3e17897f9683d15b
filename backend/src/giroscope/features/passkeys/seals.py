"""What makes a row of `passkeys` worth believing: a hash keyed by the realm's key.

Whoever can write to the database alone can add a key of their own, but not its seal.
"""

from typing import Any, Protocol

from sqlalchemy import Connection

from giroscope.kernel.chain import holds_seal, seal_of

_NAME = "passkeys"


class _Row(Protocol):
    """What is sealed of a passkey."""

    person_id: Any
    credential_id: Any
    public_key: Any
    rp_id: Any
    confirmed_by: Any


def sealed(connection: Connection, row: _Row) -> str:
    """The seal that belongs to the row as it is."""
    return seal_of(connection, _NAME, _content(row))


def is_sealed(connection: Connection, row: Any) -> bool:
    """Whether the row is as the product has written it."""
    return holds_seal(connection, _NAME, _content(row), row.seal)


def _content(row: _Row) -> list[str | None]:
    return [
        row.person_id, row.credential_id, bytes(row.public_key).hex(), row.rp_id,
        row.confirmed_by,
    ]  # fmt: skip
