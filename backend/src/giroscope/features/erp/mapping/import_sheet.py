"""Brings mappings in from a sheet with the columns that the export writes.

Told line by line before anything is written: what would be made, changed, left as it
is or refused. A sheet is written whole or not at all.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from sqlalchemy import Connection

from giroscope.features.erp.books import books_in_use
from giroscope.features.erp.mapping import acts, save
from giroscope.features.erp.mapping.context import (
    accounts_of,
    methods_of,
    rules_of,
)
from giroscope.features.erp.mapping.errors import BadSheet
from giroscope.features.erp.mapping.export import COLUMNS
from giroscope.features.erp.mapping.legality import default_reference
from giroscope.features.erp.mapping.products import PRODUCTS
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import Act, ReferenceRule, Target
from giroscope.features.erp.mapping.words import sentence
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import AppError

MOST_LINES = 1_000
_YES, _NO = (
    frozenset({"yes", "ja", "true", "1"}),
    frozenset({"no", "nej", "false", "0"}),
)
_HEADINGS = {
    heading.casefold(): column.key
    for column in COLUMNS
    for heading in (column.key, column.english, column.danish)
}


@dataclass(frozen=True, slots=True)
class Line:
    """What a line of the sheet comes to."""

    number: int
    act: str
    """CREATE, CHANGE, SAME or REFUSED."""
    label: str
    message: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class _Names:
    """What the sheet calls methods and accounts."""

    methods: Mapping[str, str]
    accounts: Mapping[str, str]


def bring_in(
    connection: Connection, actor: Actor, text: str, now: datetime, *, is_trial: bool
) -> Sequence[Line]:
    """Every line with what it comes to; nothing is written where one is refused.

    Raises:
        BadSheet: It is no sheet with these columns, or has too many lines.
        NoConfiguration: No ERP is in use.
    """
    books = books_in_use(connection).id
    rows = _rows(text)
    names = _Names(
        {one.code: one.native_id for one in methods_of(connection, books)},
        {one.name: one.native_id for one in accounts_of(connection, books)},
    )
    known = {rule.id: rule for rule in rules_of(connection, books)}
    lines, rules = [], []
    for number, row in enumerate(rows, 2):
        label = f"{row.get('method', '')} → {row.get('target', '')}"
        try:
            rule = _rule(row, names, known, day_of(now))
            whole, found = save.judged(connection, books, rule)
        except (ValueError, AppError) as refusal:
            lines.append(Line(number, "REFUSED", label, str(refusal)))
            continue
        if found:
            text_ = sentence(found[0].code, found[0].values).en
            lines.append(Line(number, "REFUSED", label, text_, found[0].field))
            continue
        was = known.get(whole.id)
        act = "CREATE" if was is None else "CHANGE"
        if was is not None and was.columns() == whole.columns():
            act = "SAME"
        elif save.pays_from_another(connection, books, whole):
            act = "REQUESTED"
        lines.append(Line(number, act, label))
        if act != "SAME":
            rules.append(rule)
    if not is_trial and not any(line.act == "REFUSED" for line in lines):
        for rule in rules:
            acts.save(connection, actor, rule, now, Act.IMPORTED)
    return lines


def _rows(text: str) -> list[dict[str, str]]:
    plain = text.lstrip("\ufeff")
    first = plain.partition("\n")[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    found = list(csv.reader(io.StringIO(plain), delimiter=separator))
    if not found or len(found) > MOST_LINES + 1:
        raise BadSheet(f"A sheet has a heading and at most {MOST_LINES} lines")
    keys = [_HEADINGS.get(cell.strip().casefold(), "") for cell in found[0]]
    if not {"method", "target"} <= set(keys):
        raise BadSheet("The heading names no method or no product")
    return [
        {key: _bare(cell) for key, cell in zip(keys, row, strict=False) if key}
        for row in found[1:]
        if any(cell.strip() for cell in row)
    ]


def _bare(cell: str) -> str:
    """The cell without the sign that keeps a spreadsheet from taking it for a sum."""
    text = cell.strip()
    return text.removeprefix("'")


def _rule(
    row: Mapping[str, str], names: _Names, known: Mapping[int, Rule], today: date
) -> Rule:
    said = row.get("target", "").upper()
    if said not in Target.__members__:
        raise BadSheet(f"There is no product “{said}”")
    target = Target[said]
    rule = Rule(
        method=names.methods.get(row.get("method", ""), row.get("method", "")),
        target=target,
        charge_bearer=row.get("chargeBearer", "").upper(),
        reference_rule=_reference(row.get("referenceRule", ""), target),
        valid_from=_day(row.get("validFrom", "")) or today,
        account=names.accounts.get(row.get("account", ""), row.get("account", "")),
        position=int(row.get("position") or 0),
        currency=row.get("currency", "").upper(),
        creditor_country=row.get("creditorCountry", "").upper(),
        reference_kind=row.get("referenceKind", "").upper(),
        slip_type=row.get("slipType", ""),
        amount_from=_amount(row.get("amountFrom", "")),
        amount_to=_amount(row.get("amountTo", "")),
        debtor_account="".join(row.get("debtorAccount", "").split()).upper(),
        service_level=row.get("serviceLevel", "").upper(),
        local_instrument=row.get("localInstrument", "").upper(),
        category_purpose=row.get("categoryPurpose", "").upper(),
        instruction_priority=row.get("instructionPriority", "").upper(),
        batch_booking=_flag(row.get("batchBooking", "")),
        valid_to=_day(row.get("validTo", "")),
        is_enabled=_flag(row.get("isEnabled", "")) is not False,
    )
    earlier = known.get(int(row.get("id") or 0))
    return rule if earlier is None else _of(rule, earlier)


def _of(rule: Rule, earlier: Rule) -> Rule:
    """The line as a change of the mapping that it names."""
    return replace(rule, id=earlier.id, version=earlier.version)


def _reference(text: str, target: Target) -> ReferenceRule:
    return ReferenceRule(text.upper()) if text else default_reference(PRODUCTS[target])


def _day(text: str) -> date | None:
    return date.fromisoformat(text[:10]) if text else None


def _amount(text: str) -> Decimal | None:
    """An amount, with a comma or a point."""
    if not text:
        return None
    try:
        return Decimal(text.replace(".", "").replace(",", ".") if "," in text else text)
    except InvalidOperation as error:
        raise BadSheet(f"“{text}” is no amount") from error


def _flag(text: str) -> bool | None:
    said = text.casefold()
    if said in _YES:
        return True
    return False if said in _NO else None
