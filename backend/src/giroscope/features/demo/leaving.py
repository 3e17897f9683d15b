"""The payment files of a set that really leave: their bytes, and what they pay from.

One is approved by the made-up company's own people and paid by the simulated bank; one
waits for whoever tries the product. Their day is the bank's present one.
"""

from collections.abc import Iterator
from datetime import date, datetime
from random import Random

from giroscope.features.demo.company import Partner, accounts, partners
from giroscope.features.demo.days import Ordered, PaymentDay, bank_days
from giroscope.features.demo.files import MadeFile, payment_file
from giroscope.features.demo.simulated import Evening
from giroscope.features.demo.wishes import CURRENCIES, Wish
from giroscope.features.uploads import Kind
from giroscope.kernel.banking_days import Calendar, is_closed

PAID, WAITING = 0, 1
"""Their places, counted from the first that leaves."""
_PAYMENTS = {PAID: 6, WAITING: 3}
_SMALLEST, _LARGEST = 250_00, 40_000_00
_CARRIED = str.maketrans({"ø": "oe", "Ø": "Oe", "é": "e"})
_CALENDARS = frozenset({Calendar.DK})


def can_leave(wish: Wish, today: date) -> bool:
    """Whether the set's last day is the bank's latest, so that the next follows on."""
    if wish.payments_a_day == 0:
        return False
    after = wish.start.toordinal() + wish.days
    missed = map(date.fromordinal, range(after, today.toordinal()))
    return after <= today.toordinal() and all(
        is_closed(day, _CALENDARS) for day in missed
    )


def evening(wish: Wish) -> list[Evening]:
    """Each account as the set leaves it."""
    owned = accounts(wish.seed, wish.accounts, CURRENCIES[: wish.currencies])
    left = {one.iban: Evening(one, one.opening, 0) for one in owned}
    for day in bank_days(wish):
        for made in day.statements:
            left[made.account.iban] = Evening(made.account, made.closing, day.number)
    return list(left.values())


def _plain(partner: Partner) -> Partner | None:
    """The payee in letters that every bank carries; None where the name has others."""
    if not partner.name.isascii():
        return None
    address = partner.address
    return partner._replace(
        address=address._replace(
            street=_carried(address.street), town=_carried(address.town)
        )
    )


def _carried(text: str | None) -> str | None:
    return None if text is None else text.translate(_CARRIED)


def leaving(wish: Wish, day: date, now: datetime) -> Iterator[MadeFile]:
    """The files, in their places."""
    payer = accounts(wish.seed, wish.accounts, CURRENCIES[: wish.currencies])[0]
    known = [one for one in map(_plain, partners(wish.seed)) if one is not None]
    for place, count in _PAYMENTS.items():
        source = Random(f"{wish.seed}:{day}:{place}")  # noqa: S311 - made up
        message_id = f"DEMO-{wish.seed}-{day:%Y%m%d}-{'AB'[place]}"
        payments = tuple(
            Ordered(
                f"L{wish.seed:07}{day:%y%m%d}{place}{index:02}",
                source.randrange(_SMALLEST, _LARGEST), payee,
                f"Faktura {source.randrange(10_000, 99_999)}",
            )
            for index, payee in enumerate(source.sample(known, count))
        )  # fmt: skip
        order = PaymentDay(message_id, payer, payments)
        blocks = payment_file(order, day, now)
        yield MadeFile(f"{message_id.lower()}.xml", Kind.PAYMENT, blocks)
