"""The evidence of a release: sealed when it is signed, verified before bytes leave.

The seal is keyed by the realm's own key. Whoever can write to the database alone can
neither add a release nor change what one stands on without its file being withheld.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select, update

from giroscope.features import passkeys
from giroscope.features.audit import Subject, genuine_acts
from giroscope.features.passkeys.errors import BrokenProof
from giroscope.features.payments.approvals import errors, policy
from giroscope.features.payments.approvals.rules import Rule
from giroscope.features.payments.approvals.second_person import ensure_second_person
from giroscope.features.payments.approvals.step_up import (
    Binding,
    Decision,
    Document,
    content_of,
)
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    Release,
)
from giroscope.features.payments.corrections.links import ensure_not_overtaken
from giroscope.kernel.chain import holds_seal, seal_of

SIGNED = "payments.signed"
"""The verb by which the trail tells of a release."""
_NAME = "releases"


def seal(connection: Connection, document_id: int) -> None:
    """Seal the release of a document with all it stands on."""
    content = _content(connection, _release(connection, document_id))
    connection.execute(
        update(Release)
        .where(Release.document_id == document_id)
        .values(seal=seal_of(connection, _NAME, content))
    )


def seal_if_older(connection: Connection, realm: str, document_id: int) -> None:
    """Seal what was signed before releases were sealed, as its approvals still stand.

    What nobody released stays without a seal: the sender withholds it. The trail has
    to say that it was signed, for its events cannot be written past the product.

    Raises:
        NotProven: They do not meet the rules, or the trail knows nothing of it.
    """
    release = connection.execute(
        select(Release).where(
            Release.document_id == document_id, Release.seal.is_(None)
        )
    ).one_or_none()
    if release is not None:
        _ensure_approved(connection, realm, release)
        _ensure_in_trail(connection, release)
        seal(connection, document_id)


def _ensure_in_trail(connection: Connection, release: Any) -> None:
    journal = Subject("journal", release.correlation_id)
    said = (release.signed_by, release.id, release.sha256)
    for person, values in genuine_acts(connection, SIGNED, journal):
        if (person, values.get("release"), values.get("sha256")) == said:
            return
    raise errors.NotProven


def ensure_released(connection: Connection, realm: str, sending: Any) -> None:
    """Pass silently, or refuse: this file was released as it is about to leave.

    Raises:
        NotProven: Nobody released it, or something of its approvals was changed.
        DecidedBehind: Who approved or signed it stands behind it.
        OriginalPaid: It pays again what was paid after all.
    """
    release = _release(connection, sending.document_id)
    is_same = (
        release.sending_id == sending.id
        and release.sha256 == sending.sha256
        and release.connection_id == sending.connection_id
        and release.correlation_id == sending.correlation_id
    )
    if not is_same or release.seal is None:
        raise errors.NotProven
    content = _content(connection, release)
    if not holds_seal(connection, _NAME, content, release.seal):
        raise errors.NotProven
    _ensure_approved(connection, realm, release)
    given = _approvals(connection, _case(connection, release.document_id).id)
    deciders = {row.person_id: row.person_name for row in given}
    deciders[release.signed_by] = release.signed_by_name
    ensure_second_person(connection, release.document_id, deciders)
    ensure_not_overtaken(connection, release.document_id)


def unproven(
    connection: Connection,
    realm: str,
    case: Any,
    rules: Sequence[Rule],
    approvals: Sequence[Any],
) -> set[str]:
    """Whose approvals do not verify, or lack the passkey that the rules ask for."""
    needs = Binding.of(rules).needs_passkey
    found: set[str] = set()
    content: dict[str, Any] | None = None
    for row in approvals:
        if row.proof_id is None and not needs:
            continue
        document = Document(case.correlation_id, case.document_id, case.sha256)
        content = content or content_of(connection, document, Decision.APPROVE)
        try:
            passkeys.ensure_proven(
                connection, row.proof_id, content, realm=realm, person=row.person_id,
                is_key_to_count=True,
            )  # fmt: skip
        except BrokenProof:
            found.add(row.person_id)
    return found


def _ensure_approved(connection: Connection, realm: str, release: Any) -> None:
    """Pass silently, or refuse: the approvals meet the rules, and each is proven."""
    case = _case(connection, release.document_id)
    approvals = _approvals(connection, case.id)
    rules = tuple(map(Rule.of, case.rules))
    votes = tuple(policy.Vote(row.person_id, row.for_id) for row in approvals)
    is_met = all(len(policy.filled(r, votes)) == len(r.steps) for r in rules)
    is_same = all(row.sha256 == release.sha256 for row in (case, *approvals))
    if not rules or not is_met or not is_same:
        raise errors.NotProven
    needs = Binding.of(rules).needs_passkey
    document = Document(case.correlation_id, case.document_id, release.sha256)
    given = [(row.person_id, row.proof_id, Decision.APPROVE) for row in approvals]
    given.append((release.signed_by, release.proof_id, Decision.SIGN))
    content: dict[str, Any] | None = None
    for person, proof_id, decision in given:
        if proof_id is None and not needs:
            continue
        content = content or content_of(connection, document, decision)
        try:
            passkeys.ensure_proven(
                connection, proof_id, {**content, "decision": decision.value},
                realm=realm, person=person,
            )  # fmt: skip
        except BrokenProof as error:
            raise errors.NotProven from error


def _content(connection: Connection, release: Any) -> list[Any]:
    case = _case(connection, release.document_id)
    return [
        release.document_id, release.sha256, release.connection_id,
        release.sending_id, release.correlation_id, _written(release.signed),
        release.signed_by, release.proof_id, case.rules,
        [
            [row.person_id, row.for_id, row.sha256, _written(row.at), row.proof_id]
            for row in _approvals(connection, case.id)
        ],
    ]  # fmt: skip


def _written(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat(timespec="microseconds")


def _release(connection: Connection, document_id: int) -> Any:
    row = connection.execute(
        select(Release).where(Release.document_id == document_id)
    ).one_or_none()
    if row is None:
        raise errors.NotProven
    return row


def _case(connection: Connection, document_id: int) -> Any:
    row = connection.execute(
        select(ApprovalCase).where(ApprovalCase.document_id == document_id)
    ).one_or_none()
    if row is None:
        raise errors.NotProven
    return row


def _approvals(connection: Connection, case_id: int) -> list[Any]:
    rows = connection.execute(
        select(Approval)
        .where(Approval.case_id == case_id, Approval.undone.is_(None))
        .order_by(Approval.id)
    )
    return list(rows.all())
