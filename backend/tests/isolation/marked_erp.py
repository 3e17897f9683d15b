"""The victim's ERP: a configuration, books, a mapping, a payment, what waits."""

from dataclasses import asdict
from datetime import datetime
from decimal import Decimal

from sqlalchemy import insert
from sqlalchemy.orm import Session

from erplink import Creditor
from giroscope.features.erp.exchange.tables import ErpFinding, ErpOutboxRow
from giroscope.features.erp.mapping.tables import (
    ErpMapping,
    ErpMappingVersion,
    ErpMethod,
)
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.erp.tables import ErpConnection, ErpVersion
from giroscope.features.erp.window.tables import ErpWindowOrigin
from giroscope.kernel.clock import day_of
from tests.isolation.tenants import IBAN, MARK, PERSON


def give_an_erp(session: Session, now: datetime) -> None:
    """One of everything, in the words of the victim."""
    session.execute(
        insert(ErpWindowOrigin).values(
            origin=f"https://{MARK.lower()}.example", added=now, added_by=PERSON,
            added_by_name=MARK,
        )
    )  # fmt: skip
    books = session.execute(
        insert(ErpConnection)
        .values(kind="tryton", name=MARK, company={}, state="ACTIVE", began=now)
        .returning(ErpConnection.id)
    ).scalar_one()
    session.execute(
        insert(ErpVersion).values(
            number=1, connection_id=books, kind="tryton", state="ACTIVE",
            values={"address": f"https://{MARK.lower()}.example"}, note=MARK,
            revision=1, created=now, created_by=PERSON, created_by_name=MARK,
            changed=now, changed_by=PERSON, changed_by_name=MARK, activated=now,
            activated_by=PERSON, activated_by_name=MARK,
        )
    )  # fmt: skip
    session.execute(
        insert(ErpMethod).values(
            connection_id=books, native_id="1", code=MARK, name=MARK, currency="DKK",
            is_outbound=True, is_active=True, bank_account="",
        )
    )  # fmt: skip
    session.execute(
        insert(ErpOpenItem).values(
            connection_id=books, native_id=MARK, side="RECEIVABLE", number=MARK,
            amount=Decimal("1.00"), currency="DKK", day=day_of(now),
            expected=day_of(now), party_id=MARK, party=MARK, accounts=[IBAN],
            texts=[MARK], number_key=MARK.lower(), reference_key=MARK.lower(),
            words=MARK.lower(), raw_sha256="0", round_id=1, fetched=now, state="OPEN",
            since=now,
        )
    )  # fmt: skip
    mapping = session.execute(
        insert(ErpMapping)
        .values(
            connection_id=books, method="1", position=1, debtor_account=IBAN,
            target="SEPA_CT", charge_bearer="SLEV", reference_rule="FREE",
            valid_from=day_of(now), changed=now, changed_by=PERSON,
            changed_by_name=MARK,
        )
        .returning(ErpMapping.id)
    ).scalar_one()  # fmt: skip
    session.execute(
        insert(ErpMappingVersion).values(
            mapping_id=mapping, number=1, act="CREATED", at=now, by_id=PERSON,
            by_name=MARK, rule={},
        )
    )  # fmt: skip
    session.execute(
        insert(ErpPayment).values(
            connection_id=books, native_id="1", number=MARK, amount=Decimal(1),
            currency="DKK", due=day_of(now), method="1", account="", creditor_id="1",
            creditor_name=MARK, creditor=asdict(Creditor("1", MARK)),
            reference=MARK, reference_kind="FREE", slip_type="", own_end_to_end_id="",
            raw_sha256="0" * 64, words=MARK.lower(), round_id=1, fetched=now,
            state="OPEN", since=now,
        )
    )  # fmt: skip
    session.execute(
        insert(ErpOutboxRow).values(
            connection_id=books, operation="STATUS", our_id=MARK, label=MARK,
            payment_id=1, state="FAILED", since=now, asked=now, message=MARK,
        )
    )  # fmt: skip
    session.execute(
        insert(ErpFinding).values(
            connection_id=books, native_id="2", number=MARK, code="unreadable",
            field="amount", doubt="missing", round_id=1, seen=now,
        )
    )  # fmt: skip
