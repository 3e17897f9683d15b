"""Claims an order's payments in the ERP, and hands what was claimed in as a file.

The claim comes first: what another has taken or changed never reaches a bank. Killed
in between, claiming again under the same name finds what is ours already, and the file
is made again from what is kept, byte for byte the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select, update

from bankfiles.writing import Debit, Initiator, Order, Sender, Version, write_pain001
from erplink import Claimed, ClaimState, ContractChanged, Operation
from giroscope.features.audit import Subject, record_now
from giroscope.features.banks import BankConnection, signatory_of
from giroscope.features.banks.sources import DEMO
from giroscope.features.documents import Vault, note_document
from giroscope.features.erp.exchange import outbox
from giroscope.features.erp.exchange.actors import actors_behind
from giroscope.features.erp.exchange.assign import CHANGED, REFUSED
from giroscope.features.erp.exchange.tables import ErpOrder, OrderState
from giroscope.features.erp.mapping.compose import Ordered, debit
from giroscope.features.erp.mapping.products import PayingBank, paying_bank
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import ErpMappingVersion, ErpOwnAccount
from giroscope.features.erp.open_connection import Opened
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState, payment_of
from giroscope.features.erp.tables import ErpConnection
from giroscope.features.journals import tie
from giroscope.features.payments.behind import behind_names, keep_behind
from giroscope.features.uploads import Fetched, Kind, enter
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from localization import Message

SOURCE = "ERP"
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Claiming:
    """One order on its way from the ERP into a journal."""

    database: Database
    vault: Vault
    realm: str
    opened: Opened
    clock: Clock

    def run(self, row: Row[Any]) -> None:
        """Claim what is not claimed yet, then hand the file in and end the row.

        Raises:
            ErpError: The ERP did not answer, or not as it should.
        """
        with self.database.job_connection(self.realm) as connection:
            order = connection.execute(
                select(ErpOrder).where(ErpOrder.id == row.order_id)
            ).one()
            members = self._members(connection, order.id, ErpPaymentState.CLAIMING)
            connection.commit()
        for start in range(0, len(members), _AT_ONCE):
            self._claim(order, members[start : start + _AT_ONCE])
        self._hand_in(order, row)

    @property
    def _claims(self) -> bool:
        """Whether the ERP can be told who pays."""
        return Operation.CLAIM in self.opened.description.operations

    def _claim(self, order: Any, members: Sequence[Any]) -> None:
        seen = {member.native_id: member.raw_sha256 for member in members}
        if self._claims:
            answers = self.opened.connector.claim(seen, order.our_id)
        else:
            # The ERP has no place for it: what is under way is known here alone.
            answers = [Claimed(one, ClaimState.CLAIMED) for one in seen]
        by_id = {answer.native_id: answer for answer in answers}
        if set(by_id) != set(seen):
            raise ContractChanged("erp_link.left_out")
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            for member in members:
                connection.execute(
                    update(ErpPayment)
                    .where(
                        ErpPayment.id == member.id,
                        ErpPayment.state == ErpPaymentState.CLAIMING.value,
                    )
                    .values(since=now, **_outcome(by_id[member.native_id]))
                )
            connection.commit()

    def _hand_in(self, order: Any, row: Row[Any]) -> None:
        """The file of what was claimed: bytes first, then all that names them."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            members = self._members(connection, order.id, ErpPaymentState.CLAIMED)
            if not members:
                self._end(connection, order, row, OrderState.EMPTY, now)
                connection.commit()
                return
            made = _file(connection, order, members)
            source = _source(connection, order.connection_id)
            connection.commit()
        stored = self.vault.keep_now(self.realm, write_pain001(made))
        with self.database.job_connection(self.realm) as connection:
            name = f"{order.our_id}.xml"
            document_id = note_document(connection, stored, name, source, now)
            fetched = Fetched(
                document_id, name, Kind.PAYMENT, source, self.opened.description.name,
                key=f"erp:{order.our_id}",
            )  # fmt: skip
            upload_id = enter(connection, fetched, now)
            people = actors_behind(
                connection, order.connection_id, self.opened.description, now, members
            )
            keep_behind(connection, document_id, people)
            correlation_id = tie.of_payment_message(order.our_id)
            self._end(
                connection, order, row, OrderState.HANDED_IN, now,
                upload_id=upload_id, correlation_id=correlation_id, claimed=now,
            )  # fmt: skip
            connection.execute(
                update(ErpPayment)
                .where(
                    ErpPayment.order_id == order.id,
                    ErpPayment.state == ErpPaymentState.CLAIMED.value,
                )
                .values(state=ErpPaymentState.IN_JOURNAL.value, since=now)
            )
            self._note(connection, correlation_id, members, now)
            record_now(
                connection, system_actor(self.realm), "erp.hand_in",
                Subject("upload", str(upload_id), name),
                now={"order": order.our_id, "payments": len(members),
                     "account": order.debtor_account, "sha256": stored.sha256,
                     "behind": behind_names(people),
                     **({"demo": True} if source == DEMO else {})},
                at=now,
            )  # fmt: skip
            connection.commit()

    @staticmethod
    def _members(
        connection: Connection, order_id: int, state: ErpPaymentState
    ) -> Sequence[Any]:
        return connection.execute(
            select(ErpPayment)
            .where(ErpPayment.order_id == order_id, ErpPayment.state == state.value)
            .order_by(ErpPayment.mapping_id, ErpPayment.id)
        ).all()

    @staticmethod
    def _end(
        connection: Connection, order: Any, row: Row[Any], state: OrderState,
        now: datetime, **values: object,
    ) -> None:  # fmt: skip
        connection.execute(
            update(ErpOrder)
            .where(ErpOrder.id == order.id)
            .values(state=state.value, **values)
        )
        outbox.written(connection, row.id, now, native_id=order.our_id)

    def _note(
        self, connection: Connection, correlation_id: str, members: Sequence[Any],
        now: datetime,
    ) -> None:  # fmt: skip
        """When they were fetched and claimed, for the timeline."""
        name, count = self.opened.description.name, len(members)
        fetched = max(member.fetched for member in members)
        tie.note(
            connection,
            correlation_id,
            fetched,
            "INFO",
            Message("erp.fetched", erp=name, count=count),
        )
        if not self._claims:
            return
        tie.note(
            connection,
            correlation_id,
            now,
            "INFO",
            Message("erp.claimed", erp=name, count=count),
        )


def _source(connection: Connection, connection_id: int) -> str:
    """What the file says of how it came; what is made up is known by it."""
    is_demo = connection.execute(
        select(ErpConnection.is_demo).where(ErpConnection.id == connection_id)
    ).scalar_one()
    return DEMO if is_demo else SOURCE


def _outcome(answer: Claimed) -> dict[str, Any]:
    if answer.state in {ClaimState.CLAIMED, ClaimState.ALREADY_OURS}:
        return {"state": ErpPaymentState.CLAIMED.value}
    free = {
        "order_id": None, "end_to_end_id": None, "mapping_id": None,
        "mapping_version": None, "pays_from": "",
        "reason": answer.message[:500] or None,
    }  # fmt: skip
    if answer.state is ClaimState.TAKEN:
        return {**free, "state": ErpPaymentState.GONE.value, "reason_code": "taken"}
    if answer.state is ClaimState.REFUSED:
        return {**free, "state": ErpPaymentState.HELD.value, "reason_code": REFUSED}
    # Without a hash the next round takes it for changed, and reads it.
    return {
        **free, "state": ErpPaymentState.HELD.value, "reason_code": CHANGED,
        "raw_sha256": "",
    }  # fmt: skip


def _file(connection: Connection, order: Any, members: Sequence[Any]) -> Order:
    """What the order's file says: only of what is kept, so always the same."""
    bank = paying_bank(connection, order.debtor_account)
    sender = _sender(connection, order)
    rules = _rules(connection, members)
    return Order(
        message_id=order.our_id,
        created=order.created,
        initiator=_initiator(connection, order, bank),
        debits=tuple(_debits(order, members, rules, sender, bank)),
        version=_version(bank),
    )


def _debits(
    order: Any, members: Sequence[Any], rules: dict[tuple[int, int], Rule],
    sender: Sender, bank: PayingBank | None,
) -> Iterator[Debit]:  # fmt: skip
    by_mapping = groupby(members, key=lambda row: (row.mapping_id, row.mapping_version))
    for number, (mapping, rows) in enumerate(by_mapping, 1):
        payments = [
            Ordered(payment_of(row), rules[mapping], row.end_to_end_id) for row in rows
        ]
        profile = bank.profile if bank else None
        yield debit(f"{order.our_id}-{number}", order.day, sender, payments, profile)


def _rules(
    connection: Connection, members: Sequence[Any]
) -> dict[tuple[int, int], Rule]:
    """The rules as they were when the payments were planned."""
    wanted = {(row.mapping_id, row.mapping_version) for row in members}
    rows = connection.execute(
        select(ErpMappingVersion).where(
            ErpMappingVersion.mapping_id.in_({mapping for mapping, _ in wanted})
        )
    )
    return {
        (row.mapping_id, row.number): Rule.from_data(row.rule)
        for row in rows
        if (row.mapping_id, row.number) in wanted
    }


def _sender(connection: Connection, order: Any) -> Sender:
    number = order.debtor_account
    found = connection.execute(
        select(ErpOwnAccount.bic, ErpOwnAccount.currency)
        .where(
            ErpOwnAccount.connection_id == order.connection_id,
            (ErpOwnAccount.iban == number) | (ErpOwnAccount.number == number),
        )
        .order_by(ErpOwnAccount.id)
        .limit(1)
    ).one_or_none()
    scheme = "IBAN" if number[:2].isalpha() else "BBAN"
    bic, currency = (found.bic, found.currency) if found else ("", "")
    return Sender(order.company, number, scheme, currency, bic)


def _initiator(
    connection: Connection, order: Any, bank: PayingBank | None
) -> Initiator:
    if bank is None:
        return Initiator(order.company)
    row = connection.execute(
        select(BankConnection.type, BankConnection.parameters).where(
            BankConnection.id == bank.connection_id
        )
    ).one()
    named = signatory_of(row) or ""
    schemes = bank.profile.initiator_schemes if bank.profile else frozenset({"CUST"})
    scheme = "CUST" if "CUST" in schemes else min(schemes, default="")
    return Initiator(order.company, named, scheme if named else "")


def _version(bank: PayingBank | None) -> Version:
    """The newer one, unless the bank takes only the older."""
    taken = bank.profile.versions if bank and bank.profile else frozenset()
    if taken and Version.V09.value not in taken:
        return Version.V03
    return Version.V09
