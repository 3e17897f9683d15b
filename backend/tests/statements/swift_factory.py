"""Small made-up MT940 and MT942 messages, as bytes."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

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
        *map(_line, amounts, booked),
    ]
    if not is_cut:
        lines += [f":62F:{_balance(closing, last, currency)}", "-"]
    return "\r\n".join([*lines, ""]).encode()


def _line(amount: str, day: str) -> str:
    direction = "D" if amount.startswith("-") else "C"
    when = date.fromisoformat(day)
    return f":61:{when:%y%m%d}{when:%m%d}{direction}{_comma(amount)}NTRFNONREF"


def _balance(amount: Decimal, day: str, currency: str) -> str:
    direction = "D" if amount < 0 else "C"
    return f"{direction}{date.fromisoformat(day):%y%m%d}{currency}{_comma(str(amount))}"


def _comma(amount: str) -> str:
    return amount.lstrip("-").replace(".", ",")
