"""What an entry may belong to: a fixed number of bounded looks into indices.

Of each kind at most so many records of the entry's amount are looked at, the newest
first or those that came nearest to it, however many there are.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.orm import Bundle, Session, aliased

from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.matches import MatchKind
from giroscope.features.payments import Payment, PaymentBatch, PaymentOutcome
from giroscope.features.payments.filter import PaymentFilter
from giroscope.features.payments.progress import OF_FILE, PaymentProgress
from giroscope.features.reconciliation.looks import ids_of
from giroscope.features.reconciliation.open_items import (
    Settled,
    chosen_items,
    items_of,
    told_of_item,
)
from giroscope.features.reconciliation.own_names import OwnNames
from giroscope.features.reconciliation.policy import (
    NO_ID,
    Fit,
    Told,
    fit,
    is_clear,
    is_clearly_less,
    is_same_payee,
    told_apart,
)
from giroscope.features.statements import IS_MATCHED, Transaction
from localization import Message

_LOOKED_AT = 200
_SHOWN = 20
_OF_BATCHES = 5_000
"""So many payments around the entry's day are added up by batch."""
_UNSEARCHED = 1_000
"""So many where nobody searches: all of them are read."""
_BATCH_APART = timedelta(days=7)
_APART = {
    MatchKind.TRANSFER: timedelta(days=7),
    MatchKind.REVERSAL: timedelta(days=31),
}
LONGEST_APART = max(_APART.values())
_NOT_WITH_BANK = (
    PaymentProgress.AWAITING_APPROVAL,
    PaymentProgress.APPROVED,
    PaymentProgress.SENDING,
    PaymentProgress.UNKNOWN,
)
"""A person's match must not stand for the bank's word that it has a file."""
_UNBOOKED = (
    Payment.transaction_id.is_(None),
    Payment.return_id.is_(None),
    Payment.outcome.in_((PaymentOutcome.IN_FLIGHT, PaymentOutcome.UNPAID)),
    or_(
        Payment.progress.not_in(list(OF_FILE)),
        PaymentBatch.progress.not_in(_NOT_WITH_BANK),
    ),
)
"""Of a payment with its batch: no entry books it, and a bank can have it."""


# Thousands are put in order for the few that are shown.
_PLACED: Bundle[Any] = Bundle(
    "place", Payment.id, Payment.execution_day, Payment.amount
)


@dataclass(frozen=True, slots=True)
class PaidTogether:
    """Payments of one batch, or what a person chose, that an entry may book."""

    id: int
    """The batch's; 0 of chosen ones."""
    bank_id: str | None
    payments: Sequence[Payment]
    items: Sequence[Settled] = ()
    """Open items among what a person chose."""
    entries: Sequence[Transaction] = ()
    """Entries that a person chose together with the one it is about."""

    @property
    def total(self) -> Decimal:
        """What they leave for the entry to come to."""
        amounts = [one.amount for one in self.payments]
        owed = sum(amounts + [one.amount for one in self.items], Decimal(0))
        return owed - sum(one.size for one in self.entries)


Found = Payment | PaidTogether | Transaction | ErpOpenItem


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an entry may belong to, and how well it fits."""

    kind: MatchKind
    found: Found
    fit: Fit
    told: Told | None = None
    """What the fit rests on; None of what a person chose."""

    @property
    def key(self) -> tuple[MatchKind, int]:
        """What it is told apart by."""
        return self.kind, self.found.id


def is_open(entry: Transaction) -> bool:
    """Whether people match it at all: a booked entry, not one of its details."""
    return entry.parent_id is None and entry.state == 0 and entry.size > 0


def candidates_of(session: Session, entry: Transaction) -> list[Candidate]:
    """What the entry may belong to, best first."""
    is_debit = entry.amount < 0
    found: list[tuple[MatchKind, Found, Told]] = []
    names = OwnNames(session)
    if is_debit:
        found += _payments(session, entry, names)
        found += _batches(session, entry, names)
    else:
        found += _returns(session, entry)
    found += _entries(session, entry, names)
    found += [
        (MatchKind.OPEN_ITEM, item, told_of_item(item, entry))
        for item in items_of(session, entry)
    ]
    own = _told_of_entry(entry, names)
    fits = told_apart([fit(kind, own, told) for kind, _, told in found])
    candidates = [
        Candidate(kind, row, one, told)
        for (kind, row, told), one in zip(found, fits, strict=True)
    ]
    candidates.sort(key=lambda one: (-one.fit.score, one.kind, one.found.id))
    return candidates[:_SHOWN]


def is_best_for_both(session: Session, entry: Transaction, best: Candidate) -> bool:
    """Whether no other unmatched entry fits the entry's best candidate as well."""
    if isinstance(best.found, Transaction):
        back = candidates_of(session, best.found)
        return is_clear([one.fit for one in back], 0) and (
            back[0].key == (best.kind, entry.id)
        )
    names = OwnNames(session)
    rivals = _nearest(
        session, entry,
        Transaction.id != entry.id,
        Transaction.account_id == entry.account_id,
        Transaction.amount == entry.amount,
    )  # fmt: skip
    return best.told is not None and all(
        is_clearly_less(fit(best.kind, _told_of_entry(one, names), best.told), best.fit)
        for one in rivals
    )


def chosen_of(
    session: Session,
    entry: Transaction,
    ids: Collection[int],
    wanted_items: Mapping[int, Decimal | None],
    beside: Sequence[Transaction],
) -> Candidate | None:
    """These payments and open items, if the entry may book every one of them.

    Of an item, told by its id, a part may be wanted. The entries `beside` it go its way
    on its account.
    """
    rows = _unbooked(session, entry, OwnNames(session), Payment, Payment.id.in_(ids))
    items = chosen_items(session, entry, wanted_items)
    if (len(rows), len(items)) != (len(ids), len(wanted_items)) or not is_open(entry):
        return None
    if rows and not _takes_payments(entry):
        return None
    if not all(is_open(one) and goes_with(entry, one) for one in beside):
        return None
    together = PaidTogether(0, None, [payment for payment, _ in rows], items, beside)
    why = Message("reconciliation.chosen", count=len(rows) + len(items))
    return Candidate(MatchKind.CHOSEN, together, Fit(0, [why]))


def charged_of(session: Session, entry: Transaction, most: Decimal) -> Payment | None:
    """The payment the entry books with a charge of at most so much.

    It is the only one of the entry's end-to-end id, its payee agrees, and no other
    unmatched entry has that id.
    """
    own_id = entry.end_to_end_id
    if not most or not _takes_payments(entry) or own_id in (None, "", NO_ID):
        return None
    names = OwnNames(session)
    rows = _unbooked(session, entry, names, Payment, Payment.end_to_end_id == own_id)
    others = select(Transaction.id).where(
        Transaction.end_to_end_id == own_id, Transaction.id != entry.id,
        Transaction.parent_id.is_(None), Transaction.state == 0, ~IS_MATCHED,
    )  # fmt: skip
    if len(rows) != 1 or session.scalar(others.limit(1)) is not None:
        return None
    payment, payer = rows[0]
    own, told = _told_of_entry(entry, names), _told_of_payment(payment, payer)
    fits = 0 < entry.size - payment.amount <= most and is_same_payee(own, told)
    return payment if fits else None


def to_choose(
    session: Session,
    entry: Transaction,
    size: Decimal,
    most: Decimal,
    words: str | None,
) -> list[Payment]:
    """Payments that the entry may book among others, the likeliest first.

    That is those of the `size`, then those nearest to the entry's day. Where nobody
    searches none is larger than `most`: no other payment would make up for it.
    """
    if not _takes_payments(entry):
        return []
    sought = PaymentFilter(text=words).conditions()
    narrowed = sought if words else [Payment.amount <= most]
    rows = _unbooked(
        session, entry, OwnNames(session), _PLACED,
        Payment.id.in_(_near(entry, _OF_BATCHES if words else _UNSEARCHED)),
        *narrowed,
    )  # fmt: skip
    places = [place for place, _ in rows]
    places.sort(
        key=lambda one: (
            one.amount != size,
            abs(one.execution_day - entry.day),
            -one.id,
        )
    )
    nearest = {place.id: at for at, place in enumerate(places[:_SHOWN])}
    found = session.scalars(select(Payment).where(Payment.id.in_(nearest)))
    return sorted(found, key=lambda one: nearest[one.id])


def goes_with(entry: Transaction, other: Any) -> bool:
    """Whether both move money the same way, in one currency on one account."""
    return (other.account_id, other.currency, other.amount < 0) == (
        entry.account_id, entry.currency, entry.amount < 0,
    )  # fmt: skip


def _takes_payments(entry: Transaction) -> bool:
    return is_open(entry) and entry.amount < 0


def _payments(
    session: Session, entry: Transaction, names: OwnNames
) -> list[tuple[MatchKind, Payment, Told]]:
    """Payments of ours that no entry books yet, of the entry's account or of none."""
    looked_at = _looked_at(entry, PaymentOutcome.IN_FLIGHT, PaymentOutcome.UNPAID)
    rows = _unbooked(
        session, entry, names, Payment,
        Payment.id.in_(looked_at), Payment.amount == entry.size,
    )  # fmt: skip
    return [
        (MatchKind.PAYMENT, payment, _told_of_payment(payment, payer))
        for payment, payer in rows
    ]


def _unbooked(
    session: Session, entry: Transaction, names: OwnNames, what: Any,
    *narrowed: ColumnElement[bool],
) -> list[tuple[Any, str]]:  # fmt: skip
    """What is asked of payments that the entry may book, each with who pays it."""
    rows = session.execute(
        select(what, PaymentBatch.debtor_account)
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(*narrowed, Payment.currency == entry.currency, *_UNBOOKED)
        .order_by(Payment.id.desc())
    )
    found = [(one, _called(payer)) for one, payer in rows]
    payers = {payer for _, payer in found} - {""}
    others = names.others(payers, entry.account_id) if payers else ()
    return [(one, payer) for one, payer in found if payer not in others]


def _batches(
    session: Session, entry: Transaction, names: OwnNames
) -> list[tuple[MatchKind, PaidTogether, Told]]:
    """Batches of which all that was not refused comes to the entry's amount."""
    expected = (
        select(Payment, PaymentBatch)
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(
            or_(
                Payment.outcome == PaymentOutcome.IN_FLIGHT,
                Payment.progress == PaymentProgress.OVERDUE,
            ),
            *_UNBOOKED,
        )
    )
    first, last = entry.day - _BATCH_APART, entry.day + _BATCH_APART
    near = session.execute(
        expected.with_only_columns(Payment.batch_id, Payment.amount)
        .where(
            Payment.execution_day.between(first, last),
            Payment.currency == entry.currency,
        )
        .order_by(Payment.execution_day.desc(), Payment.id.desc())
        .limit(_OF_BATCHES)
    )
    sums: defaultdict[int, Decimal] = defaultdict(Decimal)
    for batch_id, amount in near:
        sums[batch_id] += amount
    fitting = [batch_id for batch_id, total in sums.items() if total == entry.size]
    if not fitting:
        # Asked for none of them the store would look at all.
        return []
    rows = session.execute(
        expected.where(Payment.batch_id.in_(fitting[:_SHOWN])).order_by(Payment.id)
    ).all()
    together: defaultdict[int, list[Payment]] = defaultdict(list)
    batches = {}
    for payment, batch in rows:
        together[batch.id].append(payment)
        batches[batch.id] = batch
    payers = {batch.id: _called(batch.debtor_account) for batch in batches.values()}
    others = names.others({*payers.values()} - {""}, entry.account_id) if rows else ()
    return [
        (
            MatchKind.BATCH,
            PaidTogether(batch_id, batches[batch_id].bank_id, payments),
            Told(
                payments[0].execution_day, references=(batches[batch_id].bank_id,),
                own_accounts=frozenset({payers[batch_id]} - {""}),
                count=len(payments),
            ),
        )
        for batch_id, payments in together.items()
        # What the look left out, of other currencies too, belongs to the batch as well.
        if len(payments) > 1
        and sum(one.amount for one in payments) == entry.size
        and payers[batch_id] not in others
    ]  # fmt: skip


def _returns(
    session: Session, entry: Transaction
) -> list[tuple[MatchKind, Payment, Told]]:
    """Payments of ours that left this account before, and may come back by it."""
    booking = aliased(Transaction)
    rows = session.execute(
        select(Payment, booking.bank_reference)
        .join(booking, booking.id == Payment.transaction_id)
        .where(
            Payment.id.in_(_looked_at(entry, PaymentOutcome.PAID)),
            Payment.amount == entry.size,
            Payment.currency == entry.currency,
            Payment.return_id.is_(None),
            booking.account_id == entry.account_id,
            booking.day <= entry.day,
        )
        .order_by(Payment.id.desc())
    )
    return [
        (MatchKind.RETURN, payment, _told_of_payment(payment, "", reference))
        for payment, reference in rows
    ]


def _looked_at(entry: Transaction, *outcomes: PaymentOutcome) -> Select[Any]:
    """The ids of payments of the entry's amount or end-to-end id, the newest first."""
    ways = [
        select(Payment.id)
        .where(Payment.outcome == outcome.value, Payment.amount == entry.size)
        .order_by(Payment.id.desc())
        .limit(_LOOKED_AT)
        for outcome in outcomes
    ]
    if entry.end_to_end_id and entry.end_to_end_id != NO_ID:
        ways.append(
            select(Payment.id)
            .where(Payment.end_to_end_id == entry.end_to_end_id)
            .limit(_LOOKED_AT)
        )
    return ids_of(ways)


def _near(entry: Transaction, most: int) -> Select[Any]:
    """The ids of payments around the entry's day, so many before and after it."""
    day = Payment.execution_day
    return ids_of(
        [
            select(Payment.id)
            .where(Payment.outcome == outcome.value, side)
            .order_by(*order)
            .limit(most)
            for outcome in (PaymentOutcome.IN_FLIGHT, PaymentOutcome.UNPAID)
            for side, order in (
                (day <= entry.day, (day.desc(), Payment.id.desc())),
                (day > entry.day, (day, Payment.id)),
            )
        ]
    )


def _entries(
    session: Session, entry: Transaction, names: OwnNames
) -> list[tuple[MatchKind, Transaction, Told]]:
    """Entries the other way: on another account of ours, or taking this one back."""
    conditions = [
        and_(
            Transaction.account_id == entry.account_id
            if kind is MatchKind.REVERSAL
            else Transaction.account_id != entry.account_id,
            Transaction.day.between(entry.day - apart, entry.day + apart),
        )
        for kind, apart in _APART.items()
    ]
    rows = _nearest(
        session, entry, Transaction.amount == -entry.amount, or_(*conditions)
    )
    return [
        (
            MatchKind.REVERSAL
            if row.account_id == entry.account_id
            else MatchKind.TRANSFER,
            row,
            _told_of_entry(row, names),
        )
        for row in rows
    ]


def _nearest(
    session: Session, entry: Transaction, *conditions: ColumnElement[bool]
) -> Sequence[Transaction]:
    """Unmatched booked entries of the size that came nearest to the entry."""
    of_size = (Transaction.parent_id.is_(None), Transaction.size == entry.size)
    nearest = ids_of(
        [
            select(Transaction.id)
            .where(*of_size, side)
            .order_by(order)
            .limit(_LOOKED_AT)
            for side, order in (
                (Transaction.id < entry.id, Transaction.id.desc()),
                (Transaction.id > entry.id, Transaction.id),
            )
        ]
    )
    rows = session.scalars(
        select(Transaction)
        .where(
            Transaction.id.in_(nearest),
            Transaction.currency == entry.currency,
            Transaction.state == 0,
            *conditions,
            ~IS_MATCHED,
        )
        .order_by(Transaction.id)
    )
    return rows.all()


def _told_of_payment(
    payment: Payment, payer: str, bank_reference: str | None = None
) -> Told:
    return Told(
        payment.execution_day, payment.end_to_end_id, bank_reference,
        payment.creditor_name, payment.creditor_account,
        (payment.reference, payment.remittance, payment.end_to_end_id),
        frozenset({payer} - {""}),
    )  # fmt: skip


def _told_of_entry(entry: Transaction, names: OwnNames) -> Told:
    return Told(
        entry.day, entry.end_to_end_id, entry.bank_reference,
        entry.counterparty_name, entry.counterparty_account,
        (entry.reference, entry.remittance, entry.additional_information),
        names.of(entry.account_id), entry.reversal, entry.size,
    )  # fmt: skip


def _called(number: str | None) -> str:
    """An account's number as accounts are called by it."""
    return (number or "").replace(" ", "").upper()
