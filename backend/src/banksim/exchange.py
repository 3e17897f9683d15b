"""One request and its reply, and how faults spoil either.

A protocol asks here whether the request is to get through at all, and with what the
reply is to be signed; it never decides by itself to misbehave.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from banksim.certificates import STRANGER, Leaf
from banksim.fault_kinds import FaultKind
from banksim.house import Bank
from banksim.paths import Environment
from banksim.security.names import DS, SOAP
from banksim.security.safe_xml import from_base64, to_base64
from banksim.security.sign import Signer

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_OK, _SERVER_ERROR = 200, 500
_SLOW_SECONDS = 10.0
CONTENT_LAYER, SOAP_LAYER, BOTH = "content", "soap", "both"


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back over HTTP."""

    body: bytes
    status: int = _OK
    wait_seconds: float = 0.0
    is_dropped: bool = False
    media_type: str = "text/xml; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for what, as far as the request says so itself."""

    agreement: str | None
    operation: str


@dataclass(frozen=True, slots=True)
class Spoiling:
    """How the reply of an exchange is to be made."""

    signer: Signer
    unsigned: str = ""
    wrong_digest: str = ""
    is_altered: bool = False
    is_gzip: bool = False
    is_bec_order: bool = False

    def signs(self, layer: str) -> bool:
        """Whether a layer of the reply is signed."""
        return self.unsigned not in {layer, BOTH}

    def spoil_digest(self, layer: str, signed: _Element) -> None:
        """Put another digest into the signature below an element, where asked to."""
        if self.wrong_digest not in {layer, BOTH}:
            return
        value = next(signed.iter(f"{{{DS}}}DigestValue"))
        digest = bytearray(from_base64(value.text))
        digest[0] ^= 1
        value.text = to_base64(bytes(digest))


def held_up(bank: Bank, caller: Caller) -> Reply | None:
    """The reply of a fault that lets nothing through, or None."""

    def take(kind: FaultKind) -> dict[str, object] | None:
        fault = bank.faults.take(kind, caller.agreement, caller.operation)
        return None if fault is None else dict(fault.parameters)

    if take(FaultKind.DROP_BEFORE_ACCEPT) is not None:
        return Reply(b"", is_dropped=True)
    if (wanted := take(FaultKind.HTTP_ERROR)) is not None:
        status = int(str(wanted.get("status", 503)))
        return Reply(b"Service unavailable", status, media_type="text/plain")
    if (wanted := take(FaultKind.SOAP_FAULT)) is not None:
        code = str(wanted.get("code", "soapenv:Server"))
        return soap_fault(code, str(wanted.get("text", "Internal error")))
    return None


def refusal(bank: Bank, caller: Caller, default: str) -> tuple[str, str] | None:
    """The code and text that a fault refuses the request with, or None."""
    fault = bank.faults.take(
        FaultKind.RESPONSE_CODE, caller.agreement, caller.operation
    )
    if fault is None:
        return None
    return fault.text("code", default), fault.text("text", "")


def spoiling(
    bank: Bank, caller: Caller, issuer: str, environment: Environment
) -> Spoiling:
    """How the reply is made: as it should be, unless faults are set."""

    def layer(kind: FaultKind) -> str:
        fault = bank.faults.take(kind, caller.agreement, caller.operation)
        return "" if fault is None else fault.text("layer", BOTH)

    return Spoiling(
        _signer(bank, caller, issuer, environment),
        unsigned=layer(FaultKind.UNSIGNED),
        wrong_digest=layer(FaultKind.WRONG_DIGEST),
        is_altered=bool(layer(FaultKind.ALTERED_CONTENT)),
        is_gzip=bool(layer(FaultKind.GZIP)),
        is_bec_order=bool(layer(FaultKind.BEC_ORDER)),
    )


def _signer(
    bank: Bank, caller: Caller, issuer: str, environment: Environment
) -> Signer:
    own = bank.authority(issuer, environment)
    stranger = bank.authority(STRANGER, environment)
    for kind, authority, which in (
        (FaultKind.WRONG_SIGNER, stranger, Leaf.PRESENT),
        (FaultKind.UNKNOWN_ROOT, stranger, Leaf.ROTATED),
        (FaultKind.EXPIRED_CERTIFICATE, own, Leaf.EXPIRED),
        (FaultKind.ROTATED_CERTIFICATE, own, Leaf.ROTATED),
    ):
        if bank.faults.take(kind, caller.agreement, caller.operation) is not None:
            return authority.leaf(which, bank.now())
    return own.leaf(Leaf.PRESENT, bank.now())


def leaving(bank: Bank, caller: Caller, body: bytes, status: int = _OK) -> Reply:
    """The reply as it leaves: whole, cut off, late, or not at all."""
    if bank.faults.take(
        FaultKind.DROP_AFTER_ACCEPT, caller.agreement, caller.operation
    ):
        return Reply(b"", is_dropped=True)
    slow = bank.faults.take(FaultKind.SLOW, caller.agreement, caller.operation)
    cut = bank.faults.take(
        FaultKind.TRUNCATED_REPLY, caller.agreement, caller.operation
    )
    if cut is not None:
        body = body[: int(cut.number("bytes", len(body) // 2))]
    return Reply(body, status, slow.number("seconds", _SLOW_SECONDS) if slow else 0.0)


def soap_fault(code: str, text: str, detail: tuple[str, str] | None = None) -> Reply:
    """A SOAP 1.1 fault; nothing was processed."""
    envelope = etree.Element(f"{{{SOAP}}}Envelope", nsmap={"soapenv": SOAP})
    body = etree.SubElement(envelope, f"{{{SOAP}}}Body")
    fault = etree.SubElement(body, f"{{{SOAP}}}Fault")
    etree.SubElement(fault, "faultcode").text = code
    etree.SubElement(fault, "faultstring").text = text
    if detail is not None:
        part = etree.SubElement(fault, "detail")
        etree.SubElement(part, "category").text = detail[0]
        etree.SubElement(part, "code").text = detail[1]
    return Reply(serialised(envelope), _SERVER_ERROR)


def serialised(root: _Element) -> bytes:
    """A document as it goes over the wire."""
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)
