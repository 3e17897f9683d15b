"""Postal addresses in fields, by a dated table of bank and payment type."""

from collections.abc import Iterator
from datetime import timedelta

from bankfiles import Address
from giroscope.features.payments.checks.case import Block, Case, Hit, Line
from giroscope.features.payments.checks.kinds import Kind
from giroscope.features.payments.checks.profiles import (
    SCHEME_DATES,
    AddressDate,
    Profile,
)
from giroscope.features.payments.checks.rules import (
    ERROR,
    INFO,
    WARNING,
    Rule,
    Words,
    rules,
)

_SCHEMES = "SWIFT CBPR+; EPC SCT rulebook; dates by bank in docs/payment-checks.md"
_IN_FIELDS = Words(
    "An address has town and country in fields of their own (TwnNm, Ctry), beside at"
    " most two free lines.",
    "En adresse har by og land i egne felter (TwnNm, Ctry) ved siden af højst to frie"
    " linjer.",
)
_SUPPLIERS = Words(
    "Split the supplier's address into street, post code, town and country in the"
    " accounting system.",
    "Del leverandørens adresse i vej, postnummer, by og land i økonomisystemet.",
)

RULES = rules(
    Rule(
        "address_unstructured",
        ERROR,
        Words("An address has free lines only", "En adresse består kun af frie linjer"),
        _IN_FIELDS,
        _SUPPLIERS,
        _SCHEMES,
    ),
    Rule(
        "address_town_missing",
        ERROR,
        Words("An address has no town", "En adresse har ingen by"),
        _IN_FIELDS,
        _SUPPLIERS,
        _SCHEMES,
    ),
    Rule(
        "address_country_missing",
        ERROR,
        Words("An address has no country", "En adresse har intet land"),
        _IN_FIELDS,
        _SUPPLIERS,
        _SCHEMES,
    ),
    Rule(
        "address_missing",
        WARNING,
        Words(
            "A payee abroad has no address", "En modtager i udlandet har ingen adresse"
        ),
        Words(
            "Payments across borders name the payee's town and country.",
            "Betalinger over grænser nævner modtagerens by og land.",
        ),
        _SUPPLIERS,
        "SWIFT CBPR+",
    ),
    Rule(
        "address_too_many_lines",
        ERROR,
        Words(
            "A hybrid address has too many free lines",
            "En hybrid adresse har for mange frie linjer",
        ),
        Words(
            "Beside town and country stand at most two lines of 70 signs.",
            "Ved siden af by og land står højst to linjer på 70 tegn.",
        ),
        _SUPPLIERS,
        "SWIFT CBPR+: hybrid postal address",
    ),
    Rule(
        "address_hybrid_refused",
        WARNING,
        Words(
            "The bank refuses free address lines",
            "Banken afviser frie adresselinjer",
        ),
        Words(
            "Some banks take only addresses that are wholly in fields.",
            "Nogle banker tager kun imod adresser, der helt står i felter.",
        ),
        _SUPPLIERS,
        "The bank's own practice",
    ),
)

NO_ADDRESS = Words(
    "No address stands in the file, and none is needed.",
    "Der står ingen adresse i filen, og ingen er nødvendig.",
)
_MOST_LINES, _LINE_WIDTH = 2, 70
_SOON = timedelta(days=120)


def of_batch(block: Block, case: Case) -> Iterator[Hit]:
    """The payer's own address, for the strictest kind in the batch."""
    address = block.batch.debtor_address
    if address is None or address.form is None:
        return
    dates = [one for kind in block.kinds if (one := _date(block.profile, kind))]
    if dates:
        first = min(dates, key=lambda one: one.since)
        yield from _judge(address, first, block.at("Dbtr/PstlAdr"), block, case)


def of_payment(line: Line, case: Case) -> Iterator[Hit]:
    """The payee's address."""
    address = line.payment.creditor_address
    path = line.at("Cdtr/PstlAdr")
    date = _date(line.batch.profile, line.kind)
    if date is None:
        return
    if address is None or address.form is None:
        if line.kind is Kind.CROSS_BORDER:
            yield Hit("address_missing", path, source=date.source)
        return
    yield from _judge(address, date, path, line.batch, case)


def fault_of(line: Line) -> str | None:
    """The rule that the payee's address breaks, whatever the date: its first one."""
    address = line.payment.creditor_address
    if address is None or address.form is None:
        return "address_missing" if line.kind is Kind.CROSS_BORDER else None
    profile = line.batch.profile
    if profile is not None and not profile.takes_hybrid and address.lines:
        return "address_hybrid_refused"
    return next((code for code, _, _ in _faults(address)), None)


def _date(profile: Profile | None, kind: Kind) -> AddressDate | None:
    if profile is not None:
        return profile.address_date(kind)
    return next((one for one in SCHEME_DATES if one.kind is kind), None)


def _judge(
    address: Address, date: AddressDate, path: str, block: Block, case: Case
) -> Iterator[Hit]:
    faults = _faults(address)
    if block.profile is not None and not block.profile.takes_hybrid and address.lines:
        yield Hit(
            "address_hybrid_refused", f"{path}/AdrLine", ", ".join(address.lines),
            source=block.profile.source,
        )  # fmt: skip
    if not faults:
        return
    executed = block.batch.execution_date or case.today
    # What is executed before the date still passes; later files will not.
    is_due = executed >= date.since
    is_near = date.since - case.today <= _SOON
    if not is_due and not is_near and block.profile is None:
        return
    severity = None if is_due else WARNING if is_near else INFO
    since = Words(
        f"{'required since' if is_due else 'will be required from'} {date.since}",
        f"{'krævet siden' if is_due else 'bliver krævet fra'} {date.since}",
    )
    for code, where, value in faults:
        yield Hit(code, f"{path}/{where}", value, since, severity, date.source)


def _faults(address: Address) -> list[tuple[str, str, str | None]]:
    """Codes, the elements at fault, and what stands there."""
    lines = ", ".join(address.lines) or None
    if address.form == "unstructured":
        return [("address_unstructured", "AdrLine", lines)]
    found: list[tuple[str, str, str | None]] = []
    if address.town is None:
        found.append(("address_town_missing", "TwnNm", address.street))
    if address.country is None:
        found.append(("address_country_missing", "Ctry", address.town))
    if len(address.lines) > _MOST_LINES or any(
        len(text) > _LINE_WIDTH for text in address.lines
    ):
        found.append(("address_too_many_lines", "AdrLine", lines))
    return found
