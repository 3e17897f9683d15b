"""What is known of the ERP's methods and accounts, of the banks, and which rules hold.

Reads what was kept; asks nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from erplink import ErpAccount, PaymentMethod
from giroscope.features.banks import normalised
from giroscope.features.erp.mapping.legality import Known, number_of
from giroscope.features.erp.mapping.products import PayingBank, paying_bank
from giroscope.features.erp.mapping.rule import Rule, in_order
from giroscope.features.erp.mapping.tables import ErpMapping, ErpMethod, ErpOwnAccount


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a connection in their order, and what they are judged against."""

    rules: Sequence[Rule]
    known: Known


def rules_of(connection: Connection, connection_id: int) -> Sequence[Rule]:
    """The rules that were not removed, in the order in which they are asked."""
    rows = connection.execute(
        select(ErpMapping).where(
            ErpMapping.connection_id == connection_id, ErpMapping.removed.is_(None)
        )
    )
    return in_order(map(Rule.of, rows))


def sheet_of(connection: Connection, connection_id: int) -> Sheet:
    """Everything that a mapping of this connection is judged by."""
    rules = rules_of(connection, connection_id)
    methods = {one.native_id: one for one in methods_of(connection, connection_id)}
    accounts = {one.native_id: one for one in accounts_of(connection, connection_id)}
    numbers = {number_of(one) for one in accounts.values()}
    numbers |= {rule.debtor_account for rule in rules}
    return Sheet(rules, Known(methods, accounts, banks_of(connection, numbers)))


def banks_of(connection: Connection, numbers: set[str]) -> dict[str, PayingBank | None]:
    """The bank that pays from each of these accounts."""
    return {
        number: paying_bank(connection, number) for number in sorted(numbers) if number
    }


def with_bank(connection: Connection, known: Known, rule: Rule) -> Known:
    """The same, with the bank of an account that no saved rule pays from yet."""
    number = normalised(rule.debtor_account) if rule.debtor_account else ""
    if not number or number in known.banks:
        return known
    banks = {**known.banks, number: paying_bank(connection, number)}
    return Known(known.methods, known.accounts, banks)


def methods_of(connection: Connection, connection_id: int) -> Sequence[PaymentMethod]:
    """The methods that the ERP had when it was last asked."""
    rows = connection.execute(
        select(ErpMethod)
        .where(ErpMethod.connection_id == connection_id, ErpMethod.is_gone.is_(False))
        .order_by(ErpMethod.code, ErpMethod.id)
    )
    return [
        PaymentMethod(
            row.native_id, row.code, row.name, row.currency, row.is_outbound,
            row.is_active, row.bank_account,
        )
        for row in rows
    ]  # fmt: skip


def accounts_of(connection: Connection, connection_id: int) -> Sequence[ErpAccount]:
    """The accounts that the ERP had when it was last asked."""
    rows = connection.execute(
        select(ErpOwnAccount)
        .where(
            ErpOwnAccount.connection_id == connection_id,
            ErpOwnAccount.is_gone.is_(False),
        )
        .order_by(ErpOwnAccount.id)
    )
    return [
        ErpAccount(
            row.native_id, row.name, row.currency, row.iban, row.number, row.bic,
            row.statement_journal, row.is_blocked,
        )
        for row in rows
    ]  # fmt: skip
