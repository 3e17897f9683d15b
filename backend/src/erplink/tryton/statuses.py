"""Tells Tryton what became of a payment: succeeded, or failed and why.

That a bank has it or took it on is no state of its own in Tryton: `processing` says
as much. Every step looks first at where the payment stands.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from erplink.errors import Invalid
from erplink.tryton.client import Record, Speaking
from erplink.tryton.records import PAYMENT
from erplink.values import PaymentState, StatusUpdate, Written

_MESSAGE = "account.payment.sepa.message"
_CAMT054 = "urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"
_OPERATION = "push_status"
_LONGEST_REASON = 105
"""Of the text of a return in ISO 20022."""
_SUCCESS = frozenset({PaymentState.EXECUTED, PaymentState.BOOKED})
_FAILURE = frozenset(
    {PaymentState.REJECTED, PaymentState.RETURNED, PaymentState.CANCELLED}
)


def push_status(speaking: Speaking, update: StatusUpdate) -> Written:
    """Tell what became of a payment; see `Connector.push_status`."""
    payment = _payment(speaking, update)
    wanted = _wanted(update)
    if wanted is None or payment["state"] == wanted:
        return Written(update.native_id, was_there=True)
    if payment["state"] not in {"processing", "succeeded", "failed"}:
        raise Invalid("erp_link.tryton_not_processing", payment["state"])
    try:
        if wanted == "succeeded":
            _succeed(speaking, update)
        else:
            _fail(speaking, update, payment)
    except Invalid:
        # Somebody may have told it at this moment.
        if _payment(speaking, update)["state"] != wanted:
            raise
        return Written(update.native_id, was_there=True)
    return Written(update.native_id)


def _payment(speaking: Speaking, update: StatusUpdate) -> Record:
    fields = ("state", "process_method")
    if not update.native_id.isdecimal():
        raise Invalid("erp_link.tryton_no_payment", update.native_id)
    return speaking.read(PAYMENT, int(update.native_id), fields, operation=_OPERATION)


def _wanted(update: StatusUpdate) -> str | None:
    if update.state in _SUCCESS:
        return "succeeded"
    return "failed" if update.state in _FAILURE else None


def _succeed(speaking: Speaking, update: StatusUpdate) -> None:
    # The day counts where the success is posted to a clearing account.
    speaking.act(
        PAYMENT,
        int(update.native_id),
        "succeed",
        operation=_OPERATION,
        context={"clearing_date": update.on, "date_value": update.on},
    )


def _fail(speaking: Speaking, update: StatusUpdate, payment: Record) -> None:
    if update.reason_code or update.reason:
        if payment["process_method"] == "sepa":
            _return(speaking, update)
        else:
            _note_reason(speaking, update)
    # A message that Tryton could not apply is taken without a word.
    if _payment(speaking, update)["state"] != "failed":
        speaking.act(PAYMENT, int(update.native_id), "fail", operation=_OPERATION)


def _return(speaking: Speaking, update: StatusUpdate) -> None:
    """Fail with the reason in Tryton's own fields, which only a message may fill."""
    values = {
        "type": "in",
        "company": speaking.access.company,
        "message": _camt054(update),
    }
    message = speaking.create(_MESSAGE, values, ("id",), operation=_OPERATION)
    for step in ("wait", "do"):
        speaking.act(_MESSAGE, message["id"], step, operation=_OPERATION)


def _note_reason(speaking: Speaking, update: StatusUpdate) -> None:
    text = " ".join(part for part in (update.reason_code, update.reason) if part)
    values = {"resource": f"{PAYMENT},{update.native_id}", "message": text}
    found = speaking.search(
        "ir.note",
        [["resource", "=", values["resource"]], ["message", "=", text]],
        ("message",),
        operation=_OPERATION,
        limit=1,
    )
    if not found:
        speaking.create("ir.note", values, ("id",), operation=_OPERATION)


def _camt054(update: StatusUpdate) -> bytes:
    """The part of a camt.054 that Tryton reads; its credits are returns to us."""
    document = ET.Element("Document", xmlns=_CAMT054)
    notification = ET.SubElement(document, "BkToCstmrDbtCdtNtfctn")
    head = ET.SubElement(notification, "GrpHdr")
    ET.SubElement(head, "MsgId").text = update.our_id[:35]
    entry = ET.SubElement(ET.SubElement(notification, "Ntfctn"), "Ntry")
    ET.SubElement(entry, "CdtDbtInd").text = "CRDT"
    ET.SubElement(ET.SubElement(entry, "ValDt"), "Dt").text = update.on.isoformat()
    details = ET.SubElement(ET.SubElement(entry, "NtryDtls"), "TxDtls")
    references = ET.SubElement(details, "Refs")
    ET.SubElement(references, "InstrId").text = update.native_id
    returned = ET.SubElement(details, "RtrInf")
    if update.reason_code:
        reason = ET.SubElement(returned, "Rsn")
        ET.SubElement(reason, "Cd").text = update.reason_code
    if update.reason:
        ET.SubElement(returned, "AddtlInf").text = update.reason[:_LONGEST_REASON]
    data: bytes = ET.tostring(document, encoding="utf-8", xml_declaration=True)
    return data
