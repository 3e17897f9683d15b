"""What companies are called, as their sign-in service says.

Pages ask for it all the time and mails now and then; while the service does not answer,
what it said last holds, or else the realm's name.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from giroscope.kernel.database import Database
from giroscope.kernel.identity import PeopleDirectory
from giroscope.kernel.secrets import load_master_key
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_FRESH_SECONDS = 300.0
_PATIENCE_SECONDS = 2.0
"""Nobody is held up for longer by a service that does not answer."""

Ask = Callable[[str], Awaitable[str]]
"""Asks the sign-in service what a realm is called; empty where it is not."""


def usual_name(realm: str) -> str:
    """What a company is called whose sign-in says nothing."""
    return realm.capitalize()


@dataclass(frozen=True, slots=True)
class _Known:
    name: str
    looked: float


class CompanyNames:
    """The names of all companies, each asked for now and then."""

    def __init__(self, ask: Ask, *, now: Callable[[], float] = time.monotonic) -> None:
        self._ask = ask
        self._now = now
        self._known: dict[str, _Known] = {}

    async def of(self, realm: str) -> str:
        """What the company of a realm that exists is called."""
        known = self._known.get(realm)
        if known is None or self._now() - known.looked >= _FRESH_SECONDS:
            before = known.name if known else usual_name(realm)
            known = _Known(await self._look(realm, before), self._now())
            self._known[realm] = known
        return known.name

    async def _look(self, realm: str, before: str) -> str:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                return await self._ask(realm) or usual_name(realm)
        except Exception as error:  # noqa: BLE001 - what was known will do
            log.warning("company.not_told", realm=realm, reason=str(error))
            return before


def names_by(people: PeopleDirectory) -> CompanyNames:
    """As the Admin API of each realm says."""

    async def ask(realm: str) -> str:
        return await (await people.of(realm)).display_name()

    return CompanyNames(ask)


async def company_name_of(settings: Settings, database: Database, realm: str) -> str:
    """What a company is called, asked once, as for a mail."""
    people = PeopleDirectory(settings, database, load_master_key(settings))
    try:
        return await names_by(people).of(realm)
    finally:
        await people.close()


def company_name(settings: Settings, database: Database, realm: str) -> str:
    """The same, where nothing else goes on meanwhile."""
    return asyncio.run(company_name_of(settings, database, realm))
