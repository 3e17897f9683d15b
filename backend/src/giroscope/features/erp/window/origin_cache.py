"""The list as it was a moment ago, for the headers and settings of every page."""

import time
from collections.abc import Callable

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from giroscope.features.erp.window.tables import ErpWindowOrigin
from giroscope.kernel.database import Database

log = structlog.get_logger(__name__)

_LOOK_SECONDS = 3.0
"""Nobody has signed in yet when a page asks, so that it must cost nothing."""
_MOST_REALMS = 4096


class ListedOrigins:
    """The origins of each tenant that may open and frame its window."""

    def __init__(
        self, database: Database, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._now = now
        self._known: dict[str, tuple[tuple[str, ...], float]] = {}

    async def of(self, realm: str) -> tuple[str, ...]:
        """The origins of a realm that exists; none while its database is away."""
        origins, looked = self._known.get(realm, ((), float("-inf")))
        if self._now() - looked < _LOOK_SECONDS:
            return origins
        try:
            async with self._database.reading(realm) as session:
                rows = await session.execute(
                    select(ErpWindowOrigin.origin).order_by(ErpWindowOrigin.origin)
                )
                origins = tuple(rows.scalars())
        except (SQLAlchemyError, OSError) as error:
            log.warning("erp_window.unknown", realm=realm, reason=str(error))
            return ()
        if len(self._known) >= _MOST_REALMS:
            self._known.clear()
        self._known[realm] = (origins, self._now())
        return origins

    def forget(self, realm: str) -> None:
        """Have it read anew: somebody has just changed it."""
        self._known.pop(realm, None)
