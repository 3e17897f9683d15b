"""Writes payments of a pain.001 anew, corrected: everything else stands as it stood.

What is not corrected is copied element by element: purposes, references, charges and
whatever else a file of any version carries. Ids, times, counts and sums are new.
Amounts and currencies cannot be given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from itertools import chain
from typing import BinaryIO, NamedTuple, cast
from uuid import uuid4

from lxml import etree
from lxml.etree import _Element

from bankfiles._detect import detect
from bankfiles._pull import drop, events, namespace_of
from bankfiles._read import refuse_unreadable, utf8
from bankfiles._source import Source
from bankfiles.limits import Limits
from bankfiles.parts import Address
from bankfiles.writing.pain001 import ADDRESS_FIELDS
from bankfiles.writing.text import Unwritable, fitting, plain

_NAMES = ("GrpHdr", "PmtInf", "CdtTrfTxInf")
_FORMAT = "pain.001"
_ID, _NUMBER, _BIC = 35, 34, 11
_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Account:
    """Where a payment goes from now on."""

    number: str
    is_iban: bool
    """Otherwise the number is of the scheme that the file names."""
    bic: str
    """Of its bank; empty where the number suffices."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What becomes of one payment. What is None stays as it was."""

    end_to_end_id: str
    day: date
    account: Account | None = None
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class CorrectedFile:
    """The file to be written."""

    message_id: str
    created: datetime
    """With its zone."""
    payments: Mapping[int, Correction]
    """By their places in the original file, from 1."""


class Written(NamedTuple):
    """The file, and which payment of the original each of its payments stands for."""

    content: bytes
    positions: tuple[int, ...]
    """In the order of the new file."""


@dataclass(slots=True)
class _Batch:
    """A batch that grows."""

    element: _Element
    positions: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Parts:
    """What of the original is copied."""

    header: _Element | None = None
    root: _Element | None = None
    body: _Element | None = None
    batches: dict[tuple[int, date], _Batch] = field(default_factory=dict)
    """By their place in the original and their day."""


def write_corrected(
    original: BinaryIO, wish: CorrectedFile, *, limits: Limits = _DEFAULT
) -> Written:
    """The file with these payments, in the original's order and of its version.

    Raises:
        BankFileError: The original cannot be read.
        Unwritable: Something stands in the correction that no file may carry, or the
            original has no such payment.
    """
    if wish.created.tzinfo is None:
        raise Unwritable("GrpHdr/CreDtTm", str(wish.created), "no zone")
    parts = _Parts()
    position = number = 0
    head: _Element | None = None
    for event, name, element in events(_blocks(original, limits), _NAMES, limits):
        if name == "GrpHdr" and event == "end":
            _begin(parts, element)
        elif name == "PmtInf":
            if event == "start":
                number, head = number + 1, None
            else:
                drop(element)
        elif name == "CdtTrfTxInf" and event == "end":
            position += 1
            head = _head(element) if head is None else head
            correction = wish.payments.get(position)
            if correction is not None:
                key = number, correction.day
                batch = parts.batches.setdefault(key, _Batch(deepcopy(head)))
                batch.positions.append(position)
                batch.element.append(_corrected(element, correction))
            drop(element)
    order = tuple(p for batch in parts.batches.values() for p in batch.positions)
    missing = set(wish.payments).difference(order)
    if missing or not order:
        raise Unwritable("CdtTrfTxInf", str(sorted(missing)), "no such payment")
    return Written(_written(parts, wish), order)


def _blocks(original: BinaryIO, limits: Limits) -> Iterator[bytes]:
    blocks = Source(original, limits, None).blocks()
    head = next(blocks, b"")
    kind = detect(head)
    refuse_unreadable(kind, head)
    if kind.format != _FORMAT:
        raise Unwritable("Document", kind.format, "no payment file")
    return utf8(chain((head,), blocks), head)


def _begin(parts: _Parts, header: _Element) -> None:
    body = header.getparent()
    root = None if body is None else body.getparent()
    if root is None or body is None:
        raise Unwritable("GrpHdr", "", "not within a document")
    parts.header = deepcopy(header)
    parts.root = etree.Element(root.tag, nsmap=_spaces(root))
    parts.body = etree.SubElement(parts.root, body.tag)


def _spaces(element: _Element) -> Mapping[str, str]:
    # The stubs know no default namespace here.
    return cast("Mapping[str, str]", element.nsmap)


def _head(payment: _Element) -> _Element:
    """The batch without its payments."""
    batch = payment.getparent()
    if batch is None:
        raise Unwritable("CdtTrfTxInf", "", "not within a batch")
    made = etree.Element(batch.tag, nsmap=_spaces(batch))
    for child in batch:
        if child is payment:
            break
        made.append(deepcopy(child))
    return made


def _written(parts: _Parts, wish: CorrectedFile) -> bytes:
    header, root, body = parts.header, parts.root, parts.body
    if header is None or root is None or body is None:
        raise Unwritable("GrpHdr", "", "missing")
    batches = [(day, one.element) for (_, day), one in parts.batches.items()]
    _set(header, "MsgId", fitting("GrpHdr/MsgId", wish.message_id, _ID))
    _set(header, "CreDtTm", wish.created.isoformat(timespec="seconds"))
    _count(header, [one for _, batch in batches for one in _payments(batch)])
    body.append(header)
    for place, (day, batch) in enumerate(batches, 1):
        batch_id = f"{wish.message_id}-{place}"
        _set(batch, "PmtInfId", fitting("PmtInf/PmtInfId", batch_id, _ID))
        _count(batch, _payments(batch))
        _set_day(batch, day)
        body.append(batch)
    for element in root.iter():
        if len(element):
            element.text = None
        element.tail = None
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _payments(batch: _Element) -> list[_Element]:
    return _all(batch, "CdtTrfTxInf")


def _count(parent: _Element, payments: list[_Element]) -> None:
    """Number and sum, where the original states them."""
    total = sum((_amount(one) for one in payments), Decimal(0))
    if _child(parent, "NbOfTxs") is not None:
        _set(parent, "NbOfTxs", str(len(payments)))
    if _child(parent, "CtrlSum") is not None:
        _set(parent, "CtrlSum", plain(total))


def _amount(payment: _Element) -> Decimal:
    amount = _child(payment, "Amt")
    found = None
    if amount is not None:
        found = _child(amount, "InstdAmt")
        equivalent = _child(amount, "EqvtAmt")
        if found is None and equivalent is not None:
            found = _child(equivalent, "Amt")
    if found is None or not (found.text or "").strip():
        raise Unwritable("CdtTrfTxInf/Amt", "", "no amount")
    return Decimal((found.text or "").strip())


def _set_day(batch: _Element, day: date) -> None:
    """A date stands by itself until .03 and within a choice from .08 on."""
    found = _child(batch, "ReqdExctnDt")
    if found is None:
        raise Unwritable("PmtInf/ReqdExctnDt", "", "missing")
    has_choice = len(found) > 0
    for child in list(found):
        found.remove(child)
    found.text = None if has_choice else day.isoformat()
    if has_choice:
        _add(found, "Dt", day.isoformat())


def _corrected(original: _Element, correction: Correction) -> _Element:
    payment = deepcopy(original)
    ids = _child(payment, "PmtId")
    if ids is None:
        raise Unwritable("CdtTrfTxInf/PmtId", "", "missing")
    new = fitting("CdtTrfTxInf/PmtId/EndToEndId", correction.end_to_end_id, _ID)
    if _child(ids, "InstrId") is not None:
        _set(ids, "InstrId", new)
    _set(ids, "EndToEndId", new)
    if _child(ids, "UETR") is not None:
        _set(ids, "UETR", str(uuid4()))
    if correction.account is not None:
        _set_account(payment, correction.account)
    if correction.address is not None:
        _set_address(payment, correction.address)
    return payment


def _set_account(payment: _Element, account: Account) -> None:
    holder = _child(payment, "CdtrAcct")
    if holder is None:
        raise Unwritable("CdtTrfTxInf/CdtrAcct", "", "missing")
    for alias in _all(holder, "Prxy"):
        holder.remove(alias)
    number = fitting("CdtTrfTxInf/CdtrAcct/Id", account.number, _NUMBER)
    identity = _child(holder, "Id")
    if identity is None:
        raise Unwritable("CdtTrfTxInf/CdtrAcct/Id", "", "missing")
    other = _child(identity, "Othr")
    if not account.is_iban:
        if other is None:
            raise Unwritable("CdtTrfTxInf/CdtrAcct/Id", number, "no scheme")
        _set(other, "Id", number)
    else:
        for child in list(identity):
            identity.remove(child)
        _add(identity, "IBAN", number)
    _set_agent(payment, account.bic)


def _set_agent(payment: _Element, bic: str) -> None:
    """The bank of the new account; without a BIC the account's number tells it."""
    agent = _child(payment, "CdtrAgt")
    if not bic:
        if agent is not None:
            payment.remove(agent)
        return
    if agent is None:
        agent = etree.Element(_named(payment, "CdtrAgt"))
        creditor = _child(payment, "Cdtr")
        if creditor is None:
            raise Unwritable("CdtTrfTxInf/Cdtr", "", "missing")
        creditor.addprevious(agent)
    for child in list(agent):
        agent.remove(child)
    institution = etree.SubElement(agent, _named(agent, "FinInstnId"))
    name = "BIC" if _is_old(payment) else "BICFI"
    _add(institution, name, fitting("CdtTrfTxInf/CdtrAgt", bic, _BIC))


def _is_old(element: _Element) -> bool:
    """Whether its version calls a bank's code BIC: until .03."""
    return namespace_of(element).rpartition(".")[2] in {"02", "03"}


def _set_address(payment: _Element, address: Address) -> None:
    creditor = _child(payment, "Cdtr")
    name = None if creditor is None else _child(creditor, "Nm")
    if creditor is None or name is None:
        raise Unwritable("CdtTrfTxInf/Cdtr/Nm", "", "missing")
    for old in _all(creditor, "PstlAdr"):
        creditor.remove(old)
    made = etree.Element(_named(creditor, "PstlAdr"))
    for tag, longest, slot in ADDRESS_FIELDS:
        text = getattr(address, slot)
        if text:
            _add(made, tag, fitting(f"CdtTrfTxInf/Cdtr/PstlAdr/{tag}", text, longest))
    name.addnext(made)


def _named(beside: _Element, name: str) -> str:
    space = namespace_of(beside)
    return f"{{{space}}}{name}" if space else name


def _child(parent: _Element, name: str) -> _Element | None:
    return parent.find(_named(parent, name))


def _all(parent: _Element, name: str) -> list[_Element]:
    return list(parent.findall(_named(parent, name)))


def _set(parent: _Element, name: str, text: str) -> None:
    found = _child(parent, name)
    if found is None:
        raise Unwritable(name, text, "missing")
    found.text = text


def _add(parent: _Element, name: str, text: str) -> None:
    etree.SubElement(parent, _named(parent, name)).text = text
