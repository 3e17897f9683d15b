"""What Nordea's response codes decide, and what they leave open.

From the descriptions of 2008 and 2017. A code that is not here decides nothing:
a person has to look at it, with the code and the text as they came.
"""

from __future__ import annotations

from types import MappingProxyType

from banklink.errors import LinkError, OutcomeUnknown, RefusalKind, Refused

OK = "00"
NOTHING_THERE = "24"
NAME_IS_WRONG = "33"

FILE_SERVICE = MappingProxyType(
    {
        "02": RefusalKind.SIGNATURE,
        "03": RefusalKind.CERTIFICATE,
        "04": RefusalKind.CERTIFICATE,
        "05": RefusalKind.REQUEST,
        "06": RefusalKind.AUTHORISATION,
        "07": RefusalKind.CUSTOMER,
        "08": RefusalKind.CUSTOMER,
        "09": RefusalKind.AGREEMENT,
        "10": RefusalKind.CUSTOMER,
        "11": RefusalKind.AGREEMENT,
        "12": RefusalKind.REQUEST,
        "13": RefusalKind.CUSTOMER,
        "14": RefusalKind.CUSTOMER,
        "15": RefusalKind.CUSTOMER,
        "16": RefusalKind.AGREEMENT,
        "17": RefusalKind.AGREEMENT,
        "18": RefusalKind.SIGNATURE,
        "19": RefusalKind.CERTIFICATE,
        "20": RefusalKind.CONTENT,
        "21": RefusalKind.CONTENT,
        "22": RefusalKind.CONTENT,
        "23": RefusalKind.CONTENT,
        "24": RefusalKind.NOTHING_THERE,
        "25": RefusalKind.AUTHORISATION,
        "27": RefusalKind.REQUEST,
        "29": RefusalKind.REQUEST,
        "30": RefusalKind.AUTHORISATION,
    }
)
"""Refusals for certain. Not among them: 01 (pending), 26 (technical) and the
duplicates 31 and 32, which say that a message with the same ids came before."""

CERTIFICATE_SERVICE = MappingProxyType(
    {
        "33": RefusalKind.NAME,
        "34": RefusalKind.AGREEMENT,
        "35": RefusalKind.AUTHORISATION,
    }
)
_DUPLICATES = frozenset({"31", "32"})


def file_refusal(code: str, text: str) -> LinkError:
    """What a code of the file service means that is not 00."""
    kind = FILE_SERVICE.get(code)
    said = f"Nordea answered {code}: {text or 'no text'}"
    if kind is not None:
        return Refused(said, bank_code=code, bank_text=text, kind=kind)
    if code in _DUPLICATES:
        said = f"Nordea has had a message with the same ids before ({code}: {text})"
    return OutcomeUnknown(said, bank_code=code, bank_text=text)


def certificate_refusal(code: str, text: str) -> LinkError:
    """What a code of the certificate service means that is not 00."""
    kind = CERTIFICATE_SERVICE.get(code) or FILE_SERVICE.get(code)
    said = f"Nordea answered {code}: {text or 'no text'}"
    if kind is not None:
        return Refused(said, bank_code=code, bank_text=text, kind=kind)
    return OutcomeUnknown(said, bank_code=code, bank_text=text)
