"""The answers of Bank Connect: corporateMessage and paymentResponse."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from lxml import etree

from banksim.bankconnect.envelope import BC
from banksim.security.safe_xml import new_id, to_base64

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_COMPRESSED_FROM = 5 << 20
ACCEPTED = "200"


@dataclass(frozen=True, slots=True)
class Letter:
    """What a corporateMessage carries."""

    sender: str
    description: str
    message_id: str
    made: str
    content: bytes | None
    version: str = ""
    has_more: bool = False
    mime_type: str = "text/xml"
    format: str = "ISO20022"


def corporate_message(letter: Letter, *, is_packed: bool) -> _Element:
    """A corporateMessage; without content where there is nothing to hand out."""
    content = letter.content
    is_packed = content is not None and (is_packed or len(content) >= _COMPRESSED_FROM)
    values = [
        ("format", letter.format),
        ("mimeType", letter.mime_type),
        ("severalMessages", "true" if letter.has_more else "false"),
        ("sender", letter.sender),
        ("version", letter.version),
        ("messageDate", letter.made),
        ("description", letter.description),
        ("endToEndMessageId", letter.message_id),
        ("compressed", "1" if is_packed else "0"),
    ]
    if content is not None:
        packed = gzip.compress(content) if is_packed else content
        values.append(("content", to_base64(packed)))
    return _element("corporateMessage", values)


def payment_response(
    sender: str, message_id: str, code: str, correlation_id: str, text: str
) -> _Element:
    """A paymentResponse: 200 means that the bank has the file."""
    return _element(
        "paymentResponse",
        [
            ("responseCode", code),
            ("sender", sender),
            ("endToEndMessageId", message_id),
            ("correlationId", correlation_id),
            ("message", text),
        ],
    )


def _element(name: str, values: list[tuple[str, str]]) -> _Element:
    made = etree.Element(f"{{{BC}}}{name}", {"id": new_id("BC")}, nsmap={"bc": BC})
    for tag, text in values:
        etree.SubElement(made, f"{{{BC}}}{tag}").text = text
    return made
