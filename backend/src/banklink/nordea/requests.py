"""The signed requests inside Nordea's messages, as elements in their order.

The order is that of the schemas; an element left out has no value.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping
from datetime import UTC, datetime

from lxml import etree

from banklink._sign import Signer, sign_enveloped
from banklink._xml import Element, serialised
from banklink.endpoints import AgreementPlace, NordeaEndpoint
from banklink.errors import NotReady
from banklink.parameters import NordeaCAParameters
from banklink.values import Ids, OutgoingFile

BXD = "http://bxd.fi/xmldata/"
CERTIFICATES = "http://filetransfer.nordea.com/xmldata/"

_ORDER = (
    "CustomerId", "Command", "Timestamp", "StartDate", "EndDate", "Status",
    "ServiceId", "Environment", "FileReferences", "UserFilename", "TargetId",
    "ExecutionSerial", "Encryption", "EncryptionMethod", "Compression",
    "CompressionMethod", "AmountTotal", "TransactionCount", "SoftwareId",
    "CustomerExtension", "FileType", "Content",
)  # fmt: skip
_LONGEST_FILE_NAME = 80


def moment(when: datetime) -> str:
    """A time as it is written: UTC, to the millisecond."""
    written = when.astimezone(UTC).isoformat(timespec="milliseconds")
    return written.replace("+00:00", "Z")


def signed_request(fields: Mapping[str, str | None], signer: Signer) -> bytes:
    """An ApplicationRequest of these fields, signed and serialised.

    Raises:
        NotReady: A field has characters that XML cannot carry.
    """
    root = etree.Element(f"{{{BXD}}}ApplicationRequest", nsmap={"bxd": BXD})
    for name in _ORDER:
        value = fields.get(name)
        if name == "FileReferences" and value:
            held = etree.SubElement(root, f"{{{BXD}}}{name}")
            put(held, f"{{{BXD}}}FileReference", value)
        elif value:
            put(root, f"{{{BXD}}}{name}", value)
    sign_enveloped(root, signer)
    return serialised(root)


def put(parent: Element, tag: str, value: str) -> Element:
    """Add a child holding text."""
    child = etree.SubElement(parent, tag)
    try:
        child.text = value
    except ValueError as error:
        name = etree.QName(tag).localname
        raise NotReady(f"{name} has characters that cannot be sent.") from error
    return child


def basic_fields(
    parameters: NordeaCAParameters, endpoint: NordeaEndpoint, command: str, ids: Ids
) -> dict[str, str | None]:
    """What every request says about who asks."""
    in_service = endpoint.agreement_place is AgreementPlace.SERVICE_ID
    return {
        "CustomerId": parameters.sender_id,
        "Command": command,
        "Timestamp": moment(ids.timestamp),
        "ServiceId": parameters.agreement_id if in_service else None,
        "Environment": endpoint.environment.value,
        "SoftwareId": f"{endpoint.software_id} {endpoint.software_version}"[:80],
    }


def upload_fields(
    parameters: NordeaCAParameters,
    endpoint: NordeaEndpoint,
    file: OutgoingFile,
    ids: Ids,
) -> dict[str, str | None]:
    """What an upload says besides.

    Raises:
        NotReady: The kind is not sent to this bank, or the size does not fit.
    """
    file_type = endpoint.sends.get(file.kind)
    if file_type is None:
        raise NotReady(f"Files of kind {file.kind} are not sent to this bank.")
    if not 0 < len(file.content) <= endpoint.largest_file:
        raise NotReady("The file is empty or larger than the bank takes.")
    fields = basic_fields(parameters, endpoint, "UploadFile", ids)
    content = file.content
    limit = endpoint.compress_from
    if limit is not None and len(content) >= limit:
        # Without a time inside, the same file is always the same bytes.
        content = gzip.compress(content, mtime=0)
        fields |= {"Compression": "true", "CompressionMethod": "GZIP"}
    return fields | {
        "TargetId": parameters.signer_id,
        "UserFilename": file.name[:_LONGEST_FILE_NAME] or None,
        "FileType": file_type,
        "Content": base64.b64encode(content).decode(),
    }
