"""What is clear is matched where nobody asks, from the score that was set."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.reconciliation import background
from giroscope.features.reconciliation.background import (
    AUTOMATIC_JOB,
    due,
    match_some,
    run_automatic,
)
from giroscope.features.reconciliation.errors import AlreadyMatched
from giroscope.features.uploads import Upload
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.tables import Job
from tests.payments.payment_factory import Order, pain001
from tests.reconciliation.desk import CLOSE, DONE, MONTHS, NOW, Desk, sheet
from tests.statements.statement_factory import Line, Part

Import = Callable[..., Upload]
ASK = "{ automaticMatching { score charge version } }"
SET = """mutation ($score: Int, $charge: Decimal!, $version: Int!) {
  changeAutomaticMatching(score: $score, charge: $charge, version: $version) {
    __typename ... on Problem { code path } } }"""
FJORD = "Fjordblik Ejendomme"
HAVN = "Havnen Byg"
MATCHES = """query ($filter: TransactionFilter) { transactions(filter: $filter,
  first: 50) { edges { node { bankReference reconciliation { match { kind matchedBy
  difference { amount { amount } reason } } } } } } }"""


def _paid(
    amount: str, reference: str, *, name: str = FJORD, text: str | None = None,
    own_id: str = "BANKS",
) -> Line:  # fmt: skip
    told = Part(amount, name, own_id, text)
    return Line(f"-{amount}", reference=reference, parts=[told])


@pytest.fixture
def world(import_bytes: Import) -> None:
    """What is clear, alike, poor, twice the same, or booked with a charge."""
    orders = [
        Order("RENT", "250.00", text="Faktura 778901"),
        Order("ALIKE-1", "80.00", text="Faktura 900001"),
        Order("ALIKE-2", "80.00", text="Faktura 900001"),
        Order("POOR", "40.00"), Order("ONCE", "60.00", text="Faktura 900002"),
        Order("CHARGED", "90.00", creditor=HAVN), Order("DEAR", "70.00", creditor=HAVN),
        Order("STRANGE", "30.00", creditor=HAVN), Order("SMALL", "20.00"),
    ]  # fmt: skip
    import_bytes(pain001({"B": orders}), "pay.xml", "PAYMENT")
    lines = [
        _paid("250.00", "rent", text="Faktura 778901"),
        _paid("80.00", "alike", text="Faktura 900001"),
        _paid("40.00", "poor", name="Somebody else"),
        _paid("60.00", "once", text="Faktura 900002"),
        _paid("60.00", "twice", text="Faktura 900002"),
        _paid("92.50", "charged", name=HAVN, own_id="CHARGED"),
        _paid("75.01", "dear", name=HAVN, own_id="DEAR"),
        _paid("31.00", "strange", own_id="STRANGE"),
        _paid("15.00", "later", text="Faktura 900003"),
    ]
    import_bytes(sheet(*lines), "day.xml")


async def _set(desk: Desk, score: int | None, version: int = 1, **more: Any) -> Any:
    by = more.pop("by", None)
    values = {"charge": "0"} | more
    return await desk.ask(SET, by, score=score, version=version, **values)


async def _matched(desk: Desk) -> dict[str, Any]:
    """What was matched, by the bank's reference of the entry."""
    found = await desk.ask(MATCHES)
    told = {
        edge["node"]["bankReference"]: edge["node"]["reconciliation"]["match"]
        for edge in found["edges"]
    }
    return {reference: match for reference, match in told.items() if match}


@pytest.fixture
def match(database: Database, realm: str) -> Callable[..., int]:
    """A turn of the job."""

    def run(most: int = 500, days: int = 0) -> int:
        return match_some(
            database, realm, lambda: NOW + timedelta(days=days), most=most
        )

    return run


@pytest.fixture
def jobs(database: Database, realm: str) -> Iterator[Callable[..., int]]:
    """How many jobs a minute of the schedule adds."""

    def added(days: int = 0) -> int:
        with database.job_connection(realm) as connection:
            due(realm, connection, NOW + timedelta(days=days))
            query = select(Job.id).where(Job.verb == AUTOMATIC_JOB)
            found = len(connection.execute(query).all())
            connection.rollback()
        return found

    return added


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_what_is_clear_is_matched_by_the_product_and_the_rest_is_left(
    desk: Desk, match: Callable[..., int], jobs: Callable[..., int],
    database: Database, realm: str,
) -> None:  # fmt: skip
    assert (match(), jobs(), await _matched(desk)) == (0, 0, {})
    assert await _set(desk, 90, charge="2.50") == DONE
    assert jobs() == 1
    assert match() == 2
    found = await _matched(desk)
    assert found["rent"] == {
        "kind": "PAYMENT", "matchedBy": "Giroscope", "difference": None,
    }  # fmt: skip
    rest = {"amount": {"amount": "2.50"}, "reason": "CHARGE"}
    assert found["charged"] == {
        "kind": "CHOSEN", "matchedBy": "Giroscope", "difference": rest,
    }  # fmt: skip
    assert set(found) == {"rent", "charged"}
    assert (match(), jobs()) == (0, 0)
    assert desk.payment("RENT").outcome == "PAID"
    with database.job_session(realm) as session:
        acts = session.scalars(
            select(AuditEvent).where(AuditEvent.verb == "reconciliation.match")
        ).all()
    assert [(one.actor_kind, one.actor_name) for one in acts] == [
        ("SYSTEM", "Giroscope")
    ] * 2


@pytest.mark.usefixtures("world")
async def test_a_score_of_one_more_leaves_it_to_people(
    desk: Desk, match: Callable[..., int]
) -> None:
    [best] = await desk.candidates("rent")
    assert await _set(desk, best["score"] + 1) == DONE
    assert match() == 0
    assert await _set(desk, best["score"], version=2) == DONE
    assert match() == 1


@pytest.mark.both_stores
@pytest.mark.usefixtures("world")
async def test_what_a_person_unmatched_is_left_to_people(
    desk: Desk, match: Callable[..., int]
) -> None:
    await _set(desk, 90)
    assert match() == 1
    assert await desk.unmatch("rent") == DONE
    assert match(days=1) == 0
    await desk.accept("rent")


@pytest.mark.usefixtures("world")
async def test_nothing_is_matched_in_a_closed_month(
    desk: Desk, match: Callable[..., int]
) -> None:
    await _set(desk, 90)
    [edge] = (await desk.ask(MONTHS))["edges"]
    assert await desk.ask(CLOSE, ids=[edge["node"]["account"]["id"]]) == DONE
    assert (match(), await _matched(desk)) == (0, {})


@pytest.mark.usefixtures("world")
async def test_a_payment_that_comes_later_finds_its_entry(
    desk: Desk, match: Callable[..., int], jobs: Callable[..., int],
    import_bytes: Import,
) -> None:  # fmt: skip
    await _set(desk, 90)
    match()
    late = [Order("LATE", "15.00", text="Faktura 900003")]
    import_bytes(pain001({"L": late}, message="PAY-2"), "late.xml", "PAYMENT")
    assert jobs() == 1
    assert match() == 1
    assert "later" in await _matched(desk)
    assert jobs() == 0


@pytest.mark.usefixtures("world")
async def test_what_others_made_clear_is_found_the_next_day(
    desk: Desk, match: Callable[..., int], jobs: Callable[..., int]
) -> None:
    await _set(desk, 90)
    match()
    # Two entries fit one payment, until a person knows what one of them is.
    assert await desk.choose("twice", "POOR", "SMALL") == DONE
    assert (match(), jobs(), jobs(days=1)) == (0, 0, 1)
    assert match(days=1) == 1
    assert set(await _matched(desk)) == {"rent", "once", "twice"}
    assert (jobs(days=1), jobs(days=2)) == (0, 1)


@pytest.mark.usefixtures("world")
async def test_a_turn_is_limited_and_one_that_is_killed_goes_on(
    desk: Desk, match: Callable[..., int], database: Database, realm: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    await _set(desk, 90, charge="2.50")
    real = background.accept_best

    def killed(*values: Any) -> int:
        if desk.payment("RENT").transaction_id is not None:
            raise SystemExit
        return real(*values)

    with monkeypatch.context() as patched:
        patched.setattr(background, "accept_best", killed)
        with pytest.raises(SystemExit):
            match()
    assert set(await _matched(desk)) == {"rent"}
    run_automatic(JobRun(database, realm, 0, 0))
    assert set(await _matched(desk)) == {"rent", "charged"}


@pytest.mark.usefixtures("world")
async def test_an_entry_somebody_was_first_at_keeps_nobody_else_from_theirs(
    desk: Desk, match: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await _set(desk, 90, charge="2.50")
    real = background.accept_best

    def late(session: Any, actor: Any, entry_id: int, *values: Any) -> int:
        if entry_id == first:
            raise AlreadyMatched
        return real(session, actor, entry_id, *values)

    first = int((await desk.entries())["rent"]["id"])
    monkeypatch.setattr(background, "accept_best", late)
    assert match() == 1
    assert set(await _matched(desk)) == {"charged"}


@pytest.mark.usefixtures("world")
async def test_nothing_is_matched_where_it_is_off(
    desk: Desk, match: Callable[..., int], jobs: Callable[..., int]
) -> None:
    await _set(desk, 90)
    await _set(desk, None, version=2)
    assert (jobs(), match()) == (0, 0)


@pytest.mark.usefixtures("world")
async def test_it_waits_until_all_that_came_is_here(
    desk: Desk, jobs: Callable[..., int], database: Database, realm: str
) -> None:
    await _set(desk, 90)
    with database.job_session(realm) as session:
        session.execute(update(Upload).values(state="QUEUED", created=NOW))
    assert jobs() == 0


@pytest.mark.usefixtures("world")
async def test_account_managers_set_it_and_nobody_else(desk: Desk) -> None:
    assert await desk.ask(ASK) == {"score": None, "charge": "0.00", "version": 1}
    for role in (UPLOAD, APPROVER):
        refused = await _set(desk, 90, by=desk.person("Other", role))
        assert refused["code"] == "forbidden"
    manager = desk.person("Manager", ACCOUNT_MANAGEMENT)
    for score in (89, 101):
        refused = await _set(desk, score, by=manager)
        assert (refused["code"], refused["path"]) == (
            "reconciliation.bad_score", "score"
        )  # fmt: skip
    for charge in ("10.01", "-0.01", "1.0000000001"):
        refused = await _set(desk, 90, charge=charge, by=manager)
        assert (refused["code"], refused["path"]) == (
            "reconciliation.bad_limit", "charge"
        )  # fmt: skip
    assert await _set(desk, 90, charge="10.00", by=manager) == DONE
    stale = await _set(desk, 100, by=manager)
    assert stale["code"] == "reconciliation.automatic_changed"
    assert await desk.ask(ASK) == {"score": 90, "charge": "10.00", "version": 2}
