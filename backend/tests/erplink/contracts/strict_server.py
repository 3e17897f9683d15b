"""A server that takes only what a vendor's documentation offers.

Whatever is asked beyond it - a path, a method, a question, a field, a header - is
refused and remembered, and fails the test that asked. Faults are set one by one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from simulating.server import drop, on_free_port

# What any client of HTTP sends.
PLAIN = frozenset({
    "host", "user-agent", "accept", "accept-encoding", "connection", "content-length",
    "content-type",
})  # fmt: skip


class Broken(Exception):
    """What was asked is not in the contract."""


@dataclass(frozen=True)
class Asked:
    """A request as the contract sees it."""

    method: str
    path: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any
    form: Mapping[str, str]


@dataclass
class Told:
    """What goes back."""

    data: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Answering = Callable[[Asked], Told]


@dataclass(frozen=True)
class Offer:
    """One thing the documentation offers."""

    method: str
    path: str
    answer: Answering
    query: frozenset[str] = frozenset()
    headers: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    content_type: str = "application/json"


@dataclass
class Fault:
    """How the next answer to a path that contains `where` goes wrong."""

    kind: str
    where: str = ""
    times: int = 1


class StrictServer:
    """Offers, what was asked of them, and what was asked beyond them."""

    def __init__(self, offers: Sequence[Offer], headers: frozenset[str]) -> None:
        self._offers = [(re.compile(one.path), one) for one in offers]
        self._headers = PLAIN | headers
        self.asked: list[Asked] = []
        self.violations: list[str] = []
        self.faults: list[Fault] = []

    def fault(self, kind: str, where: str = "", times: int = 1) -> None:
        self.faults.append(Fault(kind, where, times))

    @property
    def app(self) -> Starlette:
        methods = ["GET", "POST", "PATCH", "PUT", "DELETE"]
        return Starlette(
            routes=[Route("/{rest:path}", self._endpoint, methods=methods)]
        )

    async def _endpoint(self, request: Request) -> Response:
        data = await request.body()
        kind = self._due(request.url.path)
        if kind == "drop":
            await drop(request.receive)
        if kind in _SPOILT:
            return _SPOILT[kind]
        try:
            told = self._answered(request, data)
        except Broken as error:
            self.violations.append(f"{request.method} {request.url}: {error}")
            return Response(f'{{"message": "{error}"}}', 400)
        if kind == "lost":
            await drop(request.receive)
        text = "" if told.data is None else json.dumps(told.data, default=_number)
        if kind == "half":
            text = text[: len(text) // 2]
        if kind == "renamed":
            text = text.replace('"amount"', '"total"').replace('"code"', '"kode"')
        return Response(text, told.status, told.headers, media_type="application/json")

    def _due(self, path: str) -> str:
        for one in self.faults:
            if one.times and one.where in path:
                one.times -= 1
                return one.kind
        return ""

    def _answered(self, request: Request, data: bytes) -> Told:
        path = request.url.path
        offer, parts = self._offer(request.method, path)
        beyond = set(request.headers) - self._headers - offer.headers
        if beyond:
            raise Broken(f"headers {sorted(beyond)}")
        query = dict(
            parse_qsl(request.url.query, strict_parsing=bool(request.url.query))
        )
        if beyond := set(query) - offer.query:
            raise Broken(f"questions {sorted(beyond)}")
        body, form = self._body(offer, request, data)
        asked = Asked(request.method, path, parts, query, request.headers, body, form)
        self.asked.append(asked)
        return offer.answer(asked)

    def _offer(self, method: str, path: str) -> tuple[Offer, Mapping[str, str]]:
        found = [
            (offer, match.groupdict())
            for pattern, offer in self._offers
            if (match := pattern.fullmatch(path))
        ]
        if not found:
            raise Broken("there is no such path")
        for offer, parts in found:
            if offer.method == method:
                return offer, parts
        raise Broken(f"{method} is not offered there")

    @staticmethod
    def _body(
        offer: Offer, request: Request, data: bytes
    ) -> tuple[Any, Mapping[str, str]]:
        if offer.method == "GET":
            if data:
                raise Broken("a body where none is")
            return None, {}
        if request.headers.get("content-type") != offer.content_type:
            raise Broken(f"the content is not {offer.content_type}")
        if offer.content_type != "application/json":
            form = dict(parse_qsl(data.decode(), strict_parsing=True))
            if set(form) != offer.fields:
                raise Broken(f"fields {sorted(set(form) ^ offer.fields)}")
            return None, form
        body = json.loads(data, parse_float=Decimal)
        if beyond := set(names_in(body)) - offer.fields:
            raise Broken(f"fields {sorted(beyond)}")
        return body, {}


@contextmanager
def strictly(server: StrictServer) -> Iterator[str]:
    """Its address while the block lasts; whatever was beyond the contract fails."""
    with on_free_port(server.app) as url:
        yield url
    assert server.violations == []


def names_in(value: Any, before: str = "") -> Iterator[str]:
    """Every field of a body by its path, lists left out of it."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield f"{before}{name}"
            yield from names_in(one, f"{before}{name}.")
    elif isinstance(value, list):
        for one in value:
            yield from names_in(one, before)


def _number(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(type(value).__name__)


_SIGN_IN = "<html><head><title>Sign in to your account</title></head></html>"
_SPOILT = {
    "throttle": Response(
        '{"error": {"code": "429", "message": "Too many requests"}}', 429,
        {"Retry-After": "0"}, media_type="application/json",
    ),
    "html": Response(_SIGN_IN, 200, media_type="text/html"),
    "unavailable": Response("Service unavailable", 503, media_type="text/plain"),
    "forbidden": Response(
        '{"error": {"code": "Authorization_RequestDenied", "message": "No access"}}',
        403, media_type="application/json",
    ),
    "expired": Response(
        '{"error": {"code": "Authentication_InvalidCredentials", "message": "Old"}}',
        401, media_type="application/json",
    ),
    "conflict": Response(
        '{"error": {"code": "Request_EntityChanged", "message": "Changed"}}', 409,
        media_type="application/json",
    ),
    "precondition": Response(
        '{"error": {"code": "Request_EntityChanged", "message": "Changed"}}', 412,
        media_type="application/json",
    ),
}  # fmt: skip
