"""Works with the books of one company in Business Central.

Payments are the lines of one payment journal; a claim and what became of it stand in
a line's comment. A statement becomes a general journal of its own, for a person to
post.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from erplink._fields import Fields, values_of
from erplink._probe_rights import tried
from erplink.businesscentral import notes, records
from erplink.businesscentral.client import Speaking, quoted
from erplink.errors import Conflict, NotThere
from erplink.values import (
    Claimed,
    ClaimState,
    Company,
    Contact,
    ErpAccount,
    Operation,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Seen,
    StatementLine,
    StatementLines,
    StatusUpdate,
    Written,
)
from localization import Message

_API = "api/v2.0/companies"
_PAYMENT_LINE = "A payment line"
_LARGEST_PAGE = 1000
_LONGEST_TEXT = 100


class BusinessCentral:
    """A way to one company's books."""

    def __init__(self, speaking: Speaking, settings: Mapping[str, str]) -> None:
        self._speaking = speaking
        self._settings = settings
        self._company = f"{_API}({settings['company']})"

    def test_connection(self) -> Contact:
        """Sign in, look at the company, and whether vendors' accounts are published."""
        operation = "test_connection"
        answer = self._speaking.answer(self._company, operation)
        company = Fields(answer.data, "The company")
        page = self._settings["bank_account_page"]
        try:
            self._speaking.answer(self._accounts_page, operation, [("$top", "1")])
            missing: tuple[str, ...] = ()
        except NotThere:
            missing = (page,)
        expires = self._settings["secret_expires"]
        return Contact(
            product="Business Central",
            version=company.perhaps("systemVersion"),
            clock=answer.clock,
            missing=missing,
            secret_expires=date.fromisoformat(expires) if expires else None,
        )

    def list_companies(self) -> Sequence[Company]:
        """Every company of the environment that the application may see."""
        operation = Operation.LIST_COMPANIES
        return [
            records.company_of(one, self._information(one.given("id"), operation))
            for one in self._speaking.every(_API, operation, "A company")
        ]

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        """Every payment method of the company."""
        operation = Operation.LIST_PAYMENT_METHODS
        rows = self._every("paymentMethods", operation, "A payment method")
        return [records.method_of(one) for one in rows]

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        """The company's own bank accounts."""
        operation = Operation.LIST_BANK_ACCOUNTS
        rows = self._every("bankAccounts", operation, "A bank account")
        return [records.account_of(one, self._currency) for one in rows]

    def list_periods(self, since: date) -> Sequence[Period]:
        """The days that everybody may post on; a user's own range is not told."""
        del since
        operation = Operation.LIST_PERIODS
        rows = self._every("generalLedgerSetup", operation, "The ledger's set-up")
        return [records.posting_range_of(one) for one in rows]

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        """A page of lines that nobody has claimed; it may be shorter than asked for."""
        operation = Operation.FETCH_PAYMENTS
        rows, following = self._speaking.page(
            cursor or self._payments, operation, size=min(limit, _LARGEST_PAGE)
        )
        lines = [Fields(one, _PAYMENT_LINE) for one in rows]
        free = [one for one in lines if not notes.owner(one.perhaps("comment"))]
        around = self._around(free, operation)
        items, unreadable = values_of(
            [one.record for one in free],
            lambda record: records.payment_of(record, around),
            records.names_of,
        )
        return PaymentPage(items, following, unreadable)

    def claim(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        """Note the claim on each line that is still as it was read."""
        now = {
            one.given("id"): one
            for one in self._speaking.among(
                self._payments, Operation.CLAIM, _PAYMENT_LINE, "id", payments
            )
        }
        return [
            self._claimed(native_id, now.get(native_id), seen, our_id)
            for native_id, seen in payments.items()
        ]

    def _claimed(
        self, native_id: str, line: Fields | None, seen: str, our_id: str
    ) -> Claimed:
        if line is None:
            return Claimed(
                native_id, ClaimState.TAKEN, str(Message("erp_link.central_no_line"))
            )
        holder = notes.owner(line.perhaps("comment"))
        if holder:
            is_ours = holder == our_id
            state = ClaimState.ALREADY_OURS if is_ours else ClaimState.TAKEN
            return Claimed(native_id, state)
        if records.fingerprint(line.record) != seen:
            return Claimed(native_id, ClaimState.CHANGED)
        try:
            self._note(line, notes.claimed(our_id), Operation.CLAIM)
        except (Conflict, NotThere):
            return Claimed(native_id, ClaimState.CHANGED)
        return Claimed(native_id, ClaimState.CLAIMED)

    def push_status(self, update: StatusUpdate) -> Written:
        """Note what became of a payment on its line, as long as it is not posted.

        Raises:
            NotThere: The line was posted or removed.
            Conflict: Nobody claimed it, or somebody changes it at this moment.
        """
        operation = Operation.PUSH_STATUS
        answer = self._speaking.answer(self._line(update.native_id), operation)
        line = Fields(answer.data, _PAYMENT_LINE)
        comment = line.perhaps("comment")
        if notes.was_told(comment, update.our_id):
            return Written(update.native_id, was_there=True)
        holder = notes.owner(comment)
        if not holder:
            raise Conflict("erp_link.central_unclaimed", comment)
        self._note(line, notes.told(holder, update), operation)
        return Written(update.native_id)

    def push_statement_lines(self, lines: StatementLines) -> Written:
        """Make a general journal of a statement, in one request and once.

        Lines that prove a payment of a payment journal are posted there, and would be
        doubled here; they are left out.
        """
        operation = Operation.PUSH_STATEMENT_LINES
        code = notes.journal_code(lines.our_id)
        asked = [("$filter", f"code eq {quoted(code)}")]
        rows, _ = self._speaking.page(f"{self._company}/journals", operation, asked)
        if rows:
            found = Fields(rows[0], "A journal")
            return Written(found.given("id"), was_there=True)
        name = f"{lines.account.name} {lines.number} {lines.day.isoformat()}"
        body = {
            "code": code,
            "displayName": name[:_LONGEST_TEXT],
            "journalLines": [
                self._journal_line(one, lines) for one in lines.lines if not one.payment
            ],
        }
        made = self._speaking.add(f"{self._company}/journals", operation, body)
        return Written(made.given("id"))

    def _journal_line(
        self, one: StatementLine, lines: StatementLines
    ) -> Mapping[str, Any]:
        text = one.text or one.counterparty or one.bank_reference
        return {
            "accountType": "Bank Account",
            "accountNumber": lines.account.statement_journal,
            "postingDate": one.booked.isoformat(),
            "documentNumber": lines.number[:20],
            "externalDocumentNumber": one.bank_reference[:35],
            "amount": one.amount,
            "description": text[:_LONGEST_TEXT],
            "comment": one.our_id[:250],
            "balanceAccountType": "G/L Account",
            "balancingAccountNumber": self._settings["balancing_account"],
        }

    def rights(self) -> Sequence[Right]:
        """What may be read, by reading one record each."""
        names = ("paymentMethods", "bankAccounts", "vendors", "purchaseInvoices")
        paths = [(name, f"{self._company}/{name}") for name in names]
        paths += [
            ("vendorPayments", self._payments),
            ("journals", f"{self._company}/journals"),
            (self._settings["bank_account_page"], self._accounts_page),
        ]
        one = [("$top", "1")]
        reads = [
            (name, lambda path=path: self._speaking.answer(path, "rights", one))
            for name, path in paths
        ]
        return tried(reads, ("vendorPayments", "journals"))

    def _around(self, lines: Sequence[Fields], operation: str) -> records.Around:
        """What these lines refer to, asked for together."""
        among = self._speaking.among
        invoices = [one.given("appliesToInvoiceId") for one in lines]
        vendors = [one.given("vendorId") for one in lines]
        numbers = [quoted(one.given("vendorNumber")) for one in lines]
        accounts: dict[str, list[Fields]] = {}
        page = self._accounts_page if lines else ""
        for one in among(page, operation, "A bank account", "Vendor_No", numbers):
            accounts.setdefault(one.given("Vendor_No"), []).append(one)
        wanted = [one for one in invoices if one != records.NOTHING]
        path = f"{self._company}/purchaseInvoices"
        found = among(path, operation, "An invoice", "id", wanted)
        path = f"{self._company}/vendors"
        known = among(path, operation, "A vendor", "id", vendors)
        return records.Around(
            {one.given("id"): one for one in found},
            {one.given("id"): one for one in known},
            accounts,
            self._paying_account if lines else "",
            self._currency if lines else "",
        )

    def _note(self, line: Fields, comment: str, operation: str) -> None:
        etag = line.given("@odata.etag")
        path = self._line(line.given("id"))
        self._speaking.change(path, operation, etag, {"comment": comment})

    def _line(self, native_id: str) -> str:
        return f"{self._payments}({native_id})"

    def _every(self, name: str, operation: str, what: str) -> Iterator[Fields]:
        return self._speaking.every(f"{self._company}/{name}", operation, what)

    def _information(self, company: str, operation: str) -> Fields:
        path = f"{_API}({company})/companyInformation"
        rows, _ = self._speaking.page(path, operation)
        if not rows:
            raise NotThere("erp_link.central_silent", company)
        return Fields(rows[0], "The company")

    @cached_property
    def _currency(self) -> str:
        information = self._information(self._settings["company"], "company")
        return information.given("currencyCode")

    @cached_property
    def _accounts_page(self) -> str:
        answer = self._speaking.answer(self._company, "company")
        name = Fields(answer.data, "The company").given("name")
        page = self._settings["bank_account_page"]
        return f"ODataV4/Company({quoted(name)})/{page}"

    @cached_property
    def _journal(self) -> Fields:
        code = self._settings["payment_journal"]
        path = f"{self._company}/vendorPaymentJournals"
        asked = [("$filter", f"code eq {quoted(code)}")]
        rows, _ = self._speaking.page(path, "journal", asked)
        if not rows:
            raise NotThere("erp_link.central_journal", code)
        return Fields(rows[0], "The payment journal")

    @property
    def _payments(self) -> str:
        journal = self._journal.given("id")
        return f"{self._company}/vendorPaymentJournals({journal})/vendorPayments"

    @cached_property
    def _paying_account(self) -> str:
        """The bank account that the journal pays from, where it names one."""
        number = self._journal.perhaps("balancingAccountNumber")
        for one in self._every("bankAccounts", "journal", "A bank account"):
            if one.perhaps("number") == number:
                return one.given("id")
        return ""
