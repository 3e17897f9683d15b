"""What somebody does who tries the product beside a real Tryton; see `scripts/tryton`.

`start` runs it until interrupted; `invoice` books a supplier's invoice and approves
its payment; `show` tells how far payments have come and which statements are there.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

# The simulated bank, whose accounts this company has.
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

import httpx2
import tryton_world as world
from tryton_server import Books, TrytonUnavailable, day, money, running_tryton

DATABASE = "tryton"
_PORT = 8070


def main() -> int:
    """Do what is asked."""
    asked = _asked()
    try:
        if asked.what in {None, "start"}:
            return start(asked)
        books = _books(asked)
        if asked.what == "invoice":
            _say(invoice(books, asked))
        else:
            show(books)
    except TrytonUnavailable as reason:
        _say(f"Tryton: {reason}")
        return 1
    except httpx2.HTTPError:
        _say("No Tryton answers. Start it with scripts/tryton, and ask again.")
        return 1
    return 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/tryton", description=__doc__)
    parser.add_argument("--home", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--client", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=_PORT)
    parser.set_defaults(anew=False)
    whats = parser.add_subparsers(dest="what", required=False)
    begin = whats.add_parser("start", help="run it until interrupted")
    begin.add_argument("--anew", action="store_true", help="forget what was done")
    book = whats.add_parser("invoice", help="a supplier's invoice, ready to be paid")
    book.add_argument(
        "--supplier", default=world.PAPER, choices=_names(world.SUPPLIERS)
    )
    book.add_argument(
        "--method", default=world.DANISH, choices=_names(world.COMPANIES[0]["methods"])
    )
    book.add_argument("--amount", type=Decimal, default=Decimal("1250.00"))
    book.add_argument("--number", default="", help="the supplier's own number")
    book.add_argument("--due", type=int, default=1, help="in how many days")
    whats.add_parser("show", help="payments and statements")
    return parser.parse_args()


def _names(facts: Iterable[dict[str, Any]]) -> Sequence[str]:
    return [one["name"] for one in facts]


def start(asked: argparse.Namespace) -> int:
    """Run the server, and tell what to enter where."""
    if asked.anew:
        for name in (f"{DATABASE}.sqlite", "made.json"):
            (asked.home / name).unlink(missing_ok=True)
    # A shell starts background commands deaf to SIGINT; both must be heard.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    _say("Tryton is being started; the first time its books are written …")
    with running_tryton(asked.port, [DATABASE], asked.home, asked.client) as server:
        books = server.books()
        with suppress(KeyboardInterrupt):
            _say(_told(books, has_client=asked.client is not None))
            signal.pause()
    return 0


def _told(books: Books, *, has_client: bool) -> str:
    address = books.url.replace("127.0.0.1", "localhost")
    browser = (
        f"{address}/#{DATABASE}" if has_client else "a Tryton client of series 8.2"
    )
    rows = [
        ("In the browser", browser),
        ("  user, password", f"admin, {world.ADMINISTRATOR_PASSWORD}"),
        ("", ""),
        ("In Giroscope", "ERP configuration, connector Tryton"),
        ("  Address", books.url),
        ("  Database", DATABASE),
        ("  Application key", books.key),
        ("  User", books.user),
        ("  Password", books.password),
        ("  Company", f"{books.company}  ({world.COMPANIES[0]['name']})"),
        ("", ""),
        (
            "The product's operator",
            "starts it with GIROSCOPE_ERP_ALLOWED_HOSTS=127.0.0.1",
        ),
        ("Another invoice", "scripts/tryton invoice --amount 1250"),
        ("How far it has come", "scripts/tryton show"),
    ]
    return "\n".join(f"{name:24}{value}".rstrip() for name, value in rows)


def _books(asked: argparse.Namespace) -> Books:
    facts = asked.home / "made.json"
    if not facts.exists():
        raise TrytonUnavailable("it was never started here; run scripts/tryton first")
    return Books(
        f"http://127.0.0.1:{asked.port}", DATABASE, json.loads(facts.read_text("utf-8"))
    )


def invoice(books: Books, asked: argparse.Namespace) -> str:
    """Book an invoice like one the supplier sent before, and approve its payment."""
    supplier = books.made["suppliers"][asked.supplier]
    earlier = books.find("account.invoice", [["party", "=", supplier]], "id")
    today = date.today()  # noqa: DTZ011 - Tryton's own day
    number = asked.number or f"{today.year}-{len(earlier) + 4700}"
    (made,) = books.call("model.account.invoice.copy", [earlier[0]["id"]])
    currency = _currency(books, asked.method)
    values = {"reference": number, "invoice_date": day(today), "currency": currency}
    books.call("model.account.invoice.write", [made], values)
    for line in books.find("account.invoice.line", [["invoice", "=", made]], "id"):
        price = {"unit_price": money(asked.amount), "description": number}
        books.call("model.account.invoice.line.write", [line["id"]], price)
    books.press("account.invoice", made, "post")
    return f"Invoice {number} of {asked.supplier}: {_pay(books, made, asked)}"


def _currency(books: Books, method: str) -> int:
    journal = books.made["companies"][0]["methods"][method]
    return int(books.read("account.payment.journal", journal, "currency")["currency"])


def _pay(books: Books, made: int, asked: argparse.Namespace) -> str:
    facts = books.read("account.invoice", made, "move", "account", "party")
    owed = [["move", "=", facts["move"]], ["account", "=", facts["account"]]]
    (line,) = books.find("account.move.line", owed, "id")
    when = date.today() + timedelta(days=asked.due)  # noqa: DTZ011 - as above
    (payment,) = books.more_payments(
        [asked.amount],
        asked.method,
        asked.supplier,
        line=line["id"],
        date=day(when),
    )
    number = books.read("account.payment", payment, "number")["number"]
    return f"payment {number} over {asked.amount} is approved."


def show(books: Books) -> None:
    """How far payments have come, and which statements are there."""
    payments = books.find(
        "account.payment",
        [["company", "=", books.company]],
        "number", "party.name", "amount", "currency.code", "state",
        "journal.name", "sepa_return_reason_code",
    )  # fmt: skip
    for one in payments:
        _say(
            f"{one['number']:>6}  {one['state']:11} {_amount(one['amount']):>12}"
            f" {one['currency.']['code']}  {one['party.']['name']:24}"
            f" {one['journal.']['name']:18} {one['sepa_return_reason_code'] or ''}"
        )
    statements = books.find(
        "account.statement",
        [["company", "=", books.company]],
        "name", "journal.name", "start_balance", "end_balance", "state",
        "origins", "lines",
    )  # fmt: skip
    for one in statements:
        _say(
            f"{one['name']}  {one['journal.']['name']}  {one['state']}"
            f"  {_amount(one['start_balance'])} to {_amount(one['end_balance'])}"
            f"  {len(one['origins'])} entries, {len(one['lines'])} of them matched"
        )


def _amount(value: dict[str, str] | None) -> str:
    return "" if value is None else value["decimal"]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
