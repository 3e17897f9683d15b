"""How much each tenant may ask for: the installation's limits, and a realm's own.

What a realm has of its own stands in its database, so it goes with the realm. It is
read again every few seconds, and by every process for itself.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace

import structlog
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.tables import RealmLimit
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_LOOK_SECONDS = 10.0
_MOST = 1 << 50


@dataclass(frozen=True, slots=True)
class Quotas:
    """What a tenant may ask of one web process, and keep in all."""

    upload_bytes: int
    requests_per_second: int
    person_requests_per_second: int
    requests_at_once: int
    uploads_at_once: int
    exports_at_once: int
    person_streams: int
    person_cost_per_second: int
    stored_bytes: int
    comments_per_day: int


NAMES = tuple(one.name for one in fields(Quotas))


class UnknownQuota(InvalidInput):
    """There is no limit of that name."""

    code = "unknown_limit"


class BadQuota(InvalidInput):
    """A limit is a whole number above zero, and an upload no larger than any here."""

    code = "bad_limit"


def usual_quotas(settings: Settings) -> Quotas:
    """What a realm without limits of its own has."""
    return Quotas(
        upload_bytes=settings.max_upload_bytes,
        requests_per_second=settings.realm_requests_per_second,
        person_requests_per_second=settings.person_requests_per_second,
        requests_at_once=settings.realm_requests_at_once,
        uploads_at_once=settings.realm_uploads_at_once,
        exports_at_once=settings.realm_exports_at_once,
        person_streams=settings.person_streams,
        person_cost_per_second=settings.person_cost_per_second,
        stored_bytes=settings.realm_stored_bytes,
        comments_per_day=settings.realm_comments_per_day,
    )


def with_own(usual: Quotas, own: Mapping[str, int]) -> Quotas:
    """The usual quotas, where the realm has none of its own.

    Names of another version are passed over; an upload stays below what the
    installation takes.
    """
    quotas = replace(usual, **{name: own[name] for name in NAMES if name in own})
    return replace(quotas, upload_bytes=min(quotas.upload_bytes, usual.upload_bytes))


def set_quota(
    connection: Connection, name: str, value: int | None, usual: Quotas
) -> None:
    """Give the realm a limit of its own, or, with None, the usual one again.

    Raises:
        UnknownQuota: There is none of that name.
        BadQuota: The value is none.
    """
    if name not in NAMES:
        raise UnknownQuota(f"There is no limit “{name}”; there are {', '.join(NAMES)}")
    most = usual.upload_bytes if name == "upload_bytes" else _MOST
    if value is not None and not 1 <= value <= most:
        raise BadQuota
    connection.execute(delete(RealmLimit).where(RealmLimit.name == name))
    if value is not None:
        connection.execute(insert(RealmLimit).values(name=name, value=value))


def stored_quotas(connection: Connection) -> dict[str, int]:
    """The limits the realm has of its own."""
    rows = connection.execute(select(RealmLimit.name, RealmLimit.value))
    return {name: value for name, value in rows}  # noqa: C416 - rows are no tuples


async def own_quotas(database: Database, realm: str) -> Mapping[str, int]:
    """The same, for the web application."""
    async with database.reading(realm) as session:
        rows = await session.execute(select(RealmLimit.name, RealmLimit.value))
        return {name: value for name, value in rows}  # noqa: C416 - rows are no tuples


class RealmQuotas:
    """The quotas of each realm, as they were a moment ago."""

    def __init__(
        self,
        usual: Quotas,
        load: Callable[[str], Awaitable[Mapping[str, int]]],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._usual = usual
        self._load = load
        self._now = now
        self._known: dict[str, tuple[Quotas, float]] = {}

    def fresh(self, realm: str) -> Quotas | None:
        """What a realm may ask for, where that was read a moment ago."""
        quotas, looked = self._known.get(realm, (None, float("-inf")))
        return quotas if self._now() - looked < _LOOK_SECONDS else None

    async def of(self, realm: str) -> Quotas:
        """What a realm that exists may ask for."""
        fresh = self.fresh(realm)
        if fresh is not None:
            return fresh
        quotas, _ = self._known.get(realm, (self._usual, 0.0))
        # Others that come meanwhile go by what was known.
        self._known[realm] = (quotas, self._now())
        try:
            quotas = with_own(self._usual, await self._load(realm))
        except (SQLAlchemyError, OSError) as error:
            log.warning("quotas.unknown", realm=realm, reason=str(error))
        self._known[realm] = (quotas, self._now())
        return quotas


def told(quotas: Quotas) -> dict[str, int]:
    """By name."""
    return asdict(quotas)
