"""The bank as an ASGI application: protocols, API and page over one folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from banksim import wire
from banksim.console import api, page
from banksim.house import Bank
from banksim.options import Options

# It gives away money and codes to whoever asks, so only this machine may ask, and no
# page of another site by way of a browser.
_HOSTS = ["localhost", "127.0.0.1", "[::1]"]


def make_app(folder: Path, options: Options | None = None) -> Starlette:
    """The application of the bank in this folder, which is made where there is none."""
    bank = Bank(folder, options or Options())

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        bank.close()

    app = Starlette(
        routes=[*wire.routes(bank), *api.routes(bank), *page.routes(bank)],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=_HOSTS),
            Middleware(page.OwnOrigin),
        ],
        lifespan=life,
    )
    app.state.bank = bank
    return app
