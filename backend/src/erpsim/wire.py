"""HTTP to the interface and back, and how faults spoil either.

The interface never decides by itself to misbehave; whatever a fault does happens here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from erpsim.fault_kinds import FaultKind
from erpsim.house import Erp
from erpsim.interface import OPERATIONS, WRITES, Answer, Ask, Operation
from erpsim.keys import Key, ensure_right
from erpsim.refusals import (
    KeyRefused,
    NoRight,
    NoSuchThing,
    NotUnderstood,
    PeriodClosed,
    Refused,
    TooOften,
)
from simulating.server import drop

BASE = "/api/v1"
_OK, _THROTTLED, _UNAVAILABLE = 200, 429, 503
_MOST_BYTES = 64 * 1024 * 1024
_SIGN_IN = (
    b"<!doctype html><html><head><title>Simulated ERP: sign in</title></head>"
    b"<body><form method=post><input name=user><input name=password></form></body>"
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back over HTTP."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    media_type: str = "application/json"
    wait_seconds: float = 0.0
    is_dropped: bool = False


def routes(erp: Erp) -> list[Route]:
    """The addresses of the interface."""
    return [
        Route(BASE + one.path, _endpoint(erp, one), methods=[one.method])
        for one in OPERATIONS
    ]


def _endpoint(erp: Erp, operation: Operation) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        data = await request.body()
        reply = await run_in_threadpool(_answered, erp, operation, request, data)
        if reply.wait_seconds:
            await asyncio.sleep(reply.wait_seconds)
        if reply.is_dropped:
            await drop(request.receive)
        return Response(
            reply.body, reply.status, reply.headers, media_type=reply.media_type
        )

    return endpoint


def _answered(erp: Erp, operation: Operation, request: Request, data: bytes) -> Reply:
    reply = _held_up(erp, operation.name)
    if reply is None:
        try:
            status, shown = _done(erp, operation, request, data)
        except Refused as refused:
            reply = _refusal(refused)
        else:
            reply = _leaving(erp, operation.name, status, shown)
    erp.note(operation.name, "dropped" if reply.is_dropped else str(reply.status))
    return reply


def _held_up(erp: Erp, operation: str) -> Reply | None:
    """The reply of a fault that lets nothing through, or None."""
    if erp.faults.take(FaultKind.DROP_BEFORE, operation):
        return Reply(_OK, b"", is_dropped=True)
    if fault := erp.faults.take(FaultKind.THROTTLE, operation):
        seconds = str(int(fault.number("seconds", 2)))
        return _refusal(TooOften("Come again later"), {"Retry-After": seconds})
    if fault := erp.faults.take(FaultKind.SERVER_ERROR, operation):
        status = int(fault.number("status", _UNAVAILABLE))
        return Reply(status, b"Service unavailable", media_type="text/plain")
    if erp.faults.take(FaultKind.UNAUTHORIZED, operation):
        return _refusal(KeyRefused("The key is unknown"))
    if erp.faults.take(FaultKind.FORBIDDEN, operation):
        return _refusal(NoRight("The key lacks the right to this"))
    if erp.faults.take(FaultKind.HTML, operation):
        return Reply(_OK, _SIGN_IN, media_type="text/html")
    return None


def _done(erp: Erp, operation: Operation, request: Request, data: bytes) -> Answer:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind != "Bearer":
        raise KeyRefused("A key is sent as Authorization: Bearer")
    key = erp.keys.admitted(secret, erp.now())
    ensure_right(key, operation.right)
    ask = Ask(
        key,
        _company(erp, key, operation.name, request.path_params.get("company", "")),
        request.path_params,
        request.query_params,
        _body(data, request),
    )
    is_closed = operation.name in WRITES and erp.faults.take(
        FaultKind.CLOSED_PERIOD, operation.name
    )
    if is_closed:
        raise PeriodClosed("The books are closed for this day", "day")
    with erp.store.transaction():
        return operation.handler(erp, ask)


def _company(erp: Erp, key: Key, operation: str, named: str) -> str:
    if not named:
        return ""
    rows = erp.store.rows("SELECT id FROM companies ORDER BY id")
    ids = [str(row["id"]) for row in rows]
    if named not in ids or not key.opens(named):
        raise NoSuchThing("There is no such company", "company")
    if erp.faults.take(FaultKind.WRONG_COMPANY, operation):
        return next(one for one in ids if one != named)
    return named


def _body(data: bytes, request: Request) -> dict[str, Any]:
    if request.method == "GET":
        return {}
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise NotUnderstood("The body is application/json")
    if len(data) > _MOST_BYTES:
        raise NotUnderstood("The body is too large")
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood("The body is no JSON") from error
    if not isinstance(body, dict):
        raise NotUnderstood("The body is no object")
    return body


def _leaving(erp: Erp, operation: str, status: int, shown: dict[str, Any]) -> Reply:
    """The answer as it leaves: whole, altered, cut off, late, or not at all."""
    if erp.faults.take(FaultKind.ANSWER_LOST, operation):
        return Reply(_OK, b"", is_dropped=True)
    if fault := erp.faults.take(FaultKind.CHANGED_CONTRACT, operation):
        field_, to = fault.text("field", "amount"), fault.text("to", "totalAmount")
        shown = _renamed(shown, field_, to)
    if "time" in shown and (fault := erp.faults.take(FaultKind.CLOCK_SKEW, operation)):
        ahead = timedelta(seconds=fault.number("seconds", 5400))
        shown["time"] = (erp.now() + ahead).isoformat(timespec="seconds")
    if erp.faults.take(FaultKind.DUPLICATE_NUMBERS, operation):
        listed = shown.get("payments", [])
        for first, second in zip(listed[::2], listed[1::2], strict=False):
            second["number"] = first["number"]
    body = json.dumps(shown, ensure_ascii=False).encode()
    if fault := erp.faults.take(FaultKind.HALF_PAGE, operation):
        body = body[: int(fault.number("bytes", len(body) // 2))]
    slow = erp.faults.take(FaultKind.SLOW, operation)
    return Reply(status, body, wait_seconds=slow.number("seconds", 10) if slow else 0.0)


def _renamed(value: Any, field_: str, to: str) -> Any:
    if isinstance(value, dict):
        return {
            to if name == field_ else name: _renamed(one, field_, to)
            for name, one in value.items()
        }
    if isinstance(value, list):
        return [_renamed(one, field_, to) for one in value]
    return value


def _refusal(refused: Refused, headers: dict[str, str] | None = None) -> Reply:
    error = {"code": refused.code, "message": refused.message, "field": refused.field}
    told = headers or ({"Retry-After": "5"} if refused.status == _THROTTLED else {})
    return Reply(refused.status, json.dumps({"error": error}).encode(), told)
