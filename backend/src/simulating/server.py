"""Runs a simulator on this machine: in a thread for tests, or until told to stop."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import Receive

HOST = "127.0.0.1"
_START_SECONDS = 30.0
_GRACE_SECONDS = 5


class DidNotStart(Exception):
    """The simulator does not answer on its port."""


class ReplyDropped(Exception):
    """The reply was to be dropped, and there is no connection to end.

    Only where the application is called without a server.
    """


@contextmanager
def on_free_port(app: Starlette) -> Iterator[str]:
    """Its address on this machine, for as long as the block lasts.

    Raises:
        DidNotStart: It does not answer in time.
    """
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(_config(app, port))
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            _wait(server)
            yield f"http://{HOST}:{port}"
        finally:
            server.should_exit = True
            thread.join()


def serve_app(
    app: Starlette, port: int, log_config: dict[str, Any] | None = None
) -> None:
    """Run it on a port of this machine until told to stop."""
    uvicorn.Server(_config(app, port, log_config)).run()


async def drop(receive: Receive) -> None:
    """End the connection without a byte of an answer.

    ASGI has no word for it. uvicorn's cycle, whose method `receive` is, knows its
    transport.

    Raises:
        ReplyDropped: There is no such transport.
    """
    transport = getattr(getattr(receive, "__self__", None), "transport", None)
    abort = getattr(transport, "abort", None)
    if abort is None:
        raise ReplyDropped
    abort()
    # The server has to notice before an answer is given to it.
    for _ in range(3):
        await asyncio.sleep(0)


def _config(
    app: Starlette, port: int, log_config: dict[str, Any] | None = None
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=HOST,
        port=port,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        log_config=log_config,
    )


def _wait(server: uvicorn.Server) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not server.started:
        if time.monotonic() > deadline:
            raise DidNotStart
        time.sleep(0.01)
