"""What is hidden from a communication log, as data: fields by name, texts by pattern.

A field's name is compared without case, signs and prefix, so that `client_secret`,
`ClientSecret` and `x:client-secret` are one. What is not listed is kept as it is, but
for the patterns, which hold for every text wherever it stands.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from giroscope.features.audit.policy import is_secret_name


class Hidden(StrEnum):
    """Why a value is hidden, which also says how much of it stays."""

    SECRET = "SECRET"  # noqa: S105 - the name of a kind
    """What lets somebody in: never stored, not even encrypted."""
    NAME = "NAME"
    ACCOUNT = "ACCOUNT"
    AMOUNT = "AMOUNT"
    TEXT = "TEXT"
    """What payers write to payees."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a realm hides beside secrets, which are always hidden."""

    names: bool = True
    accounts: bool = True
    amounts: bool = False
    texts: bool = False

    def hides(self, what: Hidden) -> bool:
        """Whether values of this kind are hidden."""
        return (
            what is Hidden.SECRET
            or {
                Hidden.NAME: self.names,
                Hidden.ACCOUNT: self.accounts,
                Hidden.AMOUNT: self.amounts,
                Hidden.TEXT: self.texts,
            }[what]
        )


FIELDS: Mapping[Hidden, frozenset[str]] = {
    # Beside those whose names the audit trail refuses: see `hidden_by_name`.
    Hidden.SECRET: frozenset(
        {
            "activationcode", "assertion", "bearer", "clientassertion", "code",
            "codeverifier", "jwt", "logincode", "mac", "nonce", "pac",
            "sessionid", "setcookie", "sid", "ticket",
        }
    ),
    Hidden.NAME: frozenset(
        {
            "address", "addressline", "adrline", "attention", "beneficiary", "bldgnm",
            "cellphone", "city", "companyname", "contact", "contactname",
            "counterparty", "counterpartyname", "creditorname", "ctrysubdvsn",
            "customername", "debtorname", "displayname", "email", "emailadr",
            "emailaddress", "familyname", "firstname", "fullname", "givenname",
            "lastname", "mobile", "mobnb", "name", "nickname", "nm", "owner",
            "partyname", "payee", "payeename", "phone", "phonenumber", "phnenb",
            "preferredusername", "prvtidother", "recipient", "sendername", "street",
            "streetname", "strtnm", "subtitle", "twnnm", "username", "vendorname",
        }
    ),
    Hidden.ACCOUNT: frozenset(
        {
            "account", "accountid", "accountno", "accountnumber", "acctid",
            "bankaccount", "bankaccountnumber", "bban", "cardnumber", "clabe",
            "creditoraccount",
            "debtoraccount", "iban", "konto", "kontonummer", "pan", "panid",
            "payeeaccount",
        }
    ),
    Hidden.AMOUNT: frozenset(
        {
            "amount", "amt", "balance", "ctrlsum", "debit", "credit", "dueamount",
            "eqvtamt", "instdamt", "intrbksttlmamt", "sum", "total", "totalamount",
            "trnamt", "ttlintrbksttlmamt", "ttlnetntryamt", "txamt",
        }
    ),
    Hidden.TEXT: frozenset(
        {
            "addtlntryinf", "addtlrmtinf", "addtltxinf", "communication", "memo",
            "paymenttext", "remittance", "remittanceinformation", "text", "ustrd",
        }
    ),
}  # fmt: skip
"""Fields by why they are hidden."""

PATHS: tuple[tuple[str, ...], ...] = (("acct", "id", "othr", "id"),)
"""Ends of paths in XML at which an account stands under a name that says nothing."""

KEPT = frozenset(
    {
        "acctsvcrref", "clrsysref", "created", "createdat", "credttm", "date",
        "digestvalue", "dt", "dttm", "elctrncseqnb", "endtoendid", "exp", "iat", "id",
        "instrid", "lglseqnb", "messageid", "modified", "msgid", "nboftxs", "ntryref",
        "orgnlendtoendid", "orgnlinstrid", "orgnlmsgid", "orgnlpmtinfid", "orgnltxid",
        "pmtinfid", "prtry", "reference", "requestid", "rltdref", "status", "stssid",
        "timestamp", "txid", "uetr", "updated", "version",
    }
)  # fmt: skip
"""Names of ids and times, in which a long number is no account."""

_KEPT_ENDS = ("date", "id", "time", "timestamp")

MOST_SHOWN = 4
"""Signs of an account that stay at each end."""


def squashed(name: str) -> str:
    """A field's name as it is compared."""
    local = name.rpartition("}")[2].rpartition(":")[2]
    return "".join(sign for sign in local.lower() if sign.isalnum())


def has_numbers(name: str) -> bool:
    """Whether a long number in a field of this name could be an account."""
    short = squashed(name)
    return short not in KEPT and not short.endswith(_KEPT_ENDS)


def hidden_by_name(name: str) -> Hidden | None:
    """Why a field of this name is hidden, if it is."""
    short = squashed(name)
    for why, names in FIELDS.items():
        if short in names:
            return why
    local = name.rpartition("}")[2].rpartition(":")[2]
    return Hidden.SECRET if is_secret_name(local) else None


class Pattern(NamedTuple):
    """What is hidden wherever it stands."""

    why: Hidden
    found: re.Pattern[str]


# Soft hyphens, spaces that do not break, points and dashes may stand inside a number.
_GAP = r"[\s\u00a0\u00ad\u2007\u200b\u2011\u202f.\-]{0,2}"
IBAN = re.compile(
    rf"(?<![A-Za-z0-9])[A-Za-z]{{2}}{_GAP}[0-9]{{2}}(?:{_GAP}[A-Za-z0-9]){{11,30}}"
)
NUMBER = re.compile(
    r"(?<![0-9.-])(?![0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9]{1,3}(?:\.[0-9]{1,3}){3}\b)"
    rf"(?:\b[A-Za-z]{{2}}(?=[0-9]{{2}}))?[0-9](?:{_GAP}[0-9]){{8,}}"
)
"""Nine digits and more, a country before them or not; no date, no address of a
machine. A Danish account has up to fourteen."""
MAIL_ADDRESS = re.compile(r"[\w.+-]+@(?=[\w-]+\.[\w.-]+)")
SECRETS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?"
            r"(-----END [A-Z ]*PRIVATE KEY-----|\Z)",
            re.DOTALL,
        ),
        "***",
    ),
    (re.compile(r"(?i)\b(bearer|basic|negotiate|digest)\s+[\w.~+/=-]{6,}"), r"\1 ***"),
    (re.compile(r"\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*"), "***"),
    (re.compile(r"(://[^:/\s@]*):[^@/\s]+@"), r"\1:***@"),
    (
        re.compile(
            r"(?im)^((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)[ \t]*:.*$"
        ),
        r"\1: ***",
    ),
    (
        re.compile(
            r"(?i)([\w.-]*(?:token|secret|password|passwd|pwd|api_?key|session_?id|code"
            r"|code_?verifier"
            r"|assertion|private_?key|action-token|\bkey)[\"']?\s*[=:]\s*[\"']?)"
            r"(?!\*\*\*)[^\s&\"'<>,;}]+"
        ),
        r"\1***",
    ),
)
