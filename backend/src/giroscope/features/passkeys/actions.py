"""What people do about passkeys: register, confirm, remove.

A new passkey does not count until an account manager who is independent of its owner
has confirmed it: whoever stole a session could register a key of their own, and nobody
but a person who knows the owner can tell. All account managers are told of each.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from giroscope.features.audit import Subject, record_now
from giroscope.features.messages import tell
from giroscope.features.passkeys import ceremony, challenges, errors, policy, seals
from giroscope.features.passkeys.ceremony import Answer, RelyingParty
from giroscope.features.passkeys.tables import Passkey
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound
from giroscope.settings import Settings
from localization import Message

Hands = Mapping[str, frozenset[str]]
"""Everybody who could be using an account, by account."""


def begin_registration(
    connection: Connection, settings: Settings, actor: Actor, now: datetime
) -> str:
    """What a browser needs to make a new key, as JSON.

    Raises:
        SignInStale: The last sign-in is too long ago.
        TooManyPasskeys: There are enough.
    """
    actor.ensure("passkeys.use")
    policy.ensure_fresh(actor)
    known = connection.execute(
        select(Passkey.credential_id).where(
            Passkey.person_id == actor.id, Passkey.removed_at.is_(None)
        )
    ).scalars()
    ids = list(known)
    if len(ids) >= policy.MOST_PASSKEYS:
        raise errors.TooManyPasskeys
    challenge = challenges.begin_registration(connection, actor, now)
    party = RelyingParty.of(settings, actor.realm)
    return ceremony.registration_options(party, actor, challenge, ids)


def finish_registration(
    connection: Connection,
    settings: Settings,
    actor: Actor,
    name: str,
    answer: str,
    now: datetime,
) -> int:
    """Keep the key that a device has made; it waits for an account manager.

    Raises:
        SignInStale: The last sign-in is too long ago.
        ChallengeOver: Nobody asked for this key, or too long ago.
        BadPasskeyAnswer: The device's answer does not verify.
        PasskeyKnown: It is registered already.
    """
    actor.ensure("passkeys.use")
    policy.ensure_fresh(actor)
    kept_name = policy.a_name(name)
    told = Answer.of(answer)
    challenges.take(connection, actor, told, now, is_decision=False)
    party = RelyingParty.of(settings, actor.realm)
    made = ceremony.registered(party, told)
    is_known = select(Passkey.id).where(Passkey.credential_id == made.credential_id)
    if connection.execute(is_known).first() is not None:
        raise errors.PasskeyKnown
    row = Passkey(
        person_id=actor.id, person_name=actor.name, name=kept_name,
        credential_id=made.credential_id, public_key=made.public_key,
        sign_count=made.sign_count, rp_id=made.rp_id, aaguid=made.aaguid,
        is_synced=made.is_synced, transports=made.transports, created_at=now,
    )  # fmt: skip
    passkey_id = connection.execute(
        insert(Passkey)
        .values(
            person_id=row.person_id, person_name=row.person_name, name=row.name,
            credential_id=row.credential_id, public_key=row.public_key,
            sign_count=row.sign_count, rp_id=row.rp_id, aaguid=row.aaguid,
            is_synced=row.is_synced, transports=row.transports, created_at=now,
            seal=seals.sealed(connection, row),
        )
        .returning(Passkey.id)
    ).scalar_one()  # fmt: skip
    tell(
        connection,
        "WARNING",
        Message("passkey.registered", person=actor.name, passkey=row.name),
    )
    record_now(
        connection, actor, "passkeys.registered", _subject(int(passkey_id), row.name),
        now={"device": row.credential_id, "host": row.rp_id,
             "isSynced": row.is_synced},
        at=now,
    )  # fmt: skip
    return int(passkey_id)


def confirm(
    connection: Connection, actor: Actor, passkey_id: int, hands: Hands, now: datetime
) -> None:
    """Let a passkey count, as somebody independent of its owner.

    Raises:
        NotFound: There is none of this number.
        OwnPasskey, ManagerNotIndependent, AlreadyConfirmed: As `policy` says.
        UnknownPasskey: Its row was changed by other hands than the product's.
    """
    actor.ensure("passkeys.confirm")
    row = _locked(connection, passkey_id)
    refusal = policy.against_confirming(
        row, actor, hands[row.person_id], hands[actor.id]
    )
    if refusal is not None:
        raise refusal
    if not seals.is_sealed(connection, row):
        raise errors.UnknownPasskey
    row.confirmed_by = actor.id
    connection.execute(
        update(Passkey)
        .where(Passkey.id == passkey_id)
        .values(
            confirmed_at=now, confirmed_by=actor.id, confirmed_by_name=actor.name,
            seal=seals.sealed(connection, row),
        )
    )  # fmt: skip
    record_now(
        connection, actor, "passkeys.confirmed", _subject(passkey_id, row.name),
        now={"owner": row.person_name, "device": row.credential_id}, at=now,
    )  # fmt: skip


def remove(
    connection: Connection, actor: Actor, passkey_id: int, reason: str, now: datetime
) -> None:
    """Let a passkey count no longer: its owner's act, or an account manager's.

    Raises:
        NotFound: There is none of this number that this person may remove.
        PasskeyReasonNeeded: There is no reason.
    """
    actor.ensure("passkeys.use")
    kept = policy.a_reason(reason)
    row = _locked(connection, passkey_id)
    is_own = row.person_id == actor.id
    if not is_own and not actor.may("passkeys.confirm"):
        raise NotFound
    if row.removed_at is not None:
        raise errors.AlreadyRemoved
    connection.execute(
        update(Passkey)
        .where(Passkey.id == passkey_id)
        .values(
            removed_at=now, removed_by=actor.id, removed_by_name=actor.name,
            reason=kept,
        )
    )  # fmt: skip
    tell(
        connection,
        "WARNING",
        Message(
            "passkey.removed",
            actor=actor.name,
            passkey=row.name,
            person=row.person_name,
            reason=kept,
        ),
    )
    record_now(
        connection, actor, "passkeys.removed", _subject(passkey_id, row.name),
        was={"state": policy.state_of(row)},
        now={"owner": row.person_name, "device": row.credential_id,
             "reason": kept},
        at=now,
    )  # fmt: skip


def _locked(connection: Connection, passkey_id: int) -> Passkey:
    found = connection.execute(
        select(Passkey.__table__).where(Passkey.id == passkey_id).with_for_update()
    ).one_or_none()
    if found is None:
        raise NotFound("There is no such passkey")
    return Passkey(**found._mapping)  # noqa: SLF001 - a row as its class


def _subject(passkey_id: int, name: str) -> Subject:
    return Subject("passkey", str(passkey_id), name)
