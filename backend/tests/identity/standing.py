"""What stands around the providers under test: the product, and people."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import SimpleQueue
from typing import Any
from urllib.parse import parse_qs

from keycloak import Keycloak
from pydantic import SecretStr

from giroscope.kernel.identity import AdminApi, Lockout, NewPerson
from giroscope.settings import Settings

REALM = "acme"
PASSWORD = "four calm indigo gyroscopes"
_COUNTED_WITHIN_SECONDS = 60
SECRET = "a-service-secret-of-more-than-32-characters"


def in_own_loop(work: Coroutine[Any, Any, Any]) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Product:
    """Stands where the product does, and hears what the provider tells it."""

    def __init__(self) -> None:
        self.heard: SimpleQueue[tuple[str, dict[str, list[str]]]] = SimpleQueue()
        product = self

        class Hears(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                form = parse_qs(self.rfile.read(size).decode())
                product.heard.put((self.path, form))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Tests stay quiet."""

        self._server = HTTPServer(("127.0.0.1", 0), Hears)
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def keycloak_settings(server: Keycloak) -> Settings:
    return Settings(
        identity_url=server.url,
        identity_admin_user=server.username,
        identity_admin_password=SecretStr(server.password),
    )


async def add_person(api: AdminApi, username: str, *names: str) -> str:
    """Somebody who signs in with the password of everybody."""
    person = NewPerson(
        username=username,
        given_name=username.capitalize(),
        family_name="Test",
        email=f"{username}@example.com",
        is_email_verified=True,
    )
    made = await api.create(person)
    await api.set_password(made, PASSWORD, is_temporary=False)
    roles = [role for role in await api.roles() if role.name in names]
    if roles:
        await api.give(made, roles)
    return made


async def counted(
    api: AdminApi, person: str, is_enough: Callable[[Lockout], bool]
) -> Lockout:
    """How the person stands once that is counted: Keycloak answers before it counts."""
    async with asyncio.timeout(_COUNTED_WITHIN_SECONDS):
        while not is_enough(held := await api.lockout(person)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return held
