"""What can go wrong on demand, and what each fault does."""

from __future__ import annotations

from enum import StrEnum


class FaultKind(StrEnum):
    """A way in which the bank misbehaves while the fault is set."""

    DROP_BEFORE_ACCEPT = "drop-before-accept"
    DROP_AFTER_ACCEPT = "drop-after-accept"
    SLOW = "slow"
    HTTP_ERROR = "http-error"
    SOAP_FAULT = "soap-fault"
    RESPONSE_CODE = "response-code"
    NAME_ERROR = "name-error"
    WRONG_SIGNER = "wrong-signer"
    WRONG_DIGEST = "wrong-digest"
    ALTERED_CONTENT = "altered-content"
    UNSIGNED = "unsigned"
    TRUNCATED_REPLY = "truncated-reply"
    EXPIRED_CERTIFICATE = "expired-certificate"
    UNKNOWN_ROOT = "unknown-root"
    ROTATED_CERTIFICATE = "rotated-certificate"
    OTHER_AGREEMENT = "other-agreement"
    EMPTY_LIST = "empty-list"
    GZIP = "gzip"
    BEC_ORDER = "bec-order"
    STATUS_MISSING = "status-missing"
    STATUS_LATE = "status-late"
    STATUS_REPEATED = "status-repeated"
    STATUS_OUT_OF_ORDER = "status-out-of-order"
    REJECTED_IN_NETBANK = "rejected-in-netbank"
    REJECT_FILE = "reject-file"
    REJECT_PAYMENTS = "reject-payments"
    NO_DUPLICATE_CHECK = "no-duplicate-check"


MEANING = {
    FaultKind.DROP_BEFORE_ACCEPT: "The connection ends before the bank kept anything.",
    FaultKind.DROP_AFTER_ACCEPT: "The bank keeps the request and does what it asks,"
    " then the connection ends without an answer.",
    FaultKind.SLOW: "The answer waits; `seconds` (10).",
    FaultKind.HTTP_ERROR: "No SOAP at all but an HTTP error; `status` (503).",
    FaultKind.SOAP_FAULT: "A SOAP Fault, nothing kept; `code` (soapenv:Server) and"
    " `text`.",
    FaultKind.RESPONSE_CODE: "The request is refused with `code` (26 at Nordea, 500"
    " at Bank Connect) and `text`; nothing is kept. 31 and 32 are the duplicates.",
    FaultKind.NAME_ERROR: "The first certificate request is refused with 33 and the"
    " name of the agreement; the same code then works once more.",
    FaultKind.WRONG_SIGNER: "The answer is signed by a bank of another root.",
    FaultKind.WRONG_DIGEST: "A digest of the answer's signature is not the content's.",
    FaultKind.ALTERED_CONTENT: "The signed content is changed after signing.",
    FaultKind.UNSIGNED: "The answer carries no signature.",
    FaultKind.TRUNCATED_REPLY: "The answer ends in its middle; `bytes` left (half).",
    FaultKind.EXPIRED_CERTIFICATE: "The answer is signed with the bank's certificate"
    " of last year.",
    FaultKind.UNKNOWN_ROOT: "The answer is signed under a new root that nobody was"
    " told of.",
    FaultKind.ROTATED_CERTIFICATE: "The bank has a new certificate of the same root;"
    " what is encrypted for the old one cannot be read.",
    FaultKind.OTHER_AGREEMENT: "The answer is another agreement's, correctly signed.",
    FaultKind.EMPTY_LIST: "Nothing is there to fetch: 24 at Nordea, no content at"
    " Bank Connect.",
    FaultKind.GZIP: "Content of answers is compressed.",
    FaultKind.BEC_ORDER: "Answers are signed before they are encrypted, as BEC does.",
    FaultKind.STATUS_MISSING: "No pain.002 comes for what is sent now.",
    FaultKind.STATUS_LATE: "Each pain.002 comes `seconds` (3600) late, or on the next"
    " banking day.",
    FaultKind.STATUS_REPEATED: "Each pain.002 comes twice.",
    FaultKind.STATUS_OUT_OF_ORDER: "The first pain.002 comes after the second.",
    FaultKind.REJECTED_IN_NETBANK: "Somebody rejects the file in the netbank: it is"
    " never paid, and no pain.002 says so (SDC).",
    FaultKind.REJECT_FILE: "The file is refused at reception; `reason` (FF01).",
    FaultKind.REJECT_PAYMENTS: "Every `every`th (2nd) payment is refused with"
    " `reason` (AC01): PART.",
    FaultKind.NO_DUPLICATE_CHECK: "The bank takes a file it already has and pays it"
    " again.",
}
"""What each fault does and which parameters it reads, with their defaults."""
