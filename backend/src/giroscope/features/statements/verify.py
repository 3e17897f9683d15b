"""Holds the ledger against the balances: what is shown must add up to them."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, text

from giroscope.kernel.columns import from_units
from giroscope.kernel.units import sum_of, unpacked


class Rule(StrEnum):
    """What a ledger must hold to."""

    ADDS_UP = "ADDS_UP"
    """The booked entries of a statement are the difference of its balances."""
    STANDS = "STANDS"
    """What is shown as booked by a statement is shown by one that counts."""
    PROVEN = "PROVEN"
    """Where statements cover a day, nothing else is shown as booked on it."""
    ONCE = "ONCE"
    """What is booked within a statement's days is booked by it, whoever shows it."""


class Breach(NamedTuple):
    """One statement or account of which a rule does not hold."""

    rule: Rule
    account_id: int
    statement_id: int
    name: str | None
    day: date | None
    currency: str | None
    expected: Decimal
    """What the balances say; zero where nothing may be shown."""
    found: Decimal
    """What the ledger shows."""


class Verified(NamedTuple):
    """How many statements and entries were held against the rules, and what broke."""

    statements: int
    entries: int
    breaches: list[Breach]


_SUMS = """
SELECT s.id, s.account_id, coalesce(s.sequence, s.bank_id) AS name, s.to_date,
  s.currency, s.opening, s.closing,
  shown.units AS shown, told.units AS told,
  coalesce(shown.entries, 0) + coalesce(told.entries, 0) AS entries
FROM statements s
LEFT JOIN (
  SELECT t.statement_id, {sum} AS units, count(*) AS entries
  FROM transactions t WHERE t.parent_id IS NULL AND t.state = 0
  GROUP BY t.statement_id
) shown ON shown.statement_id = s.id
LEFT JOIN (
  SELECT t.told_by AS statement_id, {sum} AS units, count(*) AS entries
  FROM (
    SELECT DISTINCT r.statement_id AS told_by, t.id, t.amount
    FROM report_entries r JOIN transactions t ON t.id = r.entry_id
    WHERE r.parent_id IS NULL AND t.statement_id <> r.statement_id
      AND t.state = 0 AND r.state = 0
  ) t
  GROUP BY t.told_by
) told ON told.statement_id = s.id
WHERE s.is_final AND s.opening IS NOT NULL AND s.closing IS NOT NULL {among}
"""
_STALE = """
SELECT s.id, s.account_id, coalesce(s.sequence, s.bank_id) AS name, s.to_date,
  s.currency, {sum} AS found
FROM statements s JOIN transactions t ON t.statement_id = s.id
WHERE s.status NOT IN ('CURRENT', 'LOADING') AND t.parent_id IS NULL AND t.state = 0
  {among}
GROUP BY s.id, s.account_id, s.sequence, s.bank_id, s.to_date, s.currency
"""
_UNPROVEN = """
SELECT s.id, s.account_id, coalesce(s.sequence, s.bank_id) AS name, t.day AS to_date,
  t.currency, {sum} AS found
FROM statements s JOIN transactions t ON t.statement_id = s.id
WHERE s.kind <> 'BOOKED' AND t.parent_id IS NULL AND t.state = 0 {among}
  AND EXISTS (SELECT 1 FROM statements c WHERE c.account_id = s.account_id
    AND c.is_final AND c.opening IS NOT NULL AND c.closing IS NOT NULL
    AND c.from_date <= t.day AND c.to_date > t.day)
GROUP BY s.id, s.account_id, s.sequence, s.bank_id, t.day, t.currency
"""
# Its first and last day it may share with another that goes on within them, and pages
# of one file tell periods of which nobody knows where they end. SQLite would begin with
# all there is, unless the order is written down.
_TWICE = """
SELECT s.id, s.account_id, coalesce(s.sequence, s.bank_id) AS name, t.day AS to_date,
  t.currency, {sum} AS found
FROM statements s CROSS JOIN statements o CROSS JOIN transactions t
WHERE s.is_final AND s.opening IS NOT NULL AND s.closing IS NOT NULL
  AND s.from_date < s.to_date
  AND o.account_id = s.account_id AND o.from_date >= s.from_date
  AND o.to_date BETWEEN s.from_date AND s.to_date
  AND o.is_final AND o.document_id <> s.document_id
  AND o.opening <> s.closing AND o.closing <> s.opening
  AND t.statement_id = o.id AND t.parent_id IS NULL AND t.state = 0
  AND t.day > s.from_date AND t.day < s.to_date {among}
  AND NOT EXISTS (SELECT 1 FROM report_entries r
    WHERE r.entry_id = t.id AND r.statement_id = s.id)
GROUP BY s.id, s.account_id, s.sequence, s.bank_id, t.day, t.currency
"""


def verify(connection: Connection, accounts: Collection[int] | None = None) -> Verified:
    """Hold the ledger, or that of some accounts, against every rule.

    A statement that does not add up by its own entries breaks the first rule: the
    bank told it wrong, or it was cut off.
    """
    among = "" if accounts is None else "AND s.account_id IN :accounts"
    added = sum_of(connection.dialect.name, "t.amount")
    rows = _rows(connection, _SUMS.format(among=among, sum=added), accounts)
    breaches = []
    for row in rows:
        expected = unpacked(row.closing) - unpacked(row.opening)
        found = unpacked(row.shown or 0) + unpacked(row.told or 0)
        if expected != found:
            breaches.append(_breach(Rule.ADDS_UP, row, expected, found))
    for rule, sql in (
        (Rule.STANDS, _STALE),
        (Rule.PROVEN, _UNPROVEN),
        (Rule.ONCE, _TWICE),
    ):
        broken = _rows(connection, sql.format(among=among, sum=added), accounts)
        breaches += [_breach(rule, row, 0, unpacked(row.found)) for row in broken]
    entries = sum(int(row.entries) for row in rows)
    return Verified(len(rows), entries, breaches)


def _rows(
    connection: Connection, sql: str, accounts: Collection[int] | None
) -> list[Any]:
    statement = text(sql)
    if accounts is None:
        return list(connection.execute(statement))
    statement = statement.bindparams(bindparam("accounts", expanding=True))
    return list(connection.execute(statement, {"accounts": sorted(accounts)}))


def _breach(rule: Rule, row: Any, expected: int, found: int) -> Breach:
    day = row.to_date
    return Breach(
        rule, row.account_id, row.id, row.name,
        date.fromisoformat(day) if isinstance(day, str) else day,
        row.currency, from_units(expected), from_units(found),
    )  # fmt: skip
