"""Sees to it that nobody waits for a database that does not answer.

A request that lasts may be a long one of a database that is well, so time alone ends
none: the database is asked anew, and only where that stays without an answer, too, is
the request told to come again. What it had begun is given up.
"""

import asyncio
from contextlib import suppress

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from giroscope.kernel.database import Database
from giroscope.kernel.doorkeeper import tell
from giroscope.kernel.outage import DatabaseAway, is_away

_PATIENCE_SECONDS = 4.0
_SHORT_PATIENCE_SECONDS = 0.5
"""For as long as it is known to be away."""
_PROBE_SECONDS = 2.0
_AGAIN_SECONDS = 1.0
_LEFT_ALONE = ("/healthz/", "/metrics")


class Pulse:
    """Whether the database of this web process answers, asked only on suspicion."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._probe: asyncio.Task[bool] | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def patience(self) -> float:
        """How long a request may last before the database is asked."""
        is_on = self._database.outage.is_on
        return _SHORT_PATIENCE_SECONDS if is_on else _PATIENCE_SECONDS

    def note(self, error: BaseException) -> None:
        """Something found it away: watch until it is back."""
        self._database.outage.note(error)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._until_back())

    async def beats(self) -> bool:
        """Ask it; all who wonder at one moment share one question."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._database.answers(_PROBE_SECONDS))
        return await asyncio.shield(self._probe)

    async def close(self) -> None:
        """Watch no more."""
        for task in (self._probe, self._watch):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _until_back(self) -> None:
        while not await self.beats():  # noqa: ASYNC110 - nobody tells that it is back
            await asyncio.sleep(_AGAIN_SECONDS)
        self._database.outage.over()


class WithinReach:
    """Answers for the application where it waits for a database that is away."""

    def __init__(self, app: ASGIApp, pulse: Pulse) -> None:
        self._app = app
        self._pulse = pulse
        self._given_up: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and its answer back while there is one."""
        if scope["type"] != "http" or scope["path"].startswith(_LEFT_ALONE):
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        task = asyncio.create_task(self._within(scope, receive, answer))
        try:
            while not await self._is_settled(task, answer):
                # It may have begun to answer while the database was asked.
                if await self._pulse.beats() or not answer.give_up():
                    continue
                self._give_up(task)
                self._pulse.note(TimeoutError("it does not answer in time"))
                await tell(DatabaseAway(), Request(scope, receive), send)
                return
        except asyncio.CancelledError:
            task.cancel()
            # It puts away what it had begun.
            await asyncio.wait({task})
            raise
        await task

    async def _is_settled(self, task: asyncio.Task[None], answer: "_Answer") -> bool:
        """Wait a while; whether it is done or answers."""
        await asyncio.wait({task}, timeout=self._pulse.patience)
        return task.done() or answer.has_begun

    async def _within(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        try:
            await self._app(scope, receive, answer.send)
        except Exception as error:
            if answer.has_begun or not is_away(error):
                raise
            await tell(error, Request(scope, receive), answer.send)

    def _give_up(self, task: asyncio.Task[None]) -> None:
        """It may take a while to notice: what it waits for does not answer."""
        self._given_up.add(task)
        task.add_done_callback(self._forget)
        task.cancel()

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            # Looked at, so that nobody else says it: it is told as an outage.
            task.exception()


class _Answer:
    """What the application says, until somebody else has answered for it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_begun = False
        self._is_given_up = False

    def give_up(self) -> bool:
        """Hear no more of it, unless it has begun; whether that is so."""
        self._is_given_up = not self.has_begun
        return self._is_given_up

    async def send(self, message: Message) -> None:
        """Pass it on."""
        if self._is_given_up:
            return
        self.has_begun = True
        await self._send(message)
