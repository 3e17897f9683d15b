"""Bytes to XML that may be trusted to be only what it looks like.

No document types, no entities, no network, no two elements of one id.
"""

from __future__ import annotations

import base64
import binascii
from uuid import uuid4

from lxml import etree

from banksim.security.names import WSU

MAX_BYTES = 120 << 20
"""Fifty megabytes of content in base64 twice is what a bank must take."""

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives


class Unreadable(Exception):
    """The bytes are no XML that a bank reads."""


def parse(data: bytes) -> _Element:
    """The root of a document.

    Raises:
        Unreadable: It is not XML, has a document type, or repeats an id.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable("larger than the bank takes")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable(f"not XML: {error}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise Unreadable("a document type is not accepted")
    _ensure_distinct_ids(root)
    return root


def _ensure_distinct_ids(root: _Element) -> None:
    seen: set[str] = set()
    for element in root.iter(etree.Element):
        for name in ("Id", "id", f"{{{WSU}}}Id"):
            value = element.get(name)
            if value is None:
                continue
            if value in seen:
                raise Unreadable(f"the id {value} stands twice")
            seen.add(value)


def from_base64(text: str | None) -> bytes:
    """The bytes behind base64, white space aside.

    Raises:
        Unreadable: It is not base64.
    """
    try:
        return base64.b64decode("".join((text or "").split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Unreadable("not base64") from error


def to_base64(data: bytes) -> str:
    """Base64 in one line."""
    return base64.b64encode(data).decode("ascii")


def new_id(prefix: str) -> str:
    """An id that stands nowhere else."""
    return f"{prefix}-{uuid4()}"


def words(element: _Element | None, path: str, names: dict[str, str]) -> str | None:
    """The text at a path, stripped; None where there is none."""
    if element is None:
        return None
    found = element.find(path, names)
    if found is None or found.text is None:
        return None
    return found.text.strip() or None
