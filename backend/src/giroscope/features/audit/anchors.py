"""Anchors of the trail: how long it was at some time and how it ended, kept outside.

They lie where the documents lie, or where the operator says, never in the database;
so a database that was put back to an earlier state does not take them along. Each is
sealed by the chain's key. Where the bucket locks objects, nobody takes one away.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import obstore
import orjson
import structlog
from obstore.exceptions import BaseError
from obstore.store import ObjectStore, from_url

from giroscope.kernel.chain import GENESIS, signed
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.object_store import remote_store
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_FOLDER = "_anchors"
"""No realm is called so: realms share the store with it."""
_NAME = re.compile(r"(\d{8}T\d{6}Z)-(\d{1,18})-([0-9a-f]{64})-([0-9a-f]{64})\.json")
_INSTANT = "%Y%m%dT%H%M%SZ"


class Anchor(NamedTuple):
    """How long the chain was at some time and how it ended, noted outside."""

    length: int
    hash: str

    @classmethod
    def of(cls, text: str) -> "Anchor":
        """From `COUNT:HASH`.

        Raises:
            ValueError: It is not of this form.
        """
        count, _, last = text.partition(":")
        if not count.isdecimal() or len(last) != len(GENESIS):
            raise ValueError(f"“{text[:80]}” is no count and hash")
        return cls(int(count), last)

    def __str__(self) -> str:
        return f"{self.length}:{self.hash}"


class KeptAnchor(NamedTuple):
    """An anchor, when it was noted, and whether the seal is ours."""

    at: datetime
    anchor: Anchor
    is_sealed: bool = True


class AnchorsUnreadable(Unavailable):
    """The anchors of the audit trail cannot be read or written."""

    code = "audit.anchors_unavailable"


class AnchorStore:
    """The anchors of all realms. Blocks."""

    def __init__(self, settings: Settings) -> None:
        self._store = _open(settings)

    def keep(
        self, realm: str, chain: str, key: bytes, at: datetime, anchor: Anchor
    ) -> None:
        """Note an anchor; none that was noted is ever written over.

        Raises:
            AnchorsUnreadable: The store does not take it.
        """
        instant = at.astimezone(UTC).strftime(_INSTANT)
        seal = _seal(key, chain, instant, anchor)
        content = {
            "realm": realm, "chain": chain, "at": instant,
            "count": anchor.length, "hash": anchor.hash,
        }  # fmt: skip
        name = f"{instant}-{anchor.length}-{anchor.hash}-{seal}.json"
        try:
            obstore.put(
                self._store, f"{_FOLDER}/{realm}/{chain}/{name}", orjson.dumps(content)
            )
        except (BaseError, OSError) as error:
            raise AnchorsUnreadable from error

    def of(
        self, realm: str, chain: str, keys: Mapping[int, bytes]
    ) -> Sequence[KeptAnchor]:
        """Every anchor of a realm's chain, the oldest first.

        Raises:
            AnchorsUnreadable: The store does not answer.
        """
        if not chain:
            # No key opens: nothing can be told from anything else.
            return ()
        prefix = f"{_FOLDER}/{realm}/{chain}/"
        try:
            names = [
                one["path"].rpartition("/")[2]
                for portion in obstore.list(self._store, prefix=prefix)
                for one in portion
            ]
        except (BaseError, OSError) as error:
            raise AnchorsUnreadable from error
        return sorted(
            _read(found, chain, keys)
            for name in names
            if (found := _NAME.fullmatch(name))
        )


def _open(settings: Settings) -> ObjectStore:
    address = settings.anchors_url
    if address is None and not (settings.documents_url or "file:").startswith("file:"):
        address = settings.documents_url
    if address is None:
        address = (settings.data_dir.absolute() / "anchors").as_uri()
    if address.startswith("file:"):
        return from_url(address, mkdir=True)
    if address.startswith(("s3:", "s3a:")):
        # A bucket that locks its objects takes none without a checksum.
        return remote_store(address, checksum_algorithm="SHA256")
    return remote_store(address)


def _seal(key: bytes, chain: str, instant: str, anchor: Anchor) -> str:
    return signed(key, "anchor", [chain, instant, anchor.length, anchor.hash])


def _read(found: re.Match[str], chain: str, keys: Mapping[int, bytes]) -> KeptAnchor:
    instant, count, last, seal = found.groups()
    anchor = Anchor(int(count), last)
    is_sealed = any(
        hmac.compare_digest(_seal(key, chain, instant, anchor), seal)
        for key in keys.values()
    )
    try:
        at = datetime.strptime(instant, _INSTANT).replace(tzinfo=UTC)
    except ValueError:
        return KeptAnchor(datetime.min.replace(tzinfo=UTC), anchor, is_sealed=False)
    return KeptAnchor(at, anchor, is_sealed)


class Expected:
    """What the anchors say that a chain holds; told event by event."""

    def __init__(self, kept: Sequence[KeptAnchor]) -> None:
        self.count = sum(one.is_sealed for one in kept)
        self.has_forged = self.count < len(kept)
        self._waiting: dict[int, list[KeptAnchor]] = {}
        for one in kept:
            if one.is_sealed:
                self._waiting.setdefault(one.anchor.length, []).append(one)
        self._contradicted: list[KeptAnchor] = []
        self._accepted: datetime | None = None

    def meet(self, sequence: int, hash_: str) -> None:
        """An event of the chain: do the anchors of its number say the same?"""
        self._contradicted += [
            one for one in self._waiting.pop(sequence, ()) if one.anchor.hash != hash_
        ]

    def accept(self, at: datetime) -> None:
        """A backup was put back on purpose then: what was noted before is past."""
        self._accepted = at

    def rolled_back_to(self) -> int | None:
        """The least number that is not as it was noted; None where all are."""
        missing = [one for each in self._waiting.values() for one in each]
        numbers = [
            one.anchor.length
            for one in (*self._contradicted, *missing)
            if self._accepted is None or one.at > self._accepted
        ]
        return min(numbers, default=None)


def as_values(anchors: int | None) -> dict[str, Any]:
    """How many anchors a verification held against, as it is written down."""
    return {} if anchors is None else {"anchors": anchors}
