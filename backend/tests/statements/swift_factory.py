"""Small made-up MT940 and MT942 messages, as bytes."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import zip_longest

from tests.statements.statement_factory import ACCOUNT


def mt940(
    opening: str,
    amounts: Sequence[str],
    *,
    first: str,
    last: str,
    number: str = "1",
    account: str = ACCOUNT,
    days: Sequence[str] | None = None,
    currency: str = "DKK",
    references: Sequence[str | None] = (),
    is_cut: bool = False,
) -> bytes:
    """A statement of these amounts, on their days or all on its last; maybe cut off.

    The first day is that of the opening balance.
    """
    closing = Decimal(opening) + sum(map(Decimal, amounts))
    booked = days or [last] * len(amounts)
    lines = [
        ":20:STARTUMS",
        f":25:{account}",
        f":28C:{number}",
        f":60F:{_balance(Decimal(opening), first, currency)}",
        *_lines(amounts, booked, references),
    ]
    if not is_cut:
        lines += [f":62F:{_balance(closing, last, currency)}", "-"]
    return "\r\n".join([*lines, ""]).encode()


def mt942(
    amounts: Sequence[str],
    *,
    day: str,
    time: str = "1200",
    number: str = "1",
    account: str = ACCOUNT,
    currency: str = "DKK",
    references: Sequence[str | None] = (),
) -> bytes:
    """A report of what was booked since the last one, without balances."""
    lines = [
        ":20:REPORT",
        f":25:{account}",
        f":28C:{number}",
        f":34F:{currency}0,",
        f":13D:{date.fromisoformat(day):%y%m%d}{time}+0000",
        *_lines(amounts, [day] * len(amounts), references),
        "-",
    ]
    return "\r\n".join([*lines, ""]).encode()


def _lines(
    amounts: Sequence[str], days: Sequence[str], references: Sequence[str | None]
) -> Iterator[str]:
    for amount, day, reference in zip_longest(amounts, days, references):
        direction = "D" if amount.startswith("-") else "C"
        when = date.fromisoformat(day)
        bank = f"//{reference}" if reference else ""
        moved = f"{direction}{_comma(amount)}"
        yield f":61:{when:%y%m%d}{when:%m%d}{moved}NTRFNONREF{bank}"


def _balance(amount: Decimal, day: str, currency: str) -> str:
    direction = "D" if amount < 0 else "C"
    return f"{direction}{date.fromisoformat(day):%y%m%d}{currency}{_comma(str(amount))}"


def _comma(amount: str) -> str:
    return amount.lstrip("-").replace(".", ",")
