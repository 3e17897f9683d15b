"""What a person sees of an account: its entries, statements and whether it adds up."""

from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection, text

from giroscope.features.statements.verify import verify
from giroscope.kernel.columns import from_units
from giroscope.kernel.database import Database
from giroscope.kernel.units import unpacked

_STATES = ("booked", "pending", "information")


class Book(NamedTuple):
    """The ledger of one account as it is shown."""

    number: str
    entries: list[tuple[str, Decimal, str]]
    """Day, signed amount and state, in order."""
    statements: list[tuple[str, str]]
    """Closing balance and status of every booked version, in order."""
    breaches: list[tuple[str, Decimal, Decimal]]
    doubts: int

    @property
    def booked(self) -> list[tuple[str, Decimal]]:
        """Day and amount of what is shown as booked."""
        return self.of("booked")

    def of(self, state: str) -> list[tuple[str, Decimal]]:
        """Day and amount of what is shown in this state."""
        return [(day, amount) for day, amount, other in self.entries if other == state]

    @property
    def current(self) -> int:
        """How many booked statements count."""
        return [status for _, status in self.statements].count("CURRENT")


def book(
    database: Database, realm: str, number: str, currency: str | None = None
) -> Book:
    """Read the ledger of one account, of one of its currencies where it has several."""
    with database.job_connection(realm) as connection:
        found = book_of(connection, number, currency)
        connection.rollback()
    return found


def book_of(connection: Connection, number: str, currency: str | None = None) -> Book:
    """Read the ledger of one account on a connection that is open.

    Where no file told its IBAN it is known by the national number within.
    """
    accounts = connection.execute(
        text(
            "SELECT id FROM accounts WHERE number IN (:number, :national)"
            " AND currency = coalesce(:currency, currency)"
        ),
        {"number": number, "national": number[4:], "currency": currency},
    ).scalars()
    (account,) = accounts
    own = {"account": account}
    entries = connection.execute(
        text(
            "SELECT day, amount, state FROM transactions WHERE parent_id IS NULL"
            " AND account_id = :account ORDER BY day, amount, id"
        ),
        own,
    ).all()
    statements = connection.execute(
        text(
            "SELECT closing, status FROM statements WHERE kind = 'BOOKED'"
            " AND account_id = :account ORDER BY to_date, from_date, closing, id"
        ),
        own,
    ).all()
    doubts = connection.execute(
        text("SELECT count(*) FROM possible_duplicates WHERE account_id = :account"),
        own,
    ).scalar_one()
    breaches = [
        (breach.rule.value, breach.expected, breach.found)
        for breach in verify(connection, [account]).breaches
    ]
    return Book(
        number,
        [
            (str(day), from_units(unpacked(units)), _STATES[state])
            for day, units, state in entries
        ],
        [
            ("" if closing is None else str(from_units(unpacked(closing))), status)
            for closing, status in statements
        ],
        breaches,
        int(doubts),
    )
