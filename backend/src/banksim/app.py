"""The bank as an ASGI application: protocols, API and page over one folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette

from banksim import wire
from banksim.console import api, page
from banksim.house import Bank
from banksim.options import Options
from simulating.page import guards


def make_app(folder: Path, options: Options | None = None) -> Starlette:
    """The application of the bank in this folder, which is made where there is none."""
    bank = Bank(folder, options or Options())

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        bank.close()

    app = Starlette(
        routes=[*wire.routes(bank), *api.routes(bank), *page.routes(bank)],
        # It gives away money and codes to whoever asks.
        middleware=guards(),
        lifespan=life,
    )
    app.state.bank = bank
    return app
