"""What may stand in a log line, and what is hidden."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from dbos import DBOS
from dbos._error import DBOSException

from giroscope.features.logs.masking.rules import SECRETS
from giroscope.kernel.logs import (
    SaidOnce,
    bind_request,
    make_handler,
    mask,
    masked_text,
)


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Authorization: Bearer abc.def-123456", "Authorization: Bearer ***"),
        ("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "***"),
        ("postgresql://app:s3cret@db/x", "postgresql://app:***@db/x"),
        ("GET /cb?code=abc123&state=7", "GET /cb?code=***&state=7"),
        ("paid to DK5000400440116243 today", "paid to DK50***6243 today"),
        (
            "[SQL: x]\n[parameters: ('Jens', 1)]\nmore",
            "[SQL: x]\n[parameters: ***]\nmore",
        ),
        ("DETAIL:  Key (name)=(Jens) exists.", "DETAIL: ***"),
        ("3 rows in 12 ms", "3 rows in 12 ms"),
    ],
)
def test_what_is_hidden_in_text(text: str, expected: str) -> None:
    assert masked_text(text) == expected


def test_secrets_and_names_are_hidden_at_any_depth() -> None:
    event = {
        "event": "x",
        "name": "Jens Hansen",
        "nested": {"access_token": "t", "list": ["DK5000400440116243"]},
        "count": 3,
        "password": None,
    }
    assert mask(None, "info", event) == {
        "event": "x",
        "name": "***",
        "nested": {"access_token": "***", "list": ["DK50***6243"]},
        "count": 3,
        "password": None,
    }


def test_lines_of_structlog_and_logging_are_json_of_one_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    handler = make_handler("json")
    own = logging.getLogger("test.lines")
    own.addHandler(handler)
    own.setLevel(logging.INFO)
    own.propagate = False
    try:
        bind_request("req-1", realm="giroscope")
        structlog.get_logger("test.lines").info("one.thing", job=7)
        own.info("another %s", "thing")
    finally:
        own.removeHandler(handler)
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first | {"timestamp": ""} == {
        "event": "one.thing",
        "job": 7,
        "level": "info",
        "realm": "giroscope",
        "request": "req-1",
        "timestamp": "",
    }
    assert second["event"] == "another thing"
    assert second["request"] == "req-1"


def test_fault_is_told_with_its_trace_and_without_its_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    handler = make_handler("text")
    own = logging.getLogger("test.fault")
    own.addHandler(handler)
    own.propagate = False
    try:
        try:
            int("DK5000400440116243")
        except ValueError:
            structlog.get_logger("test.fault").exception("it.broke")
    finally:
        own.removeHandler(handler)
    assert "Traceback" in out.getvalue()
    assert "DK50***6243" in out.getvalue()
    assert "DK5000400440116243" not in out.getvalue()


@pytest.mark.parametrize("given", [None, "", "a b", "x" * 65, "line\nbreak"])
def test_request_ids_that_are_not_plain_are_replaced(given: str | None) -> None:
    assert bind_request(given) != given


def test_plain_request_id_is_kept() -> None:
    assert bind_request("abc-123") == "abc-123"


@pytest.mark.parametrize(
    "text",
    ["a=1&code_verifier={}&b", "code_verifier: {}", '{{"code_verifier": "{}"}}'],
)
def test_a_verifier_of_a_code_is_hidden_in_every_log(text: str) -> None:
    secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert masked_text(text.format(secret)) == text.format("***")
    told = text.format(secret)
    for pattern, instead in SECRETS:
        told = pattern.sub(instead, told)
    assert told == text.format("***")


def test_what_a_library_repeats_is_said_once_until_it_fell_silent() -> None:
    now = [0.0]
    once = SaidOnce(lambda: now[0])

    def is_said(name: str, text: str) -> bool:
        record = logging.LogRecord(name, logging.WARNING, "", 0, text, None, None)
        return bool(once.filter(record))

    tries = "Exception finding work for queue tenant jobs: connection refused, try {}"
    assert is_said("dbos", tries.format(1))
    for number in range(200):
        now[0] += 30
        assert not is_said("dbos", tries.format(number))
    assert is_said("dbos", "Exception listing queues: connection refused")
    now[0] += 61
    assert is_said("dbos", tries.format(2))
    assert is_said("giroscope.kernel.jobs", "job.failed")
    assert is_said("giroscope.kernel.jobs", "job.failed")


def test_a_job_that_ends_after_its_process_let_go_is_no_error_to_tell() -> None:
    engine = object.__new__(DBOS)
    engine._sys_db_field = None
    with pytest.raises(DBOSException) as let_go:
        _ = engine._sys_db

    def is_told(name: str, error: Exception) -> bool:
        told = (type(error), error, None)
        record = logging.LogRecord(name, logging.ERROR, "", 0, "ended", None, told)
        return bool(make_handler("json").filter(record))

    assert not is_told("dbos", let_go.value)
    assert is_told("dbos", LookupError("a fault of its own"))
    assert is_told("giroscope.kernel.jobs", let_go.value)


def test_what_is_so_is_said_once_for_each_tenant_and_what_happens_each_time() -> None:
    once = SaidOnce(lambda: 0.0)

    def is_said(event: str, realm: str) -> bool:
        told: Any = {"event": event, "realm": realm}
        record = logging.LogRecord("x", logging.WARNING, "", 0, told, None, None)
        return bool(once.filter(record))

    said = [is_said("quotas.unknown", realm) for realm in ("acme", "acme", "beta")]
    assert said == [True, False, True]
    assert [is_said("job.failed", "acme") for _ in range(2)] == [True, True]
