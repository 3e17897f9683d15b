"""Made-up months of an account, told by a bank in any mix of files.

What happened is known; the files tell it with repetitions, overlaps, corrections, cut
off and whole, by either number of the account, with missing and shared references, in
any order, and some are taken back and brought again. Whoever reads them must come to
what happened.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

from tests.statements.statement_factory import Line, Part, Sheet, camt
from tests.statements.swift_factory import mt940, mt942

_FIRSTS = (date(2026, 3, 2), date(2025, 12, 29))
_TWO_CURRENCIES = 0.1
_PAYERS = ("Alma Holm", "Bo Vang", "Carl Lund", "Havnens Fisk ApS", None)
_AMOUNTS = ("100.00", "250.50", "-40.00", "-12.50", "5.00", "-5.00", "1234.56")


class Booking(NamedTuple):
    """What really happened."""

    day: date
    line: Line


class Told(NamedTuple):
    """A file, and what it is, for a person who replays a failure."""

    what: str
    data: bytes
    is_cut: bool = False
    """Whether it breaks off; a reader may refuse it."""


class Truth(NamedTuple):
    """What happened in one currency of an account."""

    currency: str
    booked: list[tuple[str, Decimal]]
    statements: int
    """How many booked statements count in the end."""


@dataclass(frozen=True)
class Month:
    """An account's bookings, the files that tell them, and what they come to."""

    seed: int
    files: list[Told]
    again: list[int]
    """Which of the files are taken back after all have come, and then come again."""
    truths: list[Truth]


def month(seed: int, account: str) -> Month:
    """The month of this seed, on this account."""
    dice = random.Random(seed)  # noqa: S311 - nothing secret hangs on it
    currencies = ["DKK", "EUR"]
    dice.shuffle(currencies)
    told = currencies[: 2 if dice.random() < _TWO_CURRENCIES else 1]
    makers = [_Maker(dice, account, currency) for currency in told]
    files = [file for maker in makers for file in maker.files()]
    repeated = dice.sample(files, min(len(files), dice.randint(0, 2)))
    files += [
        file._replace(what=f"{file.what}, again", data=_again(file.data))
        for file in repeated
        if not file.is_cut
    ]
    dice.shuffle(files)
    again = dice.sample(range(len(files)), min(len(files), dice.choice([0, 0, 1, 3])))
    return Month(seed, files, again, [maker.truth() for maker in makers])


def _again(data: bytes) -> bytes:
    if data.startswith(b"<"):
        return data.replace(b"<GrpHdr>", b"<GrpHdr><!-- again -->")
    return data + b"\r\n"


class _Maker:
    def __init__(self, dice: random.Random, account: str, currency: str) -> None:
        self._dice = dice
        self._account = account
        self._currency = currency
        self._has_references = dice.random() < 0.5
        self._repeats_numbers = dice.random() < 0.5
        self._opening = Decimal(dice.choice(["0.00", "1000.00", "-50.00"]))
        self._count = 0
        self._current = 0
        self._has_swift = False
        first = dice.choice(_FIRSTS)
        self._days = [
            first + timedelta(days=number) for number in range(dice.randint(1, 6))
        ]
        self._parts: dict[date, list[list[Line]]] = {}
        """Days that several statements tell, which end where others began."""
        self._bookings = [
            booking for day in self._days for booking in self._make_day(day)
        ]

    def files(self) -> list[Told]:
        """Tell the month, every day by one booked statement at least."""
        return [*self._provisional(), *self._booked()]

    def truth(self) -> Truth:
        """What the files come to, once they are told."""
        booked = sorted(
            (booking.day.isoformat(), booking.line.signed) for booking in self._bookings
        )
        return Truth(self._currency, booked, self._current)

    def _make_day(self, day: date) -> Iterator[Booking]:
        if self._dice.random() < 0.06:
            self._parts[day] = list(self._make_parts(day))
            for line in chain.from_iterable(self._parts[day]):
                yield Booking(day, line)
            return
        for _ in range(self._dice.choice([0, 1, 1, 2, 3, 5])):
            yield Booking(day, self._line(day))
            if self._dice.random() < 0.15:
                # The very same once more: a real second payment.
                yield Booking(day, self._line(day, twin=True))

    def _make_parts(self, day: date) -> Iterator[list[Line]]:
        """Payments that lead away from a balance and back to it, and away again."""
        amount = self._dice.choice(["20.00", "-20.00"])
        back = str(-Decimal(amount))
        half = str(Decimal(amount) / 2)
        for part in range(self._dice.randint(3, 5)):
            if part % 2:
                yield [self._line(day, back)]
            elif self._dice.random() < 0.5:
                yield [self._line(day, amount)]
            else:
                yield [self._line(day, half), self._line(day, half)]

    def _line(self, day: date, told: str | None = None, *, twin: bool = False) -> Line:
        self._count += 1
        amount = told or ("100.00" if twin else self._dice.choice(_AMOUNTS))
        reference = None
        if self._has_references:
            # A bank may use one reference for two payments of a day.
            number = self._count - 1 if self._dice.random() < 0.1 else self._count
            reference = f"BR{day:%d}{number:04}"
        payer = self._dice.choice(_PAYERS)
        parts = []
        if payer is not None:
            text = f"Faktura {self._count}" if self._dice.random() < 0.6 else None
            parts = [Part(amount.lstrip("-"), payer, None, text, self._currency)]
        if self._dice.random() < 0.1:
            parts = self._batch(amount)
        return Line(
            amount, day.isoformat(), reference=reference, currency=self._currency,
            reversal=self._dice.random() < 0.05, parts=parts,
        )  # fmt: skip

    def _batch(self, amount: str) -> list[Part]:
        """Several payments that the bank books as one."""
        size = Decimal(amount.lstrip("-"))
        shares = [Decimal("0.50"), Decimal("0.50"), size - 1]
        return [
            Part(str(share), f"Kunde {number}", f"E{self._count}{number}",
                 f"Ordre {number}", self._currency)
            for number, share in enumerate(shares)
        ]  # fmt: skip

    def _on(self, first: date, last: date) -> list[Line]:
        return [
            booking.line for booking in self._bookings if first <= booking.day <= last
        ]

    def _before(self, day: date) -> Decimal:
        """The balance as a day begins."""
        earlier = (one.line.signed for one in self._bookings if one.day < day)
        return self._opening + sum(earlier, Decimal(0))

    def _number(self, first: date) -> str:
        """Always the same, or counted anew each year."""
        return "0" if self._repeats_numbers else str(first.timetuple().tm_yday)

    def _sheet(self, first: date, last: date, **changes: object) -> Sheet:
        number = self._number(first)
        sheet = Sheet(
            self._on(first, last), number, str(self._before(first)),
            first=first.isoformat(), last=last.isoformat(), account=self._account,
            currency=self._currency, name=f"S{number}",
            created=f"{last + timedelta(days=1)}T06:00:00",
        )  # fmt: skip
        return replace(sheet, **changes)  # type: ignore[arg-type]

    def _booked(self) -> Iterator[Told]:
        for first, last in self._periods():
            if first in self._parts:
                yield from self._told_in_parts(first)
                continue
            self._current += 1
            yield from self._statement(first, last)
        if len(self._days) > 2 and self._dice.random() < 0.3:
            first, last = self._days[0], self._days[-1]
            whole = self._on(first, last)
            if all(self._on(*period) != whole for period in self._told):
                self._current += 1
                sheet = self._sheet(first, last, sequence="M", name="MONTH")
                if not self._has_swift and self._dice.random() < 0.5:
                    # MT940 does not say that an entry is a batch.
                    lines = [one for line in whole for one in _singly(line)]
                    sheet = replace(sheet, lines=lines)
                yield Told("the whole month", self._camt(sheet))

    def _periods(self) -> list[tuple[date, date]]:
        """The days in order, one or several to a statement."""
        days, found = list(self._days), []
        while days:
            size = 1 if self._dice.random() < 0.7 else self._dice.randint(1, len(days))
            if days[0] in self._parts:
                size = 1
            while any(day in self._parts for day in days[1:size]):
                size -= 1
            found.append((days[0], days[size - 1]))
            days = days[size:]
        self._told = set(found)
        return found

    def _statement(self, first: date, last: date) -> Iterator[Told]:
        what = f"statement of {first} to {last}"
        sheet = self._sheet(first, last)
        style = self._dice.random()
        if style < 0.2 and sheet.lines:
            wrong = list(sheet.lines)
            change = self._dice.randrange(3)
            at = self._dice.randrange(len(wrong))
            if change == 0:
                del wrong[at]
            elif change == 1:
                wrong[at] = replace(wrong[at], amount="77.77", parts=())
            else:
                wrong.insert(at, replace(wrong[at], amount="-33.00", parts=()))
            earlier = f"{last + timedelta(days=1)}T01:00:00"
            yield Told(
                f"wrong {what}",
                self._camt(replace(sheet, lines=wrong, created=earlier)),
            )
        is_swift = style > 0.8
        if is_swift or self._dice.random() < 0.2:
            self._has_swift = True
            whole = self._swift(first, last)
            yield Told(f"{what} as MT940", whole)
            if self._dice.random() < 0.3:
                cut = whole[: self._dice.randint(60, len(whole) - 1)]
                yield Told(f"{what} as MT940, cut off", cut, is_cut=True)
        if not is_swift:
            yield Told(what, self._camt(self._with_pending(sheet, last)))

    def _with_pending(self, sheet: Sheet, last: date) -> Sheet:
        """Some banks list in a statement what they will book the day after."""
        coming = self._on(last + timedelta(days=1), last + timedelta(days=1))
        if not coming or self._dice.random() > 0.1:
            return sheet
        return replace(sheet, lines=[*sheet.lines, _pending(coming[0])])

    def _camt(self, *sheets: Sheet, kind: str = "camt.053") -> bytes:
        """A file of these, in which the account has either of its numbers."""
        told, called = camt(*sheets, kind=kind), self._called()
        if called != self._account:
            iban = f"<IBAN>{self._account}</IBAN>".encode()
            told = told.replace(iban, f"<Othr><Id>{called}</Id></Othr>".encode())
        return told

    def _called(self) -> str:
        """The account's IBAN, or its national number."""
        return self._account if self._dice.random() < 0.8 else self._account[4:]

    def _told_in_parts(self, day: date) -> Iterator[Told]:
        """A statement of each part, numbered on; now and then all in one file."""
        opening, sheets = self._before(day), []
        for number, lines in enumerate(self._parts[day], 1):
            sheets.append(
                self._sheet(
                    day, day, lines=lines, opening=str(opening), sequence=str(number),
                    name=f"P{day:%d}{number}", created=f"{day}T{8 + number:02}:00:00",
                )
            )  # fmt: skip
            opening += sum((line.signed for line in lines), Decimal(0))
        self._current += len(sheets)
        if self._dice.random() < 0.3:
            yield Told(f"all parts of {day}", self._camt(*sheets))
            return
        for number, sheet in enumerate(sheets, 1):
            yield Told(f"part {number} of {day}", self._camt(sheet))

    def _swift(self, first: date, last: date) -> bytes:
        lines = self._on(first, last)
        return mt940(
            str(self._before(first)), [line.amount for line in lines],
            first=(first - timedelta(days=1)).isoformat(), last=last.isoformat(),
            number=self._number(first), account=self._called(),
            currency=self._currency, days=[str(line.day) for line in lines],
            references=[line.reference for line in lines],
        )  # fmt: skip

    def _provisional(self) -> Iterator[Told]:
        for day in self._days:
            lines = self._on(day, day)
            if not lines:
                continue
            if self._dice.random() < 0.35:
                yield from self._interim(day, lines)
            if self._dice.random() < 0.35:
                for number, line in enumerate(lines):
                    sheet = self._sheet(
                        day, day, lines=[line], opening=None, closing=None,
                        name=f"N{day:%d}{number}",
                        created=f"{day}T1{number % 10}:30:00",
                    )  # fmt: skip
                    yield Told(f"notification {number} of {day}",
                               self._camt(sheet, kind="camt.054"))  # fmt: skip
            if self._dice.random() < 0.15:
                yield from self._swift_interim(day, lines)

    def _swift_interim(self, day: date, lines: Sequence[Line]) -> Iterator[Told]:
        """Reports that go on from each other."""
        size = self._dice.randint(1, len(lines))
        for hour, at in enumerate(range(0, len(lines), size), 9):
            some = lines[at : at + size]
            report = mt942(
                [line.amount for line in some], day=day.isoformat(),
                time=f"{hour:02}00", number=str(hour), account=self._called(),
                currency=self._currency, references=[line.reference for line in some],
            )  # fmt: skip
            yield Told(f"MT942 of {day}, {hour} o'clock", report)

    def _interim(self, day: date, lines: Sequence[Line]) -> Iterator[Told]:
        """Reports that repeat the day so far, what is to come as pending."""
        opening = str(self._before(day))
        next_day = day + timedelta(days=1)
        tomorrow = [_pending(line) for line in self._on(next_day, next_day)[:1]]
        for hour, upto in enumerate(range(1, len(lines) + 1), 8):
            waiting = [replace(line, status="PDNG") for line in lines[upto:]]
            told = [*lines[:upto], *waiting]
            if self._dice.random() < 0.2:
                told += tomorrow
            sheet = self._sheet(
                day, day, lines=told, opening=opening, name=f"I{day:%d}{hour}",
                created=f"{day}T{hour:02}:00:00",
            )  # fmt: skip
            if self._dice.random() < 0.6:
                yield Told(f"report of {day}, {hour} o'clock",
                           self._camt(sheet, kind="camt.052"))  # fmt: skip


def _pending(line: Line) -> Line:
    """What is not booked yet has no booking day."""
    return replace(line, status="PDNG", day=None, valued=line.day)


def _singly(line: Line) -> list[Line]:
    """The payments of a batch, each as an entry of its own; else the entry itself."""
    if len(line.parts) < 2:
        return [line]
    sign = "-" if line.signed < 0 else ""
    return [
        replace(line, amount=f"{sign}{part.amount}", parts=[part], reference=None)
        for part in line.parts
    ]
