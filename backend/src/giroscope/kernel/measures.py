"""What rooms measure of their tenants' data for monitoring, all tenants together.

A measure asks a few short questions of one tenant. The answers are joined, so that no
tenant is named, and kept for a while that grows with their number: whoever asks often
costs the store no more than a hundredth of one processor.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from threading import Lock
from typing import Literal, NamedTuple

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.tenancy import UnknownRealm

log = structlog.get_logger(__name__)

_KEPT_SECONDS = 15.0
_SHARE = 100
"""What is measured in so many seconds is kept for so many times as long."""

Labels = tuple[tuple[str, str], ...]


class Joined(StrEnum):
    """How the numbers of several tenants become one."""

    SUM = "SUM"
    MOST = "MOST"
    LEAST = "LEAST"


_JOIN: Mapping[Joined, Callable[[Iterable[float]], float]] = {
    Joined.SUM: sum,
    Joined.MOST: max,
    Joined.LEAST: min,
}


class Family(NamedTuple):
    """Numbers of one meaning, as Prometheus and OpenTelemetry know them."""

    name: str
    kind: Literal["counter", "gauge"]
    says: str
    joined: Joined = Joined.SUM


class Sample(NamedTuple):
    """One number of a family."""

    family: Family
    value: float
    labels: Labels = ()


class Measure(NamedTuple):
    """What a room measures."""

    families: Collection[Family]
    of_tenant: Callable[[Connection, datetime], Iterable[Sample]]


_AGE = Family(
    "giroscope_measured_seconds", "gauge",
    "How long ago the tenants' data was measured.",
)  # fmt: skip


def seconds_since(moment: datetime | None, now: datetime) -> float:
    """How long ago that was; 0 where it was never."""
    return max((now - moment).total_seconds(), 0.0) if moment else 0.0


class TenantMeasures:
    """Asks all tenants, one after the other."""

    def __init__(
        self, database: Database, measures: Sequence[Measure], clock: Clock
    ) -> None:
        self._database = database
        self._measures = measures
        self._clock = clock
        self._lock = Lock()
        self._samples: Sequence[Sample] = ()
        self._at = self._until = float("-inf")

    @property
    def families(self) -> Iterator[Family]:
        """All there can be."""
        for measure in self._measures:
            yield from measure.families
        yield _AGE

    def samples(self) -> Iterator[Sample]:
        """What was measured last, or is now where that is too long ago."""
        with self._lock:
            if time.monotonic() >= self._until:
                began = time.monotonic()
                self._samples = self._measured()
                self._at = time.monotonic()
                spent = self._at - began
                self._until = self._at + max(_KEPT_SECONDS, _SHARE * spent)
            yield from self._samples
            yield Sample(_AGE, time.monotonic() - self._at)

    def _measured(self) -> Sequence[Sample]:
        found: dict[tuple[Family, Labels], list[float]] = {}
        for realm in self._database.realms():
            try:
                with self._database.snapshot(realm) as connection:
                    one = list(self._of_tenant(connection))
            except (SQLAlchemyError, UnknownRealm) as error:
                # Being made, or deleted a moment ago; the others are told.
                log.warning("metrics.realm_not_counted", reason=type(error).__name__)
                continue
            for family, value, labels in one:
                found.setdefault((family, labels), []).append(value)
        return [
            Sample(family, _JOIN[family.joined](values), labels)
            for (family, labels), values in found.items()
        ]

    def _of_tenant(self, connection: Connection) -> Iterator[Sample]:
        now = self._clock()
        for measure in self._measures:
            yield from measure.of_tenant(connection, now)
