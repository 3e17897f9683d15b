"""What verifying an access token costs: the first time, later, and in a whole request.

All in this process, without network: the application is called as a server calls it.
CPU seconds, median of several runs; only the ratios within one run mean anything.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from joserfc import jwt
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey

from giroscope.app import create_app
from giroscope.kernel.database import Database
from giroscope.kernel.ended_sessions import EndedSessions, stored_endings
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.signing_keys import RealmKeys
from giroscope.kernel.tokens import AUDIENCE, TokenVerifier
from giroscope.settings import Settings

ISSUER = "http://localhost:8088/realms/giroscope"
CLIENT = "giroscope-console"
ROUNDS = 7
SHARE_GOAL = 0.05
"""A remembered token takes no more of the cheapest request than this."""
POLL = "/api/data/graphql?query={systemMessages(read:true){id level message}}"
PAGE = "/api/data/graphql?query={journals(first:50){edges{node{correlationId}}}}"
_UNLIMITED = 1_000_000_000


def keys() -> dict[str, Key]:
    """One key of each kind a realm may have."""
    return {
        "RS256": RSAKey.generate_key(2048, {"kid": "RS256"}),
        "ES256": ECKey.generate_key("P-256", {"kid": "ES256"}),
        "EdDSA": OKPKey.generate_key("Ed25519", {"kid": "EdDSA"}),
    }


def token(algorithm: str, key: Key, number: int, issuer: str = ISSUER) -> str:
    """A token as Keycloak makes them, of its own length."""
    now = int(time.time())
    claims = {
        "exp": now + 3600, "iat": now, "jti": f"onrtac:{number:032d}", "iss": issuer,
        "aud": [AUDIENCE, "account"], "sub": f"{number:032d}", "typ": "Bearer",
        "azp": CLIENT, "sid": f"{number:032d}", "acr": "1", "scope": "openid profile",
        "realm_access": {"roles": ["giroscope-upload", "offline_access"]},
        "name": "Olga Operator", "preferred_username": "operator",
    }  # fmt: skip
    header = {"alg": algorithm, "kid": key.kid}
    with warnings.catch_warnings():
        # Keycloak writes EdDSA, the name RFC 9864 discourages.
        warnings.simplefilter("ignore", SecurityWarning)
        return jwt.encode(header, claims, key, algorithms=[algorithm])


async def cost(work: Callable[[int], Awaitable[object]], times: int) -> float:
    """CPU microseconds of one, the median of several rounds."""
    rounds = []
    for round_number in range(ROUNDS):
        began = time.process_time()
        for number in range(times):
            await work(round_number * times + number)
        rounds.append((time.process_time() - began) / times * 1e6)
    return statistics.median(rounds)


async def ask(app: Any, path: str, bearer: str) -> int:
    """One GET as a server hands it over; tells the status."""
    raw, _, query = path.partition("?")
    status = [0]
    scope = {
        "type": "http", "method": "GET", "path": raw, "raw_path": raw.encode(),
        "query_string": query.encode(), "http_version": "1.1", "scheme": "http",
        "headers": [(b"host", b"localhost"), (b"authorization", bearer.encode())],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8087), "root_path": "",
        "asgi": {"version": "3.0"}, "state": {},
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            status[0] = message["status"]

    await app(scope, receive, send)
    return status[0]


async def measure(settings: Settings, times: int) -> dict[str, float]:
    """Microseconds by what was done."""
    realm_keys = keys()

    async def fetch(_realm: str) -> dict[str, Any]:
        return {"keys": [key.as_dict(private=False) for key in realm_keys.values()]}

    database = Database(settings)
    verifier = TokenVerifier(
        lambda _realm: ISSUER, CLIENT, RealmKeys(fetch),
        EndedSessions(partial(stored_endings, database)),
    )  # fmt: skip
    found = {}
    for algorithm, key in realm_keys.items():
        many = [token(algorithm, key, number) for number in range(times * ROUNDS)]

        async def first(number: int, many: list[str] = many) -> None:
            await verifier.actor("giroscope", many[number])

        found[f"first time, {algorithm}"] = await cost(first, times)
    known = token("RS256", realm_keys["RS256"], 1)
    found["remembered, session looked up"] = await cost(
        lambda _number: verifier.actor("giroscope", known), times * 20
    )
    app = create_app(settings, fetch_keys=fetch)
    async with app.router.lifespan_context(app):
        for name, path in (("whole poll", POLL), ("whole page of a list", PAGE)):

            async def request(_number: int, path: str = path) -> None:
                if await ask(app, path, f"Bearer {known}") != 200:
                    raise RuntimeError(f"{path} was not answered")

            await request(0)
            found[name] = await cost(request, times)
    await database.close()
    return found


def main() -> int:
    """Measure and print; fails where the share of a request is too large."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder),
            realm_requests_per_second=_UNLIMITED,
            person_requests_per_second=_UNLIMITED,
        )
        database = Database(settings)
        migrate_realm(database, "giroscope", load_master_key(settings))
        asyncio.run(database.close())
        found = asyncio.run(measure(settings, times))
    cached = found["remembered, session looked up"]
    sys.stdout.write(f"{'':34}{'µs':>9}{'remembered = 1':>18}\n")
    for name, microseconds in found.items():
        sys.stdout.write(f"{name:34}{microseconds:9.1f}{microseconds / cached:18.1f}\n")
    share = cached / found["whole poll"]
    sys.stdout.write(
        f"share of the cheapest request: {share:.1%} (limit {SHARE_GOAL:.0%})\n"
    )
    return 0 if share <= SHARE_GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
