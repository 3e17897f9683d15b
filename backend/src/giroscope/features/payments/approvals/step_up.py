"""What binds a decision to a person: their passkey's signature, or a fresh sign-in.

What a device signs is told here as values of JSON; docs/approvals.md has it in words.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any

import orjson
from sqlalchemy import Connection, or_, select

from giroscope.features import passkeys
from giroscope.features.passkeys.policy import is_fresh
from giroscope.features.payments.approvals import errors
from giroscope.features.payments.approvals.rules import Rule
from giroscope.features.payments.tables import Payment
from giroscope.kernel.access import Actor
from giroscope.settings import Settings

_AT_ONCE = 2_000


class Decision(StrEnum):
    """What a device signs for."""

    APPROVE = "APPROVE"
    SIGN = "SIGN"


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """What a person's browser brought of their device, not verified yet."""

    text: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Binding:
    """What the rules of a document ask of whoever decides about it."""

    needs_passkey: bool
    sign_in_minutes: int | None
    """The least of the rules'; without meaning for who uses a passkey."""

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> "Binding":
        """All rules must be met."""
        spans = [r.sign_in_minutes for r in rules if r.sign_in_minutes is not None]
        return cls(any(rule.needs_passkey for rule in rules), min(spans, default=None))


@dataclass(frozen=True, slots=True)
class Document:
    """The document that is decided about."""

    correlation_id: str
    id: int
    sha256: str


def content_of(
    connection: Connection,
    document: Document,
    decision: Decision,
    *,
    at_once: int = _AT_ONCE,
) -> dict[str, Any]:
    """What is decided: the decision, these bytes, and whom they pay how much.

    Payees are the hash of one line for each payment in the order of the file: the JSON
    list of name, account, amount and currency, and a line feed.
    """
    lines, count = hashlib.sha256(), 0
    totals: dict[str, Decimal] = {}
    for name, account, amount, currency in _payments(connection, document.id, at_once):
        lines.update(orjson.dumps([name, account, _plain(amount), currency]))
        lines.update(b"\n")
        totals[currency] = totals.get(currency, Decimal()) + amount
        count += 1
    return {
        "decision": decision.value,
        "journal": document.correlation_id,
        "document": document.sha256,
        "payments": count,
        "totals": [[name, _plain(totals[name])] for name in sorted(totals)],
        "payees": lines.hexdigest(),
    }


def _payments(
    connection: Connection, document_id: int, at_once: int
) -> Iterator[tuple[Any, ...]]:
    """In the order of the file, some at a time: others have their turn in between."""
    after = (-1, -1)
    while True:
        rows = connection.execute(
            select(
                Payment.position, Payment.id, Payment.creditor_name,
                Payment.creditor_account, Payment.amount, Payment.currency,
            )
            .where(
                Payment.document_id == document_id,
                or_(
                    Payment.position > after[0],
                    (Payment.position == after[0]) & (Payment.id > after[1]),
                ),
            )
            .order_by(Payment.position, Payment.id)
            .limit(at_once)
        ).all()  # fmt: skip
        for row in rows:
            yield tuple(row)[2:]
        if len(rows) < at_once:
            return
        after = (rows[-1].position, rows[-1].id)


def _plain(amount: Decimal) -> str:
    """Digits without zeroes at the end, the same from both databases."""
    return format(amount.normalize(), "f")


def begin(
    connection: Connection,
    settings: Settings,
    actor: Actor,
    document: Document,
    decision: Decision,
    now: datetime,
) -> str:
    """What a browser asks the person's device with, as JSON.

    Raises:
        NoPasskey: The person has no passkey that counts.
    """
    content = content_of(connection, document, decision)
    return passkeys.begin(connection, settings, actor, content, now)


def bind(
    connection: Connection,
    actor: Actor,
    document: Document,
    rules: Sequence[Rule],
    decision: Decision,
    device: DeviceAnswer | None,
    now: datetime,
) -> int | None:
    """The proof that the person's device signed this, where there is one.

    Raises:
        PasskeyNeeded: A rule asks for it, and no device has answered.
        FreshSignInNeeded: A rule asks for it, and the sign-in is too old.
        AppError: What `passkeys.take` finds wrong with the device's answer.
    """
    if device is None:
        _ensure_without_passkey(actor, Binding.of(rules))
        return None
    content = content_of(connection, document, decision)
    return passkeys.take(connection, device.settings, actor, device.text, content, now)


def _ensure_without_passkey(actor: Actor, binding: Binding) -> None:
    if binding.needs_passkey:
        raise errors.PasskeyNeeded
    minutes = binding.sign_in_minutes
    if minutes is not None and not is_fresh(actor, timedelta(minutes=minutes)):
        raise errors.FreshSignInNeeded
