"""Spans by OpenTelemetry, sent to the collector in the background.

They hold ids, states and the tenant: no values of statements, no bodies, no addresses
with their query, no names of people. Which collector, how much and under which name
the library reads by itself, from the variables of its standard (`OTEL_…`).
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self
from urllib.parse import urlsplit

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import (
    Span,
    SpanKind,
    Status,
    StatusCode,
    get_current_span,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Engine, event
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from giroscope import __version__
from giroscope.kernel.traces import Tracing

_PARENT = "traceparent"
_PROPAGATOR = TraceContextTextMapPropagator()
_STEP_WITH_ID = re.compile(r"(?<=/)(?:[^/]*\d[^/]*|[^/]{25,})")
_LONGEST_STATEMENT = 300
_HOUSEKEEPING = ("BEGIN", "SET ", "PRAGMA")
"""Statements that open a transaction: as many as all others, and never slow."""
_NANOSECONDS = 1_000_000_000
_LONGEST_FLUSH_MILLISECONDS = 2_000
_BEGUN = "giroscope_begun"
_FAILED = Status(StatusCode.ERROR)


def resource_of(part: str) -> Resource:
    """What this process is; what the operator says of it goes before."""
    own = {"service.name": f"giroscope-{part}", "service.version": __version__}
    return Resource.create(own).merge(OTELResourceDetector().detect())


class OpenTelemetry(Tracing):
    """Makes spans, and hands them to a processor."""

    def __init__(self, part: str, processor: SpanProcessor) -> None:
        self._provider = TracerProvider(resource=resource_of(part))
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("giroscope", __version__)
        event.listen(Engine, "before_cursor_execute", self._begin_statement)
        event.listen(Engine, "after_cursor_execute", self._end_statement)

    @classmethod
    def of_environment(cls, part: str) -> Self:
        """One that sends them to the collector that the environment names."""
        return cls(part, BatchSpanProcessor(OTLPSpanExporter()))

    async def answer(
        self, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Have the application answer, within a span of its caller's trace."""
        told = {
            name.decode(): value.decode("latin-1") for name, value in scope["headers"]
        }
        route = _STEP_WITH_ID.sub("{}", scope["path"])
        name = f"{scope['method']} {route}"
        attributes = {"http.request.method": scope["method"], "http.route": route}
        parent = _context(told.get(_PARENT))
        with self._tracer.start_as_current_span(
            name, parent, SpanKind.SERVER, attributes
        ) as span:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    _note_status(span, message["status"])
                await send(message)

            if own := self.parent():
                MutableHeaders(scope=scope)[_PARENT] = own
            await app(scope, receive, noted)

    def name_request(self, name: str) -> None:
        """Call the present span by what it turned out to be."""
        get_current_span().update_name(name)

    def parent(self) -> str | None:
        """The present span as a W3C `traceparent`, for what it leaves to be done."""
        carrier: dict[str, str] = {}
        if get_current_span().is_recording():
            _PROPAGATOR.inject(carrier)
        return carrier.get(_PARENT)

    @contextmanager
    def job(
        self, verb: str, realm: str, job_id: int, parent: str | None
    ) -> Iterator[None]:
        """A job that is done in the block, under the span that asked for it."""
        attributes: dict[str, str | int] = {
            "giroscope.realm": realm,
            "giroscope.job": job_id,
        }
        with self._tracer.start_as_current_span(
            f"job {verb}", _context(parent), SpanKind.CONSUMER, attributes
        ):
            yield

    def note_call(
        self, name: str, uri: str, status: int | None, seconds: float, *, failed: bool
    ) -> None:
        """A call to another system that has just ended."""
        if not get_current_span().is_recording():
            return
        ended = time.time_ns()
        attributes = {"server.address": urlsplit(uri).hostname or ""}
        begun = ended - int(seconds * _NANOSECONDS)
        span = self._tracer.start_span(
            name, None, SpanKind.CLIENT, attributes, start_time=begun
        )
        _note_status(span, status or 0)
        if failed:
            span.set_status(_FAILED)
        span.end(ended)

    def flush(self) -> None:
        """Hand over what was not handed over yet, in a second or two."""
        self._provider.force_flush(_LONGEST_FLUSH_MILLISECONDS)

    def close(self) -> None:
        """Hand over what was not handed over yet, and make no more."""
        event.remove(Engine, "before_cursor_execute", self._begin_statement)
        event.remove(Engine, "after_cursor_execute", self._end_statement)
        self._provider.shutdown()

    def _begin_statement(self, *told: Any) -> None:
        _, _, statement, _, context, _ = told
        if get_current_span().is_recording() and not statement.startswith(
            _HOUSEKEEPING
        ):
            setattr(context, _BEGUN, time.time_ns())

    def _end_statement(self, *told: Any) -> None:
        connection, _, statement, _, context, _ = told
        begun = getattr(context, _BEGUN, None)
        if begun is None:
            return
        attributes = {
            "db.system.name": connection.dialect.name,
            "db.query.text": statement[:_LONGEST_STATEMENT],
        }
        name = statement.split(None, 1)[0].upper()
        self._tracer.start_span(
            name, None, SpanKind.CLIENT, attributes, start_time=begun
        ).end()


def _context(parent: str | None) -> Context:
    """The trace that a caller began; an empty one where there is none."""
    return _PROPAGATOR.extract({_PARENT: parent} if parent else {}, Context())


def _note_status(span: Span, status: int) -> None:
    if status:
        span.set_attribute("http.response.status_code", status)
    if status >= 500:
        span.set_status(_FAILED)
