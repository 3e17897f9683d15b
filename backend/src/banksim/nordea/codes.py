"""The response codes of Corporate Access, and refusing with one."""

from __future__ import annotations

OK = "00"
SOAP_SIGNATURE = "02"
NOT_FOR_ID = "03"
CERTIFICATE = "04"
OPERATION = "05"
RESTRICTED = "06"
SENDER_UNKNOWN = "07"
SENDER_LOCKED = "08"
SENDER_OUTDATED = "10"
SCHEMA = "12"
CUSTOMER_UNKNOWN = "13"
CONTENT_SIGNATURE = "18"
CONTENT_CERTIFICATE = "19"
CONTENT_TYPE = "20"
DEFLATE = "21"
CONTENT = "23"
NOT_FOUND = "24"
TECHNICAL = "26"
NOT_DELETED = "27"
PARAMETERS = "29"
DUPLICATE_MESSAGE = "31"
DUPLICATE_REQUEST = "32"
CUSTOMER_INFORMATION = "33"
CONTRACT = "34"
AUTHORISATION = "35"

TEXTS = {
    OK: "OK.",
    SOAP_SIGNATURE: "SOAP signature error.",
    NOT_FOR_ID: "Certificate not valid for this id.",
    CERTIFICATE: "Certificate not valid.",
    OPERATION: "Operation unknown.",
    RESTRICTED: "Operation is restricted.",
    SENDER_UNKNOWN: "SenderID not found.",
    SENDER_LOCKED: "SenderID locked.",
    "09": "Contract locked.",
    SENDER_OUTDATED: "SenderID outdated.",
    "11": "Contract outdated.",
    SCHEMA: "Schema validation failed.",
    CUSTOMER_UNKNOWN: "CustomerID not found.",
    "14": "CustomerID locked.",
    "15": "CustomerID outdated.",
    "16": "Product contract outdated.",
    "17": "Product contract locked.",
    CONTENT_SIGNATURE: "Content digital signature not valid.",
    CONTENT_CERTIFICATE: "Content certificate not valid.",
    CONTENT_TYPE: "Content type not valid.",
    DEFLATE: "Deflate error.",
    "22": "Decrypt error.",
    CONTENT: "Content processing error.",
    NOT_FOUND: "Content not found.",
    "25": "Content not allowed.",
    TECHNICAL: "Technical error.",
    NOT_DELETED: "Cannot be deleted.",
    PARAMETERS: "Invalid parameters.",
    "30": "Authentication failed.",
    DUPLICATE_MESSAGE: "Duplicate message rejected.",
    DUPLICATE_REQUEST: "Duplicate ApplicationRequest rejected.",
    CUSTOMER_INFORMATION: "Error in customer information.",
    CONTRACT: "Contract not found or MAC error.",
    AUTHORISATION: "Authorisation error.",
    "36": "Technical error.",
}


class Refused(Exception):
    """The request is answered with a code other than 00."""

    def __init__(self, code: str, text: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.text = text or TEXTS.get(code, "Error.")
