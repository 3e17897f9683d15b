"""Fills an empty Tryton with a company's books. Runs in Tryton's own environment.

Usage: tryton_seed.py <configuration> <database>, with the world as JSON on standard
input and what was made as JSON on standard output. Never imported by our tests.
"""

import datetime as dt
import json
import sys
from decimal import Decimal
from typing import Any

import proteus
import trytond_quick  # noqa: F401 - before anything of Tryton
from proteus import Model, Wizard
from trytond.modules.account.tests.tools import (
    create_chart,
    create_fiscalyear,
    get_accounts,
)
from trytond.modules.account_invoice.tests.tools import (
    create_payment_term,
    set_fiscalyear_invoice_sequences,
)
from trytond.modules.company.tests.tools import create_company
from trytond.pool import Pool
from trytond.transaction import Transaction

PAGES = ("account.payment", "account.statement")
COUNTRIES = {"DK": "Denmark", "DE": "Germany", "SE": "Sweden"}
# What one unit of the company's currency costs in another; near to the truth.
RATES = {"DKK": "1.0", "EUR": "0.134", "SEK": "1.47", "USD": "0.156"}
GROUPS = ("Accounting", "Payment", "Payment Approval", "Statement")


class Seeding:
    """Makes the records of a world, and remembers their ids."""

    def __init__(self, configuration: str, database: str) -> None:
        self.database = database
        self.config = proteus.config.set_trytond(
            database, user="admin", config_file=configuration
        )
        self.today = dt.date.today()  # noqa: DTZ011 - the ERP's own day
        self.currencies: dict[str, Any] = {}
        self.countries: dict[str, Any] = {}
        self.banks: dict[str, Any] = {}
        self.made: dict[str, Any] = {"companies": [], "suppliers": {}}

    def run(self, world: dict[str, Any]) -> dict[str, Any]:
        """Make everything; tell the ids."""
        self._configured()
        self._countries()
        self._currencies()
        companies = [self._company(one) for one in world["companies"]]
        self._administrator(companies)
        self._user(world["user"], companies)
        # The rest is done as the people of the first company would do it.
        for company, facts in zip(companies, world["companies"], strict=True):
            with self._within(company):
                self._books(company, facts)
        with self._within(companies[0]):
            self._suppliers(world["suppliers"])
            self._payments(companies[0], world["invoices"])
        self._pages()
        return self.made

    def _pages(self) -> None:
        """Where Tryton itself says that its screens show records of these models."""
        with Transaction().start(self.database, 0, readonly=True):
            self.made["pages"] = {name: Pool().get(name)(1).__href__ for name in PAGES}

    def _within(self, company: Any) -> Any:
        return self.config.set_context(company=company.id, companies=[company.id])

    def _configured(self) -> None:
        """Nobody is asked to set up what is made here."""
        for item in Model.get("ir.module.config_wizard.item").find(
            [("state", "=", "open")]
        ):
            item.state = "done"
            item.save()

    def _countries(self) -> None:
        country = Model.get("country.country")
        for code, name in COUNTRIES.items():
            self.countries[code] = country(code=code, name=name)
            self.countries[code].save()

    def _currencies(self) -> None:
        currency = Model.get("currency.currency")
        rate = Model.get("currency.currency.rate")
        for code, worth in RATES.items():
            one = currency(
                name=code, code=code, symbol=code, rounding=Decimal("0.01"), digits=2
            )
            one.save()
            self.currencies[code] = one
            rate(date=dt.date(2020, 1, 1), rate=Decimal(worth), currency=one).save()

    def _company(self, facts: dict[str, Any]) -> Any:
        party = self._party(facts)
        create_company(party=party, currency=self.currencies[facts["currency"]])
        company = Model.get("company.company")
        (made,) = company.find([("party", "=", party.id)])
        return made

    def _party(self, facts: dict[str, Any]) -> Any:
        party = Model.get("party.party")(name=facts["name"])
        address = party.addresses[0] if party.addresses else party.addresses.new()
        address.street_unstructured = facts["street"]
        address.postal_code = facts["postcode"]
        address.city = facts["town"]
        address.country = self.countries[facts["country"]]
        if facts.get("vat"):
            party.identifiers.new(type="eu_vat", code=facts["vat"])
        party.save()
        for account in facts.get("accounts", ()):
            self._bank_account(party, account)
        return party

    def _bank_account(self, party: Any, facts: dict[str, Any]) -> Any:
        account = Model.get("bank.account")()
        account.owners.append(Model.get("party.party")(party.id))
        if facts.get("bic"):
            account.bank = self._bank(facts["bic"])
        if facts.get("currency"):
            account.currency = self.currencies[facts["currency"]]
        account.numbers.new(type=facts["type"], number=facts["number"])
        account.save()
        return account

    def _bank(self, bic: str) -> Any:
        if bic not in self.banks:
            party = Model.get("party.party")(name=f"Bank {bic[:4]}")
            party.save()
            self.banks[bic] = Model.get("bank")(party=party, bic=bic)
            self.banks[bic].save()
        return self.banks[bic]

    def _administrator(self, companies: list[Any]) -> None:
        (admin,) = Model.get("res.user").find([("login", "=", "admin")])
        known = {company.id for company in admin.companies}
        for company in companies:
            if company.id not in known:
                admin.companies.append(Model.get("company.company")(company.id))
        admin.company_filter = "all"
        admin.save()

    def _user(self, facts: dict[str, str], companies: list[Any]) -> None:
        groups = Model.get("res.group")
        user = Model.get("res.user")()
        user.name = facts["name"]
        user.login = facts["login"]
        user.password = facts["password"]
        for name in GROUPS:
            user.groups.extend(groups.find([("name", "=", name)]))
        user.companies.extend(Model.get("company.company")(c.id) for c in companies)
        user.company_filter = "all"
        user.company = Model.get("company.company")(companies[0].id)
        user.save()
        application = Model.get("res.user.application")(
            key=facts["key"], user=user, application="rest"
        )
        application.save()
        self.made["user"] = user.id
        self.made["application"] = application.id

    def _books(self, company: Any, facts: dict[str, Any]) -> None:
        start = self.today.replace(month=1, day=1) - dt.timedelta(days=365)
        # Long enough that it does not end soon on any day it is looked at.
        end = self.today.replace(year=self.today.year + 1, month=12, day=31)
        year = create_fiscalyear(company, (start, end))
        set_fiscalyear_invoice_sequences(year)
        year.save()
        year.click("create_period")
        create_chart(company)
        accounts = get_accounts(company)
        made = {"id": company.id, "accounts": {}, "methods": {}}
        self.made["companies"].append(made)
        for account in facts["accounts"]:
            made["accounts"][account["number"]] = self._statement_journal(
                company, account, accounts["cash"]
            )
        for method in facts["methods"]:
            made["methods"][method["name"]] = self._method(company, method, accounts)

    def _statement_journal(self, company: Any, facts: dict[str, Any], cash: Any) -> int:
        (number,) = Model.get("bank.account.number").find(
            [("number_compact", "=", facts["number"])]
        )
        ledger = Model.get("account.account")(cash.duplicate()[0].id)
        ledger.name = f"{facts['name']} {facts['currency']}"
        if facts["currency"] != company.currency.code:
            ledger.second_currency = self.currencies[facts["currency"]]
        ledger.save()
        journal = Model.get("account.journal")(
            name=f"{facts['name']} {facts['currency']}",
            code=facts["number"][-6:],
            type="statement",
        )
        journal.save()
        statements = Model.get("account.statement.journal")(
            name=f"{facts['name']} {facts['currency']}", validation="balance"
        )
        statements.journal = journal
        statements.currency = self.currencies[facts["currency"]]
        statements.company = company
        statements.account = ledger
        statements.bank_account = Model.get("bank.account")(number.account.id)
        statements.save()
        return int(statements.id)

    def _method(
        self, company: Any, facts: dict[str, Any], accounts: dict[str, Any]
    ) -> int:
        method = Model.get("account.payment.journal")(
            name=facts["name"], process_method=facts["process_method"]
        )
        method.company = company
        method.currency = self.currencies[facts["currency"]]
        if facts["process_method"] == "sepa":
            (number,) = Model.get("bank.account.number").find(
                [("number_compact", "=", facts["account"])]
            )
            method.sepa_bank_account_number = number
            method.sepa_payable_flavor = "pain.001.001.09"
            method.sepa_receivable_flavor = "pain.008.001.08"
        if facts.get("clears"):
            clearing = Model.get("account.account")(accounts["cash"].duplicate()[0].id)
            clearing.name = "Payments on their way"
            clearing.reconcile = True
            clearing.save()
            journal = Model.get("account.journal")(
                name="Clearing", code="CLR", type="cash"
            )
            journal.save()
            method.clearing_account = clearing
            method.clearing_journal = journal
        method.save()
        if not facts.get("active", True):
            method.active = False
            method.save()
        return int(method.id)

    def _suppliers(self, suppliers: list[dict[str, Any]]) -> None:
        for facts in suppliers:
            self.made["suppliers"][facts["name"]] = self._party(facts).id

    def _payments(self, company: Any, invoices: list[dict[str, Any]]) -> None:
        self.term = create_payment_term()
        self.term.save()
        self.made["payments"] = [self._payment(company, one) for one in invoices]

    def _payment(self, company: Any, facts: dict[str, Any]) -> dict[str, Any]:
        invoice = self._invoice(company, facts)
        (line,) = [line for line in invoice.lines_to_pay if not line.reconciliation]
        line = Model.get("account.move.line")(line.id)
        pay = Wizard("account.move.line.pay", [line])
        pay.form.date = self.today
        pay.execute("next_")
        pay.form.journal = Model.get("account.payment.journal")(
            self.made["companies"][0]["methods"][facts["method"]]
        )
        pay.execute("next_")
        (payment,) = Model.get("account.payment").find([("line", "=", line.id)])
        if facts.get("due"):
            payment.date = self.today + dt.timedelta(days=facts["due"])
            payment.save()
        if facts.get("reference"):
            payment.reference = facts["reference"]
            payment.reference_type = facts.get("reference_type")
            payment.save()
        if facts.get("state", "approved") == "approved":
            payment.click("submit")
            payment.click("approve")
        return {"id": payment.id, "number": payment.number, "invoice": invoice.id}

    def _invoice(self, company: Any, facts: dict[str, Any]) -> Any:
        accounts = get_accounts(company)
        invoice = Model.get("account.invoice")(type="in")
        invoice.party = Model.get("party.party")(
            self.made["suppliers"][facts["supplier"]]
        )
        invoice.invoice_date = self.today
        invoice.payment_term = self.term
        invoice.currency = self.currencies[facts["currency"]]
        invoice.reference = facts["invoice"]
        line = invoice.lines.new()
        line.account = accounts["expense"]
        line.quantity = 1
        line.unit_price = Decimal(facts["amount"])
        line.description = facts["invoice"]
        invoice.save()
        if facts.get("slip"):
            invoice.supplier_payment_reference = facts["slip"]
            invoice.save()
        invoice.click("post")
        return invoice


def main() -> None:
    """Seed, and tell."""
    seeding = Seeding(sys.argv[1], sys.argv[2])
    made = seeding.run(json.load(sys.stdin))
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
