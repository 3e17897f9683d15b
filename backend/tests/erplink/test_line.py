"""The one way connectors speak HTTP: what is attempted again, refused, and told."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from erplink._http import Line
from erplink._patience import Limits
from erplink._requests import as_form, as_json
from erplink.errors import (
    Conflict,
    ContractChanged,
    ErpError,
    Invalid,
    NotAllowed,
    NotThere,
    SignInRefused,
    Throttled,
    Unavailable,
)
from erplink.surroundings import Call, Surroundings
from tests.erplink.line_server import HANG_UP, dripping, line_server, reply
from tests.erplink.line_told import NOW, Told


def test_a_read_gives_exact_numbers_and_keeps_its_connection(told: Told) -> None:
    with line_server(reply(b'{"amount": 1234567890123.45678}')) as server:
        line = told.line(server.address, headers={"Authorization": "Bearer k"})
        for _ in range(3):
            answer = line.get("things", operation="list", query=[("a", "b c")])
        line.close()
        assert answer.data == {"amount": Decimal("1234567890123.45678")}
        assert server.connections == 1
        assert server.heard[0].line == "GET /erp/things?a=b+c HTTP/1.1"
        assert server.heard[0].header("authorization") == "Bearer k"
        assert server.heard[0].header("accept-encoding") == "identity"


@pytest.mark.parametrize(
    "stumble",
    [
        reply({}, "503 Service Unavailable"),
        reply({}, "500 Internal Server Error"),
        reply({}, "429 Too Many Requests"),
        reply({}, "423 Locked"),
        HANG_UP,
        reply(b'{"half": [1, 2'),
        b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\nConnection: close\r\n\r\n{",
    ],
)
def test_a_read_is_attempted_again(told: Told, stumble: bytes) -> None:
    if stumble.startswith(b"HTTP/1.1 200 OK\r\nContent-Length: 90"):
        half = stumble
        scripts: list[Any] = [lambda it: it.sendall(half), reply([1])]
    else:
        scripts = [stumble, stumble, reply([1])]
    with line_server(*scripts) as server:
        line = told.line(server.address)
        assert line.get("x", operation="list").data == [1]
        line.close()
        assert len(told.calls) == len(told.waits) + 1 == len(scripts)
        assert told.calls[0].failure
        assert not told.calls[-1].failure


def test_attempts_end(told: Told) -> None:
    with line_server(reply({}, "503 Service Unavailable")) as server:
        line = told.line(server.address, limits=Limits(attempts=3))
        with pytest.raises(Unavailable) as caught:
            line.get("x", operation="list")
        line.close()
        assert not caught.value.may_have_written
        assert len(server.heard) == 3
        assert 0.5 <= told.waits[0] <= 1.0 <= told.waits[1] <= 2.0


def test_the_erp_says_how_long_to_stay_away(told: Told) -> None:
    later = "Retry-After: Sat, 21 Nov 2026 12:00:09 GMT"
    with line_server(
        reply({}, "429 Too Many Requests", headers=["Retry-After: 7"]),
        reply({}, "503 Service Unavailable", headers=[later]),
        reply([]),
    ) as server:
        line = told.line(server.address)
        line.get("x", operation="list")
        line.close()
        assert 7.5 <= told.waits[0] <= 8
        assert 10 <= told.waits[1] <= 11


def test_a_long_wait_is_told_and_not_waited(told: Told) -> None:
    hour = reply({}, "429 Too Many Requests", headers=["Retry-After: 3600"])
    with line_server(hour) as server:
        line = told.line(server.address)
        with pytest.raises(Throttled) as caught:
            line.get("x", operation="list")
        line.close()
        assert caught.value.retry_after == timedelta(hours=1)
        assert told.waits == []


@pytest.mark.parametrize(
    ("script", "has_written"),
    [
        (HANG_UP, True),
        (reply({}, "500 Internal Server Error"), True),
        (reply({}, "503 Service Unavailable", headers=["Retry-After: 1"]), True),
        (reply({}, "429 Too Many Requests"), False),
        (reply(b'{"id": 1'), True),
    ],
)
def test_a_write_is_attempted_once_and_tells_whether_it_left(
    told: Told, script: bytes, has_written: bool
) -> None:
    with line_server(script) as server:
        line = told.line(server.address)
        with pytest.raises(Unavailable) as caught:
            line.write("POST", "x", as_json({"a": Decimal("1.10")}), operation="claim")
        line.close()
        assert caught.value.may_have_written is has_written
        assert [one.body for one in server.heard] == [b'{"a":1.10}']
        assert told.waits == []


def test_a_write_that_could_not_leave_says_so(told: Told) -> None:
    with line_server(HANG_UP) as server:
        address = server.address
    with pytest.raises(Unavailable) as caught:
        told.line(address).write("POST", "x", operation="claim")
    assert not caught.value.may_have_written


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("400 Bad Request", Invalid),
        ("401 Unauthorized", SignInRefused),
        ("403 Forbidden", NotAllowed),
        ("404 Not Found", NotThere),
        ("405 Method Not Allowed", ContractChanged),
        ("409 Conflict", Conflict),
        ("412 Precondition Failed", Conflict),
        ("418 I'm a teapot", ContractChanged),
        ("422 Unprocessable Entity", Invalid),
    ],
)
def test_a_refusal_is_not_attempted_again(
    told: Told, status: str, kind: type[ErpError]
) -> None:
    error = {"error": {"code": "x", "message": "It does not fit."}}
    with line_server(reply(error, status)) as server:
        line = told.line(server.address)
        with pytest.raises(kind) as caught:
            line.get("x", operation="list")
        line.close()
        assert type(caught.value) is kind
        assert caught.value.detail == "It does not fit."
        assert len(server.heard) == 1


def test_a_redirect_is_not_followed(told: Told) -> None:
    away = reply({}, "302 Found", headers=["Location: http://127.0.0.1:1/"])
    with line_server(away) as server:
        line = told.line(server.address)
        with pytest.raises(ContractChanged, match="sends to another one"):
            line.get("x", operation="list")
        line.close()
        assert len(server.heard) == 1


def test_a_web_page_is_no_data(told: Told) -> None:
    page = b"<!doctype html><title>Log ind &amp; Portal</title>" + b"x" * 9
    with line_server(reply(page, kind="text/html")) as server:
        line = told.line(server.address)
        with pytest.raises(ContractChanged, match="a web page") as caught:
            line.get("x", operation="list")
        line.close()
        assert caught.value.detail == "Log ind & Portal"
        assert told.calls[0].failure == caught.value.message


@pytest.mark.parametrize(
    "body",
    [b'{"a": NaN}', b"hello", b'{"a": 1} tail', b"\xff{}", b"[" * 65 + b"]" * 65,
     b"[" * 100_000 + b"]" * 100_000],
)  # fmt: skip
def test_what_is_no_plain_data_is_a_changed_contract(told: Told, body: bytes) -> None:
    with line_server(reply(body)) as server:
        line = told.line(server.address)
        with pytest.raises(ContractChanged):
            line.get("x", operation="list")
        line.close()


def test_brackets_in_texts_do_not_nest(told: Told) -> None:
    text = '["\\"' * 50
    with line_server(reply([text, [[]] * 99])) as server:
        line = told.line(server.address)
        assert line.get("x", operation="list").data == [text, [[]] * 99]
        line.close()


def test_an_answer_has_a_largest_size(told: Told) -> None:
    with line_server(reply(["a" * 1000])) as server:
        line = told.line(server.address, limits=Limits(largest_answer=1000))
        with pytest.raises(ContractChanged, match="larger"):
            line.get("x", operation="list")
        line.close()


def test_a_slow_drip_ends(told: Told) -> None:
    with line_server(dripping(0.02)) as server:
        limits = Limits(answer_seconds=0.2, silence_seconds=5, attempts=1)
        line = told.line(server.address, limits=limits)
        with pytest.raises(Unavailable, match="did not answer in time"):
            line.get("x", operation="list")
        line.close()
        assert told.calls[0].seconds < 10


def test_silence_ends(told: Told) -> None:
    with line_server(dripping(0.3)) as server:
        limits = Limits(silence_seconds=0.1, attempts=1)
        line = told.line(server.address, limits=limits)
        with pytest.raises(Unavailable, match="did not answer in time"):
            line.write("POST", "x", operation="claim")
        line.close()


def test_a_link_to_the_next_page_stays_below_the_address(told: Told) -> None:
    with line_server(reply([])) as server:
        line = told.line(server.address)
        line.get(f"{server.address}/x?skip=1", operation="list", query=[("top", "5")])
        assert server.heard[0].line == "GET /erp/x?skip=1&top=5 HTTP/1.1"
        for elsewhere in (
            "https://example.com/x",
            f"http://127.0.0.1:{server.port}/other",
            f"{server.address}.example.com/x",
            f"{server.address}/../admin",
        ):
            with pytest.raises(ContractChanged):
                line.get(elsewhere, operation="list")
        line.close()
        assert len(server.heard) == 1


def test_secrets_are_in_no_call_and_no_error(told: Told) -> None:
    secret = 'p"ss wörd/1'
    echo = {"error": f"no {secret}", "access_token": "fresh-token-1"}
    with line_server(reply(echo, "403 Forbidden"), reply({"token": "abc"})) as server:
        line = told.line(
            server.address, headers={"Authorization": f"X {secret}"[:1]},
            secrets=[secret],
        )  # fmt: skip
        with pytest.raises(NotAllowed) as caught:
            line.ask(
                "x",
                as_form({"client_secret": "other", "key": secret}),
                operation="sign_in",
            )
        line.ask("y", as_json({"key": secret}), operation="s", reply_is_secret=True)
        line.close()
        assert server.heard[1].body != b""
    everything = repr(caught.value) + caught.value.detail
    for call in told.calls:
        everything += call.uri + call.failure
        everything += (call.request + (call.reply or b"")).decode()
    for hidden in (secret, "other", "fresh-token-1", "abc", "p%22ss", "w\\u00f6rd"):
        assert hidden not in everything
    assert "***" in everything


def test_a_witness_that_fails_changes_nothing() -> None:
    def failing(call: Call) -> None:
        raise RuntimeError(call.operation)

    surroundings = Surroundings(failing, lambda: NOW, frozenset({"127.0.0.1"}))
    with line_server(reply([7])) as server:
        line = Line(server.address, surroundings)
        assert line.get("x", operation="list").data == [7]
        line.close()
