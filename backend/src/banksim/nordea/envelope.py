"""The SOAP envelope of Corporate Access: reading a request, building a reply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from lxml import etree

from banksim.exchange import SOAP_LAYER, Spoiling, serialised
from banksim.security.names import SOAP, WSSE, WSU, Hash
from banksim.security.safe_xml import (
    Unreadable,
    from_base64,
    new_id,
    parse,
    to_base64,
    words,
)
from banksim.security.sign import security_header, sign_envelope

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
MODEL = "http://model.bxd.fi"
FILES = "http://bxd.fi/CorporateFileService"
CERTIFICATES = "http://bxd.fi/CertificateService"
_LIFE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Request:
    """A request as its envelope says."""

    envelope: _Element
    body: _Element
    timestamp: _Element | None
    operation: str
    sender_id: str
    request_id: str
    sent: str
    receiver_id: str | None
    application: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What the reply's envelope says."""

    service: str
    operation: str
    sender_id: str
    request_id: str
    receiver_id: str | None
    code: str
    text: str
    application: bytes


def read(data: bytes, service: str) -> Request:
    """The envelope of a request to a service.

    Raises:
        Unreadable: It is none, or lacks what every request has.
    """
    envelope = parse(data)
    names = {"soap": SOAP, "wsse": WSSE, "wsu": WSU}
    body = envelope.find("soap:Body", names)
    if envelope.tag != f"{{{SOAP}}}Envelope" or body is None or len(body) != 1:
        raise Unreadable("no SOAP envelope with one element in its body")
    called = etree.QName(body[0])
    if called.namespace != service or not called.localname.endswith("in"):
        raise Unreadable(f"no request to {service}")
    # The file service takes its header from another namespace, the other its own.
    inner = {"m": MODEL if service == FILES else CERTIFICATES}
    header = body[0].find("m:RequestHeader", inner)
    application = body[0].find("m:ApplicationRequest", inner)
    found = [
        words(header, f"m:{name}", inner)
        for name in ("SenderId", "RequestId", "Timestamp")
    ]
    sender_id, request_id, sent = (value or "" for value in found)
    if not all(found) or application is None:
        raise Unreadable("a request lacks its header or its content")
    return Request(
        envelope,
        body,
        envelope.find("soap:Header/wsse:Security/wsu:Timestamp", names),
        called.localname.removesuffix("in"),
        sender_id,
        request_id,
        sent,
        words(header, "m:ReceiverId", inner),
        from_base64(application.text),
    )


def build(answer: Answer, spoiling: Spoiling, algorithms: Hash, now: datetime) -> bytes:
    """The signed envelope of a reply."""
    inner = MODEL if answer.service == FILES else CERTIFICATES
    prefix = "cor" if answer.service == FILES else "cer"
    names = {"soapenv": SOAP, prefix: answer.service, "mod": MODEL}
    envelope = etree.Element(f"{{{SOAP}}}Envelope", nsmap=names)
    etree.SubElement(envelope, f"{{{SOAP}}}Header")
    body = etree.SubElement(envelope, f"{{{SOAP}}}Body")
    called = etree.SubElement(body, f"{{{answer.service}}}{answer.operation}out")
    header = etree.SubElement(called, f"{{{inner}}}ResponseHeader")
    for name, value in (
        ("SenderId", answer.sender_id),
        ("RequestId", answer.request_id),
        ("Timestamp", now.isoformat(timespec="seconds")),
        ("ResponseCode", answer.code),
        ("ResponseText", answer.text),
        ("ReceiverId", answer.receiver_id),
    ):
        if value is not None:
            etree.SubElement(header, f"{{{inner}}}{name}").text = value
    application = etree.SubElement(called, f"{{{inner}}}ApplicationResponse")
    application.text = to_base64(answer.application)
    if spoiling.signs(SOAP_LAYER):
        stamp = _stamp(envelope, now)
        sign_envelope(envelope, [stamp, body], spoiling.signer, algorithms)
        spoiling.spoil_digest(SOAP_LAYER, envelope)
    return serialised(envelope)


def _stamp(envelope: _Element, now: datetime) -> _Element:
    stamp = etree.SubElement(
        security_header(envelope),
        f"{{{WSU}}}Timestamp",
        {f"{{{WSU}}}Id": new_id("Timestamp")},
    )
    for name, at in (("Created", now), ("Expires", now + _LIFE)):
        text = f"{at:%Y-%m-%dT%H:%M:%S}Z"
        etree.SubElement(stamp, f"{{{WSU}}}{name}").text = text
    return stamp
