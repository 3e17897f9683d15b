"""The list of mappings as a file; the same columns can be brought in again."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from giroscope.features.erp.mapping.inputs import ErpMappingFilter, ErpMappingOrder
from giroscope.features.erp.mapping.tables import ErpMapping, ErpMethod, ErpOwnAccount
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions


class _Line(NamedTuple):
    """A mapping, with what its method and account are called."""

    row: ErpMapping
    method: str
    account: str


def _own(name: str) -> Callable[[_Line], Cell]:
    def read(line: _Line) -> Cell:
        value = getattr(line.row, name)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return None if value in {None, ""} else value

    return read


COLUMNS = (
    Column("method", "Method", "Metode", lambda line: line.method),
    Column("account", "ERP account", "ERP-konto", lambda line: line.account or None),
    Column("position", "Position", "Rækkefølge", _own("position")),
    Column("currency", "Currency", "Valuta", _own("currency")),
    Column("creditorCountry", "Payee's country", "Modtagers land",
           _own("creditor_country")),
    Column("referenceKind", "Kind of reference", "Referencetype",
           _own("reference_kind")),
    Column("slipType", "Slip type", "Korttype", _own("slip_type")),
    Column("amountFrom", "Amount from", "Beløb fra", _own("amount_from")),
    Column("amountTo", "Amount to", "Beløb til", _own("amount_to")),
    Column("debtorAccount", "Paying account", "Betalende konto",
           _own("debtor_account")),
    Column("target", "Product", "Produkt", _own("target")),
    Column("chargeBearer", "Charges", "Gebyrer", _own("charge_bearer")),
    Column("serviceLevel", "Service level", "Serviceniveau", _own("service_level")),
    Column("localInstrument", "Local instrument", "Lokalt instrument",
           _own("local_instrument")),
    Column("categoryPurpose", "Purpose", "Formål", _own("category_purpose")),
    Column("instructionPriority", "Priority", "Prioritet",
           _own("instruction_priority")),
    Column("batchBooking", "Booked as one", "Bogføres samlet", _own("batch_booking")),
    Column("referenceRule", "Reference", "Reference", _own("reference_rule")),
    Column("validFrom", "Valid from", "Gælder fra", _own("valid_from")),
    Column("validTo", "Valid until", "Gælder til", _own("valid_to")),
    Column("isEnabled", "In use", "I brug", _own("is_enabled")),
    Column("changedBy", "Changed by", "Ændret af", _own("changed_by_name")),
    Column("changed", "Changed (UTC)", "Ændret (UTC)", _own("changed")),
    Column("id", "Id", "Id", lambda line: str(line.row.id)),
)  # fmt: skip


def mappings(asked: Asked) -> Reader:
    """Mappings that fit, in the order of the list."""
    query = (asked.filter or ErpMappingFilter()).rows()
    return in_portions(query, ErpMappingOrder.of(asked.order), _dressed)


async def _dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
    methods = await session.execute(select(ErpMethod.native_id, ErpMethod.code))
    accounts = await session.execute(
        select(ErpOwnAccount.native_id, ErpOwnAccount.name)
    )
    codes: dict[str, str] = {row[0]: row[1] for row in methods}
    names: dict[str, str] = {row[0]: row[1] for row in accounts}
    return [
        _Line(row, codes.get(row.method, row.method), names.get(row.account, ""))
        for row in rows
    ]


MAPPINGS = Export(("Payment method mapping", "Betalingsmetoder"), COLUMNS, mappings)
