"""The ERP as an ASGI application: interface, control and page over one folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette

from erpsim import wire
from erpsim.console import control, page
from erpsim.house import Erp
from erpsim.options import Options
from simulating.page import guards


def make_app(folder: Path, options: Options | None = None) -> Starlette:
    """The application of the ERP in this folder, which is made where there is none."""
    erp = Erp(folder, options or Options())

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        erp.close()

    app = Starlette(
        routes=[*wire.routes(erp), *control.routes(erp), *page.routes(erp)],
        # It shows its key to whoever looks, so only this machine may look.
        middleware=guards(),
        lifespan=life,
    )
    app.state.erp = erp
    return app
