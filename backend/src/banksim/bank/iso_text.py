"""Builds ISO 20022 documents: elements by path, in the order they are put."""

from __future__ import annotations

from datetime import datetime

from lxml import etree

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_URN = "urn:iso:std:iso:20022:tech:xsd:"


def document(version: str, message: str) -> _Element:
    """The message element of a new document: `document("camt.053.001.02", …)`."""
    namespace = _URN + version
    root = etree.fromstring(f'<Document xmlns="{namespace}"/>')
    return etree.SubElement(root, f"{{{namespace}}}{message}")


def put(parent: _Element, path: str, text: str | None = None, **names: str) -> _Element:
    """Add the elements of a path below a parent; the last gets text and attributes."""
    namespace = etree.QName(parent).namespace
    for step in path.split("/"):
        parent = etree.SubElement(parent, f"{{{namespace}}}{step}")
    parent.text = text
    for name, value in names.items():
        parent.set(name, value)
    return parent


def put_some(parent: _Element, path: str, text: str | None) -> None:
    """Add the elements of a path where there is something to say."""
    if text:
        put(parent, path, text)


def whole(message: _Element) -> bytes:
    """The document of a message, as bytes."""
    return etree.tostring(message.getroottree(), encoding="UTF-8", xml_declaration=True)


def moment(at: datetime) -> str:
    """A time with its zone, in seconds."""
    return at.replace(microsecond=0).isoformat()
