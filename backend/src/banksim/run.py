"""Runs a bank on this machine: in a thread for tests, or until told to stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banksim.app import make_app
from banksim.house import Bank
from banksim.options import Options
from simulating.server import on_free_port, serve_app


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
    with on_free_port(app) as url:
        yield Running(url, app.state.bank, folder / "roots")


def serve(
    folder: Path,
    port: int,
    options: Options | None = None,
    log_config: dict[str, Any] | None = None,
) -> None:
    """Run the bank on a port of this machine until told to stop."""
    serve_app(make_app(folder, options), port, log_config)
