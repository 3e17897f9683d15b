"""Reads passkeys and what was signed by them."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.passkeys.tables import Passkey, PasskeyProof
from giroscope.kernel.access import Actor

_MOST = 1_000


async def own(session: AsyncSession, actor: Actor) -> list[Passkey]:
    """A person's own, the newest first; those removed are left out."""
    rows = await session.execute(
        select(Passkey)
        .where(Passkey.person_id == actor.id, Passkey.removed_at.is_(None))
        .order_by(Passkey.id.desc())
        .limit(_MOST)
    )
    return list(rows.scalars())


async def of_people(session: AsyncSession) -> list[Passkey]:
    """Everybody's, those first that wait for an account manager."""
    rows = await session.execute(
        select(Passkey)
        .where(Passkey.removed_at.is_(None))
        .order_by(Passkey.confirmed_at.is_not(None), Passkey.id.desc())
        .limit(_MOST)
    )
    return list(rows.scalars())


async def owner_of(session: AsyncSession, passkey_id: int) -> str | None:
    """Whose a passkey is."""
    found = await session.execute(
        select(Passkey.person_id).where(Passkey.id == passkey_id)
    )
    return found.scalar_one_or_none()


async def proofs(
    session: AsyncSession, proof_ids: Sequence[int]
) -> dict[int, tuple[PasskeyProof, Passkey]]:
    """What was signed, and by which key."""
    rows = await session.execute(
        select(PasskeyProof, Passkey)
        .join(Passkey, Passkey.id == PasskeyProof.passkey_id)
        .where(PasskeyProof.id.in_(proof_ids))
    )
    return {proof.id: (proof, key) for proof, key in rows}
