"""Each check: what makes it pass, warn, fail, or leave it open, and what is told."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from erplink import (
    Company,
    Contact,
    ContractChanged,
    Doubt,
    ErpAccount,
    NotAllowed,
    NotConfigured,
    Period,
    Right,
    SignInRefused,
    Throttled,
    Unavailable,
    Unreadable,
    Way,
    Words,
)
from erplink._settings import named, unfit
from giroscope.features.erp.checking import run
from giroscope.features.erp.checking.catalogue import CHECKS, NAMES
from giroscope.features.erp.checking.patience import Patience
from giroscope.features.erp.checking.words import SENTENCES, sentence
from giroscope.features.erp.tables import ErpConnection, VersionState
from localization import render
from tests.erp.erp_desk import IBAN, NORDEA, ErpDesk


def _outcomes(results: dict[str, Any]) -> dict[str, str]:
    return {name: row.outcome for name, row in results.items()}


def test_each_check_stands_after_those_it_needs() -> None:
    assert len(CHECKS) == 15
    for at, check in enumerate(CHECKS):
        assert set(check.needs) <= set(NAMES[:at])


def test_all_is_well_with_an_erp_that_is_in_order(desk: ErpDesk) -> None:
    desk.know_account()
    desk.drafted()
    results = desk.check()
    assert _outcomes(results) == {
        **dict.fromkeys(NAMES, "PASSED"),
        # No operation of the paper ERP tells its allowance, and no mapping is lent.
        "methods_mapped": "NOT_RUN", "mapping_legal": "NOT_RUN",
        "headroom": "SKIPPED",
    }  # fmt: skip
    assert results["sign_in"].values == {"product": "Paper", "version": "8.2"}
    assert results["company"].call_ids == ["call-list_companies"]
    assert all(row.finding in SENTENCES for row in results.values())


@pytest.mark.parametrize(
    ("operation", "error", "check", "outcome", "finding"),
    [
        ("test_connection", SignInRefused("no"), "sign_in", "FAILED",
         "sign_in_refused"),
        ("test_connection", Unavailable("no"), "endpoint", "UNKNOWN",
         "endpoint_silent_fixed"),
        ("rights", Unavailable("no"), "read_rights", "UNKNOWN", "unavailable"),
        ("test_connection", Throttled("no"), "sign_in", "UNKNOWN", "throttled"),
        ("test_connection", ContractChanged("<html>"), "sign_in", "FAILED",
         "contract_changed"),
        ("test_connection", NotConfigured("no"), "sign_in", "FAILED",
         "not_configured"),
        ("list_companies", NotAllowed("no"), "company", "FAILED", "not_allowed"),
        ("fetch_payments", RuntimeError("a fault"), "sample", "FAILED", "fault"),
    ],
)  # fmt: skip
def test_each_kind_of_trouble_has_its_outcome_and_what_hangs_on_it_is_skipped(
    desk: ErpDesk, operation: str, error: Any, check: str, outcome: str, finding: str
) -> None:
    desk.drafted()
    desk.paper.failures[operation] = error
    results = desk.check()
    assert (results[check].outcome, results[check].finding) == (outcome, finding)
    for other in CHECKS:
        if check in other.needs:
            row = results[other.name]
            assert (row.outcome, row.finding) == ("SKIPPED", "needs_failed")
    assert "a fault" not in str(results[check].detail)


@pytest.fixture
def hanging(
    desk: ErpDesk, realm: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The ERP answers once the test is over, and who waits for it has left by then."""
    over, patience = Event(), Patience(of_realm=1)
    monkeypatch.setattr(run, "SECONDS", 0.5)
    monkeypatch.setattr(run, "_PATIENCE", patience)
    desk.paper.slow = lambda: (over.wait(60), None)[1]
    yield
    over.set()
    until = monotonic() + 60
    while patience.hanging(realm):
        assert monotonic() < until
        sleep(0.005)


@pytest.mark.usefixtures("hanging")
def test_an_answer_that_does_not_come_in_time_is_unknown_and_no_failure(
    desk: ErpDesk,
) -> None:
    desk.drafted()
    results = desk.check(["sign_in"])
    assert results["sign_in"].outcome == "SKIPPED"
    assert (results["endpoint"].outcome, results["endpoint"].finding) == (
        "UNKNOWN", "too_slow",
    )  # fmt: skip


@pytest.mark.usefixtures("hanging")
def test_checks_that_hang_do_not_pile_up(desk: ErpDesk) -> None:
    desk.drafted()
    assert desk.check(["endpoint"])["endpoint"].finding == "too_slow"
    result = desk.check(["endpoint"])["endpoint"]
    assert (result.outcome, result.finding) == ("UNKNOWN", "still_hanging")


def _modules(desk: ErpDesk) -> None:
    missing = ("account_statement",)
    desk.paper.contact = Contact("Paper", "7.8", desk.now, missing=missing)


def _clock(**apart: float) -> Callable[[ErpDesk], None]:
    def change(desk: ErpDesk) -> None:
        theirs = desk.now + timedelta(**apart)
        desk.paper.contact = Contact("Paper", "8.2", theirs)

    return change


def _secret(**more: Any) -> Callable[[ErpDesk], None]:
    def change(desk: ErpDesk) -> None:
        desk.paper.contact = Contact("Paper", "8.2", desk.now, **more)

    return change


def _companies(*seen: Company) -> Callable[[ErpDesk], None]:
    return lambda desk: setattr(desk.paper, "companies", list(seen))


def _accounts(*seen: ErpAccount) -> Callable[[ErpDesk], None]:
    return lambda desk: setattr(desk.paper, "accounts", list(seen))


def _rights(*seen: Right) -> Callable[[ErpDesk], None]:
    return lambda desk: setattr(desk.paper, "allowed", list(seen))


def _right(way: Way, *, may: bool | None) -> Right:
    return Right("account.payment", way, may)


def _periods(*seen: Period) -> Callable[[ErpDesk], None]:
    return lambda desk: setattr(desk.paper, "periods", list(seen))


def _month(number: int, *, is_open: bool, last: int = 30) -> Period:
    first = date(2026, number, 1)
    return Period(f"2026-{number}", first, first.replace(day=last), is_open)


@pytest.mark.parametrize(
    ("change", "check", "outcome", "finding"),
    [
        (_modules, "version", "FAILED", "modules_missing"),
        (_clock(seconds=30), "clock", "PASSED", "clock_agrees"),
        (_clock(seconds=-90), "clock", "WARNING", "clock_apart"),
        (_clock(hours=1), "clock", "FAILED", "clock_wrong"),
        (_secret(secret_expires=date(2027, 6, 1)), "secret_expiry", "PASSED",
         "secret_lasts"),
        (_secret(secret_expires=date(2026, 12, 1)), "secret_expiry", "WARNING",
         "secret_ends"),
        (_secret(secret_expires=date(2026, 11, 17)), "secret_expiry", "FAILED",
         "secret_ended"),
        (_secret(calls_left=5_000), "headroom", "PASSED", "calls_left"),
        (_secret(calls_left=99), "headroom", "WARNING", "calls_few"),
        (_secret(calls_left=0), "headroom", "FAILED", "calls_used"),
        (_companies(), "company", "FAILED", "company_none"),
        (_companies(Company("2", "Another", "DKK")), "company", "FAILED",
         "company_not_there"),
        (_companies(Company("1", "Another", "DKK", registration="DK 99887766")),
         "company", "FAILED", "company_other"),
        (_accounts(), "accounts", "WARNING", "accounts_none"),
        (_accounts(NORDEA, ErpAccount("8", "Løn", "DKK", iban=IBAN)), "accounts",
         "FAILED", "accounts_twice"),
        (_accounts(ErpAccount("8", "Kasse", "DKK")), "accounts", "FAILED",
         "accounts_without_number"),
        (_accounts(NORDEA, ErpAccount("8", "Euro", "EUR", iban="DE02120300000000202051",
                                      statement_journal="5")),
         "accounts", "WARNING", "accounts_unknown"),
        (_accounts(ErpAccount("7", "Drift", "DKK", number="0040 0440116243",
                              statement_journal="3")),
         "accounts", "PASSED", "accounts_match"),
        (_accounts(ErpAccount("7", "Drift", "DKK", iban=IBAN)), "statement_journals",
         "FAILED", "journals_missing"),
        (_rights(_right(Way.READ, may=False)), "read_rights", "FAILED",
         "rights_read_missing"),
        (_rights(_right(Way.CREATE, may=False)), "write_rights", "FAILED",
         "rights_write_missing"),
        (_rights(_right(Way.CHANGE, may=None)), "write_rights", "UNKNOWN",
         "rights_write_untold"),
        (_rights(_right(Way.CHANGE, may=None), _right(Way.RUN, may=True)),
         "write_rights", "PASSED", "rights_write_partly"),
        (_periods(), "period", "FAILED", "period_closed"),
        (_periods(_month(11, is_open=False)), "period", "FAILED", "period_closed"),
        (_periods(_month(11, is_open=True, last=25)), "period", "WARNING",
         "period_ends"),
        (_periods(_month(11, is_open=True), _month(12, is_open=True, last=31)),
         "period", "PASSED", "period_open"),
        (_periods(Period("", date(2026, 11, 17), None, is_open=True)), "period",
         "PASSED", "period_open_ever"),
        (_periods(Period("", date(2026, 11, 18), None, is_open=True)), "period",
         "WARNING", "period_before_closed"),
        (lambda desk: setattr(desk.paper, "open_payments", 0), "sample", "NOT_RUN",
         "sample_empty"),
        (lambda desk: desk.paper.unreadable.append(
            Unreadable("5", "P5", "amount", Doubt.MISSING)),
         "sample", "WARNING", "sample_unreadable"),
    ],
)  # fmt: skip
def test_one_thing_changed_in_the_erp_is_told_by_one_check(
    desk: ErpDesk,
    change: Callable[[ErpDesk], None],
    check: str,
    outcome: str,
    finding: str,
) -> None:
    desk.know_account("DK5000400440116243")
    desk.drafted({"company_registration": "DK-10428836"})
    change(desk)
    row = desk.check()[check]
    assert (row.outcome, row.finding) == (outcome, finding)
    told = sentence(row.finding, row.values)
    assert "{" not in told.found.en + told.found.da
    assert " - " not in told.found.en
    if outcome in {"FAILED", "WARNING"}:
        assert told.remedy is not None


@pytest.mark.parametrize(
    ("now", "finding", "outcome"),
    [
        (Company("1", "Havnens  HANDEL", "DKK", "DK", "10428836"), "company_right",
         "PASSED"),
        (Company("1", "Havnens Handel & Søn", "DKK", "DK", "10428836"),
         "company_renamed", "WARNING"),
        (Company("1", "Havnens Handel", "DKK", "DK", "99887766"),
         "company_renumbered", "FAILED"),
        (Company("1", "Havnens Handel", "DKK", "DK"), "company_renumbered", "FAILED"),
    ],
)  # fmt: skip
def test_the_company_is_compared_with_what_it_was_when_it_was_put_to_use(
    desk: ErpDesk, now: Company, finding: str, outcome: str
) -> None:
    desk.activated()
    desk.paper.companies = [now]
    row = desk.check(["company"], state=VersionState.ACTIVE)["company"]
    assert (row.finding, row.outcome) == (finding, outcome)
    if outcome != "PASSED":
        assert sentence(row.finding, row.values).remedy is not None
        assert row.values["was"] in {"Havnens Handel", "10428836"}


def test_books_that_were_just_validated_have_answered(desk: ErpDesk) -> None:
    desk.drafted()
    desk.check()
    validated = desk.now
    desk.pass_time(hours=2)
    desk.activate()
    assert desk.one(ErpConnection).last_contact == validated


def test_a_new_name_counts_once_a_version_is_put_to_use_with_it(desk: ErpDesk) -> None:
    desk.activated()
    desk.paper.companies = [Company("1", "Havnen", "DKK", "DK", "10428836")]
    desk.save({"place": "south"})
    assert desk.check()["company"].finding == "company_renamed"
    desk.activate()
    row = desk.check(["company"], state=VersionState.ACTIVE)["company"]
    assert row.finding == "company_right"


def test_a_new_number_counts_once_somebody_has_written_it_down(desk: ErpDesk) -> None:
    desk.activated()
    desk.paper.companies = [Company("1", "Havnens Handel", "DKK", "DK", "99887766")]
    row = desk.check(["company"], state=VersionState.ACTIVE)["company"]
    assert row.field == "company_registration"
    desk.save({"company_registration": "DK 99887766"})
    assert desk.check()["company"].finding == "company_right"


def test_periods_are_named_in_both_languages(desk: ErpDesk) -> None:
    desk.drafted()
    first, last = date(2026, 11, 20), date(2026, 11, 17)
    desk.paper.periods = [
        Period("", None, last, is_open=False),
        _month(11, is_open=True),
        Period("Q4", first, None, is_open=True),
        Period("", None, None, is_open=True),
    ]
    items = desk.check()["period"].items
    assert [(one["en"], one["da"], one["tone"]) for one in items] == [
        ("until 2026-11-17: closed", "til og med 2026-11-17: lukket", "WARNING"),
        ("2026-11: 2026-11-01 to 2026-11-30: open",
         "2026-11: 2026-11-01 til 2026-11-30: åben", "WELL"),
        ("Q4: from 2026-11-20 on: open", "Q4: fra 2026-11-20: åben", "WELL"),
        ("every day: open", "alle dage: åben", "WELL"),
    ]  # fmt: skip


def test_where_nothing_is_written_the_periods_do_not_matter(desk: ErpDesk) -> None:
    desk.drafted({"writes_status": "false", "writes_statement_lines": "false"})
    desk.paper.periods = []
    assert desk.check()["period"].outcome == "SKIPPED"


@pytest.mark.parametrize(
    ("code", "values", "en", "da"),
    [
        ("journals_missing", {"count": "1", "name": "Drift"},
         "Drift has no journal for statement lines.",
         "Drift har ingen kladde til kontoposteringer."),
        ("journals_missing", {"count": "2", "name": "Drift"},
         "2 accounts have no journal for statement lines, Drift among them.",
         "2 konti har ingen kladde til kontoposteringer, blandt dem Drift."),
        ("accounts_unknown", {"count": "4", "unknown": "1"},
         "1 of the ERP's 4 accounts is not known here.",
         "1 af ERP-systemets 4 konti kendes ikke her."),
        ("secret_ends", {"date": "2026-11-22", "days": "1"},
         "The secret ends on 2026-11-22, in 1 day.",
         "Hemmeligheden udløber 2026-11-22, om 1 dag."),
    ],
)  # fmt: skip
def test_one_is_told_otherwise_than_several(
    code: str, values: dict[str, str], en: str, da: str
) -> None:
    assert sentence(code, values).found == Words(en, da)


def test_what_was_met_is_told_in_both_languages_beside_what_the_erp_said(
    desk: ErpDesk,
) -> None:
    desk.drafted()
    desk.paper.failures["rights"] = NotAllowed(
        "erp_link.tryton_denied", "res.user: name"
    )
    row = desk.check()["read_rights"]
    assert row.said is not None
    assert render(row.said, "da") == "Tryton tillader ikke brugeren dette."
    assert row.detail == "res.user: name"


def test_a_setting_that_cannot_be_right_is_told_at_its_field(desk: ErpDesk) -> None:
    desk.drafted()
    wrong = unfit("erp_link.setting_number", named(desk.paper.description, "company"))
    desk.paper.failures["test_connection"] = wrong
    row = desk.check()["sign_in"]
    assert (row.field, row.detail) == ("company", None)
    assert str(row.said) == "“Company” is a number."
    assert render(row.said, "da") == "“Company (da)” er et tal."


def test_a_secret_that_is_a_year_old_should_be_replaced(desk: ErpDesk) -> None:
    desk.drafted()
    desk.pass_time(days=366)
    row = desk.check()["secret_expiry"]
    assert (row.finding, row.field, row.values["person"]) == (
        "secret_old", "key", "Anna",
    )  # fmt: skip


def test_a_missing_field_fails_at_that_field(desk: ErpDesk) -> None:
    desk.save({"place": "north"}, kind="paper")
    row = desk.check(["endpoint"])["endpoint"]
    assert (row.outcome, row.finding, row.field) == ("FAILED", "not_complete", "key")
