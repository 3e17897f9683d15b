"""Verdict, validity, what is new since yesterday, the daily run, and who is told."""

from types import SimpleNamespace
from typing import Any

import pytest

from erplink import Company, SignInRefused
from giroscope.features.erp.checking.catalogue import CHECKS, NAMES
from giroscope.features.erp.checking.report import Reported, report
from giroscope.features.erp.checking.run import Which, begin_run, cancel
from giroscope.features.erp.checking.status import (
    Validity,
    latest_results,
    new_troubles,
    results_before,
    start_of_day,
    validity,
    verdict,
)
from giroscope.features.erp.due import due
from giroscope.features.erp.errors import AtWork, NotAtWork
from giroscope.features.erp.tables import (
    ErpCheckResult,
    ErpCheckRun,
    ErpConnection,
    Verdict,
    VersionState,
)
from giroscope.kernel.tables import Job
from tests.erp.erp_desk import ANNA, SECRET, ErpDesk

WELL = dict.fromkeys(NAMES, "PASSED")


def _result(name: str, outcome: str, revision: int = 1) -> Any:
    return SimpleNamespace(name=name, outcome=outcome, revision=revision)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, Verdict.VALID),
        ({"clock": "SKIPPED", "methods_mapped": "NOT_RUN"}, Verdict.VALID),
        ({"clock": "WARNING"}, Verdict.WARNINGS),
        ({"headroom": "UNKNOWN"}, Verdict.WARNINGS),
        ({"sign_in": "UNKNOWN", "clock": "SKIPPED"}, Verdict.UNKNOWN),
        ({"sign_in": "UNKNOWN", "clock": "FAILED"}, Verdict.INVALID),
        ({"company": "FAILED"}, Verdict.INVALID),
    ],
)
def test_the_worst_outcome_decides(changed: dict[str, str], expected: Verdict) -> None:
    assert verdict({**WELL, **changed}) is expected


def test_of_nothing_nothing_is_known() -> None:
    assert verdict({}) is None


@pytest.mark.parametrize(
    ("revision", "changed", "is_running", "expected"),
    [
        (1, {}, False, Validity.VALID),
        (1, {}, True, Validity.VALIDATING),
        (2, {}, False, Validity.STALE),
        (1, {"clock": "WARNING"}, False, Validity.WARNINGS),
        # The mapping is done after activation and keeps no draft from it.
        (1, {"methods_mapped": "FAILED"}, False, Validity.VALID),
        (1, {"company": "FAILED"}, False, Validity.INVALID),
        (1, {"endpoint": "UNKNOWN"}, False, Validity.UNKNOWN),
    ],
)
def test_a_draft_is_as_valid_as_its_latest_results(
    revision: int, changed: dict[str, str], is_running: bool, expected: Validity
) -> None:
    results = [_result(*pair) for pair in {**WELL, **changed}.items()]
    assert validity(results, revision, is_running=is_running) is expected


def test_one_check_alone_validates_nothing() -> None:
    assert validity([], 1, is_running=False) is Validity.DRAFT
    one = [_result("endpoint", "PASSED")]
    assert validity(one, 1, is_running=False) is Validity.STALE


def test_new_is_what_was_well_before_and_is_not_now() -> None:
    before = [_result("clock", "PASSED"), _result("company", "FAILED")]
    now = [
        _result("clock", "WARNING"),
        _result("company", "FAILED"),
        _result("sample", "FAILED"),
    ]
    assert new_troubles(now, before) == ["clock"]


def test_what_is_new_since_yesterday_is_counted_over_versions(desk: ErpDesk) -> None:
    done = desk.activated()
    desk.pass_time(days=1)
    desk.paper.companies = []
    desk.check(state=VersionState.ACTIVE)
    active = desk.version(VersionState.ACTIVE)
    with desk.database.job_connection("giroscope") as connection:
        now = connection.execute(latest_results(active.id)).all()
        day = start_of_day(desk.now)
        before = connection.execute(results_before(done.connection_id, day)).all()
    assert "company" in new_troubles(now, before)


def _turn(desk: ErpDesk) -> list[Job]:
    with desk.database.job_connection("giroscope") as connection:
        due(desk.erp)("giroscope", connection, desk.now)
        connection.commit()
    waiting: list[Job] = desk.all(Job, Job.state == "QUEUED")
    return waiting


def test_every_day_at_its_time_everything_is_checked_once(desk: ErpDesk) -> None:
    desk.activated({"check_time": "09:00"})
    assert _turn(desk) == []  # 08:00 in Copenhagen
    desk.pass_time(hours=1)
    (job,) = _turn(desk)
    assert len(_turn(desk)) == 1
    desk.work(job.id)
    assert _turn(desk) == []
    runs = desk.all(ErpCheckRun)
    assert [one.started_by_name for one in runs] == ["Anna", "Giroscope"]
    desk.pass_time(days=1)
    assert len(_turn(desk)) == 1


def test_what_was_put_to_use_today_is_checked_tomorrow(desk: ErpDesk) -> None:
    desk.activated({"check_time": "06:00"})
    desk.pass_time(hours=5)
    assert _turn(desk) == []
    desk.pass_time(hours=24)
    assert len(_turn(desk)) == 1


def test_never_is_never(desk: ErpDesk) -> None:
    desk.activated({"check_time": "never"})
    desk.pass_time(days=3)
    assert _turn(desk) == []


def test_people_are_told_when_the_verdict_becomes_another_and_only_then(
    desk: ErpDesk,
) -> None:
    desk.know_account()
    desk.activated()
    desk.check(state=VersionState.ACTIVE)
    assert [code for code in desk.codes() if "verdict" in code] == []
    desk.paper.failures["test_connection"] = SignInRefused("The key was withdrawn")
    for _ in range(2):
        desk.check(state=VersionState.ACTIVE)
    del desk.paper.failures["test_connection"]
    desk.check(state=VersionState.ACTIVE)
    told = [code for code in desk.codes() if "verdict" in code]
    assert told == ["erp.verdict_invalid", "erp.verdict_valid"]
    books = desk.one(ErpConnection)
    assert (books.verdict, books.failing_since) == ("VALID", None)


def test_who_wants_bad_news_only_hears_no_other(desk: ErpDesk) -> None:
    desk.know_account()
    desk.activated({"tells": "worse"})
    desk.paper.companies = []
    desk.check(state=VersionState.ACTIVE)
    desk.paper.companies = [Company("1", "Havnens Handel", "DKK")]
    desk.check(state=VersionState.ACTIVE)
    assert [one for one in desk.codes() if "verdict" in one] == ["erp.verdict_invalid"]


def test_the_report_is_mailed_to_those_who_are_named(desk: ErpDesk) -> None:
    desk.activated({"tells_by_mail": "partner@erp.example, cfo@havnen.example"})
    desk.paper.companies = []
    desk.check(state=VersionState.ACTIVE)
    (job,) = desk.all(Job, Job.state == "QUEUED")
    assert desk.work(job.id).state == "SUCCEEDED"
    folder = desk.settings.data_dir / "mail"
    mails = [one.read_text("utf-8") for one in sorted(folder.glob("*.eml"))]
    assert len(mails) == 2
    assert "/erp/configuration-validation" in mails[0]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "[FAILED] Company"), ("da", "[FEJLET] Virksomhed")],
)
def test_the_report_names_every_check_and_no_secret(
    desk: ErpDesk, language: str, words: str
) -> None:
    desk.drafted()
    desk.paper.companies = [Company("2", "Ejendomme", "DKK")]
    desk.check()
    rows = desk.all(ErpCheckResult)
    about = Reported(desk.paper.description, desk.draft(), rows, "giroscope")
    text = report(about, language, desk.now)
    assert words in text
    assert "? Ejendomme · DKK" in text
    assert "call-list_companies" in text
    assert SECRET not in text
    assert text.count("[") >= len(CHECKS)


def test_checks_run_one_run_at_a_time_and_can_be_stopped(desk: ErpDesk) -> None:
    desk.drafted()

    def begin() -> Any:
        which = Which.ALL
        return desk.act(
            lambda s: begin_run(s, ANNA, VersionState.DRAFT, which, desk.now)
        )

    job_id = begin()
    with pytest.raises(AtWork):
        begin()
    desk.act(lambda s: cancel(s, ANNA, VersionState.DRAFT))
    assert desk.one(Job, Job.id == job_id).state == "CANCELLED"
    with pytest.raises(NotAtWork):
        desk.act(lambda s: cancel(s, ANNA, VersionState.DRAFT))
    begin()
