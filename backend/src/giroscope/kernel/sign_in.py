"""What the web application knows of sign-in, put together for one installation."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx2
import orjson

from giroscope.kernel.api_clients import ApiClients, note_use, stored_clients
from giroscope.kernel.authorities import believed
from giroscope.kernel.backchannel import EndNotices
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.ended_sessions import EndedSessions, stored_endings
from giroscope.kernel.identity import PeopleDirectory
from giroscope.kernel.live_sessions import IsLive, LiveSessions
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.signing_keys import FetchKeys, RealmKeys
from giroscope.kernel.tokens import TokenVerifier
from giroscope.kernel.witness import Witness, no_witness
from giroscope.settings import Settings

_KEYS_TIMEOUT = 5.0
_KEYS_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class SignIn:
    """Who may come in, and until when; close it with the application."""

    verifier: TokenVerifier
    notices: EndNotices
    live: LiveSessions
    people: PeopleDirectory
    close: Callable[[], Awaitable[None]]


def open_sign_in(
    settings: Settings,
    database: Database,
    fetch_keys: FetchKeys | None = None,
    is_live: IsLive | None = None,
    witness: Witness = no_witness,
    clock: Clock = system_clock,
) -> SignIn:
    """The sign-in of the settings' provider, unless told whom else to ask.

    `witness` sees what is said to the provider about people.
    """
    base, console = settings.sign_in_url, settings.client_id
    client = httpx2.AsyncClient(timeout=_KEYS_TIMEOUT, verify=believed())
    people = PeopleDirectory(
        settings, database, load_master_key(settings), witness=witness
    )

    def issuer(realm: str) -> str:
        return f"{base}/realms/{realm}"

    async def published_keys(realm: str) -> dict[str, Any]:
        address = f"{issuer(realm)}/protocol/openid-connect/certs"
        return await _keys_at(client, address)

    async def lives(realm: str, token: str) -> bool:
        return await (await people.of(realm)).is_live(token)

    async def close() -> None:
        await client.aclose()
        await people.close()

    keys = RealmKeys(fetch_keys or published_keys)
    ended = EndedSessions(partial(stored_endings, database))
    clients = ApiClients(
        partial(stored_clients, database), partial(note_use, database), clock
    )
    return SignIn(
        TokenVerifier(issuer, console, keys, ended, clients=clients),
        EndNotices(issuer, console, keys, database, ended),
        LiveSessions(is_live or lives, ended),
        people,
        close,
    )


async def _keys_at(client: httpx2.AsyncClient, address: str) -> dict[str, Any]:
    """The key document; never from where it may lead on, and never without end.

    Raises:
        OSError: It cannot be had.
    """
    content = bytearray()
    try:
        async with client.stream("GET", address, follow_redirects=False) as answer:
            if answer.status_code != 200:
                raise OSError(f"{address} answers {answer.status_code}")
            async for chunk in answer.aiter_bytes():
                content += chunk
                if len(content) > _KEYS_BYTES:
                    raise OSError(f"{address} answers without end")
    except httpx2.HTTPError as error:
        raise OSError(f"{address} does not answer") from error
    keys: dict[str, Any] = orjson.loads(content)
    return keys
