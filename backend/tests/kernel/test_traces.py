"""What is traced reaches a collector, under the trace that the caller began."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
)

from giroscope import __version__
from giroscope.features.logs import Witnesses
from giroscope.features.payments.sending import SendState
from giroscope.kernel import jobs
from giroscope.kernel.access import UPLOAD
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.opentelemetry_spans import OpenTelemetry
from giroscope.kernel.traces import begin_tracing, trace_with, tracing
from giroscope.kernel.witness import Exchange
from giroscope.settings import Settings

pytestmark = pytest.mark.served

REALM = "giroscope"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = "00f067aa0ba902b7"
SECRET = "x9-secret"
SERVER, CLIENT, CONSUMER = 2, 3, 5
FAILED = 2


class Collector:
    """Takes traces as OpenTelemetry sends them over HTTP."""

    def __init__(self) -> None:
        self._requests: list[ExportTraceServiceRequest] = []
        self._measured: list[ExportMetricsServiceRequest] = []
        heard, measured = self._requests, self._measured

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.path == "/v1/metrics":
                    measured.append(ExportMetricsServiceRequest.FromString(body))
                else:
                    heard.append(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def spans(self) -> dict[str, Any]:
        """Hand over what is known, and tell every span by its name."""
        tracing().flush()
        parts = [part for one in self._requests for part in one.resource_spans]
        return {
            span.name: span
            for part in parts
            for scope in part.scope_spans
            for span in scope.spans
        }

    def measures(self) -> dict[str, Any]:
        """What was measured last, by name."""
        return {
            one.name: one
            for part in self._measured[-1].resource_metrics
            for scope in part.scope_metrics
            for one in scope.metrics
        }

    def resource(self) -> dict[str, str]:
        """What the first process says of itself."""
        told = self._requests[0].resource_spans[0].resource.attributes
        return {one.key: one.value.string_value for one in told}

    def text(self) -> str:
        """All there is."""
        return repr(self._requests)


@pytest.fixture
def collector(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[Collector]:
    made = Collector()
    Thread(target=made.server.serve_forever, daemon=True).start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", made.url)
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=try")
    before = tracing()
    begin_tracing(Settings(data_dir=settings.data_dir), "web")
    yield made
    made_here = trace_with(before)
    assert isinstance(made_here, OpenTelemetry)
    made_here.close()
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    made = Database(settings)
    yield made
    await made.close()


def _attributes(span: Any) -> dict[str, Any]:
    return {one.key: one.value for one in span.attributes}


async def test_an_upload_is_one_trace_from_the_browser_to_the_bank(
    collector: Collector, api: Any, database: Database
) -> None:
    async with api.client(UPLOAD) as client:
        answer = await client.post(
            f"/api/upload?kind=statement&name={SECRET}",
            files={"files": ("s.xml", f"<D>{SECRET}</D>".encode(), "application/xml")},
            headers={"traceparent": f"00-{TRACE}-{CALLER}-01"},
        )
    assert answer.is_success, answer.text
    witnesses = Witnesses(lambda _seen: None, system_clock)

    def work(run: jobs.JobRun) -> None:
        run.report("reading")
        address = f"https://bank.example/up?token={SECRET}"
        said = Exchange(run.realm, address, "POST", b"", None, None, 1.5, "no answer")
        witnesses.of_own(said)

    ((_, job_id),) = api.started
    jobs.perform(database, {"import": work}, REALM, job_id)
    found = collector.spans()
    request, job = found["POST /api/upload"], found["job import"]
    call = found["identity POST up"]
    assert {span.trace_id.hex() for span in (request, job, call)} == {TRACE}
    assert (request.parent_span_id.hex(), request.kind) == (CALLER, SERVER)
    assert (job.parent_span_id, job.kind) == (request.span_id, CONSUMER)
    assert (call.parent_span_id, call.kind) == (job.span_id, CLIENT)
    assert call.status.code == FAILED
    assert call.end_time_unix_nano - call.start_time_unix_nano == 1_500_000_000
    assert _attributes(call)["server.address"].string_value == "bank.example"
    assert _attributes(job)["giroscope.realm"].string_value == REALM
    # Statements belong to whoever asked for them.
    parents = {found["INSERT"].parent_span_id, found["UPDATE"].parent_span_id}
    assert parents <= {request.span_id, job.span_id}
    assert _attributes(found["INSERT"])["db.system.name"].string_value == "sqlite"
    assert collector.resource()["service.name"] == "giroscope-web"
    assert collector.resource()["deployment.environment.name"] == "try"
    assert SECRET not in collector.text()


async def test_a_request_is_named_by_what_it_asks_and_not_by_ids(
    collector: Collector, api: Any
) -> None:
    async with api.client() as client:
        await client.post(
            "/api/data/graphql",
            json={
                "query": "query Whoever { viewer { name } }",
                "operationName": "Whoever",
            },
        )
        await client.get(f"/api/journals/{TRACE}/nothing")
    found = collector.spans()
    assert {"POST Whoever", "GET /api/journals/{}/nothing"} <= set(found)
    # Nobody began a trace, so each has one of its own.
    assert found["POST Whoever"].parent_span_id == b""
    status = _attributes(found["GET /api/journals/{}/nothing"])
    assert status["http.response.status_code"].int_value == 404


async def test_a_trace_that_its_caller_does_not_keep_is_not_kept_here(
    collector: Collector, api: Any
) -> None:
    async with api.client() as client:
        await client.get("/api", headers={"traceparent": f"00-{TRACE}-{CALLER}-00"})
    assert collector.spans() == {}


def test_what_monitoring_is_told_reaches_a_collector_too(
    collector: Collector, api: Any
) -> None:
    metrics = api.app.state.metrics
    metrics.push(Settings(), "web")
    metrics.pushed.close()
    found = collector.measures()
    assert set(found) <= {family.name for family in metrics.families}
    (version,) = found["giroscope_info"].gauge.data_points
    assert _attributes(version)["version"].string_value == __version__
    events = found["giroscope_audit_events_total"].sum
    assert (events.is_monotonic, len(events.data_points)) == (True, 1)
    states = {
        _attributes(point)["state"].string_value
        for point in found["giroscope_sends"].gauge.data_points
    }
    assert states == set(SendState)


def test_without_a_collector_nothing_of_it_is_loaded(settings: Settings) -> None:
    probe = (
        "import sys; from giroscope import app; from giroscope.kernel import traces;"
        "from giroscope.settings import Settings;"
        "traces.begin_tracing(Settings(), 'web');"
        "sys.exit('opentelemetry' in sys.modules)"
    )
    assert not settings.is_traced
    ended = subprocess.run([sys.executable, "-c", probe], check=False)  # noqa: S603 - our own words
    assert ended.returncode == 0
