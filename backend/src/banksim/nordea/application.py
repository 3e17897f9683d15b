"""ApplicationRequest and ApplicationResponse: the signed layer within the envelope."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from lxml import etree

from banksim.bank.mailbox import File
from banksim.exchange import CONTENT_LAYER, Spoiling
from banksim.nordea.codes import DEFLATE, SCHEMA, Refused
from banksim.security.names import DS, Hash
from banksim.security.safe_xml import (
    MAX_BYTES,
    Unreadable,
    from_base64,
    parse,
    to_base64,
)
from banksim.security.sign import sign_enveloped

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
DATA = "http://bxd.fi/xmldata/"
_LENGTHS: Mapping[str, int | None] = {
    "CustomerId": 16,
    "Command": 32,
    "Timestamp": None,
    "StartDate": None,
    "EndDate": None,
    "Status": 10,
    "ServiceId": 256,
    "Environment": None,
    "FileReferences": None,
    "UserFilename": 80,
    "TargetId": 80,
    "ExecutionSerial": 32,
    "Encryption": None,
    "EncryptionMethod": None,
    "Compression": None,
    "CompressionMethod": None,
    "AmountTotal": None,
    "TransactionCount": None,
    "SoftwareId": 80,
    "CustomerExtension": None,
    "FileType": 40,
    "Content": None,
    "Signature": None,
}
"""The elements in the order of the schema, with the most signs each may have."""
_REQUIRED = ("CustomerId", "Timestamp", "Environment", "SoftwareId", "Signature")
_REFERENCE_LENGTH = 32


@dataclass(frozen=True, slots=True)
class ApplicationRequest:
    """The signed request."""

    root: _Element
    fields: Mapping[str, str]
    references: Sequence[str]

    def get(self, name: str) -> str | None:
        """The text of an element, or None."""
        return self.fields.get(name) or None

    def is_true(self, name: str) -> bool:
        """Whether an element says yes."""
        return self.fields.get(name) in {"true", "1"}


@dataclass(frozen=True, slots=True)
class ApplicationResponse:
    """The signed answer."""

    customer_id: str
    code: str
    text: str
    amount_total: str | None = None
    transaction_count: int | None = None
    files: Sequence[File] | None = None
    target_id: str = ""
    file_type: str | None = None
    user_file_types: Sequence[tuple[str, str, str]] = ()
    content: bytes | None = None


def read(data: bytes) -> ApplicationRequest:
    """The request, in the order of the schema.

    Raises:
        Refused: 12 where it is not.
    """
    try:
        root = parse(data)
    except Unreadable as error:
        raise Refused(SCHEMA, f"Schema validation failed: {error}") from error
    if root.tag != f"{{{DATA}}}ApplicationRequest":
        raise Refused(SCHEMA)
    fields: dict[str, str] = {}
    order = list(_LENGTHS)
    place = 0
    for child in root.iterchildren(etree.Element):
        name = etree.QName(child)
        expected = DS if name.localname == "Signature" else DATA
        if name.namespace != expected or name.localname not in order[place:]:
            said = f"Schema validation failed: {name.localname} is not expected here."
            raise Refused(SCHEMA, said)
        place = order.index(name.localname) + 1
        fields[name.localname] = (child.text or "").strip()
        _ensure_length(name.localname, fields[name.localname])
    if missing := [name for name in _REQUIRED if name not in fields]:
        raise Refused(SCHEMA, f"Schema validation failed: {missing[0]} is missing.")
    found = root.iterfind(f"{{{DATA}}}FileReferences/{{{DATA}}}FileReference")
    references = [(one.text or "").strip() for one in found]
    if any(not 0 < len(one) <= _REFERENCE_LENGTH for one in references):
        raise Refused(SCHEMA, "Schema validation failed: FileReference.")
    return ApplicationRequest(root, fields, references)


def _ensure_length(name: str, text: str) -> None:
    most = _LENGTHS[name]
    if most is not None and not 1 <= len(text) <= most:
        said = f"Schema validation failed: {name} has {len(text)} characters."
        raise Refused(SCHEMA, said)


def content_of(request: ApplicationRequest) -> bytes:
    """The content, unpacked where it is packed.

    Raises:
        Refused: 21 where it cannot be unpacked, 12 where it is not base64.
    """
    try:
        content = from_base64(request.get("Content"))
    except Unreadable as error:
        raise Refused(SCHEMA, "Schema validation failed: Content.") from error
    if not request.is_true("Compression"):
        return content
    # PKZIP's deflate comes without a header of its own.
    bits = -zlib.MAX_WBITS if request.get("CompressionMethod") == "PKZIP" else 31
    try:
        unpacking = zlib.decompressobj(bits)
        unpacked = unpacking.decompress(content, MAX_BYTES)
    except zlib.error as error:
        raise Refused(DEFLATE) from error
    if not unpacking.eof:
        raise Refused(DEFLATE, "Deflate error: the content is cut off or too large.")
    return unpacked


def build(
    response: ApplicationResponse, spoiling: Spoiling, algorithms: Hash, now: datetime
) -> bytes:
    """The signed document."""
    root = etree.Element(f"{{{DATA}}}ApplicationResponse", nsmap={"c2b": DATA})
    content = response.content
    is_packed = spoiling.is_gzip and content is not None
    _put(root, "CustomerId", response.customer_id)
    _put(root, "Timestamp", now.isoformat(timespec="seconds"))
    _put(root, "ResponseCode", response.code)
    _put(root, "ResponseText", response.text)
    _put(root, "Encrypted", "false")
    _put(root, "Compressed", "true" if is_packed else "false")
    if is_packed:
        _put(root, "CompressionMethod", "GZIP")
    _put(root, "AmountTotal", response.amount_total)
    if response.transaction_count is not None:
        _put(root, "TransactionCount", str(response.transaction_count))
    if response.files is not None:
        _put_files(root, response)
    _put(root, "FileType", response.file_type)
    _put_user_types(root, response)
    if content is not None:
        _put(
            root, "Content", to_base64(gzip.compress(content) if is_packed else content)
        )
    if spoiling.signs(CONTENT_LAYER):
        sign_enveloped(root, spoiling.signer, algorithms)
        spoiling.spoil_digest(CONTENT_LAYER, root)
    if spoiling.is_altered:
        _alter(root, content)
    return etree.tostring(root)


def _alter(root: _Element, content: bytes | None) -> None:
    """Change what was signed: an amount, or a word of the answer."""
    changed = root.find(f"{{{DATA}}}Content")
    if changed is not None and content is not None:
        changed.text = to_base64(content.replace(b".0", b".9", 1) + b" ")
        return
    text = root.find(f"{{{DATA}}}ResponseText")
    if text is not None:
        text.text = f"{text.text} Altered."


def _put(parent: _Element, name: str, text: str | None) -> _Element:
    made = etree.SubElement(parent, f"{{{DATA}}}{name}")
    if text is None:
        parent.remove(made)
    made.text = text
    return made


def _put_files(root: _Element, response: ApplicationResponse) -> None:
    listed = etree.SubElement(root, f"{{{DATA}}}FileDescriptors")
    for file in response.files or ():
        one = etree.SubElement(listed, f"{{{DATA}}}FileDescriptor")
        _put(one, "FileReference", file.reference)
        _put(one, "TargetId", response.target_id)
        _put(one, "ServiceId", file.account)
        _put(one, "FileType", file.file_type)
        _put(one, "FileTimestamp", file.created)
        _put(one, "Status", file.state)
        _put(one, "LastDownloadTimestamp", file.last_download)


def _put_user_types(root: _Element, response: ApplicationResponse) -> None:
    if not response.user_file_types:
        return
    listed = etree.SubElement(root, f"{{{DATA}}}UserFileTypes")
    for file_type, name, direction in response.user_file_types:
        one = etree.SubElement(listed, f"{{{DATA}}}UserFileType")
        _put(one, "TargetId", response.target_id)
        _put(one, "FileType", file_type)
        _put(one, "FileTypeName", name)
        _put(one, "Country", "DK")
        _put(one, "Direction", direction)
