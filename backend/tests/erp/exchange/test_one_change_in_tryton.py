"""One thing is changed in a real Tryton at a time, and the checks are read.

What speaks, how, and that it says what to do and where. After each change the books
are put back, and everything is well again.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
import tryton_world as world
from tryton_server import Books, Tryton, day

from giroscope.features.erp.checking.words import sentence
from giroscope.features.erp.mapping.configuration_checks import MappingsChecked
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpCheckResult, Outcome, VersionState
from giroscope.kernel.clock import system_clock
from giroscope.settings import Settings
from tests.erp.erp_desk import ErpDesk
from tests.erp.exchange.exchange_with_tryton import exchange_with

pytestmark = pytest.mark.integration

_OTHER_NUMBER = "DK28510470"
_OTHER_ACCOUNT = "DK5000400440116243"
_STANDS_ON_SIGN_IN = (
    "version", "read_rights", "write_rights", "accounts", "period", "methods_mapped",
    "mapping_legal", "clock", "secret_expiry", "headroom",
)  # fmt: skip
_STANDS_ON_COMPANY = (
    "accounts", "period", "methods_mapped", "mapping_legal", "sample",
)  # fmt: skip

Change = Callable[[Books], Callable[[], None]]
"""Changes the books, and gives what puts them back."""


@dataclass(frozen=True)
class Case:
    """A change, the checks that speak of it, and the field each leads to."""

    change: Change
    speaks: Mapping[str, str]
    fields: Mapping[str, str | None] = field(default_factory=dict)


def _written(model: str, native_id: int, name: str, value: object) -> Change:
    """Another value in one field of a record."""

    def change(books: Books) -> Callable[[], None]:
        was = books.read(model, native_id, name)[name]
        write = f"model.{model}.write"
        books.call(write, [native_id], {name: value})
        return lambda: books.call(write, [native_id], {name: was})

    return change


def _of_company(model: str, owner: str, name: str, value: str) -> Change:
    """Another value in the record that belongs to the company's party."""

    def change(books: Books) -> Callable[[], None]:
        party = books.read("company.company", books.company, "party")["party"]
        found = books.find(model, [[owner, "=", party]], "id")
        return _written(model, found[0]["id"], name, value)(books)

    return change


def _renamed(books: Books) -> Callable[[], None]:
    party = books.read("company.company", books.company, "party")["party"]
    return _written("party.party", party, "name", "Havnens Handel & Søn ApS")(books)


def _without_groups(*names: str) -> Change:
    """Our user loses these groups."""

    def change(books: Books) -> Callable[[], None]:
        user = books.made["user"]
        groups = [one["id"] for one in books.find(
            "res.group", [["name", "in", list(names)]], "id")]  # fmt: skip

        def change_groups(how: str) -> None:
            books.call("model.res.user.write", [user], {"groups": [[how, groups]]})

        change_groups("remove")
        return lambda: change_groups("add")

    return change


def _without_company(books: Books) -> Callable[[], None]:
    """Our user may not work for the company any more."""

    def change(companies: list[Any], company: int) -> None:
        values = {"companies": companies, "company": company}
        books.call("model.res.user.write", [books.made["user"]], values)

    other = books.made["companies"][1]["id"]
    change([["remove", [books.company]]], other)
    return lambda: change([["add", [books.company]]], books.company)


def _without_journal(books: Books) -> Callable[[], None]:
    """A journal for bank statements is put aside."""
    journal = next(iter(books.made["companies"][0]["accounts"].values()))
    return _written("account.statement.journal", journal, "active", value=False)(books)


def _without_method(books: Books) -> Callable[[], None]:
    """A payment journal is put aside, with a mapping for it here."""
    journal = books.made["companies"][0]["methods"][world.INSTANT]
    return _written("account.payment.journal", journal, "active", value=False)(books)


def _with_another_method(books: Books) -> Callable[[], None]:
    """One that was put aside is used again, and nobody has mapped it."""
    journal = books.made["companies"][0]["methods"][world.OLD]
    return _written("account.payment.journal", journal, "active", value=True)(books)


def _closed(when: date) -> Change:
    """The period of a day is closed."""

    def change(books: Books) -> Callable[[], None]:
        domain = [
            ["company", "=", books.company], ["type", "=", "standard"],
            ["start_date", "<=", day(when)], ["end_date", ">=", day(when)],
        ]  # fmt: skip
        (period,) = books.find("account.period", domain, "id")
        books.call("model.account.period.close", [period["id"]])
        return lambda: books.call("model.account.period.reopen", [period["id"]])

    return change


def _password(books: Books) -> Callable[[], None]:
    """The password ran out, and somebody has set another."""

    def set_(password: str) -> None:
        user = books.made["user"]
        books.call("model.res.user.write", [user], {"password": password})

    set_("kaffe-og-wienerbroed-2")
    return lambda: set_(books.password)


def _withdrawn_key(books: Books) -> Callable[[], None]:
    key = books.made["application"]
    books.call("model.res.user.application.cancel", [key])

    def again() -> None:
        values = {"key": books.key, "user": books.made["user"], "application": "rest"}
        books.call("model.res.user.application.delete", [key])
        (made,) = books.call("model.res.user.application.create", [values])
        assert made

    return again


def _skipped(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "SKIPPED needs_failed")


CASES = {
    "a renamed company": Case(
        _renamed, {"company": "WARNING company_renamed"}, {"company": "company"}
    ),
    "another registration number": Case(
        _of_company("party.identifier", "party", "code", _OTHER_NUMBER),
        {
            "company": "FAILED company_renumbered",
            **_skipped(*_STANDS_ON_COMPANY, "statement_journals"),
        },
        {"company": "company_registration"},
    ),
    "a user who may not work for the company": Case(
        _without_company,
        {
            "sign_in": "FAILED not_allowed", "company": "FAILED company_not_there",
            **_skipped(*_STANDS_ON_SIGN_IN, "sample", "statement_journals"),
        },
        {"company": "company"},
    ),
    "a right to read that was taken away": Case(
        _without_groups("Accounting"),
        {"read_rights": "FAILED rights_read_missing", **_skipped("sample")},
    ),
    "the rights to payments that were taken away": Case(
        _without_groups("Payment", "Payment Approval"),
        {
            "read_rights": "FAILED rights_read_missing",
            "write_rights": "FAILED rights_write_missing",
            "methods_mapped": "FAILED not_allowed",
            "mapping_legal": "FAILED not_allowed", **_skipped("sample"),
        },
    ),
    "a journal for statements that was put aside": Case(
        _without_journal, {"statement_journals": "FAILED journals_missing"}
    ),
    "a period that was closed": Case(
        _closed(date.today()),  # noqa: DTZ011 - Tryton's own day
        {"period": "FAILED period_closed"},
        {"period": "writes_statement_lines"},
    ),
    "a way to pay that was put aside": Case(
        _without_method, {"methods_mapped": "FAILED mapping_not_mapped"}
    ),
    "a way to pay that is new": Case(
        _with_another_method, {"methods_mapped": "FAILED mapping_not_mapped"}
    ),
    "the number of a bank account": Case(
        _of_company("bank.account.number", "account.owners", "number", _OTHER_ACCOUNT),
        {"accounts": "WARNING accounts_unknown"},
    ),
    "a password that ran out": Case(
        _password,
        {
            "sign_in": "FAILED sign_in_refused",
            **_skipped(*_STANDS_ON_SIGN_IN, "sample", "statement_journals"),
        },
    ),
    "a key that was withdrawn": Case(
        _withdrawn_key,
        {
            "sign_in": "FAILED sign_in_refused", "company": "SKIPPED no_sign_in",
            **_skipped(*_STANDS_ON_SIGN_IN, "sample", "statement_journals"),
        },
    ),
}  # fmt: skip


@pytest.fixture
def books(tryton: Tryton) -> Books:
    """Books of their own, which each change leaves as they were."""
    return tryton.books()


@pytest.fixture
def desk(
    sqlite_settings: Settings, in_own_loop: Callable[[Any], Any], books: Books
) -> ErpDesk:
    """That Tryton in use: its methods mapped, its accounts known, all checks run."""
    exchange = exchange_with(books, sqlite_settings)
    settings, database = exchange.settings, exchange.database
    made = ErpDesk(settings, database, in_own_loop, MappingsChecked())
    made.now = system_clock()
    made.erp = Erp(settings, database, system_clock)
    for number in books.made["companies"][0]["accounts"]:
        made.know_account(number)
    return made


def _speaking(desk: ErpDesk) -> dict[str, ErpCheckResult]:
    """What has something to say besides that all is well."""
    quiet = {Outcome.PASSED, Outcome.NOT_RUN}
    found = desk.check(state=VersionState.ACTIVE)
    return {name: row for name, row in found.items() if row.outcome not in quiet}


def _told(rows: Mapping[str, ErpCheckResult]) -> dict[str, str]:
    return {name: f"{row.outcome} {row.finding}" for name, row in rows.items()}


@contextmanager
def _changed(case: Case, books: Books) -> Iterator[None]:
    put_back = case.change(books)
    try:
        yield
    finally:
        put_back()


def test_each_change_is_told_by_its_check_with_what_to_do(
    desk: ErpDesk, books: Books
) -> None:
    well = _told(_speaking(desk))
    assert well == {
        "secret_expiry": "SKIPPED no_secret", "headroom": "SKIPPED calls_not_told",
    }  # fmt: skip
    for name, case in CASES.items():
        with _changed(case, books):
            rows = _speaking(desk)
        assert (name, _told(rows)) == (name, {**well, **case.speaks})
        for check, row in rows.items():
            troubles = row.outcome in {Outcome.FAILED, Outcome.WARNING}
            remedy = sentence(row.finding, row.values).remedy
            assert (name, check, remedy is not None) == (name, check, troubles)
            if check in case.fields:
                assert (name, row.field) == (name, case.fields[check])
    assert _told(_speaking(desk)) == well


def test_a_clock_that_is_wrong_is_told(desk: ErpDesk) -> None:
    desk.erp.clock = lambda: system_clock() + timedelta(minutes=7)
    rows = desk.check(["clock"], state=VersionState.ACTIVE)
    assert _told(rows)["clock"] == "FAILED clock_wrong"
    assert rows["clock"].values["seconds"] in {"419", "420", "421", "422"}
