"""Accounts that look like one under two names: the same balances on the same days.

Tells pairs for a person to judge; nothing is joined by what balances say.
"""

from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Connection, Date, Integer, text

from giroscope.features.banks import could_be_one
from giroscope.features.banks.tables import UNKNOWN_CURRENCY
from giroscope.kernel.columns import Amount

_MOST = 50
"""Pairs that are told; who has more joins some of them first."""
# A day on which statements of one account tell two balances proves nothing.
_BALANCES = """
WITH balances AS (
  SELECT account_id, to_date AS day, 0 AS side, min(closing) AS amount
  FROM statements WHERE is_final AND closing IS NOT NULL AND to_date IS NOT NULL
  GROUP BY account_id, to_date HAVING min(closing) = max(closing)
  UNION ALL
  SELECT account_id, from_date, 1, min(opening)
  FROM statements WHERE is_final AND opening IS NOT NULL AND from_date IS NOT NULL
  GROUP BY account_id, from_date HAVING min(opening) = max(opening)
)"""
_PAIRS = """, pairs AS (
  SELECT x.account_id AS one, y.account_id AS other, count(*) AS balances,
    min(x.day) AS first, max(x.day) AS last
  FROM balances x JOIN balances y ON y.day = x.day AND y.side = x.side
    AND y.amount = x.amount AND y.account_id > x.account_id
  WHERE x.amount <> 0 GROUP BY x.account_id, y.account_id HAVING count(*) > 1
)
SELECT p.*, a.currency, coalesce(a.number = a.iban, false) AS is_one_iban,
  coalesce(b.number = b.iban, false) AS is_other_iban
FROM pairs p JOIN accounts a ON a.id = p.one JOIN accounts b ON b.id = p.other
WHERE a.joined_into IS NULL AND b.joined_into IS NULL
  AND (a.currency = b.currency OR 'XXX' IN (a.currency, b.currency))
  AND NOT EXISTS (SELECT 1 FROM balances x JOIN balances y ON y.day = x.day
    AND y.side = x.side AND y.amount <> x.amount
    WHERE x.account_id = p.one AND y.account_id = p.other)
  AND NOT EXISTS (SELECT 1 FROM account_joins j WHERE j.undone_at IS NOT NULL
    AND j.kept_id IN (p.one, p.other) AND j.joined_id IN (p.one, p.other))
ORDER BY p.balances DESC, p.one, p.other
"""
_MOST_BALANCES = 20
"""Equal balances that are listed, the latest; their number says how many there are."""
_EQUAL_BALANCES = """ SELECT x.day, x.side, x.amount FROM balances x
JOIN balances y ON y.day = x.day AND y.side = x.side AND y.amount = x.amount
WHERE x.account_id = :kept AND y.account_id = :joined
ORDER BY x.day DESC, x.side LIMIT :most
"""
_EQUAL = text(_BALANCES + _EQUAL_BALANCES).columns(
    day=Date, side=Integer, amount=Amount
)


class LookAlike(NamedTuple):
    """Two accounts that may be one, the one that is better kept first."""

    kept_id: int
    joined_id: int
    balances: int
    """So many balances are the same on the same days; none is another."""
    first: date
    last: date


class EqualBalance(NamedTuple):
    """One balance that statements of two accounts tell alike."""

    day: date
    is_opening: bool
    amount: Decimal


def look_alikes(connection: Connection) -> list[LookAlike]:
    """Pairs of accounts that may be one, those first that have most in common.

    Not those whose names forbid it, or which a person has separated.
    """
    found: list[LookAlike] = []
    for row in connection.execute(text(_BALANCES + _PAIRS)).all():
        if len(found) == _MOST:
            break
        if could_be_one(connection, row.one, row.other):
            found.append(_pair(row))
    return found


def equal_balances(
    connection: Connection, kept_id: int, joined_id: int
) -> list[EqualBalance]:
    """The balances that make two accounts look like one, the latest first, at most 20.

    A day with several statements that tell different balances is left out.
    """
    both = {"kept": kept_id, "joined": joined_id, "most": _MOST_BALANCES}
    return [
        EqualBalance(row.day, row.side == 1, row.amount)
        for row in connection.execute(_EQUAL, both)
    ]


def _pair(row: Any) -> LookAlike:
    """What has a currency is kept, then what is listed by an IBAN, then the older."""
    is_listed_better = row.is_other_iban and not row.is_one_iban
    is_turned = row.currency == UNKNOWN_CURRENCY or is_listed_better
    kept, joined = (row.other, row.one) if is_turned else (row.one, row.other)
    return LookAlike(kept, joined, row.balances, _day(row.first), _day(row.last))


def _day(value: Any) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
