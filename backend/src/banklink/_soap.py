"""SOAP 1.1 messages: put together, taken apart, signed in their headers.

A fault is not signed by banks; it is told apart here and judged by the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from lxml import etree

from banklink import _names
from banklink._certificates import Trust
from banklink._encryption import binary_token, put_first
from banklink._sign import Signer, sign_parts
from banklink._verify import WSU_ID, Signed, verify_parts
from banklink._xml import (
    Element,
    children,
    only,
    optional,
    optional_text,
    parse,
    text_of,
)
from banklink.errors import (
    AnswerNotTrusted,
    LinkError,
    OutcomeUnknown,
    RefusalKind,
    Refused,
)

_SOAP = f"{{{_names.SOAP}}}"
_WSSE = f"{{{_names.WSSE}}}"
_WSU = f"{{{_names.WSU}}}"
_DS = f"{{{_names.DS}}}"
_TOKEN = "signer-token"  # noqa: S105 - the name of a public certificate
_SECURITY = re.compile(r"secur|signature|certif|authenti|token", re.IGNORECASE)
_AGAIN = re.compile(
    r"duplica|already|been used|used before|dublet|allerede|genbrug", re.IGNORECASE
)
_SPACES = {"soapenv": _names.SOAP, "wsse": _names.WSSE, "wsu": _names.WSU}


class Fault(Exception):
    """The other side did not do it, and says so. `detail` maps names to texts."""

    def __init__(self, code: str, reason: str, detail: dict[str, str]) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.detail = detail

    @property
    def is_ours(self) -> bool:
        """Whether the message itself was at fault, so that nothing was done with it.

        SOAP 1.1 has `Client` for that; security faults stand by themselves.
        `Server` may come after the work was done.
        """
        return self.code.rpartition(":")[2].partition(".")[0] != "Server"


@dataclass(frozen=True, slots=True)
class Message:
    """A SOAP message with its parts at their places."""

    root: Element
    header: Element
    body: Element

    @property
    def security(self) -> Element:
        """The one security header."""
        return only(self.header, f"{_WSSE}Security")

    @property
    def is_secured(self) -> bool:
        """Whether there is a security header at all."""
        return self.header.find(f"{_WSSE}Security") is not None

    def with_security(self) -> Element:
        """Its security header, made when it has none."""
        found = self.header.find(f"{_WSSE}Security")
        if found is not None:
            return found
        security = etree.SubElement(self.header, f"{_WSSE}Security")
        security.set(f"{_SOAP}mustUnderstand", "1")
        return security


def new_message() -> Message:
    """An empty message."""
    root = etree.Element(f"{_SOAP}Envelope", nsmap=_SPACES)
    header = etree.SubElement(root, f"{_SOAP}Header")
    return Message(root, header, etree.SubElement(root, f"{_SOAP}Body"))


def sign(message: Message, parts: Sequence[Element], signer: Signer) -> None:
    """Sign parts of a message, the certificate travelling as a token."""
    for number, part in enumerate(parts):
        if part.get(WSU_ID) is None:
            part.set(WSU_ID, f"part-{number}")
    security = message.with_security()
    before = len(security)
    security.append(binary_token(signer.certificate, _TOKEN))
    info = etree.Element(f"{_DS}KeyInfo", nsmap={"ds": _names.DS})
    told = etree.SubElement(info, f"{_WSSE}SecurityTokenReference", nsmap=_SPACES)
    reference = etree.SubElement(told, f"{_WSSE}Reference", URI=f"#{_TOKEN}")
    reference.set("ValueType", _names.X509_TOKEN)
    sign_parts(security, parts, info, signer)
    put_first(security, before)


def read(data: bytes, *, largest: int) -> Message:
    """Take an answer apart.

    Raises:
        AnswerNotTrusted: It is no SOAP message in the one shape there is.
        Fault: It is a fault.
    """
    message = taken_apart(parse(data, largest=largest))
    fault = message.body.find(f"{_SOAP}Fault")
    if fault is not None:
        only_child(message.body)
        raise _fault(fault)
    return message


def taken_apart(root: Element) -> Message:
    """A message whose envelope holds one header at most and then one body.

    Raises:
        AnswerNotTrusted: It does not.
    """
    tags = [str(child.tag) for child in children(root)]
    if root.tag != f"{_SOAP}Envelope" or tags not in (
        [f"{_SOAP}Body"],
        [f"{_SOAP}Header", f"{_SOAP}Body"],
    ):
        raise AnswerNotTrusted("The answer is no SOAP message.")
    if len(tags) == 1:
        root.insert(0, etree.Element(f"{_SOAP}Header"))
    return Message(root, only(root, f"{_SOAP}Header"), only(root, f"{_SOAP}Body"))


def only_child(parent: Element) -> Element:
    """The one child element, whatever its name.

    Raises:
        AnswerNotTrusted: There are none or several.
    """
    found = children(parent)
    if len(found) != 1:
        raise AnswerNotTrusted(f"The answer has {len(found)} parts where one belongs.")
    return found[0]


def _fault(fault: Element) -> Fault:
    detail = optional(fault, "detail")
    texts = {}
    for element in () if detail is None else detail.iter("*"):
        if not children(element):
            texts[etree.QName(element).localname] = text_of(element).strip()
    return Fault(
        optional_text(fault, "faultcode"), optional_text(fault, "faultstring"), texts
    )


def refused(fault: Fault) -> LinkError:
    """What a fault means that has no code of the protocol in it.

    One that speaks of a duplicate says that the same came before, and so that it
    may have been taken in then.
    """
    said = f"The bank answered with a fault: {fault.reason or fault.code}"
    told = f"{fault.code} {fault.reason}"
    if not fault.is_ours or _AGAIN.search(told):
        return OutcomeUnknown(said, bank_code=fault.code, bank_text=fault.reason)
    is_about_security = _SECURITY.search(told) is not None
    return Refused(
        said,
        bank_code=fault.code,
        bank_text=fault.reason,
        kind=RefusalKind.SIGNATURE if is_about_security else RefusalKind.REVIEW,
    )


def verify(
    message: Message,
    parts: Sequence[Element],
    trust: Trust,
) -> Signed:
    """Verify the signature over parts of a message and the time it was made.

    It may cover the time and the certificate that it names as well.

    Raises:
        AnswerNotTrusted: It does not hold, or not any more.
    """
    security = message.security
    stamp = optional(security, f"{_WSU}Timestamp")
    allowed = security.findall(f"{_WSSE}BinarySecurityToken")
    if stamp is not None:
        allowed.append(stamp)
    signed = verify_parts(security, parts, trust, allowed=allowed)
    if stamp is not None:
        _ensure_fresh(stamp, trust.now, trust.skew)
    return signed


def _ensure_fresh(stamp: Element, now: datetime, skew: timedelta) -> None:
    created = optional_text(stamp, f"{_WSU}Created")
    expires = optional_text(stamp, f"{_WSU}Expires")
    if created and instant(created) > now + skew:
        raise AnswerNotTrusted("The answer was made in the future; check the clocks.")
    if expires and instant(expires) < now - skew:
        raise AnswerNotTrusted("The answer is too old; check the clocks.")


def instant(written: str) -> datetime:
    """A time with its zone, UTC where none is written.

    Raises:
        AnswerNotTrusted: It is no time.
    """
    try:
        read_time = datetime.fromisoformat(written)
    except ValueError as error:
        raise AnswerNotTrusted(f"{written!r} in the answer is no time.") from error
    return read_time if read_time.tzinfo else read_time.replace(tzinfo=UTC)
