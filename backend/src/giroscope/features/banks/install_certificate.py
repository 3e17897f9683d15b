"""Installs what a bank issued: the new key becomes the one in use, the old one goes.

All in one transaction, since a bank's old certificate stops working when the new
one is issued. Used by activation, renewal and certificates installed by hand.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from banklink import Issued
from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import policy
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.errors import CertificateUsedElsewhere, NotOurKey
from giroscope.features.banks.keys import CertificateFacts, certificate_facts, own_first
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankKey,
    CertificateKind,
    KeyState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.claims import Claims, Holder


def install(
    banks: Banks,
    actor: Actor,
    connection_id: int,
    verb: str,
    issued: Issued,
    *,
    purpose: str,
) -> CertificateFacts:
    """Put the pending key and its certificates to use; tells the own certificate.

    Doing it again after a kill finds the key in use already and changes nothing.

    Raises:
        NotOurKey: The bank's certificate belongs to another key than ours.
        CertificateUsedElsewhere: It is in use in another tenant, connection or
            environment.
    """
    now = banks.clock()
    with banks.database.job_connection(actor.realm) as connection:
        row = connection.execute(
            select(BankConnection)
            .where(BankConnection.id == connection_id)
            .with_for_update()
        ).one()
        key = connection.execute(
            select(BankKey.id, BankKey.fingerprint).where(
                BankKey.connection_id == connection_id,
                BankKey.state == KeyState.PENDING.value,
            )
        ).one_or_none()
        if key is None:
            raise NotOurKey
        chain = own_first(issued.certificates, key.fingerprint)
        if not chain:
            raise NotOurKey
        _claim(banks, actor.realm, connection_id, chain[0], now)
        _retire_current(connection, connection_id, now)
        connection.execute(
            update(BankKey)
            .where(BankKey.id == key.id)
            .values(state=KeyState.CURRENT.value, wrapped_code=None)
        )
        _keep(
            connection,
            connection_id,
            CertificateKind.OWN,
            chain[:1],
            now,
            key_id=key.id,
            purpose=purpose,
        )
        _keep(connection, connection_id, CertificateKind.CHAIN, chain[1:], now)
        keep_bank_certificates(connection, connection_id, issued.bank_certificates, now)
        _put_to_work(connection, row, chain[0], now)
        record_now(
            connection, actor, verb, Subject("bank", str(row.id), row.name),
            now={
                "certificateFingerprint": chain[0].fingerprint,
                "subject": chain[0].subject,
                "validTo": chain[0].valid_to,
            },
            at=now,
        )  # fmt: skip
        connection.commit()
    return chain[0]


def keep_bank_certificates(
    connection: Connection, connection_id: int, pems: Sequence[bytes], now: datetime
) -> None:
    """Keep the bank's own certificates of today; earlier ones stay as history."""
    if pems:
        facts = [certificate_facts(one) for one in pems]
        _keep(connection, connection_id, CertificateKind.BANK, facts, now)


def _claim(
    banks: Banks,
    realm: str,
    connection_id: int,
    own: CertificateFacts,
    now: datetime,
) -> None:
    """One certificate serves one connection of one tenant in one environment.

    Two that share one would each fetch files the other then never sees.
    """
    holder = Holder(realm, f"bank {connection_id}")
    other = Claims(banks.database).claim(claims_of(own), holder, now)
    if other is None:
        return
    if other.realm != realm:
        raise CertificateUsedElsewhere(
            "Another realm of this installation uses this certificate or key. Each"
            " would fetch files that the other then never sees: ask the bank for a"
            " certificate of your own"
        )
    raise CertificateUsedElsewhere(
        "Another connection here uses this certificate or key, perhaps in the other"
        " environment: order one for each"
    )


def claims_of(own: CertificateFacts) -> list[str]:
    """What a certificate takes for itself in the whole installation."""
    return [f"certificate {own.fingerprint}", f"key {own.key_fingerprint}"]


def _retire_current(connection: Connection, connection_id: int, now: datetime) -> None:
    """Destroy the key that was in use, and keep its certificate as history."""
    connection.execute(
        update(BankKey)
        .where(
            BankKey.connection_id == connection_id,
            BankKey.state == KeyState.CURRENT.value,
        )
        .values(
            state=KeyState.RETIRED.value, wrapped=None, wrapped_code=None, retired=now
        )
    )
    connection.execute(
        update(BankCertificate)
        .where(
            BankCertificate.connection_id == connection_id,
            BankCertificate.state == "CURRENT",
            BankCertificate.kind != CertificateKind.BANK.value,
        )
        .values(state="FORMER", replaced=now)
    )


def _keep(
    connection: Connection,
    connection_id: int,
    kind: CertificateKind,
    facts: Sequence[CertificateFacts],
    now: datetime,
    *,
    key_id: int | None = None,
    purpose: str = "SIGNATURE",
) -> None:
    """Have these be the connection's certificates of their kind."""
    if kind is CertificateKind.BANK:
        connection.execute(
            update(BankCertificate)
            .where(
                BankCertificate.connection_id == connection_id,
                BankCertificate.kind == kind.value,
                BankCertificate.state == "CURRENT",
                BankCertificate.fingerprint.not_in([one.fingerprint for one in facts]),
            )
            .values(state="FORMER", replaced=now)
        )
    known = _known(connection, connection_id, kind)
    for one in facts:
        if one.fingerprint in known:
            connection.execute(
                update(BankCertificate)
                .where(BankCertificate.id == known[one.fingerprint])
                .values(state="CURRENT", replaced=None)
            )
            continue
        connection.execute(
            insert(BankCertificate).values(
                connection_id=connection_id, key_id=key_id, kind=kind.value,
                purpose=purpose, state="CURRENT", pem=one.pem.decode("ascii"),
                fingerprint=one.fingerprint, serial=one.serial[:64],
                subject=one.subject, issuer=one.issuer, valid_from=one.valid_from,
                valid_to=one.valid_to, obtained=now,
            )
        )  # fmt: skip


def _known(
    connection: Connection, connection_id: int, kind: CertificateKind
) -> dict[str, int]:
    rows = connection.execute(
        select(BankCertificate.fingerprint, BankCertificate.id).where(
            BankCertificate.connection_id == connection_id,
            BankCertificate.kind == kind.value,
        )
    )
    return {row.fingerprint: row.id for row in rows}


def _put_to_work(
    connection: Connection, row: Any, own: CertificateFacts, now: datetime
) -> None:
    next_fetch = now if row.fetch_minutes else None
    connection.execute(
        update(BankConnection)
        .where(BankConnection.id == row.id)
        .values(
            state=policy.state_by_age(own.valid_to, now).value,
            activated=row.activated or now, expires=own.valid_to, last_contact=now,
            failing_since=None, failure=None, failure_told=None,
            next_fetch=next_fetch, version=row.version + 1,
        )
    )  # fmt: skip
