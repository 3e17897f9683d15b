"""Takes payments: from approved to processing, by Tryton's own process wizard.

Tryton keeps nothing of ours on a payment, so a note tells under which id it is
taken, written before the wizard runs. Whose a payment in processing is follows
from what stands in Tryton alone: its group was made by our user, and the last of
our notes from before that group names the owner. So an answer that was lost is
found again, and of two that try at once exactly one wins. The wizard is bound to
the time stamps of what was read; whoever changes a payment meanwhile is noticed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from erplink.errors import Conflict, ErpError, Invalid
from erplink.tryton.client import Record, Speaking
from erplink.tryton.records import PAYMENT, Read, payment_of, payments_with
from erplink.values import Claimed, ClaimState, Seen, Unreadable
from localization import Message

_NOTE = "ir.note"
_TAKEN_AS = "Taken by Giroscope as "
_WIZARD = "wizard.account.payment.process"
_OPERATION = "claim"
_AT_ONCE = 500
_MOST_ROUNDS = 4


def claim(speaking: Speaking, payments: Seen, our_id: str) -> Sequence[Claimed]:
    """Take payments; see `Connector.claim`."""
    told: dict[str, Claimed] = {}
    everyone = list(payments)
    for start in range(0, len(everyone), _AT_ONCE):
        part = {one: payments[one] for one in everyone[start : start + _AT_ONCE]}
        told |= _Claiming(speaking, our_id).told(part)
    return [told[native_id] for native_id in everyone]


class _Claiming:
    """The taking of some payments under one id."""

    def __init__(self, speaking: Speaking, our_id: str) -> None:
        self._speaking = speaking
        self._our_id = our_id
        self._told: dict[str, Claimed] = {}

    def told(self, payments: Seen) -> Mapping[str, Claimed]:
        """What became of each."""
        open_still = self._looked_at(payments, ClaimState.ALREADY_OURS)
        for _ in range(_MOST_ROUNDS):
            if not open_still:
                return self._told
            self._take([*open_still.values()])
            left = {one: payments[one] for one in payments if one not in self._told}
            open_still = self._looked_at(left, ClaimState.CLAIMED)
        for native_id in open_still:
            self._tell(
                native_id, ClaimState.CHANGED, str(Message("erp_link.tryton_unsteady"))
            )
        return self._told

    def _looked_at(self, payments: Seen, ours: ClaimState) -> Mapping[str, Read]:
        """Judge those that are decided; give back those that are still to be taken."""
        ids = [int(one) for one in payments if one.isdecimal()]
        found = payments_with(self._speaking, ids, _OPERATION)
        owners = self._owners([one for one in found.values() if _is_taken(one)])
        still_open: dict[str, Read] = {}
        for native_id, seen in payments.items():
            read = found.get(int(native_id)) if native_id.isdecimal() else None
            if read is None:
                self._tell(
                    native_id,
                    ClaimState.TAKEN,
                    str(Message("erp_link.tryton_not_there")),
                )
            elif _is_taken(read):
                self._tell_taken(read, owners.get(read.native_id), ours)
            elif read.record["state"] != "approved":
                self._tell(
                    native_id,
                    ClaimState.TAKEN,
                    str(Message("erp_link.tryton_not_approved")),
                )
            elif read.raw_sha256 != seen:
                self._tell(native_id, ClaimState.CHANGED)
            elif isinstance(flawed := payment_of(read), Unreadable):
                said = Message("erp_link.tryton_unpayable", field=flawed.field)
                self._tell(native_id, ClaimState.REFUSED, str(said))
            else:
                still_open[native_id] = read
        return still_open

    def _take(self, payments: Sequence[Read]) -> None:
        """Run the wizard over all; halve them where some stand in the others' way."""
        try:
            self._note(payments)
            self._process(payments)
        except Conflict:
            # Somebody was faster; the next look tells what is left to do.
            return
        except Invalid as refusal:
            if len(payments) == 1:
                self._tell(payments[0].native_id, ClaimState.REFUSED, refusal.detail)
                return
            middle = len(payments) // 2
            self._take(payments[:middle])
            self._take(payments[middle:])

    def _process(self, payments: Sequence[Read]) -> None:
        ids = [one.record["id"] for one in payments]
        context = {
            "active_model": PAYMENT,
            "active_ids": ids,
            "active_id": ids[0],
            "_timestamp": {
                f"{PAYMENT},{one.record['id']}": one.record["_timestamp"]
                for one in payments
            },
        }
        begun = self._speaking.call(f"{_WIZARD}.create", [], operation=_OPERATION)
        self._speaking.call(
            f"{_WIZARD}.execute",
            [begun[0], {}, "process"],
            operation=_OPERATION,
            context=context,
        )
        # What is left of it would go with the session; the claim stands already.
        with suppress(ErpError):
            self._speaking.call(f"{_WIZARD}.delete", [begun[0]], operation=_OPERATION)

    def _note(self, payments: Sequence[Read]) -> None:
        """Tell on each payment under which id it is about to be taken."""
        last = self._notes(payments)
        mine = _TAKEN_AS + self._our_id
        missing = [
            one
            for one in payments
            if not (notes := last.get(one.native_id)) or notes[-1]["message"] != mine
        ]
        if missing:
            values = [
                {"resource": f"{PAYMENT},{one.native_id}", "message": mine}
                for one in missing
            ]
            self._speaking.call(f"model.{_NOTE}.create", [values], operation=_OPERATION)

    def _owners(self, taken: Sequence[Read]) -> Mapping[str, str]:
        """Under which id each was taken, of those that our user's groups hold."""
        if not taken:
            return {}
        me = self._speaking.signed_in().user
        ours = [one for one in taken if _made_by(one) == me]
        notes = self._notes(ours)
        owners = {}
        for one in ours:
            made = one.record["group"]["create_date"]
            before = [
                note for note in notes.get(one.native_id, ()) if _is_before(note, made)
            ]
            if before:
                owners[one.native_id] = before[-1]["message"].removeprefix(_TAKEN_AS)
        return owners

    def _notes(self, payments: Sequence[Read]) -> Mapping[str, Sequence[Record]]:
        """Our notes on each payment, in the order they were written."""
        me = self._speaking.signed_in().user
        found: defaultdict[str, list[Record]] = defaultdict(list)
        for start in range(0, len(payments), 100):
            resources = [
                f"{PAYMENT},{one.native_id}" for one in payments[start : start + 100]
            ]
            domain = [
                ["resource", "in", resources],
                ["create_uid", "=", me],
                ["message", "like", f"{_TAKEN_AS}%"],
            ]
            fields = ("resource", "message", "create_date")
            for note in self._speaking.every(
                _NOTE, domain, fields, operation=_OPERATION
            ):
                found[str(note["resource"]).rpartition(",")[2]].append(note)
        return found

    def _tell_taken(self, read: Read, owner: str | None, ours: ClaimState) -> None:
        if owner == self._our_id:
            self._tell(read.native_id, ours)
        else:
            group = (read.record.get("group") or {}).get("number") or ""
            said = Message("erp_link.tryton_grouped", group=group)
            self._tell(read.native_id, ClaimState.TAKEN, str(said))

    def _tell(self, native_id: str, state: ClaimState, message: str = "") -> None:
        self._told[native_id] = Claimed(native_id, state, message)


def _is_taken(read: Read) -> bool:
    return read.record["state"] in {"processing", "succeeded", "failed"}


def _made_by(read: Read) -> int | None:
    maker = (read.record.get("group") or {}).get("create_uid")
    return maker.get("id") if isinstance(maker, Mapping) else maker


def _is_before(note: Record, made: object) -> bool:
    written = note["create_date"]
    return (
        isinstance(written, datetime) and isinstance(made, datetime) and written < made
    )
