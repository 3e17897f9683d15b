"""Business Central as its documentation describes it: API v2.0 and a published page.

From the resource pages of the vendor's API reference (vendorPayment,
vendorPaymentJournal, purchaseInvoice, vendor, paymentMethod, bankAccount, journal,
journalLine, companyInformation, generalLedgerSetup) and the page on signing in by
client credentials.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

from tests.erplink.contracts.strict_server import (
    Asked,
    Broken,
    Offer,
    StrictServer,
    Told,
)

COMPANY, OTHER = (str(UUID(int=one)) for one in (10, 20))
PAYMENT_JOURNAL = str(UUID(int=300))
NOTHING = str(UUID(int=0))
_ODATA = frozenset({"$filter", "$top"})
_LINE_FIELDS = (
    "accountType", "accountNumber", "postingDate", "documentNumber",
    "externalDocumentNumber", "amount", "description", "comment", "balanceAccountType",
    "balancingAccountNumber",
)  # fmt: skip


def guid(number: int) -> str:
    return str(UUID(int=number))


class CentralBooks:
    """One environment with two companies; the first one's books are filled."""

    def __init__(self) -> None:
        self.page_size = 2
        self.tokens = 0
        self.good_tokens: set[str] = set()
        self.lasts = 3599
        self.is_secret_known = True
        self.has_page = True
        self.closed = False
        self.posting_range = ("0001-01-01", "0001-01-01")
        self.companies = [
            {"id": COMPANY, "systemVersion": "27.1", "name": "HAVNEN", "displayName":
             "Havnens Handel ApS", "businessProfileId": ""},
            {"id": OTHER, "systemVersion": "27.1", "name": "Ejer's", "displayName": "",
             "businessProfileId": ""},
        ]  # fmt: skip
        self.methods = [
            {"id": guid(40), "code": "BANK", "displayName": "Bankoverførsel"},
            {"id": guid(41), "code": "SEPA", "displayName": "SEPA"},
            {"id": guid(42), "code": "KASSE", "displayName": "Kontant"},
        ]
        self.accounts = [
            {"id": guid(50), "number": "NORDEA", "displayName": "Nordea drift",
             "bankAccountNumber": "0004281101", "blocked": False, "currencyCode": "",
             "iban": "DK61 2999 0004 2811 01"},
            {"id": guid(51), "number": "EURO", "displayName": "Nordea euro",
             "bankAccountNumber": "0004281102", "blocked": True, "currencyCode": "EUR",
             "iban": "DK3429990004281102"},
        ]  # fmt: skip
        self.vendors = [
            _vendor(60, "40110", "Tangens Tømmerlager A/S", "DK", guid(40)),
            _vendor(61, "40150", "Lagertechnik Küste GmbH", "DE", guid(41)),
        ]
        self.vendor_accounts = [
            {"Vendor_No": "40110", "Code": "DRIFT", "IBAN": "", "SWIFT_Code": "",
             "Bank_Branch_No": "5301", "Bank_Account_No": "0000246817",
             "Currency_Code": ""},
            {"Vendor_No": "40150", "Code": "EUR", "IBAN": "DE44500105175407324931",
             "SWIFT_Code": "INGDDEFFXXX", "Bank_Branch_No": "", "Bank_Account_No": "",
             "Currency_Code": "EUR"},
        ]  # fmt: skip
        self.invoices = [
            _invoice(70, "108201", "2026-4471", "40110", "DKK"),
            _invoice(71, "108202", "RE-20931", "40150", "EUR"),
        ]
        self.payments = [
            _payment(80, 60, "40110", 70, "108201", 18462.5),
            _payment(81, 61, "40150", 71, "108202", 4180.35),
            _payment(82, 60, "40110", 70, "108201", 100),
        ]
        self.journals: list[dict[str, Any]] = []
        self.server = StrictServer(self._offers(), frozenset())

    def _offers(self) -> list[Offer]:
        api = r"/v2\.0/production/api/v2\.0/companies"
        company = rf"{api}\((?P<company>[0-9a-f-]+)\)"
        journal = rf"{company}/vendorPaymentJournals\((?P<journal>[0-9a-f-]+)\)"
        line = rf"{journal}/vendorPayments\((?P<id>[0-9a-f-]+)\)"
        reading = frozenset({"authorization", "prefer"})
        writing = frozenset({"authorization", "if-match"})
        paging = _ODATA | {"$skiptoken"}

        def listed(name: str, rows: Callable[[], list[dict[str, Any]]]) -> Offer:
            path = rf"{company}/{name}"
            return Offer("GET", path, self._listing(rows), paging, reading)

        return [
            Offer(
                "POST", r"/sign-in/my-tenant/oauth2/v2\.0/token", self._token,
                fields=frozenset(
                    {"grant_type", "client_id", "client_secret", "scope"}
                ),
                content_type="application/x-www-form-urlencoded",
            ),
            Offer("GET", api, self._listing(lambda: self.companies), paging, reading),
            Offer("GET", company, self._company, frozenset(), reading),
            listed("companyInformation", lambda: [_information()]),
            listed("generalLedgerSetup", lambda: [_ledger_setup(*self.posting_range)]),
            listed("paymentMethods", lambda: self.methods),
            listed("bankAccounts", lambda: self.accounts),
            listed("vendors", lambda: self.vendors),
            listed("purchaseInvoices", lambda: self.invoices),
            listed("vendorPaymentJournals", lambda: [_payment_journal()]),
            listed("journals", lambda: self.journals),
            Offer(
                "GET", rf"{journal}/vendorPayments",
                self._listing(lambda: self.payments), paging, reading,
            ),
            Offer("GET", line, self._one_payment, frozenset(), reading),
            Offer(
                "PATCH", line, self._note, frozenset(), writing, frozenset({"comment"})
            ),
            Offer(
                "POST", rf"{company}/journals", self._add_journal, frozenset(),
                writing - {"if-match"},
                frozenset({"code", "displayName", "journalLines"})
                | {f"journalLines.{name}" for name in _LINE_FIELDS},
            ),
            Offer(
                "GET", r"/v2\.0/production/ODataV4/Company\('(?P<name>[^/]+)'\)"
                "/VendorBankAccounts", self._page, paging, reading,
            ),
        ]  # fmt: skip

    def _token(self, asked: Asked) -> Told:
        form = asked.form
        if form["grant_type"] != "client_credentials" or not form["scope"].endswith(
            "dynamics.com/.default"
        ):
            raise Broken("the sign-in asks for something else")
        if not self.is_secret_known:
            text = "AADSTS7000222: The provided client secret keys are expired."
            return Told({"error": "invalid_client", "error_description": text}, 401)
        self.tokens += 1
        token = f"token-{self.tokens}"
        self.good_tokens = {token}
        return Told({
            "token_type": "Bearer", "expires_in": self.lasts, "access_token": token
        })  # fmt: skip

    def _refused(self, asked: Asked) -> Told | None:
        given = asked.headers.get("authorization", "")
        if given.removeprefix("Bearer ") in self.good_tokens:
            return None
        error = {"code": "Authentication_InvalidCredentials", "message": "No."}
        return Told({"error": error}, 401)

    def _listing(
        self, rows: Callable[[], list[dict[str, Any]]]
    ) -> Callable[[Asked], Told]:
        def answer(asked: Asked) -> Told:
            if refused := self._refused(asked):
                return refused
            if asked.parts.get("company", COMPANY) not in {COMPANY, OTHER}:
                return _unknown()
            return Told(self._paged(rows(), asked))

        return answer

    def _paged(self, rows: list[dict[str, Any]], asked: Asked) -> dict[str, Any]:
        rows = [one for one in rows if _matches(one, asked.query.get("$filter", ""))]
        if top := asked.query.get("$top"):
            rows = rows[: int(top)]
        first = int(asked.query.get("$skiptoken", "0"))
        prefer = asked.headers.get("prefer", "odata.maxpagesize=20000")
        wanted = re.fullmatch(r"odata\.maxpagesize=(\d+)", prefer)
        if wanted is None:
            raise Broken("a preference that is none")
        size = min(self.page_size, int(wanted[1]))
        page = {"@odata.context": "…", "value": rows[first : first + size]}
        if len(rows) > first + size:
            question = "".join(
                f"{name}={value.replace(' ', '%20')}&"
                for name, value in asked.query.items()
                if name != "$skiptoken"
            )
            page["@odata.nextLink"] = (
                f"{self.url}{asked.path}?{question}$skiptoken={first + size}"
            )
        return page

    url = ""
    """The server's own, for links to the next page."""

    def _company(self, asked: Asked) -> Told:
        if refused := self._refused(asked):
            return refused
        for one in self.companies:
            if one["id"] == asked.parts["company"]:
                return Told(one)
        return _unknown()

    def _page(self, asked: Asked) -> Told:
        if refused := self._refused(asked):
            return refused
        if asked.parts["name"] != "HAVNEN":
            raise Broken("the company has another name")
        if not self.has_page:
            return _unknown("BadRequest_NotFound", 404)
        return Told(self._paged(self.vendor_accounts, asked))

    def _one_payment(self, asked: Asked) -> Told:
        if refused := self._refused(asked):
            return refused
        for one in self.payments:
            if one["id"] == asked.parts["id"]:
                return Told(one)
        return _unknown("Internal_RecordNotFound", 400)

    def _note(self, asked: Asked) -> Told:
        found = self._one_payment(asked)
        if found.status != 200:
            return found
        line = found.data
        if asked.headers.get("if-match") != line["@odata.etag"]:
            return Told(
                {"error": {"code": "Request_EntityChanged", "message": ""}}, 409
            )
        if len(asked.body["comment"]) > 250:
            raise Broken("a comment is at most 250 signs")
        line["comment"] = asked.body["comment"]
        line["@odata.etag"] = f'W/"{int(line["@odata.etag"][3:-1]) + 1}"'
        line["lastModifiedDateTime"] = "2026-03-02T09:00:00Z"
        return Told(line)

    def _add_journal(self, asked: Asked) -> Told:
        if refused := self._refused(asked):
            return refused
        body = asked.body
        if self.closed:
            text = "Posting Date is not within your range of allowed posting dates"
            error = {"code": "Application_DialogException", "message": text}
            return Told({"error": error}, 400)
        if len(body["code"]) > 10 or any(
            one["code"] == body["code"] for one in self.journals
        ):
            raise Broken("the code of a journal")
        for one in body["journalLines"]:
            if one["accountType"] != "Bank Account":
                raise Broken("the type of an account")
            if one["accountNumber"] not in {row["number"] for row in self.accounts}:
                raise Broken("an account that is none")
        made = {"id": guid(900 + len(self.journals)), **body}
        self.journals.append(made)
        shown = {key: value for key, value in made.items() if key != "journalLines"}
        return Told(shown, 201)


def _matches(row: dict[str, Any], question: str) -> bool:
    """Whether a row is among those asked for: one field, joined by `or`."""
    if not question:
        return True
    found = set()
    fields = set()
    for clause in question.split(" or "):
        match = re.fullmatch(r"(\w+) eq (?:'((?:[^']|'')*)'|([0-9a-f-]{36}))", clause)
        if match is None:
            raise Broken(f"the question {clause}")
        fields.add(match[1])
        found.add((match[2] or match[3]).replace("''", "'"))
    if len(fields) != 1 or not fields <= set(row):
        raise Broken(f"the fields {sorted(fields)}")
    return row[fields.pop()] in found


def _unknown(code: str = "Internal_CompanyNotFound", status: int = 404) -> Told:
    return Told({"error": {"code": code, "message": "Not found."}}, status)


def _information() -> dict[str, Any]:
    return {
        "id": guid(1), "displayName": "Havnens Handel ApS", "country": "DK",
        "taxRegistrationNumber": "28510467", "currencyCode": "DKK",
    }  # fmt: skip


def _ledger_setup(first: str, last: str) -> dict[str, Any]:
    return {
        "id": guid(2), "allowPostingFrom": first, "allowPostingTo": last,
        "localCurrencyCode": "DKK",
    }  # fmt: skip


def _payment_journal() -> dict[str, Any]:
    return {
        "id": PAYMENT_JOURNAL, "code": "UDBETAL", "displayName": "Udbetalinger",
        "balancingAccountId": NOTHING, "balancingAccountNumber": "NORDEA",
    }  # fmt: skip


def _vendor(number: int, code: str, name: str, country: str, method: str) -> Any:
    return {
        "id": guid(number), "number": code, "displayName": name,
        "addressLine1": "Kajgade 14", "addressLine2": "", "city": "Aarhus C",
        "country": country, "postalCode": "8000", "currencyCode": "",
        "paymentMethodId": method, "blocked": "_x0020_",
    }  # fmt: skip


def _invoice(number: int, code: str, own: str, vendor: str, currency: str) -> Any:
    return {
        "id": guid(number), "number": code, "vendorInvoiceNumber": own,
        "vendorNumber": vendor, "currencyCode": currency, "dueDate": "2026-03-04",
    }  # fmt: skip


def _payment(
    number: int, vendor: int, code: str, invoice: int, invoice_code: str, amount: float
) -> Any:
    return {
        "@odata.etag": 'W/"1"', "id": guid(number), "journalId": PAYMENT_JOURNAL,
        "journalDisplayName": "UDBETAL", "lineNumber": number * 1000,
        "vendorId": guid(vendor), "vendorNumber": code, "postingDate": "2026-03-04",
        "documentNumber": f"G{number:05d}", "externalDocumentNumber": "",
        "amount": amount, "appliesToInvoiceId": guid(invoice),
        "appliesToInvoiceNumber": invoice_code, "description": "", "comment": "",
        "lastModifiedDateTime": "2026-03-01T09:00:00Z",
    }  # fmt: skip
