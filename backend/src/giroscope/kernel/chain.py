"""Hash chains: what was appended cannot be changed, left out or cut off unseen.

Every row carries a keyed hash of itself and of the row before it; a sealed head
says how many there are and how the last one ends. The key comes from the realm's
own, so that writing to the database is not enough to forge either (decision 0011).
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
import structlog
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute

from giroscope.kernel.secrets import SecretDamaged, derive, unwrap
from giroscope.kernel.tables import REALM_KEY_PURPOSE, ChainHead, RealmKey

log = structlog.get_logger(__name__)

GENESIS = "0" * 64
"""What stands before the first row."""
_NO_SEAL = ""


class ChainKey(NamedTuple):
    """A key of a chain, and the number of the realm's key it comes from."""

    id: int
    secret: bytes


class Head(NamedTuple):
    """How many rows there are and how the last one ends, as the head says."""

    length: int
    hash: str
    is_sound: bool
    """Whether the seal is ours; one that is not stays broken for good."""


class Place(NamedTuple):
    """Where a row stands in its chain."""

    sequence: int
    key_id: int
    previous: str
    hash: str


@lru_cache(maxsize=64)
def _derived(master_key: bytes, wrapped: bytes, name: str) -> bytes:
    return derive(unwrap(master_key, wrapped, REALM_KEY_PURPOSE), f"chain {name}")


def signed(key: bytes, kind: str, content: object) -> str:
    """A keyed hash of some kind of content; one kind is never taken for another."""
    text = orjson.dumps([kind, content], option=orjson.OPT_SORT_KEYS)
    return hmac.new(key, text, hashlib.sha256).hexdigest()


def row_hash(key: bytes, content: Mapping[str, Any]) -> str:
    """The hash of a row, from every field it has and the hash of the row before."""
    return signed(key, "row", content)


def _seal(key: bytes, count: int, last: str) -> str:
    return signed(key, "head", [count, last])


@dataclass(frozen=True, slots=True)
class Chain:
    """One chain of each realm: its name, and the column that numbers its rows."""

    name: str
    sequence: InstrumentedAttribute[int]

    def keys(self, connection: Connection) -> dict[int, bytes]:
        """The realm's keys for this chain; those that were damaged are left out."""
        return keys_for(connection, self.name)

    def identity(self, keys: Mapping[int, bytes]) -> str:
        """What tells this chain from one of a realm that had the same name before."""
        return signed(keys[min(keys)], "identity", self.name)[:16] if keys else ""

    def head(self, connection: Connection, keys: Mapping[int, bytes]) -> Head | None:
        """What the head says; None where it is gone."""
        row = connection.execute(
            select(ChainHead).where(ChainHead.name == self.name)
        ).one_or_none()
        return None if row is None else _read(row, keys.get(row.key_id))

    def lengthen(self, connection: Connection) -> "Lengthening":
        """Take the chain for oneself until the transaction ends, to append to it.

        Comes last in a transaction: everybody else who appends waits from here on.
        """
        return Lengthening(self, connection)


def _read(row: Any, key: bytes | None) -> Head:
    sealed = _NO_SEAL if key is None else _seal(key, row.length, row.hash)
    is_sound = sealed != _NO_SEAL and hmac.compare_digest(sealed, row.seal)
    return Head(int(row.length), row.hash, is_sound)


class Lengthening:
    """A chain that this transaction alone appends to. Ends with `seal`."""

    def __init__(self, chain: Chain, connection: Connection) -> None:
        self._chain = chain
        self._connection = connection
        self._key = _newest_key(connection, chain.name)
        row = connection.execute(
            select(
                ChainHead,
                select(func.max(chain.sequence)).scalar_subquery().label("last"),
            )
            .where(ChainHead.name == chain.name)
            .with_for_update()
        ).one_or_none()
        keys = chain.keys(connection) if row and row.key_id != self._key.id else {}
        keys[self._key.id] = self._key.secret
        head = (
            _read(row, keys.get(row.key_id))
            if row
            else Head(0, GENESIS, is_sound=False)
        )
        last = int(row.last or 0) if row else self._greatest()
        self._is_known = row is not None
        # Work goes on after a break, for people need their files; but nothing that
        # was broken is sealed again, so the break stays to be found.
        self._is_sound = head.is_sound and last <= head.length
        if not self._is_sound:
            log.error("chain.broken", chain=chain.name, length=head.length, last=last)
        self._count = max(head.length, last)
        self._hash = head.hash

    def _greatest(self) -> int:
        found = self._connection.execute(select(func.max(self._chain.sequence)))
        return int(found.scalar_one() or 0)

    def next(self, content: Mapping[str, Any]) -> Place:
        """The place of one more row with this content."""
        sequence, previous, key_id = self._count + 1, self._hash, self._key.id
        place = {"sequence": sequence, "key_id": key_id, "previous": previous}
        self._hash = row_hash(self._key.secret, {**content, **place})
        self._count = sequence
        return Place(sequence, key_id, previous, self._hash)

    def seal(self) -> None:
        """Everything is appended: move the head."""
        values: dict[str, Any] = {"length": self._count, "hash": self._hash}
        if self._is_sound:
            values["key_id"] = self._key.id
            values["seal"] = _seal(self._key.secret, self._count, self._hash)
        if self._is_known:
            head = update(ChainHead).where(ChainHead.name == self._chain.name)
            self._connection.execute(head.values(**values))
        else:
            broken = {
                "name": self._chain.name,
                "key_id": self._key.id,
                "seal": _NO_SEAL,
            }
            self._connection.execute(insert(ChainHead).values(**broken, **values))


def keys_for(connection: Connection, name: str) -> dict[int, bytes]:
    """The realm's keys for one use; those that were damaged are left out."""
    master_key = _master_key(connection)
    found = {}
    for key_id, wrapped in connection.execute(select(RealmKey.id, RealmKey.wrapped)):
        try:
            found[int(key_id)] = _derived(master_key, bytes(wrapped), name)
        except SecretDamaged:
            log.warning("chain.key_damaged", chain=name, key=key_id)
    return found


def begin(connection: Connection, name: str, master_key: bytes) -> None:
    """Seal the head of an empty chain. Once, when the realm's tables are made."""
    key = _newest_key(connection, name, master_key)
    connection.execute(
        insert(ChainHead).values(
            name=name, length=0, hash=GENESIS, key_id=key.id,
            seal=_seal(key.secret, 0, GENESIS),
        )
    )  # fmt: skip


def _newest_key(
    connection: Connection, name: str, master_key: bytes | None = None
) -> ChainKey:
    row = connection.execute(
        select(RealmKey.id, RealmKey.wrapped).order_by(RealmKey.id.desc()).limit(1)
    ).one()
    master_key = master_key or _master_key(connection)
    return ChainKey(row.id, _derived(master_key, bytes(row.wrapped), name))


def _master_key(connection: Connection) -> bytes:
    """The key that `Database` lends to the connections it opens."""
    lent = connection.get_execution_options()["master_key"]
    return bytes(lent())


def seal_of(connection: Connection, name: str, content: object) -> str:
    """A seal for one row that stands in no chain: the key's number and a keyed hash."""
    key = _newest_key(connection, name)
    return f"{key.id}:{signed(key.secret, name, content)}"


def holds_seal(connection: Connection, name: str, content: object, seal: str) -> bool:
    """Whether the realm's own key sealed exactly this content under this name."""
    key_id, _, _ = seal.partition(":")
    rows = connection.execute(select(RealmKey.id, RealmKey.wrapped))
    for row in rows.all():
        if str(row.id) != key_id:
            continue
        try:
            secret = _derived(_master_key(connection), bytes(row.wrapped), name)
        except SecretDamaged:
            return False
        expected = f"{row.id}:{signed(secret, name, content)}"
        return hmac.compare_digest(expected.encode(), seal.encode())
    return False
