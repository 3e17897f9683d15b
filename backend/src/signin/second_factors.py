"""Second factors: codes that change every thirty seconds, and recovery codes.

RFC 6238 with SHA-1, six digits and thirty seconds, because that is what every
authenticator app understands. Secrets are sealed, recovery codes kept as keyed hashes.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import pyotp
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as insert_unless_there
from sqlalchemy.ext.asyncio import AsyncConnection

from signin.keys import Keyring
from signin.secret_values import is_same, mac
from signin.tables import recovery_codes, second_factors

STEP_SECONDS = 30
DIGITS = 6
# A clock may be wrong by one step in either direction (RFC 6238 §5.2).
_DRIFT = 1

RECOVERY_CODES = 10
# No character that can be taken for another when written down.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LENGTH = 12
_CODE_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactor:
    """An authenticator app that somebody has set up."""

    id: str
    user_id: str
    label: str
    sealed_secret: bytes
    created_at: int
    last_step: int

    @property
    def credential_data(self) -> str:
        """How Keycloak describes it."""
        return json.dumps(
            {
                "subType": "totp",
                "digits": DIGITS,
                "counter": 0,
                "period": STEP_SECONDS,
                "algorithm": "HmacSHA1",
                "secretEncoding": "BASE32",
            }
        )


def new_secret() -> str:
    """Make a secret for an authenticator app: 160 bits in base 32 (RFC 4226 §4)."""
    return pyotp.random_base32()


def provisioning_uri(secret: str, *, username: str, issuer: str) -> str:
    """What the QR code says."""
    return pyotp.TOTP(secret).provisioning_uri(name=username, issuer_name=issuer)


def step_of(secret: str, code: str, *, now: int, after: int = -1) -> int | None:
    """Find the time step a code is right for, later than `after`; None if wrong."""
    one_time = pyotp.TOTP(secret)
    current = now // STEP_SECONDS
    typed = "".join(code.split())
    found = None
    # All are compared, so that the time taken does not tell which one it was.
    for step in range(current - _DRIFT, current + _DRIFT + 1):
        is_right = is_same(one_time.generate_otp(step), typed)
        if is_right and step > after:
            found = step
    return found


async def factors_of(db: AsyncConnection, user_id: str) -> list[SecondFactor]:
    """List a person's authenticator apps, the oldest first."""
    query = select(second_factors).where(second_factors.c.user_id == user_id)
    rows = await db.execute(
        query.order_by(second_factors.c.created_at, second_factors.c.id)
    )
    return [SecondFactor(**row._mapping) for row in rows]  # noqa: SLF001 - its name


async def users_with_factor(db: AsyncConnection, user_ids: Sequence[str]) -> set[str]:
    """Tell which of some people have a second factor."""
    query = select(second_factors.c.user_id).where(
        second_factors.c.user_id.in_(user_ids)
    )
    return set(await db.scalars(query))


def secret_of(keyring: Keyring, factor: SecondFactor) -> str:
    """Unseal the secret of an authenticator app."""
    purpose = _purpose(factor.user_id, factor.id)
    return keyring.unseal(factor.sealed_secret, purpose=purpose).decode()


async def add_factor(
    db: AsyncConnection,
    keyring: Keyring,
    user_id: str,
    secret: str,
    *,
    label: str,
    step: int,
    now: int,
) -> bool:
    """Store an authenticator app whose first code was right in `step`.

    Returns False when the same form has done so already.
    """
    digest = hashlib.sha256(f"{user_id}\n{secret}".encode()).digest()
    factor_id = str(uuid.UUID(bytes=digest[:16], version=4))
    sealed = keyring.seal(secret.encode(), purpose=_purpose(user_id, factor_id))
    added = await db.execute(
        insert_unless_there(second_factors)
        .values(
            id=factor_id,
            user_id=user_id,
            label=label,
            sealed_secret=sealed,
            created_at=now,
            last_step=step,
        )
        .on_conflict_do_nothing()
    )
    return added.rowcount == 1


async def remove_factor(db: AsyncConnection, user_id: str, factor_id: str) -> bool:
    """Remove an authenticator app, with the recovery codes when it was the last."""
    removed = await db.execute(
        delete(second_factors).where(
            second_factors.c.user_id == user_id, second_factors.c.id == factor_id
        )
    )
    if not await users_with_factor(db, [user_id]):
        await remove_recovery_codes(db, user_id)
    return removed.rowcount == 1


async def spend_code(
    db: AsyncConnection, keyring: Keyring, user_id: str, code: str, *, now: int
) -> bool:
    """Use up a code of any of a person's apps; a step works once."""
    for factor in await factors_of(db, user_id):
        step = step_of(
            secret_of(keyring, factor), code, now=now, after=factor.last_step
        )
        if step is None:
            continue
        spent = await db.execute(
            update(second_factors)
            .where(second_factors.c.id == factor.id, second_factors.c.last_step < step)
            .values(last_step=step)
        )
        if spent.rowcount == 1:
            return True
    return False


async def make_recovery_codes(
    db: AsyncConnection, keyring: Keyring, user_id: str, *, now: int
) -> list[str]:
    """Make new recovery codes instead of all earlier ones; they are told once."""
    await remove_recovery_codes(db, user_id)
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    await db.execute(
        insert(recovery_codes),
        [
            {
                "code_hash": _hash(keyring, user_id, code),
                "user_id": user_id,
                "created_at": now,
            }
            for code in codes
        ],
    )
    return codes


async def spend_recovery_code(
    db: AsyncConnection, keyring: Keyring, user_id: str, code: str, *, now: int
) -> bool:
    """Use up a recovery code, by one conditional update."""
    spent = await db.execute(
        update(recovery_codes)
        .where(
            recovery_codes.c.code_hash == _hash(keyring, user_id, code),
            recovery_codes.c.used_at.is_(None),
        )
        .values(used_at=now)
    )
    return spent.rowcount == 1


async def recovery_codes_left(db: AsyncConnection, user_id: str) -> int:
    """Count the recovery codes that still work."""
    query = select(func.count()).where(
        recovery_codes.c.user_id == user_id, recovery_codes.c.used_at.is_(None)
    )
    return await db.scalar(query) or 0


async def remove_recovery_codes(db: AsyncConnection, user_id: str) -> None:
    """Make all recovery codes worthless."""
    await db.execute(delete(recovery_codes).where(recovery_codes.c.user_id == user_id))


def _random_code() -> str:
    text = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    groups = range(0, _CODE_LENGTH, _CODE_GROUP)
    return "-".join(text[start : start + _CODE_GROUP] for start in groups)


def _hash(keyring: Keyring, user_id: str, code: str) -> str:
    # Keyed, because people could guess sixty bits from a copy of the database alone.
    plain = "".join(c for c in code.lower() if c.isalnum())
    return mac(keyring.recovery_key, f"{user_id}\n{plain}")


def _purpose(user_id: str, factor_id: str) -> str:
    return f"signin second factor {user_id} {factor_id}"
