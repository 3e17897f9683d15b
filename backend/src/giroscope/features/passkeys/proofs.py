"""Decisions that a device signs: asked for, taken once, kept, and verified again.

What is decided is told as values of JSON by the room that decides; see docs/approvals.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from giroscope.features.passkeys import ceremony, challenges, errors, seals
from giroscope.features.passkeys.ceremony import Answer, RelyingParty
from giroscope.features.passkeys.challenges import Content
from giroscope.features.passkeys.tables import Passkey, PasskeyProof
from giroscope.kernel.access import Actor
from giroscope.settings import Settings


def begin(
    connection: Connection,
    settings: Settings,
    actor: Actor,
    content: Content,
    now: datetime,
) -> str:
    """What a browser needs to have a passkey of this person sign it, as JSON.

    Raises:
        NoPasskey: The person has none that counts here.
    """
    party = RelyingParty.of(settings, actor.realm)
    rows = connection.execute(
        select(Passkey.credential_id).where(
            Passkey.person_id == actor.id,
            Passkey.confirmed_at.is_not(None), Passkey.removed_at.is_(None),
            Passkey.rp_id.in_(set(party.hosts.values())),
        )
    )  # fmt: skip
    allowed = list(rows.scalars())
    if not allowed:
        raise errors.NoPasskey
    challenge = challenges.begin_decision(connection, actor, content, now)
    return ceremony.assertion_options(party, challenge, allowed)


def take(
    connection: Connection,
    settings: Settings,
    actor: Actor,
    answer: str,
    content: Content,
    now: datetime,
) -> int:
    """Verify what a device signed, and keep it; tells the number of the proof.

    Raises:
        BadPasskeyAnswer: It does not verify.
        ChallengeOver: It was not asked of this person, too long ago, or used before.
        OtherContent: It was asked about something else than is decided now.
        UnknownPasskey: The key is not this person's, was removed, or never confirmed.
    """
    told = Answer.of(answer)
    statement = challenges.take(connection, actor, told, now, is_decision=True) or ""
    if not challenges.says(statement, content, realm=actor.realm, person=actor.id):
        raise errors.OtherContent
    key = connection.execute(
        select(Passkey)
        .where(Passkey.credential_id == told.credential_id)
        .with_for_update()
    ).one_or_none()
    if key is None or key.person_id != actor.id or key.removed_at is not None:
        raise errors.UnknownPasskey
    if key.confirmed_at is None:
        raise errors.PasskeyUnconfirmed
    if not seals.is_sealed(connection, key):
        raise errors.UnknownPasskey
    count = ceremony.asserted(RelyingParty.of(settings, actor.realm), told, key)
    connection.execute(
        update(Passkey)
        .where(Passkey.id == key.id)
        .values(sign_count=count, used_at=now)
    )  # fmt: skip
    made = connection.execute(
        insert(PasskeyProof)
        .values(
            passkey_id=key.id, person_id=actor.id, statement=statement,
            client_data=told.client_data,
            authenticator_data=told.part("authenticatorData"),
            signature=told.part("signature"), at=now,
        )
        .returning(PasskeyProof.id)
    )  # fmt: skip
    return int(made.scalar_one())


def ensure_proven(
    connection: Connection,
    proof_id: int | None,
    content: Content,
    *,
    realm: str,
    person: str,
    is_key_to_count: bool = False,
) -> None:
    """Pass silently, or refuse: this person's own device signed exactly this content.

    `is_key_to_count` also refuses a key that was removed since.

    Raises:
        BrokenProof: There is no such proof, or something of it was changed.
    """
    row = connection.execute(
        select(PasskeyProof).where(PasskeyProof.id == proof_id)
    ).one_or_none()
    if row is None or row.person_id != person:
        raise errors.BrokenProof
    key = connection.execute(select(Passkey).where(Passkey.id == row.passkey_id)).one()
    is_good = (
        key.person_id == person
        and key.confirmed_at is not None
        and key.confirmed_at <= row.at
        and not (is_key_to_count and key.removed_at is not None)
        and seals.is_sealed(connection, key)
        and challenges.says(row.statement, content, realm=realm, person=person)
    )
    if not is_good:
        raise errors.BrokenProof
    try:
        ceremony.verify_kept(
            key, challenges.digest_of(row.statement), bytes(row.client_data),
            bytes(row.authenticator_data), bytes(row.signature),
        )  # fmt: skip
    except errors.BadPasskeyAnswer as error:
        raise errors.BrokenProof from error


def forget(connection: Connection, proof_ids: Collection[int]) -> None:
    """Take back what was signed, with the approval it belonged to."""
    if proof_ids:
        connection.execute(delete(PasskeyProof).where(PasskeyProof.id.in_(proof_ids)))
