"""`giroscope billing`: what the seller does with a tenant's subscription and invoices.

Bills now what is due, credits, notes payments that no statement tells, answers.
"""

import argparse
import asyncio
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation

from sqlalchemy import select

from giroscope.cli import OK
from giroscope.cli.output import columns, print_json, print_lines
from giroscope.features.billing import issue
from giroscope.features.billing.bill_job import Run, bill
from giroscope.features.billing.catalogue import Catalogue, catalogue_of
from giroscope.features.billing.errors import NoBilling
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.queries import standing_of
from giroscope.features.billing.tables import Invoice
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.mail import mailer_of
from giroscope.serve import ensure_open
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`plans`, and acts on one realm."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    plans = verbs.add_parser("plans", help="check the file of plans and show it")
    run_now = verbs.add_parser("run", help="count, draft, issue, look for money, mail")
    listed = verbs.add_parser("list", help="show the invoices")
    credit = verbs.add_parser("credit", help="credit an invoice, or a part of it")
    credit.add_argument("--net", metavar="AMOUNT", help="without VAT; all if left out")
    credit.add_argument("--reason", required=True, help="stands on the credit note")
    paid = verbs.add_parser("paid", help="note a payment that no statement tells")
    paid.add_argument("--amount", required=True, help="such as 618.75")
    paid.add_argument("--date", required=True, metavar="DAY", help="YYYY-MM-DD")
    answer = verbs.add_parser("answer", help="answer what was asked about an invoice")
    answer.add_argument("--text", required=True, help="what the customer reads")
    for verb in (credit, paid, answer):
        verb.add_argument("number", help="of the invoice")
    for verb in (run_now, listed, credit, paid, answer):
        verb.add_argument("--realm", required=True, help="whose billing")
    for verb in (plans, run_now, listed, credit, paid, answer):
        verb.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what the verb says, and show what came of it."""
    catalogue = catalogue_of(settings)
    if catalogue is None:
        raise NoBilling
    if arguments.verb == "plans":
        return _plans(arguments, catalogue)
    database = Database(settings)
    try:
        ensure_open(database, arguments.realm)
        own = Run(database, arguments.realm, catalogue, system_clock())
        if arguments.verb == "run":
            bill(own, mailer_of(settings))
        elif arguments.verb in _ACTS:
            _act(own, arguments)
        _show(own, arguments)
    finally:
        asyncio.run(database.close())
    return OK


def _act(own: Run, arguments: argparse.Namespace) -> None:
    with own.billing(shell_actor(arguments.realm)) as billing:
        _ACTS[arguments.verb](billing, arguments)


def _credit(billing: Billing, arguments: argparse.Namespace) -> None:
    net = None if arguments.net is None else _amount(arguments.net)
    issue.credit(billing, arguments.number, arguments.reason, net)


def _paid(billing: Billing, arguments: argparse.Namespace) -> None:
    try:
        booked = date.fromisoformat(arguments.date)
    except ValueError as error:
        raise InvalidInput("`--date` must be YYYY-MM-DD") from error
    issue.note_paid(billing, arguments.number, _amount(arguments.amount), booked)


def _answer(billing: Billing, arguments: argparse.Namespace) -> None:
    issue.answer(billing, arguments.number, arguments.text)


_ACTS: Mapping[str, Callable[[Billing, argparse.Namespace], None]] = {
    "credit": _credit,
    "paid": _paid,
    "answer": _answer,
}


def _amount(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise InvalidInput(f"“{text[:40]}” is no amount, such as 618.75") from error


def _show(own: Run, arguments: argparse.Namespace) -> None:
    with own.billing() as billing:
        rows = [
            (
                row.number or "(draft)",
                row.kind,
                standing_of(row, own.today).value,
                row.issued.isoformat(),
                row.due.isoformat(),
                f"{row.total:.2f}",
                f"{row.outstanding:.2f}",
                row.currency,
            )
            for row in billing.session.scalars(select(Invoice).order_by(Invoice.id))
        ]
    names = (
        "number", "kind", "state", "issued", "due", "total", "outstanding", "currency",
    )  # fmt: skip
    if arguments.json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        print_lines(columns([names, *rows], right=(5, 6)))


def _plans(arguments: argparse.Namespace, catalogue: Catalogue) -> int:
    if arguments.json:
        print_json(catalogue.model_dump(mode="json", by_alias=True))
        return OK
    rows = [
        (plan.id, plan.en, price.currency, f"{price.month:.2f}", f"{price.year:.2f}")
        for plan in catalogue.plans
        for price in plan.prices
    ]
    heads = ("plan", "name", "currency", "month", "year")
    print_lines([catalogue.seller.name, *columns([heads, *rows], right=(3, 4))])
    return OK
