"""The payments of a set that really leave: what is owed, and the files that ask for it.

Some are approved by the made-up company's own people and paid by the simulated bank;
some wait for whoever tries the product. Their day is the bank's present one.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from random import Random

from giroscope.features.demo.bank_desk import Evening
from giroscope.features.demo.company import Partner, accounts, partners
from giroscope.features.demo.days import Ordered, PaymentDay, bank_days, message_name
from giroscope.features.demo.files import MadeFile, payment_file
from giroscope.features.demo.simulated_erp import Bill
from giroscope.features.demo.wishes import Wish
from giroscope.features.uploads import Kind
from giroscope.kernel.banking_days import Calendar, is_closed, next_open

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


def booked_ahead(day: date) -> date | None:
    """The bank's next day, where it is closed on this one; it books with that date."""
    booked = next_open(day, _CALENDARS)
    return None if booked == day else booked


def evening(wish: Wish) -> list[Evening]:
    """Each account as the set leaves it."""
    left = {one.iban: Evening(one, one.opening, 0) for one in accounts(wish)}
    for day in bank_days(wish):
        for made in day.statements:
            left[made.account.iban] = Evening(made.account, made.closing, day.number)
    return list(left.values())


def suppliers(wish: Wish) -> Sequence[Partner]:
    """Partners whose names every bank carries."""
    known = (_plain(one) for one in partners(wish.seed))
    return [one for one in known if one is not None]


def owed(wish: Wish, place: int) -> Sequence[Bill]:
    """What is to be paid, to as many suppliers."""
    source = Random(f"{wish.mark}:leaving:{place}")  # noqa: S311 - made up
    chosen = source.sample(range(len(suppliers(wish))), _PAYMENTS[place])
    return [
        Bill(
            f"{source.randrange(10_000, 99_999)}",
            supplier,
            source.randrange(_SMALLEST, _LARGEST),
        )
        for supplier in chosen
    ]


def count_owed(upto: int) -> int:
    """How many payments leave, those of that place the last."""
    return sum(count for place, count in _PAYMENTS.items() if place <= upto)


def leaving(wish: Wish, day: date, now: datetime) -> Iterator[MadeFile]:
    """The files, in their places, where no accounting system writes them."""
    known = suppliers(wish)
    for place in _PAYMENTS:
        message_id = f"{message_name(wish, day)}-{'AB'[place]}"
        payments = tuple(
            Ordered(
                f"L{wish.mark}{day:%y%m%d}{place}{index:02}", bill.amount,
                known[bill.supplier], f"Faktura {bill.number}",
            )
            for index, bill in enumerate(owed(wish, place))
        )  # fmt: skip
        order = PaymentDay(message_id, accounts(wish)[0], payments)
        blocks = payment_file(order, day, now)
        yield MadeFile(f"{message_id.lower()}.xml", Kind.PAYMENT, blocks)


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
