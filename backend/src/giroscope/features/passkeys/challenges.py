"""Challenges: each for one person and one purpose, answered once, in two minutes."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, or_, select, update

from giroscope.features.passkeys.ceremony import TIMEOUT_SECONDS, Answer
from giroscope.features.passkeys.errors import ChallengeOver
from giroscope.features.passkeys.tables import PasskeyChallenge
from giroscope.kernel.access import Actor

FORMAT = "giroscope decision 1"
_LIVES = timedelta(seconds=TIMEOUT_SECONDS)
Content = Mapping[str, Any]
"""What is decided, as values of JSON."""


def begin_registration(connection: Connection, actor: Actor, now: datetime) -> bytes:
    """A challenge of chance, for a new key."""
    challenge = secrets.token_bytes(32)
    _keep(connection, actor, challenge, None, now)
    return challenge


def begin_decision(
    connection: Connection, actor: Actor, content: Content, now: datetime
) -> bytes:
    """A challenge that is the hash of who decides what."""
    statement = canonical(
        {
            **content,
            "format": FORMAT,
            "realm": actor.realm,
            "person": actor.id,
            "nonce": secrets.token_hex(16),
            "asked": now.isoformat(timespec="seconds"),
        }
    )
    challenge = digest_of(statement)
    _keep(connection, actor, challenge, statement, now)
    return challenge


def canonical(content: Content) -> str:
    """JSON with sorted names and without blanks, in UTF-8: the same bytes each time."""
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS).decode()


def digest_of(statement: str) -> bytes:
    """The challenge that belongs to a statement."""
    return hashlib.sha256(statement.encode()).digest()


def says(statement: str, content: Content, *, realm: str, person: str) -> bool:
    """Whether a statement is this person's about this content, and nothing else."""
    said = orjson.loads(statement)
    if not isinstance(said, dict):
        return False
    expected = {**content, "format": FORMAT, "realm": realm, "person": person}
    return {name: said.get(name) for name in said if name not in _OWN} == expected


_OWN = frozenset({"nonce", "asked"})
"""What makes each statement one of its kind."""


def take(
    connection: Connection,
    actor: Actor,
    answer: Answer,
    now: datetime,
    *,
    is_decision: bool,
) -> str | None:
    """Use up the challenge that was answered; tells its statement, if it has one.

    Raises:
        ChallengeOver: It is not this person's, is over, or was answered before.
    """
    purpose = PasskeyChallenge.statement.is_not(None)
    taken = connection.execute(
        update(PasskeyChallenge)
        .where(
            PasskeyChallenge.challenge == answer.challenge.hex(),
            PasskeyChallenge.person_id == actor.id,
            PasskeyChallenge.used_at.is_(None),
            PasskeyChallenge.expires_at > now,
            purpose if is_decision else ~purpose,
        )
        .values(used_at=now)
    ).rowcount
    if not taken:
        raise ChallengeOver
    return connection.execute(
        select(PasskeyChallenge.statement).where(
            PasskeyChallenge.challenge == answer.challenge.hex()
        )
    ).scalar_one()


def _keep(
    connection: Connection,
    actor: Actor,
    challenge: bytes,
    statement: str | None,
    now: datetime,
) -> None:
    # Nobody needs those that are over; what was signed is kept with its proof.
    connection.execute(
        delete(PasskeyChallenge).where(
            PasskeyChallenge.person_id == actor.id,
            or_(
                PasskeyChallenge.expires_at <= now,
                PasskeyChallenge.used_at.is_not(None),
            ),
        )
    )
    connection.execute(
        insert(PasskeyChallenge).values(
            person_id=actor.id, challenge=challenge.hex(), statement=statement,
            expires_at=now + _LIVES,
        )
    )  # fmt: skip
