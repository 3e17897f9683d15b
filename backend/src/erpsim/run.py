"""Runs an ERP on this machine: in a thread for tests, or until told to stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from erpsim.app import make_app
from erpsim.house import Erp
from erpsim.options import Options
from simulating.server import on_free_port, serve_app


@dataclass(frozen=True, slots=True)
class Running:
    """An ERP that runs in this process."""

    url: str
    erp: Erp

    @property
    def key(self) -> str:
        """The key to its interface, as it is now."""
        return self.erp.keys.key().secret


@contextmanager
def running(folder: Path, options: Options | None = None) -> Iterator[Running]:
    """An ERP on a free port of this machine, for as long as the block lasts.

    Raises:
        DidNotStart: It does not answer in time.
    """
    app = make_app(folder, options)
    with on_free_port(app) as url:
        yield Running(url, app.state.erp)


def serve(
    folder: Path,
    port: int,
    options: Options | None = None,
    log_config: dict[str, Any] | None = None,
) -> None:
    """Run the ERP on a port of this machine until told to stop."""
    serve_app(make_app(folder, options), port, log_config)
