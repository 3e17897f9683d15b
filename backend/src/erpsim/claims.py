"""Claims on payments, and what their claimers tell of them.

A payment has one claim for ever. What is told with the same client id twice is told
once; what comes late stands in the history and moves nothing back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from erpsim.payables import CLAIMED, OPEN, Payables
from erpsim.refusals import IdUsed, NoSuchThing, NotPossible
from simulating.store import Row, Store

_RANK = {"CLAIMED": 0, "SENT": 1, "ACCEPTED": 2, "EXECUTED": 3, "BOOKED": 4}
UNPAID = ("REJECTED", "CANCELLED")
RETURNED = "RETURNED"
STATES = (*list(_RANK)[1:], *UNPAID, RETURNED)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A payment that is to be claimed; the version is that of what was read."""

    payment: int
    version: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """What a claimer tells of a payment."""

    client_id: str
    state: str
    day: date
    reason_code: str
    reason: str
    bank_reference: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What is in the history; `was_there` if it was told before."""

    id: int
    was_there: bool


class Following:
    """Gives payments away, and notes what became of them."""

    def __init__(self, store: Store, payables: Payables) -> None:
        self._store = store
        self._payables = payables

    def claim(
        self, company: str, claim: str, wanted: Sequence[Wanted], now: datetime
    ) -> list[tuple[int, str, str]]:
        """Give each payment to this claim or tell why not, in their order."""
        return [
            (one.payment, *self._claimed(company, claim, one, now)) for one in wanted
        ]

    def _claimed(
        self, company: str, claim: str, one: Wanted, now: datetime
    ) -> tuple[str, str]:
        row = self._store.row(
            "SELECT * FROM payments WHERE id = ? AND company = ?", one.payment, company
        )
        if row is None:
            return "TAKEN", "There is no such payment any more"
        if row["claim"] == claim:
            return "ALREADY_OURS", ""
        if row["state"] != OPEN:
            return "TAKEN", f"The payment is {row['state'].lower()}"
        if one.version is not None and one.version != row["version"]:
            return "CHANGED", "The payment was changed after it was read"
        self._store.run(
            "UPDATE payments SET state = ?, claim = ?, version = version + 1"
            " WHERE id = ?",
            CLAIMED,
            claim,
            row["id"],
        )
        self._payables.note(row["id"], CLAIMED, now)
        return "CLAIMED", ""

    def noted(self, company: str, client_id: str) -> Row | None:
        """What was told with this client id, if anything was."""
        return self._store.row(
            "SELECT h.* FROM history h JOIN payments p ON p.id = h.payment"
            " WHERE p.company = ? AND h.client_id = ?",
            company,
            client_id,
        )

    def tell(self, company: str, payment: int, told: Told, now: datetime) -> Noted:
        """Note what became of a payment, once.

        Raises:
            NoSuchThing: The company has no such payment.
            NotPossible: Nobody has claimed it, or it ended otherwise.
            IdUsed: The client's id told something else before.
        """
        earlier = self.noted(company, told.client_id)
        if earlier is not None:
            if (earlier["payment"], earlier["state"]) != (payment, told.state):
                raise IdUsed(f"{told.client_id} told of something else")
            return Noted(earlier["id"], was_there=True)
        row = self._payables.payment(payment)
        if row["company"] != company:
            raise NoSuchThing("There is no such payment")
        state = _following(row["state"], told.state)
        made = self._store.run(
            "INSERT INTO history (payment, at, state, day, client_id, reason_code,"
            " reason, bank_reference) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            payment,
            now.isoformat(),
            told.state,
            told.day.isoformat(),
            told.client_id,
            told.reason_code,
            told.reason,
            told.bank_reference,
        )
        self._store.run(
            "UPDATE payments SET state = ?, version = version + 1 WHERE id = ?",
            state,
            payment,
        )
        return Noted(made, was_there=False)


def _following(now: str, told: str) -> str:
    """The state of a payment after something was told of it.

    Raises:
        NotPossible: Nobody has claimed it, or it ended otherwise.
    """
    if now == OPEN:
        raise NotPossible("Nobody has claimed the payment")
    if now in UNPAID and told != now:
        raise NotPossible(f"The payment is {now.lower()} already")
    if told in UNPAID and _RANK.get(now, 9) >= _RANK["EXECUTED"]:
        raise NotPossible(f"The payment is {now.lower()} already")
    if now == RETURNED or _RANK.get(told, 9) < _RANK[now if now in _RANK else "BOOKED"]:
        return now
    return told
