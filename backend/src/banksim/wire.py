"""HTTP to the protocols and back: one endpoint per address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from banksim.bankconnect.service import CorporateService
from banksim.exchange import Reply
from banksim.house import Bank
from banksim.nordea.certificates import CertificateService
from banksim.nordea.files import FileService
from banksim.paths import (
    BANK_CONNECT,
    BANK_CONNECT_2015,
    NORDEA_CERTIFICATES,
    NORDEA_CERTIFICATES_SHA1,
    NORDEA_FILES,
    NORDEA_FILES_SHA1,
    Centre,
    Environment,
    path_in,
)
from banksim.security.names import Hash
from banksim.security.safe_xml import MAX_BYTES
from simulating.server import drop

Answering = Callable[[bytes, str], Reply]
_TOO_LARGE = 413


def routes(bank: Bank) -> list[Route]:
    """The addresses of every protocol, as they are reached over HTTP."""
    return [_route(path, answer) for path, answer in answers(bank)]


def answers(bank: Bank) -> Iterator[tuple[str, Answering]]:
    """Every address of the protocols in both environments, with what answers there."""
    for environment in Environment:
        for path, algorithms in (
            (NORDEA_FILES, Hash.SHA256),
            (NORDEA_FILES_SHA1, Hash.SHA1),
        ):
            files = FileService(bank, environment, algorithms)
            yield path_in(environment, path), _without_action(files.answer)
        for path, algorithms in (
            (NORDEA_CERTIFICATES, Hash.SHA256),
            (NORDEA_CERTIFICATES_SHA1, Hash.SHA1),
        ):
            issuing = CertificateService(bank, environment, algorithms)
            yield path_in(environment, path), _without_action(issuing.answer)
        for centre in Centre:
            corporate = CorporateService(bank, environment, centre)
            for template in (BANK_CONNECT, BANK_CONNECT_2015):
                path = path_in(environment, template.format(centre=centre.value))
                yield path, corporate.answer


def _without_action(answer: Callable[[bytes], Reply]) -> Answering:
    return lambda data, _action: answer(data)


def _route(path: str, answer: Answering) -> Route:
    async def endpoint(request: Request) -> Response:
        if int(request.headers.get("content-length", "0")) > MAX_BYTES:
            return Response("Too large", _TOO_LARGE, media_type="text/plain")
        data = await request.body()
        action = request.headers.get("soapaction", "")
        reply = await run_in_threadpool(answer, data, action)
        if reply.wait_seconds:
            await asyncio.sleep(reply.wait_seconds)
        if reply.is_dropped:
            await drop(request.receive)
        return Response(reply.body, reply.status, media_type=reply.media_type)

    return Route(path, endpoint, methods=["POST"])
