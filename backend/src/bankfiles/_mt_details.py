"""What field :86: says, in the dialects banks write it in.

German and Polish banks number the parts (`?20`), Dutch ones name them
(`/EREF/`, or `NAAM:` in columns), some put account and name on lines of their own,
the rest write plain lines. A dialect is told by its own marks, never by the bank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bankfiles._mt_columns import columnar, is_columnar
from bankfiles._mt_texts import is_iban, text_of
from bankfiles.parts import Party
from bankfiles.values import Detail

_NUMBERED = re.compile(r"(\d{3})\s?([^\w\s/:.,'+()-])\s?(\d{2})", re.ASCII)
_UNCODED = re.compile(r"([^\w\s/:.,'()-])(?:00|10|20)")
_NUMBERS = frozenset({0, 10, *range(20, 35), 38, *range(60, 64)})
_ADDRESSED = re.compile(r"/(?:BENM|ORDP)/([A-Z0-9]+)")
_NAMED = re.compile(r"\s*REK:\s*([A-Z0-9]+)\s*/\s*NAAM:(.*)")
_WORDS = (
    "EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PREF|RREF|PURP|RTRN"
)
_SEPA = re.compile(rf"({_WORDS})\s?\+")
_SLASHED = re.compile(
    r"/(TRTP|EREF|PREF|IREF|IBAN|BIC|NAME|REMI|USTD|STRD|CSID|MARF|MREF|ORDP|BENM|ULTD|"
    r"ULTC|ULTB|ADDR|PURP|ISDT|RTRN|RREF|CNTP|INIT|ID|OCMT|CHGS|EXCH|TYPE|TRCD|CREF|UETR)"
    # The slash behind a word may be the one before the next.
    r"(?=/)"
)
_TYPED = re.compile(r"(CUR|ISO)/(.+)")
_CODE = re.compile(r"\d{3}")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{10,30}")
_ROLES = ("BENM", "ORDP")
_FREE = ("remittance", "additional_information")


def detail(lines: tuple[str, ...], line: int) -> Detail | None:
    """The detail of one :86: field, or None where it is blank."""
    lines = (lines[0].lstrip(), *lines[1:])
    text = "".join(lines)
    if not text.strip():
        return None
    numbered = _NUMBERED.match(text)
    if numbered is not None:
        return _numbered(text[numbered.end(1) :], numbered[2], numbered[1], line)
    uncoded = _UNCODED.match(text)
    if uncoded is not None and _is_numbered(text, uncoded[1]):
        return _numbered(text, uncoded[1], None, line)
    if is_columnar(text):
        return columnar(lines, line)
    words = len(_SLASHED.findall(text))
    addressed = _ADDRESSED.fullmatch(lines[0].strip()) if words == 1 else None
    if addressed is not None and lines[1:2] and lines[1].startswith("/"):
        return _addressed(addressed[1], lines[1:], line)
    if words > 1 or _SLASHED.match(text):
        return _slashed(text, line)
    return _plain(lines, line)


def _plain(lines: tuple[str, ...], line: int) -> Detail:
    """Lines as they stand, the last of which may name the other side."""
    starts = (i for i, each in enumerate(lines) if each.lstrip().startswith("REK:"))
    first = next(starts, len(lines))
    named = _NAMED.fullmatch("".join(lines[first:]))
    if named is None:
        return Detail(line=line, remittance=text_of(lines))
    party = Party(_clean(named[2]), named[1])
    return Detail(line=line, counterparty=party, remittance=text_of(lines[:first]))


def joined(fields: Sequence[tuple[str, ...]], line: int) -> Detail | None:
    """The one detail of all the :86: fields of an entry, or None if they are blank."""
    if len(fields) == 1:
        return detail(fields[0], line)
    code = "".join(fields[0]).strip()
    if _CODE.fullmatch(code) and fields[1][0].startswith(code):
        # Some banks say the code alone first, and again before its parts.
        fields = fields[1:]
    facts: dict[str, Any] = {}
    free: dict[str, list[str]] = {name: [] for name in _FREE}
    for lines in fields:
        said = detail(lines, line)
        if said is None:
            continue
        own = {name: fact for name, fact in said._asdict().items() if fact}
        if any(facts.get(name, fact) != fact for name, fact in own.items()):
            # Two answers to one question: the later one is kept as it stands.
            own = {"remittance": text_of(lines)}
        for name, texts in free.items():
            if name in own:
                texts.append(own.pop(name))
        facts |= own
    facts |= {name: text_of(texts) for name, texts in free.items()}
    return Detail(**facts) if "line" in facts else None


def with_account(detail: Detail | None, supplement: str, line: int) -> Detail | None:
    """The detail with the account that Dutch banks give with :61: and nowhere else."""
    number = supplement.replace(" ", "")
    party = (detail.counterparty if detail else None) or Party()
    if party.account or not is_iban(number):
        return detail
    party = party._replace(account=number)
    return (detail or Detail(line))._replace(counterparty=party)


def _is_numbered(text: str, mark: str) -> bool:
    """Whether every mark with two digits is that of a part: +45 is no such one."""
    numbers = re.findall(rf"{re.escape(mark)}\s?(\d\d)", text)
    return len(numbers) > 1 and _NUMBERS.issuperset(map(int, numbers))


def _addressed(account: str, lines: tuple[str, ...], line: int) -> Detail:
    """Account, name and text of the other side, each on lines of its own."""
    name, *texts = (each.removeprefix("/") for each in lines)
    party = Party(_clean(name), account)
    return Detail(line=line, counterparty=party, remittance=text_of(texts))


def _numbered(text: str, mark: str, code: str | None, line: int) -> Detail:
    pieces = re.split(rf"{re.escape(mark)}\s?(\d\d)", text)
    parts: dict[int, str] = {}
    for number, content in zip(pieces[1::2], pieces[2::2], strict=True):
        # A number that comes twice continues: nothing may be lost.
        key = int(number)
        parts[key] = parts.get(key, "") + content
    purpose = "".join(parts.get(key, "") for key in (*range(20, 30), *range(60, 64)))
    words = _sepa_words(purpose)
    name = "".join(parts.get(key, "") for key in (32, 33)).strip()
    # Polish banks give the IBAN apart from the national number.
    account = _clean(parts.get(31)) or words.get("IBAN")
    if is_iban(parts.get(38, "").strip()):
        account = parts[38].strip()
    agent = _clean(parts.get(30)) or words.get("BIC")
    party = Party(name or None, account, agent) if name or account or agent else None
    return Detail(
        line=line,
        end_to_end_id=words.get("EREF"),
        instruction_id=words.get("KREF"),
        mandate_id=words.get("MREF"),
        counterparty=party,
        ultimate=words.get("ABWA") or words.get("ABWE"),
        remittance=words.get("SVWZ")
        if "SVWZ" in words
        else _clean(words.get("", purpose)),
        purpose=words.get("PURP"),
        bank_transaction_code=code,
        return_reason=words.get("RTRN"),
        additional_information=_clean(parts.get(0)),
    )


def _sepa_words(text: str) -> dict[str, str]:
    """`EREF+… SVWZ+…` as a dictionary; key "" is what stands before them."""
    pieces = _SEPA.split(text)
    words = {"": pieces[0].strip()} if pieces[0].strip() else {}
    for key, content in zip(pieces[1::2], pieces[2::2], strict=True):
        if content.strip():
            words.setdefault(key, content.strip())
    return words


def _slashed(text: str, line: int) -> Detail:
    pieces = _SLASHED.split(text)
    words: dict[str, str] = {}
    for key, content in zip(pieces[1::2], pieces[2::2], strict=True):
        value = content.strip()
        # The parts of a counterparty are told by their places.
        value = value[1:] if key == "CNTP" else value.strip("/").strip()
        if value:
            words.setdefault(key, value)
    rest = pieces[0].strip()
    # Account, bank, name and town of the other side, each of them or nothing.
    account, agent, name, *_ = (
        _clean(part) for part in f"{words.get('CNTP', '')}///".split("/")
    )
    account = words.get("IBAN") or account
    name = words.get("NAME") or name
    for role in _ROLES:
        value = words.get(role)
        if value and _IBAN.fullmatch(value):
            account = account or value
        elif value:
            name = name or value
    agent = words.get("BIC") or agent
    remittance = words.get("REMI") or words.get("USTD")
    party = Party(name, account, agent) if name or account or agent else None
    kind, reference = _typed(words.get("STRD"))
    return Detail(
        line=line,
        end_to_end_id=words.get("EREF"),
        instruction_id=words.get("PREF") or words.get("IREF"),
        mandate_id=words.get("MARF") or words.get("MREF"),
        uetr=words.get("UETR"),
        counterparty=party,
        ultimate=words.get("ULTD") or words.get("ULTC") or words.get("ULTB"),
        # Without a part for it, the whole text is kept: none may be lost.
        remittance=remittance or (None if party or reference else text.strip()),
        reference=reference,
        reference_type=kind,
        purpose=words.get("PURP"),
        return_reason=words.get("RTRN"),
        additional_information=rest or words.get("TRTP"),
    )


def _typed(reference: str | None) -> tuple[str | None, str | None]:
    """`CUR/9001` as the kind of a structured reference and the reference itself."""
    match = _TYPED.fullmatch(reference or "")
    return (match[1], match[2]) if match else (None, reference)


def _clean(text: str | None) -> str | None:
    return (text.strip() or None) if text else None
