"""Writes down who was refused what, without letting a loop fill the disk.

The first refusal of a person and verb is written at once. Those that follow within
ten minutes are counted, and told with the next one that is written.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.features.audit.actions import record
from giroscope.features.audit.tables import AuditOutcome, Subject
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.origin import present_origin

log = structlog.get_logger(__name__)

REFUSED = "access.use"
"""The verb of a refusal; its subject is the permission that was lacking."""
_PAUSE_SECONDS = 600.0
_MOST_WRITTEN = 100
"""In a realm within a pause, by whomever."""
_REMEMBERED = 10_000

Key = tuple[str, str, str]


@dataclass(slots=True)
class _Seen:
    written: float
    since: int = 0


class Sampler:
    """Decides which refusals are written."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._seen: OrderedDict[Key, _Seen] = OrderedDict()
        self._written: dict[str, list[float]] = {}

    def admit(self, actor: Actor, verb: str) -> int | None:
        """How many went unwritten since the last; None to leave this one out, too."""
        now = self._now()
        key = (actor.realm, actor.id, verb)
        seen = self._seen.get(key)
        if seen is not None and now - seen.written < _PAUSE_SECONDS:
            seen.since += 1
            return None
        recent = [
            at for at in self._written.get(actor.realm, ()) if now - at < _PAUSE_SECONDS
        ]
        if len(recent) >= _MOST_WRITTEN:
            return None
        self._written[actor.realm] = [*recent, now]
        self._seen[key] = _Seen(now)
        self._seen.move_to_end(key)
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return seen.since if seen else 0


class RefusalsRecorded:
    """After each request, writes down the refusals noted in it."""

    def __init__(self, app: ASGIApp, database: Database) -> None:
        self._app = app
        self._database = database
        self._sampler = Sampler()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer first; the person does not wait for it to be written."""
        await self._app(scope, receive, send)
        for actor, verb in present_origin().refusals:
            unwritten = self._sampler.admit(actor, verb)
            if unwritten is not None:
                await self._write(actor, verb, unwritten)

    async def _write(self, actor: Actor, verb: str, unwritten: int) -> None:
        also = {"unwrittenBefore": unwritten} if unwritten else None
        try:
            async with self._database.writing(actor.realm) as session:
                await record(
                    session, actor, REFUSED, Subject("permission", verb),
                    now=also, outcome=AuditOutcome.REFUSED,
                )  # fmt: skip
        except Exception:
            # The person was refused all the same.
            log.exception("audit.refusal_not_written", verb=verb, actor=actor.id)
