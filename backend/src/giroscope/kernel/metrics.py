"""`/metrics`: what monitoring asks, as Prometheus reads it. Names no tenant.

Told to this machine itself, or to whoever brings the operator's token. Counts of
requests are this web process's; what rooms measure is of all tenants together.
"""

import hmac
import os
import resource
import time
from collections import Counter
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from giroscope import __version__
from giroscope.kernel.errors import Unauthenticated
from giroscope.kernel.measures import Family, Labels, Sample, TenantMeasures
from giroscope.kernel.web import problem
from giroscope.settings import Settings

_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Who comes by a proxy says so in one of these, whether it is trusted or not.
_PROXIED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_GRAPH = "/api/data/graphql"
POLL = "poll"
"""What the call is named by which consoles ask for news."""
_CALLS = (
    ("/api/upload", "upload"),
    ("/api/export", "export"),
    ("/api/messages/stream", "stream"),
    ("/api/", "api"),
)

_INFO = Family("giroscope_info", "gauge", "The release that runs.")
_REQUESTS = Family("giroscope_http_requests_total", "counter", "Requests answered.")
_SECONDS = Family(
    "giroscope_http_request_seconds_total", "counter",
    "Time spent on answering requests.",
)  # fmt: skip
_UNDER_WAY = Family(
    "giroscope_http_requests_under_way", "gauge", "Requests being answered."
)
_CPU = Family("process_cpu_seconds_total", "counter", "Processor time of this process.")
_MEMORY = Family(
    "process_resident_memory_max_bytes", "gauge", "Most memory that this process held."
)
_STARTED = Family("process_start_time_seconds", "gauge", "When this process began.")


class RequestCounts:
    """How many requests this process answered, by method, class of status and call."""

    def __init__(self) -> None:
        self.count: Counter[tuple[str, str, str]] = Counter()
        self.seconds: Counter[str] = Counter()
        self.under_way = 0

    def note(self, method: str, status: int, call: str, began: float) -> None:
        """One more, of which the answer was begun at `began` of `perf_counter`."""
        self.count[method, f"{status // 100}xx", call] += 1
        self.seconds[method] += time.perf_counter() - began  # type: ignore[assignment]


class Counted:
    """Counts every request that is answered."""

    def __init__(self, app: ASGIApp, counts: RequestCounts) -> None:
        self._app = app
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and count."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        counts, began, status = self._counts, time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        counts.under_way += 1
        try:
            await self._app(scope, receive, noted)
        finally:
            counts.under_way -= 1
            method = scope["method"] if scope["method"] in _METHODS else "OTHER"
            counts.note(method, status, _call_of(scope["path"], method), began)


class Metrics:
    """Gathers what is told."""

    def __init__(
        self, settings: Settings, tenants: TenantMeasures, counts: RequestCounts
    ) -> None:
        token = settings.metrics_token
        self._token = token.get_secret_value() if token else None
        self._tenants = tenants
        self._counts = counts
        self._started = time.time()
        self.pushed: Any = None
        """What hands it to a collector as well."""

    def push(self, settings: Settings, part: str) -> None:
        """Have all of it sent to the collector as well, where one is named."""
        if settings.pushes_metrics:
            # Only those wait for it who have a collector.
            from giroscope.kernel.opentelemetry_measures import (  # noqa: PLC0415 - see above
                Pushed,
            )

            self.pushed = Pushed(part, self.families, self.samples)

    @property
    def families(self) -> Iterator[Family]:
        """All there can be, in the order in which they are told."""
        yield from (_INFO, _REQUESTS, _SECONDS, _UNDER_WAY)
        yield from self._tenants.families
        yield from (_CPU, _MEMORY, _STARTED)

    def routes(self) -> list[Route]:
        """The one address."""
        return [Route("/metrics", self.answer)]

    async def answer(self, request: Request) -> Response:
        """Everything, or a refusal."""
        if not self._may(request):
            refusal = problem(
                Unauthenticated(
                    "Metrics are told to this machine itself, or to whoever brings the"
                    " token of GIROSCOPE_METRICS_TOKEN"
                )
            )
            refusal.headers["www-authenticate"] = "Bearer"
            return refusal
        text = await to_thread.run_sync(lambda: "".join(self._lines()))
        headers = {"cache-control": "no-store"}
        return Response(text, headers=headers, media_type=_MEDIA_TYPE)

    def _may(self, request: Request) -> bool:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self._token:
            given, own = token.strip().encode(), self._token.encode()
            return hmac.compare_digest(given, own)
        # A proxy on this machine comes from here as well; so does a page that had its
        # name point here.
        is_proxied = any(name in request.headers for name in _PROXIED)
        peer = request.client.host if request.client else ""
        return not is_proxied and _is_here(peer) and _is_here(request.url.hostname)

    def samples(self) -> Iterator[Sample]:
        """All there is to tell now."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        own: Labels = (("process", str(os.getpid())),)
        yield Sample(_INFO, 1, (("version", __version__),))
        for (method, status, call), count in sorted(self._counts.count.items()):
            labels = (*own, ("method", method), ("status", status), ("call", call))
            yield Sample(_REQUESTS, count, labels)
        for method, seconds in sorted(self._counts.seconds.items()):
            yield Sample(_SECONDS, seconds, (*own, ("method", method)))
        yield Sample(_UNDER_WAY, self._counts.under_way, own)
        yield from self._tenants.samples()
        yield Sample(_CPU, usage.ru_utime + usage.ru_stime, own)
        yield Sample(_MEMORY, usage.ru_maxrss * 1024, own)
        yield Sample(_STARTED, self._started, own)

    def _lines(self) -> Iterator[str]:
        told: dict[Family, list[Sample]] = {family: [] for family in self.families}
        for sample in self.samples():
            told[sample.family].append(sample)
        for family, samples in told.items():
            yield f"# HELP {family.name} {family.says}\n"
            yield f"# TYPE {family.name} {family.kind}\n"
            for _, value, labels in samples:
                named = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
                yield f"{family.name}{f'{{{named}}}' if named else ''} {value:.15g}\n"


def _call_of(path: str, method: str) -> str:
    """What kind of call it is, of a few."""
    if path == _GRAPH:
        return POLL if method == "GET" else "graph"
    return next((kind for start, kind in _CALLS if path.startswith(start)), "other")


def _is_here(host: str | None) -> bool:
    if not host:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
