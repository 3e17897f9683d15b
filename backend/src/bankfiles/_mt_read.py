"""Reads MT940 and MT942: fields become statements, entries and findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256

from bankfiles import _mt_details
from bankfiles import _mt_ends as mt_ends
from bankfiles._doubts import (
    Doubts,
    fits,
    hidden_characters,
    hidden_in,
    too_long,
)
from bankfiles._findings import found
from bankfiles._mt_fields import Field, fields_of, lines_of
from bankfiles._mt_texts import account_of, entry_date, text_of, whole_amount
from bankfiles._text import is_currency, short_day, whole
from bankfiles._totals import Totals
from bankfiles.errors import TooLarge
from bankfiles.limits import Limits
from bankfiles.parts import Account, Balance, Direction, Finding
from bankfiles.values import Entry, FileHeader, StatementEnd, StatementHeader, Value

_BALANCE = re.compile(
    r"(?P<mark>[CDcd])[RrCcDd]? ?(?P<day>\d{6}) ?(?P<currency>[A-Za-z]{3} ?)?"
    r"(?P<amount>[\d,.' ]+)"
)
_ENTRY = re.compile(
    r"\s*(?P<valued>\d{6})(?P<booked>\d{4}|\s{4})?\s*"
    r"(?P<mark>[RrEe]?[CcDd])(?P<funds>[A-Za-z])?\s*"
    r"(?P<amount>\d{1,3}(?: \d{3})+,\d*|\d+(?![\d,.']|\s+\d)|\d*[,.'][\d,.']*)\s*"
    r"(?P<type>(?!NONREF)(?:[SNF][A-Z0-9 ]{3}|[A-Z][A-Z0-9]{3}(?=NONREF)))?"
    r"(?P<rest>.*)"
)
_WITHOUT_AMOUNT = re.compile(r"\d{6}(?:\d{4}|\s{4})?\s*[RrEe]?[CcDd][A-Za-z]?")
_BIC = re.compile(r"[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
_CODES = {
    "60F": "OPBD",
    "60M": "ITBD",
    "62F": "CLBD",
    "62M": "ITBD",
    "64": "CLAV",
    "65": "FWAV",
}
# What opens a statement behind the closing balance of another.
_OPENS = frozenset({"25", "25P", "28", "28C", "60F"})
_ADDRESSED = re.compile(r"\{2:[IO](\d{3})")
_LONGEST_ACCOUNT = 100
_MOST_TEXTS = 1_000
# What raises the balance: a credit, and a debit that is taken back.
_RAISES = frozenset({"C", "RD", "EC"})


def read_mt(
    blocks: Iterable[bytes], header: FileHeader, limits: Limits
) -> Iterator[Value]:
    """The values of an MT940 or MT942 file, which may hold many messages."""
    yield header
    reader = MtReader(header.format, limits)
    for field in fields_of(lines_of(blocks, limits), limits):
        yield from reader.take(field)
    yield from reader.close()


class MtReader:
    """Turns fields into values."""

    def __init__(self, kind: str, limits: Limits) -> None:
        self._kind, self._limits = kind, limits
        self._statement: MtStatement | None = None
        self._position = 0
        self._addressed: str | None = None
        self._enveloped = self._told_outside = False

    def take(self, field: Field) -> Iterator[Value]:
        """The values that are complete with this field."""
        if field.tag == "?":
            if not self._told_outside:
                self._told_outside = True
                yield found(
                    "text_outside_fields",
                    "Text outside every field was passed over, first "
                    f"{field.lines[0]!r}.",
                    field.line,
                )
        elif field.tag == "{":
            yield from self._finish()
            self._enveloped = True
            addressed = _ADDRESSED.search(field.lines[0])
            self._addressed = addressed[1] if addressed else None
        elif field.tag == "-":
            yield from self._finish()
            self._enveloped, self._addressed = False, None
        else:
            statement = self._statement
            if statement is None or statement.is_over(field.tag):
                before = statement
                yield from self._finish()
                self._position += 1
                statement = self._statement = MtStatement(
                    self._position, field.line, self._kind, self._limits
                )
                statement.addressed = self._addressed
                statement.share_reference(before)
            yield from statement.take(field)

    def close(self) -> Iterator[Value]:
        """The end of the file."""
        if self._enveloped and self._statement is not None:
            yield found(
                "end_mark_missing"
                if self._statement.closed
                else "statement_unfinished",
                "The file ends inside a SWIFT message; its end mark is missing.",
                self._statement.line,
                ":20:",
            )
        yield from self._finish()
        if not self._position:
            yield found("nothing_inside", "The file holds no statement.")

    def _finish(self) -> Iterator[Value]:
        if self._statement is not None:
            yield from self._statement.end()
            self._statement = None


class MtStatement:
    """One message while its fields pass by."""

    def __init__(self, position: int, line: int, kind: str, limits: Limits) -> None:
        self.position, self.line, self.kind = position, line, kind
        self.limits = limits
        self.totals = Totals(line, f"statement[{position}]")
        self.totals.says_which = True
        self.header: StatementHeader | None = None
        self.known: dict[str, str] = {}
        self.created: str | None = None
        self.currency: str | None = None
        self.waiting: Entry | None = None
        self.texts: list[Field] = []
        self.summaries: list[Field] = []
        self.counts: Counter[Direction] = Counter()
        self.found: list[Finding] = []
        self.doubts = Doubts(self.found.append)
        self.amounts: list[str] = []
        """How the balances are written, for the number of their digits."""
        self.last: Field | None = None
        self.closed = False
        self.addressed: str | None = None
        """The number of the message in its SWIFT header, if it has one."""
        self.shared: str | None = None
        self._seen: set[str] = set()
        self._hash = sha256()

    def is_over(self, tag: str) -> bool:
        """Whether a field with the tag is the first of another statement."""
        return tag == "20" or (self.closed and tag in _OPENS)

    def share_reference(self, before: MtStatement | None) -> None:
        """Take the reference of the statement before it in the same message.

        A `:20:` of its own comes first and puts another in its place.
        """
        if before is not None:
            self.shared = before.known.get("20", before.shared)

    def take(self, field: Field) -> Iterator[Value]:
        """Take one field."""
        self._seen.add(field.tag)
        self.last = field
        if hidden := hidden_in("".join(field.lines)):
            what, place = f"The field :{field.tag}:", f":{field.tag}:"
            yield hidden_characters(hidden, what, field.line, place)
        for text in (field.tag, *field.lines):
            self._hash.update("".join(text.split()).encode())
        if field.tag == "86":
            yield from self._take_text(field)
            return
        yield from self._release()
        if field.tag not in {"61", "NS"} and any(map(str.strip, _further(field))):
            yield found(
                "field_unexpected",
                f"The field :{field.tag}: has one line; left out: "
                f"{' '.join(_further(field))[:80]!r}.",
                field.line,
                f":{field.tag}:",
            )
        if field.tag == "61":
            yield from self._take_entry(field)
        elif field.tag in _CODES:
            yield from self._take_balance(field)
        elif field.tag in {"90C", "90D"}:
            self.summaries.append(field)
        elif field.tag in {"34F", "13", "13D", "21", "NS"}:
            self._take_small(field)
        elif field.tag in self.known:
            yield found(
                "field_unexpected",
                f"The field :{field.tag}: comes a second time in a statement and was "
                f"left out: {' '.join(field.lines)[:80]!r}.",
                field.line,
                f":{field.tag}:",
            )
        else:
            self.known[field.tag] = field.lines[0].strip()

    def end(self) -> Iterator[Value]:
        """The statement is over."""
        yield from self._release()
        if self.header is None:
            yield from self._begin()
        if not self.closed and self._closes():
            yield found(
                "statement_unfinished",
                "The statement has no closing balance (:62F: or :62M:); the file may "
                "have been cut off.",
                self.line,
                ":62F:",
            )
        assert self.header is not None  # noqa: S101 - _begin set it
        end = self.totals.end(
            self._hash.hexdigest(), currency=self._currency(), period=(None, None)
        )
        is_balance_report = self._is_balance_report(end)
        if is_balance_report:
            # It states balances and sums, and lists none of the entries they are of.
            end = end._replace(balanced=None)
        yield from self.totals.doubts(end)
        if not is_balance_report:
            yield from mt_ends.differences(self.summaries, self.totals, self.counts)
        if self.last is not None and self.last.is_last:
            is_sound = end.balanced is True
            yield from mt_ends.cut(self.last, self.amounts, is_sound=is_sound)
        yield end

    def _findings(self) -> Iterator[Finding]:
        yield from self.found
        self.found.clear()

    def _is_balance_report(self, end: StatementEnd) -> bool:
        """Whether it is an MT941, by its SWIFT header or else by what it has."""
        if self.addressed is not None:
            return self.addressed == "941"
        is_interim = self._seen & {"13", "13D", "90C", "90D"}
        return bool(is_interim) and not end.entries and end.balanced is False

    def _closes(self) -> bool:
        """Whether the message is of the kind that has a closing balance."""
        if self.addressed is not None:
            return self.addressed != "942"
        if "34F" in self._seen:
            return False
        if self._seen & {"60F", "60M"}:
            return True
        return self.kind == "mt940" and not self._seen & {"13", "13D"}

    def _begin(self) -> Iterator[Value]:
        text = (self.known.get("25") or self.known.get("25P") or "")[:_LONGEST_ACCOUNT]
        iban, number, currency = account_of(text)
        if currency is not None:
            what = "The account"
            currency = self.doubts.currency(currency, what, self.line, ":25:")
        account = Account(
            iban=iban,
            other=None if iban else number or None,
            currency=currency or self.currency,
        )
        sequence = self.known.get("28C") or self.known.get("28") or None
        self.header = StatementHeader(
            self.position,
            self.line,
            self.known.get("20", self.shared) or None,
            sequence,
            account,
            self.created,
            page=whole((sequence or "").partition("/")[2].strip()),
        )
        yield self.header
        yield from self._findings()
        if not number:
            yield found(
                "account_missing",
                "The statement does not say which account it is of (:25: is missing).",
                self.line,
                ":25:",
            )

    def _take_small(self, field: Field) -> None:
        text = field.lines[0].strip()
        if field.tag == "34F" and is_currency(text[:3]):
            self.currency = self.currency or text[:3]
        elif field.tag in {"13", "13D"}:
            self.created = text

    def _take_balance(self, field: Field) -> Iterator[Value]:
        match = _BALANCE.fullmatch(" ".join(field.lines[0].split()))
        amount = whole_amount(match["amount"]) if match else None
        if match is not None:
            self.amounts.append(match["amount"])
        if field.tag in {"62F", "62M"}:
            self.closed = True
        if match is None or amount is None:
            yield found(
                "balance_unreadable",
                f"The balance {field.lines[0]!r} cannot be read.",
                field.line,
                f":{field.tag}:",
            )
            return
        # Nothing is neither owed nor held, so zero has no sign.
        signed = amount.copy_negate() if match["mark"] in "Dd" and amount else amount
        what, place = f"The balance {field.lines[0]!r}", f":{field.tag}:"
        if not fits(amount):
            words = f"{what} was left out: {too_long(amount)}."
            yield found("amount_out_of_range", words, field.line, place)
            return
        said = (match["currency"] or "").strip() or self.currency
        currency = said and self.doubts.currency(said, what, field.line, place)
        dated = short_day(match["day"])
        if dated is None:
            words = f"{what}: {match['day']!r} is no date."
            self.found.append(found("date_unreadable", words, field.line, place))
        yield from self._findings()
        if not match["currency"]:
            yield found(
                "balance_currency_missing",
                f"The balance {field.lines[0]!r} names no currency; it is taken to be "
                f"in {currency or 'that of the account'}.",
                field.line,
                f":{field.tag}:",
            )
        balance = Balance(_CODES[field.tag], signed, currency, dated)
        self.currency = self.currency or currency
        self.totals.balances.append(balance)
        if len(self.totals.balances) > self.limits.balances:
            raise TooLarge("A statement has too many balances.", line=field.line)
        if field.tag[:2] == "60" and self.totals.stated_opening is None:
            self.totals.stated_opening = balance
        elif field.tag[:2] == "62":
            self.totals.stated_closing = balance

    def _take_entry(self, field: Field) -> Iterator[Value]:
        if self.header is None:
            yield from self._begin()
        self.totals.entries += 1
        first, *lines = field.lines
        if lines and _WITHOUT_AMOUNT.fullmatch(first.strip()):
            # Some banks break the line in front of the amount.
            first = f"{first.strip()}{lines.pop(0).strip()}"
        match = _ENTRY.match(first)
        amount = whole_amount(match["amount"]) if match else None
        if match is None or amount is None:
            yield found(
                "line_unreadable",
                f"Entry {self.totals.entries} was left out: {first!r} is no "
                "statement line.",
                field.line,
                ":61:",
            )
            return
        if not fits(amount):
            yield found(
                "amount_out_of_range",
                f"Entry {self.totals.entries} was left out: {too_long(amount)}.",
                field.line,
                ":61:",
            )
            return
        reference, _, bank_reference = match["rest"].partition("//")
        mark, kind = match["mark"].upper(), (match["type"] or "").strip()
        value_date = short_day(match["valued"])
        self.waiting = Entry(
            position=self.totals.entries,
            line=field.line,
            amount=amount,
            currency=self._currency(),
            direction=Direction.CREDIT if mark in _RAISES else Direction.DEBIT,
            status="PDNG" if mark[0] == "E" else None,
            reversal=mark[0] == "R",
            booking_date=entry_date(match["booked"], value_date),
            value_date=value_date,
            reference=reference.strip() or None,
            bank_reference=bank_reference.strip() or None,
            bank_transaction_code=kind or None,
            additional_information=text_of(lines),
        )
        yield from self._doubts(self.waiting, match["valued"])

    def _doubts(self, entry: Entry, valued: str) -> Iterator[Finding]:
        """What is doubtful about an entry that was read."""
        if entry.value_date is None:
            yield found(
                "date_unreadable", f"{valued!r} is no date.", entry.line, ":61:"
            )
        if entry.bank_transaction_code is None or entry.reference is None:
            yield found(
                "reference_missing",
                f"Entry {entry.position} has no type or no reference.",
                entry.line,
                ":61:",
            )

    def _take_text(self, field: Field) -> Iterator[Value]:
        """An :86: belongs to the entry before it, or to the statement."""
        if self.waiting is None:
            text = text_of(field.lines)
            if text is not None:
                yield found(
                    "statement_text",
                    f"The bank adds to the statement: {text!r}.",
                    field.line,
                    ":86:",
                )
            return
        if len(self.texts) > _MOST_TEXTS:
            raise TooLarge("An entry has too many :86: fields.", line=field.line)
        self.texts.append(field)

    def _release(self) -> Iterator[Value]:
        if self.waiting is None:
            return
        entry, texts = self.waiting, self.texts
        self.waiting, self.texts = None, []
        line = texts[0].line if texts else entry.line or self.line
        detail = None
        if texts:
            detail = _mt_details.joined([each.lines for each in texts], line)
        if entry.additional_information:
            supplement, _, _ = entry.additional_information.partition("\n")
            detail = _mt_details.with_account(detail, supplement, line)
        if detail is not None:
            entry = entry._replace(details=(detail,))
        self.totals.take(entry)
        self.counts[entry.direction] += 1
        yield entry

    def _currency(self) -> str | None:
        stated = self.header.account.currency if self.header else None
        return stated or self.currency


def _further(field: Field) -> tuple[str, ...]:
    """The lines of a field of one line that should not be there."""
    has_bank = field.tag == "25P" and len(field.lines) > 1
    return field.lines[
        2 if has_bank and _BIC.fullmatch(field.lines[1].strip()) else 1 :
    ]
