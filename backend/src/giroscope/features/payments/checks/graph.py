"""The kept check of a payment document in the graph.

The words and codes are those of `POST /api/validate`, so that one screen shows both.
"""

from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import select

from giroscope.features.payments.checks.catalogue import RULES
from giroscope.features.payments.checks.status import Standing
from giroscope.features.payments.checks.tables import PaymentCheck, PaymentFlag
from giroscope.features.payments.tables import Payment
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, loader, number, query

strawberry.enum(Standing, name="CheckStanding")


@strawberry.type
class CheckWords:
    """The same said in both languages of the console."""

    en: str
    da: str

    @classmethod
    def of(cls, told: dict[str, str] | None) -> "CheckWords | None":
        """From the report."""
        return None if told is None else cls(en=told["en"], da=told["da"])


@strawberry.type
class CheckLayer:
    """One light: `passed`, `warnings`, `errors` or `notRun` with its reason."""

    layer: str
    name: CheckWords
    light: str
    errors: int
    warnings: int
    notes: int
    rules: int
    reason: CheckWords | None


@strawberry.type
class CheckedPayment:
    """The payment a finding is about."""

    position: int
    end_to_end_id: str | None
    creditor: str | None
    amount: str | None
    currency: str | None
    batch: str | None


@strawberry.type
class CheckFinding:
    """One place where a rule does not hold."""

    key: str
    code: str
    severity: str
    message: str
    path: str
    line: int | None
    value: str | None
    note: CheckWords | None
    source: str
    payment: CheckedPayment | None
    journal: strawberry.ID | None = strawberry.field(
        description="The earlier journal it names."
    )
    is_new: bool


@strawberry.type
class CheckGroup:
    """All findings of one cause."""

    code: str
    layer: str
    severity: str
    title: CheckWords
    rule: CheckWords
    fix: CheckWords
    source: str
    count: int
    payments: int
    left_out: int


@strawberry.type
class CheckCounts:
    """How many findings there are of each severity."""

    errors: int
    warnings: int
    notes: int


@strawberry.type
class PaymentValidation:
    """What the check of a payment document found when it was imported."""

    report: strawberry.Private[dict[str, Any]]
    standing: Standing
    checked: datetime
    counts: CheckCounts
    layers: list[CheckLayer]
    groups: list[CheckGroup]

    @classmethod
    def of(cls, row: PaymentCheck) -> "PaymentValidation":
        """From its row."""
        told = row.report
        return cls(
            report=told,
            standing=Standing(row.standing),
            checked=row.checked,
            counts=CheckCounts(**told["counts"]),
            layers=[_layer(one) for one in told["layers"]],
            groups=[_group(one) for one in told["groups"]],
        )

    @strawberry.field
    def findings(
        self, first: int | None = None, code: str | None = None
    ) -> list[CheckFinding]:
        """Where the rules do not hold; of a frequent cause only some are kept."""
        told = self.report["findings"]
        kept = [one for one in told if code is None or one["code"] == code]
        return [_finding(one) for one in kept[: first or 200]]


def _words(told: dict[str, str]) -> CheckWords:
    return CheckWords(en=told["en"], da=told["da"])


def noted(english: str | None, danish: str | None) -> CheckWords | None:
    """From the columns of a flag."""
    return None if english is None else CheckWords(en=english, da=danish or english)


def _layer(told: dict[str, Any]) -> CheckLayer:
    reason = CheckWords.of(told["reason"])
    return CheckLayer(**told | {"name": _words(told["name"]), "reason": reason})


def _group(told: dict[str, Any]) -> CheckGroup:
    return CheckGroup(
        code=told["code"],
        layer=told["layer"],
        severity=told["severity"],
        title=_words(told["title"]),
        rule=_words(told["rule"]),
        fix=_words(told["fix"]),
        source=told["source"],
        count=told["count"],
        payments=told["payments"],
        left_out=told["leftOut"],
    )


def _finding(told: dict[str, Any]) -> CheckFinding:
    payment = told["payment"]
    return CheckFinding(
        key=told["key"],
        code=told["code"],
        severity=told["severity"],
        message=told["message"],
        path=told["path"],
        line=told["line"],
        value=told["value"],
        note=CheckWords.of(told["note"]),
        source=told["source"],
        payment=payment
        and CheckedPayment(
            position=payment["position"],
            end_to_end_id=payment["endToEndId"],
            creditor=payment["creditor"],
            amount=payment["amount"],
            currency=payment["currency"],
            batch=payment["batch"],
        ),
        journal=told["journal"],
        is_new=told["isNew"],
    )


@strawberry.type(name="PaymentFlag")
class PaymentFlagNode:
    """Something an approver should know of one payment."""

    code: str
    severity: str
    title: CheckWords
    value: str | None
    note: CheckWords | None
    journal: strawberry.ID | None

    @classmethod
    def of(cls, row: PaymentFlag) -> "PaymentFlagNode":
        """From its row."""
        title = RULES[row.code].title
        return cls(
            code=row.code,
            severity=row.severity.lower(),
            title=CheckWords(en=title.en, da=title.da),
            value=row.value,
            note=noted(row.note, row.note_da),
            journal=strawberry.ID(row.journal) if row.journal else None,
        )


async def flags_of(info: Info, payment_id: int) -> list[PaymentFlagNode]:
    """The flags of one payment."""
    rows = await loader(info, "payment flags", _flags).load(payment_id)
    return [PaymentFlagNode.of(row) for row in rows or []]


async def validation_of(info: Info, document_id: int) -> PaymentValidation | None:
    """The check of one payment document; none where it was never checked."""
    row = await check_of(info, document_id)
    return PaymentValidation.of(row) if row else None


async def check_of(info: Info, document_id: int) -> PaymentCheck | None:
    """The check as it is kept."""
    found: PaymentCheck | None = await loader(info, "payment check", _checks).load(
        document_id
    )
    return found


async def _checks(session: ReadSession, ids: list[int]) -> dict[int, PaymentCheck]:
    found = select(PaymentCheck).where(PaymentCheck.document_id.in_(ids))
    rows = await session.execute(found)
    return {row.document_id: row for row in rows.scalars()}


async def _flags(session: ReadSession, ids: list[int]) -> dict[int, list[PaymentFlag]]:
    found: dict[int, list[PaymentFlag]] = {}
    rows = await session.execute(
        select(Payment.id, PaymentFlag)
        .join(
            PaymentFlag,
            (PaymentFlag.document_id == Payment.document_id)
            & (PaymentFlag.position == Payment.position),
        )
        .where(Payment.id.in_(ids))
        .order_by(PaymentFlag.id)
    )
    for payment_id, flag in rows:
        found.setdefault(payment_id, []).append(flag)
    return found


@strawberry.type
class CheckQuery:
    """Questions about checks."""

    @query("payments.read", "The check of an imported payment document.")
    async def payment_validation(
        self, info: Info, document_id: strawberry.ID
    ) -> PaymentValidation | None:
        """One document's check."""
        return await validation_of(info, number(document_id, "documentId"))
