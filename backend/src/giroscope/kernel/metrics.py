"""`/metrics`: what monitoring asks, as Prometheus reads it. Names no tenant.

Told to this machine itself, or to whoever brings the operator's token. Counts of
requests are this web process's; jobs are those of all tenants together, counted
anew at most every fifteen seconds.
"""

import hmac
import os
import resource
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_address

import structlog
from anyio import to_thread
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from giroscope import __version__
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Unauthenticated
from giroscope.kernel.tables import Job, JobState
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.kernel.web import problem
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_COUNTED_AGAIN_SECONDS = 15.0
# Who comes by a proxy says so in one of these, whether it is trusted or not.
_PROXIED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_STATES = (JobState.QUEUED, JobState.RUNNING, JobState.FAILED)

Labels = tuple[tuple[str, str], ...]
Sample = tuple[Labels, float]


class RequestCounts:
    """How many requests this process answered, by method and class of status."""

    def __init__(self) -> None:
        self.count: Counter[tuple[str, str]] = Counter()
        self.seconds: Counter[str] = Counter()
        self.under_way = 0


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
            counts.count[method, f"{status // 100}xx"] += 1
            counts.seconds[method] += time.perf_counter() - began  # type: ignore[assignment]


class Metrics:
    """Gathers what is told."""

    def __init__(
        self, settings: Settings, database: Database, counts: RequestCounts
    ) -> None:
        token = settings.metrics_token
        self._token = token.get_secret_value() if token else None
        self._database = database
        self._counts = counts
        self._started = time.time()
        self._jobs: Mapping[str, int] = {}
        self._jobs_at = float("-inf")

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

    def _lines(self) -> Iterator[str]:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        counts, process = self._counts, str(os.getpid())
        own: Labels = (("process", process),)
        yield from _metric(
            "giroscope_info", "gauge", "The release that runs.",
            [((("version", __version__),), 1)],
        )  # fmt: skip
        yield from _metric(
            "giroscope_http_requests_total", "counter", "Requests answered.",
            [
                ((*own, ("method", method), ("status", status)), count)
                for (method, status), count in sorted(counts.count.items())
            ],
        )  # fmt: skip
        yield from _metric(
            "giroscope_http_request_seconds_total", "counter",
            "Time spent on answering requests.",
            [
                ((*own, ("method", method)), seconds)
                for method, seconds in sorted(counts.seconds.items())
            ],
        )  # fmt: skip
        yield from _metric(
            "giroscope_http_requests_under_way", "gauge", "Requests being answered.",
            [(own, counts.under_way)],
        )  # fmt: skip
        yield from _metric(
            "giroscope_jobs", "gauge", "Jobs of all tenants by state.",
            [((("state", name),), count) for name, count in self._job_counts().items()],
        )  # fmt: skip
        yield from _metric(
            "process_cpu_seconds_total", "counter", "Processor time of this process.",
            [(own, usage.ru_utime + usage.ru_stime)],
        )  # fmt: skip
        yield from _metric(
            "process_resident_memory_max_bytes", "gauge",
            "Most memory that this process held.", [(own, usage.ru_maxrss * 1024)],
        )  # fmt: skip
        yield from _metric(
            "process_start_time_seconds", "gauge", "When this process began.",
            [(own, self._started)],
        )  # fmt: skip

    def _job_counts(self) -> Mapping[str, int]:
        now = time.monotonic()
        if now - self._jobs_at >= _COUNTED_AGAIN_SECONDS:
            self._jobs, self._jobs_at = self._count_jobs(), now
        return self._jobs

    def _count_jobs(self) -> Mapping[str, int]:
        total = Counter({state.value: 0 for state in _STATES})
        counted = (
            select(Job.state, func.count())
            .where(Job.state.in_(list(total)))
            .group_by(Job.state)
        )
        for realm in self._database.realms():
            try:
                with self._database.snapshot(realm) as connection:
                    for state, count in connection.execute(counted):
                        total[state] += count
            except (SQLAlchemyError, UnknownRealm) as error:
                # Being made, or deleted a moment ago; the others are told.
                log.warning("metrics.realm_not_counted", reason=type(error).__name__)
        return total


def _is_here(host: str | None) -> bool:
    if not host:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _metric(
    name: str, kind: str, says: str, samples: Iterable[Sample]
) -> Iterator[str]:
    yield f"# HELP {name} {says}\n# TYPE {name} {kind}\n"
    for labels, value in samples:
        told = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
        yield f"{name}{{{told}}} {value:.15g}\n" if told else f"{name} {value:.15g}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
