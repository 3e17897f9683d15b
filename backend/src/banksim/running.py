"""Runs a bank on this machine: in a thread for tests, or until told to stop."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette

from banksim.app import make_app
from banksim.house import Bank
from banksim.options import Options

HOST = "127.0.0.1"
_START_SECONDS = 30.0
_GRACE_SECONDS = 5


class DidNotStart(Exception):
    """The bank does not answer on its port."""


@dataclass(frozen=True, slots=True)
class Running:
    """A bank that runs in this process."""

    url: str
    bank: Bank
    roots: Path


@contextmanager
def running(folder: Path, options: Options | None = None) -> Iterator[Running]:
    """A bank on a free port of this machine, for as long as the block lasts.

    Raises:
        DidNotStart: It does not answer in time.
    """
    app = make_app(folder, options)
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(_config(app, port))
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            _wait(server)
            yield Running(f"http://{HOST}:{port}", app.state.bank, folder / "roots")
        finally:
            server.should_exit = True
            thread.join()


def serve(
    folder: Path,
    port: int,
    options: Options | None = None,
    log_config: dict[str, Any] | None = None,
) -> None:
    """Run the bank on a port of this machine until told to stop."""
    config = _config(make_app(folder, options), port, log_config)
    uvicorn.Server(config).run()


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
