"""Judges tokens of the made-up sign-in, and writes what no library would."""

import base64
import json
import time
from collections.abc import Callable
from typing import Any

from giroscope.kernel.ended_sessions import EndedSessions, Ending
from giroscope.kernel.signing_keys import FetchKeys, RealmKeys
from giroscope.kernel.tokens import TokenVerifier
from tests.kernel.issuer import IDENTITY, Issuer


async def _nothing_ended(_realm: str, _since: float) -> list[Ending]:
    return []


def verifier_of(
    fetch: FetchKeys, now: Callable[[], float] = time.time, **more: Any
) -> TokenVerifier:
    """Believes the keys that are fetched, and knows of no session that ended."""
    return TokenVerifier(
        lambda realm: f"{IDENTITY}/realms/{realm}",
        "giroscope-console",
        RealmKeys(fetch, now=now),
        EndedSessions(_nothing_ended, now=now),
        now=now,
        **more,
    )


def as_text(raw: bytes) -> str:
    """As a part of a token has it."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def forged(issuer: Issuer, header: dict[str, Any]) -> str:
    """A token of good claims that nobody has signed."""
    parts = (json.dumps(part).encode() for part in (header, issuer.claims()))
    return f"{'.'.join(map(as_text, parts))}."
