"""Bank Connect's messages: who asks, what is asked, signed and encrypted in order.

The business signature comes first. Then the message is encrypted and signed in its
header; at BEC it is signed in its header and then encrypted.
"""

from __future__ import annotations

import base64
import gzip

from cryptography import x509
from lxml import etree

from banklink import _soap
from banklink._encryption import encrypt_content
from banklink._sign import Signer, sign_beside
from banklink._xml import Element, serialised
from banklink.bankconnect.danish_time import danish_time
from banklink.bankconnect.operations import SCHEMA, Operation
from banklink.endpoints import BankConnectEndpoint, DataCentre
from banklink.errors import NotReady
from banklink.parameters import BankConnectParameters
from banklink.values import Ids, OutgoingFile, Sealed

_NS = f"{{{SCHEMA}}}"


def element(name: str) -> Element:
    """An element of Bank Connect alone."""
    return etree.Element(f"{_NS}{name}", nsmap={"bc": SCHEMA})


def put(parent: Element, name: str, value: str | None = None) -> Element:
    """Add a child of Bank Connect, with text or without."""
    child = etree.SubElement(parent, f"{_NS}{name}")
    try:
        child.text = value
    except ValueError as error:
        raise NotReady(f"{name} has characters that cannot be sent.") from error
    return child


def payment_message(file: OutgoingFile, endpoint: BankConnectEndpoint) -> Element:
    """A file as the body of a transfer.

    Raises:
        NotReady: The size does not fit.
    """
    if not 0 < len(file.content) <= endpoint.largest_file:
        raise NotReady("The file is empty or larger than the bank takes.")
    limit = endpoint.compress_from
    is_compressed = limit is not None and len(file.content) >= limit
    content = file.content
    if is_compressed:
        # Without a time inside, the same file is always the same bytes.
        content = gzip.compress(content, mtime=0)
    message = element("paymentMessage")
    message.set("id", "payment-message")
    put(message, "format", "ISO20022")
    put(message, "mimeType", "text/xml")
    put(message, "compressed", "1" if is_compressed else "0")
    put(message, "content", base64.b64encode(content).decode())
    return message


class Sealer:
    """Makes sealed requests of one agreement."""

    def __init__(
        self, parameters: BankConnectParameters, endpoint: BankConnectEndpoint
    ) -> None:
        self._parameters = parameters
        self._endpoint = endpoint

    def sealed(
        self,
        operation: Operation,
        content: Element | None,
        ids: Ids,
        *,
        signer: Signer | None = None,
        recipient: x509.Certificate | None = None,
        content_digest: str = "",
    ) -> Sealed:
        """A request around its content, protected as the operation demands.

        A content with an `id` gets the business signature. `signer` and `recipient`
        are needed where the operation signs and encrypts.
        """
        message = _soap.new_message()
        header = self._headers(message.header, operation, ids)
        asked = etree.SubElement(
            message.body, f"{_NS}{operation.name}", nsmap={"bc": SCHEMA}
        )
        if content is not None:
            asked.append(content)
            if signer is not None and content.get("id"):
                sign_beside(content, signer)
        if signs_first(self._endpoint):
            self._sign(message, header, operation, signer)
            self._encrypt(message, operation, recipient)
        else:
            self._encrypt(message, operation, recipient)
            self._sign(message, header, operation, signer)
        return Sealed(
            serialised(message.root),
            ids,
            operation.name,
            self._endpoint.address,
            content_digest,
        )

    def _encrypt(
        self,
        message: _soap.Message,
        operation: Operation,
        recipient: x509.Certificate | None,
    ) -> None:
        if not operation.is_encrypted:
            return
        if recipient is None:
            raise NotReady("The bank's certificate is needed to encrypt for it.")
        encrypt_content(
            message.with_security(),
            message.body,
            recipient,
            self._endpoint.key_naming,
        )

    @staticmethod
    def _sign(
        message: _soap.Message,
        header: Element,
        operation: Operation,
        signer: Signer | None,
    ) -> None:
        if not operation.is_signed:
            return
        if signer is None:
            raise NotReady("Our certificate is needed to sign for us.")
        _soap.sign(message, [message.body, header], signer)

    def _headers(self, parent: Element, operation: Operation, ids: Ids) -> Element:
        technical = element("technicalAddress")
        parent.append(technical)
        header = element(operation.header)
        parent.append(header)
        organisation = put(header, "organisationIdentification")
        put(organisation, "mainRegistrationNumber", self._parameters.reg_no)
        put(organisation, "isoCountryCode", self._parameters.country_code)
        put(header, "functionIdentification", self._parameters.function_id)
        erp = put(header, "erpInformation")
        put(erp, "erpsystem", self._endpoint.software_id)
        put(erp, "erpversion", self._endpoint.software_version)
        if operation.is_signed:
            put(header, "format", self._endpoint.service_format)
        put(header, "endToEndMessageId", ids.request_id)
        put(header, "createDateTime", danish_time(ids.timestamp))
        return header


def signs_first(endpoint: BankConnectEndpoint) -> bool:
    """Whether messages are signed in their header before they are encrypted."""
    if endpoint.signs_before_encrypting is None:
        return endpoint.data_centre is DataCentre.BEC
    return endpoint.signs_before_encrypting
