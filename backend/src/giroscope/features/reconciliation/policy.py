"""How well something fits an entry, with the reasons in words. Decides only.

Whatever is scored here has the amount and the currency of the entry already. What a
person chose may leave a difference, where they say why.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from giroscope.features.matches import DifferenceReason, MatchKind
from giroscope.features.payments.checks.names import payee_key
from giroscope.features.reconciliation.errors import (
    BeyondLimit,
    NotAccounted,
    NoteNeeded,
)
from localization import Message

NO_ID = "NOTPROVIDED"
SHORTEST = 4
"""A shorter reference stands in too many texts."""
_MOST = 100
_ALIKE = 20
"""So much less is a candidate worth where another fits as well."""
_BASE = {
    MatchKind.PAYMENT: 40,
    MatchKind.BATCH: 40,
    MatchKind.RETURN: 30,
    MatchKind.TRANSFER: 40,
    MatchKind.REVERSAL: 30,
    MatchKind.OPEN_ITEM: 30,
}
_LONGEST_NOTE = 500
AT_ONCE = range(70, _MOST + 1)
"""What a candidate is worth that is accepted unseen: amount, account and day alone come
to less."""
UNSEEN = range(90, _MOST + 1)
"""The same where nobody asks: below it one in a hundred is wrong where banks tell
little, by `./bench matching`."""
_CLEARLY = 5
_ROUND = 10
"""Amounts of whole tens are shared by many that do not belong together."""
_NEAR = ((0, 10), (3, 7), (7, 3))
"""Up to so many days apart is worth so much."""
_SIGNS = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a side."""

    day: date
    end_to_end_id: str | None = None
    bank_reference: str | None = None
    name: str | None = None
    account: str | None = None
    """The other party's."""
    references: Sequence[str | None] = ()
    own_accounts: frozenset[str] = frozenset()
    """What the account it stands on, or is paid from, is called."""
    is_reversal: bool = False
    amount: Decimal = Decimal(0)
    """Of an entry: what both sides come to."""
    count: int = 1
    """How many payments it is."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What a candidate is worth, from 0 to 100, and why."""

    score: int
    reasons: list[Message] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much an entry is more than its payments, and why."""

    amount: Decimal
    """As the person saw it; below zero where the entry is less."""
    reason: DifferenceReason
    note: str | None = None


def accounted(
    left: Decimal, told: Difference | None, limit: Decimal
) -> Difference | None:
    """The difference as it is kept; None where nothing is left.

    Raises:
        NotAccounted: Something is left and nobody says why, or they saw another rest.
        BeyondLimit: It is larger than what is allowed.
        NoteNeeded: What it is, is not said.
    """
    if left != (told.amount if told else 0):
        raise NotAccounted
    if told is None or not left:
        return None
    if abs(left) > limit:
        raise BeyondLimit
    note = (told.note or "").replace("\0", "").strip()
    if len(note) > _LONGEST_NOTE or (
        told.reason is DifferenceReason.OTHER and not note
    ):
        raise NoteNeeded(path="note")
    return replace(told, amount=left, note=note or None)


def fit(kind: MatchKind, entry: Told, other: Told) -> Fit:
    """How well the other side fits the entry."""
    same = (
        Message("reconciliation.same_amount")
        if other.count == 1
        else Message("reconciliation.same_sum", count=other.count)
    )
    found = [(_BASE[kind], same)]
    if entry.amount % _ROUND:
        found.append((8, Message("reconciliation.not_round")))
    if kind is MatchKind.OPEN_ITEM:
        found += _of_owed(entry, other)
    else:
        found += _of_moved(kind, entry, other)
    return Fit(min(sum(worth for worth, _ in found), _MOST), [why for _, why in found])


def _of_moved(
    kind: MatchKind, entry: Told, other: Told
) -> Iterable[tuple[int, Message]]:
    """What speaks for a payment, or for another entry."""
    found: list[tuple[int, Message]] = []
    shared = _same(entry.end_to_end_id, other.end_to_end_id)
    if shared and shared != NO_ID.lower():
        found.append(
            (35, Message("reconciliation.same_end_to_end", id=other.end_to_end_id or "")
             )
        )  # fmt: skip
    if kind in {MatchKind.PAYMENT, MatchKind.RETURN}:
        found += _of_payee(entry, other)
    of_ours = kind in {MatchKind.PAYMENT, MatchKind.BATCH}
    if of_ours and entry.own_accounts & other.own_accounts:
        found.append((10, Message("reconciliation.paid_from")))
    if kind is MatchKind.TRANSFER:
        found += _of_accounts(entry, other)
    if kind in {MatchKind.RETURN, MatchKind.REVERSAL}:
        if _same(entry.bank_reference, other.bank_reference):
            reference = other.bank_reference or ""
            found.append(
                (35, Message("reconciliation.same_bank_reference", id=reference))
            )
        if entry.is_reversal or other.is_reversal:
            found.append((15, Message("reconciliation.reversal")))
    text = _shared_reference(entry, other)
    if text is not None:
        found.append((15, Message("reconciliation.same_reference", text=text)))
    found.append(_of_days(entry.day, other.day))
    return found


def is_clear(fits: Sequence[Fit], least: int) -> bool:
    """Whether the first, which is the best, is worth so much and no other nearly so."""
    return (
        bool(fits)
        and fits[0].score >= least
        and all(is_clearly_less(other, fits[0]) for other in fits[1:2])
    )


def is_clearly_less(other: Fit, best: Fit) -> bool:
    """Whether more than a few days tells them apart."""
    return other.score <= best.score - _CLEARLY


def is_same_payee(entry: Told, other: Told) -> bool:
    """Whether the payee's account or name agrees."""
    return any(True for _ in _of_payee(entry, other))


def told_apart(fits: Sequence[Fit]) -> list[Fit]:
    """The same; those that fit equally well are worth less, and say so."""
    alike = Counter(one.score for one in fits)
    return [
        one if alike[one.score] == 1 else replace(
            one, score=max(one.score - _ALIKE, 0),
            reasons=[
                *one.reasons,
                Message("reconciliation.alike", count=alike[one.score] - 1),
            ],
        )
        for one in fits
    ]  # fmt: skip


def _of_payee(entry: Told, other: Told) -> Iterable[tuple[int, Message]]:
    if _same(entry.account, other.account):
        yield 20, Message("reconciliation.same_account", account=other.account or "")
    key = payee_key(entry.name)
    if key and key == payee_key(other.name):
        yield 15, Message("reconciliation.same_name", name=other.name or "")


def _of_owed(entry: Told, other: Told) -> Iterable[tuple[int, Message]]:
    """What speaks for an open item."""
    whole, text = _whole_reference(entry, other), _shared_reference(entry, other)
    if whole is not None:
        yield 35, Message("reconciliation.same_payment_reference", id=whole)
    elif text is not None:
        yield 15, Message("reconciliation.same_reference", text=text)
    if _same(entry.account, other.account):
        yield 20, Message("reconciliation.party_account", account=other.account or "")
    key = payee_key(entry.name)
    if key and key == payee_key(other.name):
        yield 15, Message("reconciliation.party_name", name=other.name or "")
    yield _of_due(entry.day, other.day)


def _of_accounts(entry: Told, other: Told) -> Iterable[tuple[int, Message]]:
    named = {_plain(entry.account)} & {_plain(one) for one in other.own_accounts}
    back = {_plain(other.account)} & {_plain(one) for one in entry.own_accounts}
    if (named | back) - {""}:
        yield 35, Message("reconciliation.names_account")
    else:
        yield 0, Message("reconciliation.own_account")


def _of_days(one: date, other: date) -> tuple[int, Message]:
    days = abs((one - other).days)
    if days == 0:
        return _near(days), Message("reconciliation.same_day")
    return _near(days), Message("reconciliation.days_apart", days=days)


def _of_due(booked: date, due: date) -> tuple[int, Message]:
    days = abs((booked - due).days)
    if days == 0:
        return _near(days), Message("reconciliation.due_that_day")
    if due < booked:
        return _near(days), Message("reconciliation.due_before", days=days)
    return _near(days), Message("reconciliation.due_after", days=days)


def _near(days: int) -> int:
    return next((worth for most, worth in _NEAR if days <= most), 0)


def _whole_reference(entry: Told, other: Told) -> str | None:
    """The first reference of an item that is all of what one of the entry's is."""
    told = {_plain(one) for one in (entry.end_to_end_id, *entry.references)}
    for reference in other.references:
        plain = _plain(reference)
        if len(plain) >= SHORTEST and plain in told:
            return reference
    return None


def _shared_reference(entry: Told, other: Told) -> str | None:
    """The first reference of one side that stands in a text of the other."""
    for giving, taking in ((other, entry), (entry, other)):
        texts = [_plain(one) for one in taking.references]
        for reference in giving.references:
            plain = _plain(reference)
            if len(plain) >= SHORTEST and any(plain in text for text in texts):
                return reference
    return None


def _same(one: str | None, other: str | None) -> str | None:
    plain = _plain(one)
    return plain if plain and plain == _plain(other) else None


def _plain(text: str | None) -> str:
    return _SIGNS.sub("", (text or "").casefold())
