"""Takes the values of one file and hands each to the loader it is for."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from bankfiles import (
    Entry,
    FileHeader,
    Finding,
    Payment,
    PaymentBatch,
    PlainEntry,
    Resolution,
    ResolvedBatch,
    ResolvedPayment,
    Severity,
    StatementEnd,
    StatementHeader,
    Value,
)
from giroscope.features.banks import normalised
from giroscope.features.payments import PaymentLoader, StatusLoader
from giroscope.features.payments.recalls import ResolutionLoader
from giroscope.features.statements import KnownStatement, StatementLoader
from giroscope.features.uploads import Kind, kind_of_format
from giroscope.kernel.columns import to_units

# Findings of one code beyond this many are counted, not kept one by one.
_KEPT_PER_CODE = 200
_ENTRIES = (PlainEntry, Entry)
_RESOLVED = (Resolution, ResolvedBatch, ResolvedPayment)


class WrongPage(Exception):
    """The file is of the other kind than the page it was given on."""

    def __init__(self, right: Kind) -> None:
        self.right = right
        super().__init__(right)


@dataclass(slots=True)
class Reading:
    """One file on its way into the realm, and what was seen of it."""

    kind: Kind
    statements: StatementLoader
    payments: PaymentLoader
    statuses: StatusLoader
    resolution: ResolutionLoader
    header: FileHeader | None = None
    findings: list[Finding] = field(default_factory=list)
    finding_counts: Counter[str] = field(default_factory=Counter)
    accounts: dict[str, None] = field(default_factory=dict)
    days: list[date] = field(default_factory=list)
    _per_code: Counter[str] = field(default_factory=Counter)
    _totals: dict[str, tuple[Decimal, int]] = field(default_factory=dict)

    @property
    def is_unfit(self) -> bool:
        """Whether something was found that forbids the import."""
        return self.finding_counts[Severity.ERROR.value] > 0

    @property
    def totals(self) -> list[dict[str, str]]:
        """Sum and count per currency; of a statement, in less out."""
        return [
            {"currency": currency, "amount": str(total), "count": str(count)}
            for currency, (total, count) in sorted(self._totals.items())
        ]

    def take(self, value: Value | PlainEntry) -> None:
        """Take the next value of the file.

        Raises:
            WrongPage: The file does not belong on the page it was given on.
            AmountOutOfRange: An amount does not fit the database exactly.
        """
        if isinstance(value, _ENTRIES):
            self.statements.add(value)
        elif isinstance(value, Payment):
            self.payments.add(value)
            self._sum(value.currency, value.amount, 1)
        elif isinstance(value, Finding):
            self.note(value)
        elif isinstance(value, StatementHeader):
            self.statements.open(value)
            self._see(value.account.number)
        elif isinstance(value, StatementEnd):
            self._close(value)
        elif isinstance(value, PaymentBatch):
            self.payments.open(value)
            self._see(value.debtor.account, value.execution_date)
        elif isinstance(value, FileHeader):
            self._begin(value)
        elif isinstance(value, _RESOLVED):
            self.resolution.add(value)
        else:
            self.statuses.add(value)

    def recognise(self, statement: KnownStatement) -> None:
        """Take a statement that is here already, without reading its entries."""
        self._see(statement.account, statement.from_date, statement.to_date)
        self._sum(statement.currency, statement.moved, statement.entries)
        self.note(
            Finding(
                Severity.INFO,
                "statement_known",
                f"Statement {statement.name} was imported before and is the same.",
            )
        )

    def note(self, finding: Finding) -> None:
        """Keep a finding, or only count it when there are very many."""
        self.finding_counts[finding.severity.value] += 1
        self._per_code[finding.code] += 1
        if self._per_code[finding.code] <= _KEPT_PER_CODE:
            self.findings.append(finding)

    def replace(
        self, codes: set[str], findings: list[Finding], counts: dict[str, int]
    ) -> None:
        """Say these findings instead of those of the same codes.

        They may be fewer than the counts tell: of a frequent one only some are kept.
        """
        for code in codes:
            gone = [finding for finding in self.findings if finding.code == code]
            for finding in gone:
                self.findings.remove(finding)
                self.finding_counts[finding.severity.value] -= 1
        self.findings += findings
        self.finding_counts.update(counts)

    def _begin(self, header: FileHeader) -> None:
        self.header = header
        self.statements.format = header.format
        self.statements.file_created = header.created
        self.statuses.said = self.resolution.said = header.created
        right = kind_of_format(header.format, self.kind)
        if right is not self.kind:
            raise WrongPage(right)

    def _close(self, end: StatementEnd) -> None:
        self.statements.close(end)
        self._sum(end.currency, end.booked_credits - end.booked_debits, end.entries)
        self._see(None, end.from_date, end.to_date)

    def _see(self, number: str | None, *days: date | None) -> None:
        if number is not None:
            self.accounts[normalised(number)] = None
        self.days += [day for day in days if day is not None]

    def _sum(self, currency: str | None, amount: Decimal, count: int) -> None:
        name = currency or "XXX"
        total, counted = self._totals.get(name, (Decimal(0), 0))
        # A journal shows this total, so it must fit like any amount.
        to_units(total + amount)
        self._totals[name] = (total + amount, counted + count)
