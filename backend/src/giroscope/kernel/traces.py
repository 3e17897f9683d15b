"""Traces, where the standard variables of OpenTelemetry name a collector.

A request is a span of the trace that its caller began, and so are the jobs it asks
for, calls to a bank, an ERP, the sign-in or the mail server, and the statements to the
database in between. Where no collector is named nothing is traced, and the library is
not even loaded.
"""

from contextlib import AbstractContextManager, nullcontext

from starlette.types import ASGIApp, Receive, Scope, Send

from giroscope.settings import Settings


class Tracing:
    """Traces nothing."""

    async def answer(
        self, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Have the application answer, within a span of its caller's trace.

        The application is told of the span as of its caller, so that log lines, the
        audit trail and jobs name the same trace.
        """
        await app(scope, receive, send)

    def name_request(self, name: str) -> None:
        """Call the present span by what it turned out to be."""

    def parent(self) -> str | None:
        """The present span as a W3C `traceparent`, for what it leaves to be done."""
        return None

    def job(
        self, verb: str, realm: str, job_id: int, parent: str | None
    ) -> AbstractContextManager[None]:
        """A job that is done in the block, under the span that asked for it."""
        del verb, realm, job_id, parent
        return nullcontext()

    def note_call(
        self, name: str, uri: str, status: int | None, seconds: float, *, failed: bool
    ) -> None:
        """A call to another system that has just ended."""

    def flush(self) -> None:
        """Hand over what was not handed over yet, in a second or two."""


class _Standing:
    """What this process traces with."""

    tracing = Tracing()


def tracing() -> Tracing:
    """What this process traces with."""
    return _Standing.tracing


def trace_with(chosen: Tracing) -> Tracing:
    """Trace with this from now on; tells what was traced with before."""
    before, _Standing.tracing = _Standing.tracing, chosen
    return before


def begin_tracing(settings: Settings, part: str) -> None:
    """Trace what this process does, where a collector is named."""
    if settings.is_traced:
        # A quarter of a second, for which only those wait who have a collector.
        from giroscope.kernel.opentelemetry_spans import (  # noqa: PLC0415 - see above
            OpenTelemetry,
        )

        trace_with(OpenTelemetry.of_environment(part))


class Traced:
    """Makes a span of every request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer within it."""
        if scope["type"] == "http":
            await tracing().answer(self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)
