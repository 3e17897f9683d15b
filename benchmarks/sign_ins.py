"""A thousand sign-ins at the embedded provider while somebody guesses passwords.

All in this process, without network, at the cost of a real password hash. People
sign in from a hundred addresses; one guesser tries one name from an address of its
own, another tries all names from one. Fails where anybody is kept out who knows the
password, or where a guesser is listened to more often than the throttle allows.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import html
import re
import secrets
import tempfile
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin

import httpx2
import structlog

from signin import NewUser, SigninSettings, create_app, ensure_realm, open_provider
from signin.throttle import PER_ACCOUNT, PER_ADDRESS

REALM = "giroscope"
ORIGIN = "http://localhost:8087"
BASE = f"http://localhost:8088/realms/{REALM}/protocol/openid-connect"
PASSWORD = "correct-horse-battery"  # noqa: S105 - of made-up people
PEOPLE = 100
AT_ONCE = 8
VICTIM = "person-0"


def somebody(number: int) -> NewUser:
    """One of the people who sign in."""
    name = f"person-{number}"
    return NewUser(
        username=name,
        given_name="Person",
        family_name=str(number),
        email=f"{name}@example.com",
    )


class Browser:
    """A new browser at one address; it signs in once."""

    def __init__(self, app: object, address: str) -> None:
        self._client = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=app, client=(address, 1))
        )

    async def sign_in(self, username: str, password: str) -> int:
        """The status of what the form is answered with: 303 is let in."""
        async with self._client as client:
            verifier = hashlib.sha256(secrets.token_bytes(32)).digest()
            page = await client.get(
                f"{BASE}/auth",
                params={
                    "client_id": "giroscope-console", "redirect_uri": f"{ORIGIN}/",
                    "state": "s", "nonce": "n", "scope": "openid",
                    "response_type": "code", "response_mode": "fragment",
                    "code_challenge": base64.urlsafe_b64encode(verifier).decode()[:43],
                    "code_challenge_method": "S256",
                },
            )  # fmt: skip
            form = re.search(r'<form[^>]*action="([^"]+)"', page.text)
            if form is None:
                raise RuntimeError(page.text[:400])
            hidden = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', page.text))
            answer = await client.post(
                urljoin(str(page.url), html.unescape(form[1])),
                data={**hidden, "username": username, "password": password},
            )
            return answer.status_code


async def sign_ins(app: object, times: int) -> list[float]:
    """Seconds of each sign-in of people who know their password."""
    waiting = iter(range(times))
    seconds: list[float] = []

    async def turn() -> None:
        for number in waiting:
            person = number % (PEOPLE - 1) + 1
            began = time.perf_counter()
            status = await Browser(app, f"10.1.0.{person}").sign_in(
                f"person-{person}", PASSWORD
            )
            seconds.append(time.perf_counter() - began)
            if status != httpx2.codes.SEE_OTHER:
                raise RuntimeError(f"person-{person} was kept out with {status}")

    await asyncio.gather(*(turn() for _ in range(AT_ONCE)))
    return seconds


async def guess(app: object, address: str, names: list[str]) -> Counter[int]:
    """Guess until cancelled; how often each status was answered."""
    told: Counter[int] = Counter()
    try:
        for number in range(1_000_000):
            name = names[number % len(names)]
            told[await Browser(app, address).sign_in(name, f"guess {number}")] += 1
    except asyncio.CancelledError:
        pass
    return told


async def measure(times: int) -> bool:
    """Measure and print; tells whether the throttle held."""
    with tempfile.TemporaryDirectory() as folder:
        settings = SigninSettings(
            database_url=f"sqlite+aiosqlite:///{Path(folder) / 'sign-in.sqlite3'}",
            encryption_key=secrets.token_bytes(32),
            first_password=PASSWORD,
        )
        async with open_provider(settings) as provider:
            people = [somebody(number) for number in range(PEOPLE)]
            await ensure_realm(provider, REALM, first_users=people)
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            guessers = [
                asyncio.create_task(guess(app, "10.2.0.1", [VICTIM])),
                # Names nobody has: those of people would make them wait.
                asyncio.create_task(
                    guess(app, "10.3.0.1", [f"nobody-{n}" for n in range(500)])
                ),
            ]
            began = time.perf_counter()
            seconds = sorted(await sign_ins(app, times))
            took = time.perf_counter() - began
            for guesser in guessers:
                guesser.cancel()
            one, many = [await guesser for guesser in guessers]
    median, p95 = seconds[times // 2] * 1e3, seconds[int(times * 0.95)] * 1e3
    print(
        f"{times} sign-ins in {took:.1f} s, {times / took:.0f} a second;"
        f" median {median:.0f} ms, p95 {p95:.0f} ms; nobody kept out"
    )
    held = True
    for who, told, backoff in (
        ("one name", one, PER_ACCOUNT),
        ("all names from one address", many, PER_ADDRESS),
    ):
        heard, made_to_wait = (
            told[httpx2.codes.OK],
            told[httpx2.codes.TOO_MANY_REQUESTS],
        )
        # Every wait doubles, so few more fit into the time the sign-ins took.
        waits = sum(1 for n in range(20) if backoff.first_wait * (2**n - 1) <= took)
        held &= heard <= backoff.free + waits + 1
        print(
            f"guesser of {who}: {heard} guesses looked at (at most"
            f" {backoff.free + waits + 1}), {made_to_wait} told to wait"
        )
    return held


def main() -> int:
    """Measure; returns 1 when the throttle did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1_000)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("WARNING"))
    return 0 if asyncio.run(measure(parser.parse_args().times)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
