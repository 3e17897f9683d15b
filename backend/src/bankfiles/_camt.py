"""Statements of camt.052, .053 and .054, child by child.

`Statement` takes the direct children of a `Stmt`, `Rpt` or `Ntfctn` in the
order of the file, from whichever reader cut or parsed them, and gives values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from lxml.etree import _Element

from bankfiles import _camt_paths as paths
from bankfiles._camt_build import EntryBuilder, balances
from bankfiles._currencies import KNOWN
from bankfiles._doubts import STATUSES, Doubts, names_of
from bankfiles._findings import found
from bankfiles._paths import Row, Table, compile_paths, fill, line_of, qualified
from bankfiles._plain import plain_entry
from bankfiles._pull import namespace_of
from bankfiles._text import decimal, flag, whole
from bankfiles._totals import Totals
from bankfiles.parts import Account, Finding
from bankfiles.values import Entry, FileHeader, PlainEntry, StatementHeader, Value

STATEMENTS = ("Stmt", "Rpt", "Ntfctn")
_NAMES = names_of(paths.STATEMENT)
_ENTRY_NAMES = names_of(paths.ENTRY)
_DETAIL_NAMES = names_of(paths.DETAIL)


class Tables(NamedTuple):
    """The compiled tables of one namespace, and the tags that matter."""

    entry_tag: str
    detail_tag: str
    entry: Table
    detail: Table
    statement: Table
    header: Table


@lru_cache(maxsize=32)
def tables(namespace: str) -> Tables:
    """Tables whose tags carry the namespace; empty for none."""
    return Tables(
        qualified(namespace, "Ntry"),
        qualified(namespace, "TxDtls"),
        compile_paths(paths.ENTRY, namespace),
        compile_paths(paths.DETAIL, namespace),
        compile_paths(paths.STATEMENT, namespace),
        compile_paths(paths.HEADER, namespace),
    )


def file_header(
    element: _Element | None, namespace: str, known: FileHeader
) -> Iterator[Value]:
    """The file header from `GrpHdr`, with what is doubtful about it."""
    if element is None:
        yield known
        yield found(
            "group_header_missing", "The message has no group header.", path="GrpHdr"
        )
        return
    row: Row = [None] * paths.HEADER_SIZE
    fill(element, tables(namespace).header, row)
    message_id, created, page, last, _ = row
    yield known._replace(
        message_id=message_id, created=created, page=whole(page), last_page=flag(last)
    )
    if message_id is None:
        yield found(
            "message_id_missing",
            "The message has no id.",
            line_of(element),
            "GrpHdr/MsgId",
        )
    if flag(last) is False or (whole(page) or 1) > 1:
        yield found(
            "page_of_several",
            f"This is page {page} of a message in several files.",
            line_of(element),
            "GrpHdr/MsgPgntn",
        )


class Statement:
    """One statement while its children pass by."""

    def __init__(self, position: int, line: int | None, tag: str) -> None:
        self.place = f"{tag}[{position}]"
        self.position, self.line, self.tag = position, line, tag
        self.totals = Totals(line, self.place)
        self.row: Row = [None] * paths.STATEMENT_SIZE
        self.found: list[Finding] = []
        self.header: StatementHeader | None = None
        self.message: FileHeader | None = None
        """Header of the message; its page counts where the statement has none."""
        self.doubts = Doubts(self.found.append)
        self.builder = EntryBuilder(self.place, (), self.found.append, self.doubts)
        self.is_clear = False
        """Whether no text of the coming entries can have hidden characters."""

    def take(self, child: _Element, known: Tables, base: int) -> Iterator[Value]:
        """Take one child; `base` is the line on which its tree begins."""
        if child.tag != known.entry_tag and child.tag not in known.statement:
            # Some write `xmlns=""` on a child, or the namespace of another version.
            known = tables(namespace_of(child))
        if child.tag != known.entry_tag:
            self._take_other(child, known, base)
            return
        row: Row = [None] * paths.ENTRY_SIZE
        fill(child, known.entry, row)
        yield from self.take_entry(row, line_of(child), base)

    def take_entry(
        self, row: Row, sourceline: int | None, base: int
    ) -> Iterator[Value]:
        """Take an entry whose texts are already in a row."""
        if self.header is None:
            yield from self.begin()
        entry = self.entry(row, sourceline, base)
        if entry is not None:
            yield entry
        if self.found:
            yield from self.findings()

    def entry(self, row: Row, sourceline: int | None, base: int) -> Entry | None:
        """The entry of a row, counted; what is doubtful waits in `found`."""
        totals = self.totals
        totals.entries += 1
        line = sourceline + base - 1 if sourceline else None
        entry = self.builder.entry(totals.entries, line, base, row)
        if entry is not None:
            totals.take(entry)
            if not self.is_clear:
                self._look_at_texts(row, totals.entries, line)
        return entry

    def _look_at_texts(self, row: Row, position: int, line: int | None) -> None:
        """Note what the texts of an entry and of its details hide."""
        what, place = f"Entry {position}", f"{self.place}/Ntry[{position}]"
        self.doubts.texts(row, _ENTRY_NAMES, what, line, place)
        for number, detail in enumerate(row[21] or (), 1):
            where = f"{place}/NtryDtls/TxDtls[{number}]"
            whose = f"Transaction {number} of entry {position}"
            self.doubts.texts(detail, _DETAIL_NAMES, whose, line, where)

    def plain_entry(self, row: Row, line: int) -> PlainEntry | None:
        """The entry of a plain row, counted; None if it must go the long way."""
        totals = self.totals
        own, position = self.builder.own, totals.entries + 1
        entry = plain_entry(position, line, row, own)
        if entry is not None:
            totals.entries += 1
            currency, status = entry.currency, entry.status
            if currency not in KNOWN or status not in STATUSES:
                meant = self.builder.doubted(position, line, currency, status)
                entry = entry._replace(currency=meant)
            totals.take_plain(entry)
        return entry

    def findings(self) -> Iterator[Finding]:
        """What was found since it was last asked for."""
        yield from self.found
        self.found.clear()

    def end(self, digest: str) -> Iterator[Value]:
        """The statement is over; `digest` is that of its bytes."""
        if self.header is None:
            yield from self.begin()
        assert self.header is not None  # noqa: S101 - begin set it
        rows = self.row[23] or []
        self.totals.balances = balances(
            rows, self.place, 1, self.found.append, self.doubts
        )
        if not rows and self.tag == "Stmt":
            words = "The statement has no balance; nothing shows that it is whole."
            where = f"{self.place}/Bal"
            self.found.append(found("balances_missing", words, self.line, where))
        yield from self.findings()
        period = (self.header.from_date, self.header.to_date)
        end = self.totals.end(
            digest, currency=self.header.account.currency, period=period
        )
        is_balance_report = self.tag == "Rpt" and not end.entries
        if is_balance_report and end.balanced is False:
            # Of the entries that moved the balance it lists none.
            end = end._replace(balanced=None)
        yield from self.totals.doubts(end)
        if not is_balance_report:
            yield from self._summary(end.entries)
        yield end

    def _take_other(self, child: _Element, known: Tables, base: int) -> None:
        step = known.statement.get(child.tag)
        if isinstance(step, dict):
            fill(child, step, self.row)
        elif isinstance(step, int):
            text = (child.text or "").strip()
            if text and self.row[step] is None:
                self.row[step] = text
        elif step is not None:
            step(child, self.row)
            # The line counts from the tree the balance came in.
            self.row[23][-1][0] += base - 1

    def begin(self) -> Iterator[Value]:
        """The header, once all that stands before the entries was taken."""
        row = self.row
        currency = row[10]
        if currency is not None:
            where = f"{self.place}/Acct/Ccy"
            currency = self.doubts.currency(currency, "The account", self.line, where)
        account = Account(
            row[8], row[9], currency, row[11], row[12], row[13] or row[14]
        )
        own = [number for number in (account.iban, account.other) if number]
        self.builder = EntryBuilder(self.place, own, self.found.append, self.doubts)
        page, last = self._page()
        self.header = StatementHeader(
            self.position,
            self.line,
            row[1],
            row[2] or row[3],
            account,
            row[4],
            self.doubts.day(row[5], "The period", self.line, f"{self.place}/FrToDt"),
            self.doubts.day(row[6], "The period", self.line, f"{self.place}/FrToDt"),
            row[7],
            row[3],
            row[2],
            page,
            last,
        )
        self.doubts.texts(row, _NAMES, "The statement", self.line, self.place)
        yield self.header
        yield from self.findings()
        if not own:
            yield found(
                "account_missing",
                "The statement does not say which account it is of.",
                self.line,
                f"{self.place}/Acct/Id",
            )
        own_page = whole(row[15])
        if flag(row[16]) is False or (own_page or 1) > 1:
            yield found(
                "page_of_several",
                f"This is page {own_page} of a statement in several parts.",
                self.line,
                self.place,
            )

    def _page(self) -> tuple[int | None, bool | None]:
        """Page of the statement, else of the message, and whether it is the last."""
        page, last = self.row[15], self.row[16]
        if page is None and last is None and self.message is not None:
            return self.message.page, self.message.last_page
        return whole(page), flag(last)

    def _summary(self, entries: int) -> Iterator[Finding]:
        """Compare the bank's own summary with what was counted."""
        row, totals = self.row, self.totals
        summary = f"{self.place}/TxsSummry"
        if row[17] is not None and whole(row[17]) != entries:
            yield found(
                "count_differs",
                f"The summary counts {row[17]} entries; {entries} are listed.",
                self.line,
                f"{summary}/TtlNtries/NbOfNtries",
            )
        for slot, actual, name in (
            (20, totals.credits, "TtlCdtNtries"),
            (22, totals.debits, "TtlDbtNtries"),
        ):
            if row[slot] is not None and decimal(row[slot]) != actual:
                yield found(
                    "sum_differs",
                    f"The summary says {row[slot]}; the entries make {actual}.",
                    self.line,
                    f"{summary}/{name}/Sum",
                )
