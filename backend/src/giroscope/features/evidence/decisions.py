"""Who approved and signed which bytes, by what their devices signed, and how it left.

Of devices a pack holds public keys and signatures; nothing of them is secret.
"""

from typing import Any

from sqlalchemy import Connection, select
from webauthn.helpers import bytes_to_base64url

from giroscope.features.banks import BankConnection
from giroscope.features.evidence.layout import told_of
from giroscope.features.passkeys.tables import Passkey, PasskeyProof
from giroscope.features.payments.approvals.step_up import Decision
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    Release,
)
from giroscope.features.payments.sending.tables import SendAttempt, Sending

_CASE = (
    "sha256", "state", "opened", "expires", "execution_date", "policy_version",
    "rules", "decided", "decided_by", "decided_by_name", "reason",
)  # fmt: skip
_SENDING = (
    "kind", "sha256", "message_id", "state", "since", "asked", "tries", "left", "sent",
    "proof", "bank_code", "bank_text", "decided", "decided_by", "decided_by_name",
    "reason",
)  # fmt: skip
_ATTEMPT = (
    "number", "state", "request_id", "stamped", "request_sha256", "reply_sha256",
    "left", "ended", "bank_code", "bank_text", "bank_reference", "failure",
)  # fmt: skip


def decisions_on(connection: Connection, correlation_id: str) -> list[dict[str, Any]]:
    """Each payment document that was put up: its rules, approvals and signature."""
    cases = connection.execute(
        select(ApprovalCase)
        .where(ApprovalCase.correlation_id == correlation_id)
        .order_by(ApprovalCase.id)
    ).all()
    return [
        {
            **told_of(case, _CASE),
            "bank": case.connection_name,
            "decisions": _decisions(connection, case),
        }
        for case in cases
    ]


def sendings_of(connection: Connection, correlation_id: str) -> list[dict[str, Any]]:
    """Each file that left or was to leave, with every attempt and its digests."""
    rows = connection.execute(
        select(Sending, BankConnection.name.label("bank"))
        .outerjoin(BankConnection, BankConnection.id == Sending.connection_id)
        .where(Sending.correlation_id == correlation_id)
        .order_by(Sending.id)
    ).all()
    return [
        {
            **told_of(row, _SENDING),
            "bank": row.bank,
            "attempts": [
                told_of(attempt, _ATTEMPT)
                for attempt in connection.execute(
                    select(SendAttempt)
                    .where(SendAttempt.sending_id == row.id)
                    .order_by(SendAttempt.number)
                )
            ],
        }
        for row in rows
    ]


def _decisions(connection: Connection, case: Any) -> list[dict[str, Any]]:
    approvals = connection.execute(
        select(Approval).where(Approval.case_id == case.id).order_by(Approval.id)
    ).all()
    release = connection.execute(
        select(Release).where(Release.document_id == case.document_id)
    ).one_or_none()
    told = [
        {
            "decision": Decision.APPROVE.value,
            "sha256": row.sha256,
            "personId": row.person_id,
            "person": row.person_name,
            "forPersonId": row.for_id,
            "forPerson": row.for_name,
            "at": row.at,
            "reason": row.reason,
            "undone": row.undone,
            "proof": _proof(connection, row.proof_id),
        }
        for row in approvals
    ]
    if release is not None:
        told.append(
            {
                "decision": Decision.SIGN.value,
                "sha256": release.sha256,
                "personId": release.signed_by,
                "person": release.signed_by_name,
                "at": release.signed,
                "proof": _proof(connection, release.proof_id),
            }
        )
    return told


def _proof(connection: Connection, proof_id: int | None) -> dict[str, Any] | None:
    """What a device signed, with all that it takes to verify it."""
    row = connection.execute(
        select(
            PasskeyProof.statement, PasskeyProof.client_data, PasskeyProof.signature,
            PasskeyProof.authenticator_data, PasskeyProof.at, PasskeyProof.person_id,
            Passkey.name, Passkey.person_id.label("owner_id"), Passkey.rp_id,
            Passkey.credential_id, Passkey.public_key, Passkey.confirmed_at,
            Passkey.confirmed_by_name, Passkey.removed_at,
        )
        .join(Passkey, Passkey.id == PasskeyProof.passkey_id)
        .where(PasskeyProof.id == proof_id)
    ).one_or_none()  # fmt: skip
    if row is None:
        # Gone with an approval that was taken back.
        return None
    return {
        "statement": row.statement,
        "clientDataJSON": bytes_to_base64url(row.client_data),
        "authenticatorData": bytes_to_base64url(row.authenticator_data),
        "signature": bytes_to_base64url(row.signature),
        "at": row.at,
        "personId": row.person_id,
        "passkey": {
            "name": row.name,
            "personId": row.owner_id,
            "rpId": row.rp_id,
            "credentialId": row.credential_id,
            "publicKey": bytes_to_base64url(row.public_key),
            "confirmed": row.confirmed_at,
            "confirmedBy": row.confirmed_by_name,
            "removed": row.removed_at,
        },
    }
