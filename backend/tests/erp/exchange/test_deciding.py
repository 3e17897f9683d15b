"""What waits to be written, and the people who decide about it: one after another."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from time import sleep
from typing import Any

import pytest
from sqlalchemy import Connection, text, update

from giroscope.features.erp.exchange import actions, outbox
from giroscope.features.erp.exchange.assign import assign
from giroscope.features.erp.exchange.errors import NotHeld, NotWaiting, ReasonNeeded
from giroscope.features.erp.exchange.outbox import Write
from giroscope.features.erp.exchange.plan_orders import plan
from giroscope.features.erp.exchange.tables import (
    ErpOrder,
    ErpOutboxRow,
    Operation,
    OutboxState,
)
from giroscope.features.erp.exchange.write_back import hold, holds
from giroscope.features.erp.mapping.errors import ChangedMeanwhile
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.save import save
from giroscope.features.erp.mapping.tables import ErpMapping
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.kernel.errors import InvalidInput, NotFound
from tests.erp.exchange.exchange_desk import BOOKS, NOW, REALM, SOMEBODY, ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, LedgerErp, to_bank

ON_SQLITE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
SECOND = timedelta(seconds=1)
STATES = OutboxState


def _status(our_id: str) -> Write:
    return Write(Operation.STATUS, our_id, our_id, content={"state": "SENT"})


def _ask(desk: ExchangeDesk, *names: str) -> list[Any]:
    writes = [_status(name) for name in names]
    desk.change(lambda c: outbox.ask(c, BOOKS, writes, desk.now))
    return desk.all(ErpOutboxRow)


def _set(desk: ExchangeDesk, table: Any, row_id: int, **values: Any) -> None:
    desk.change(lambda c: c.execute(
        update(table).where(table.id == row_id).values(**values)
    ))  # fmt: skip


@ON_SQLITE
def test_what_is_asked_for_twice_is_written_once(desk: ExchangeDesk) -> None:
    rows = _ask(desk, "a", "b")
    assert [row.our_id for row in _ask(desk, "b", "a", "c")] == ["a", "b", "c"]
    assert rows[0].state == STATES.WAITING


@ON_SQLITE
def test_the_oldest_that_is_due_is_next(desk: ExchangeDesk) -> None:
    first, second, third = _ask(desk, "a", "b", "c")
    _set(desk, ErpOutboxRow, first.id, next_try=NOW + SECOND)
    _set(desk, ErpOutboxRow, second.id, state=STATES.WRITTEN.value)

    def due(now: Any, books: int = BOOKS) -> int | None:
        row = desk.change(lambda c: outbox.next_row(c, books, now))
        return None if row is None else int(row.id)

    assert due(NOW) == third.id
    assert due(NOW + SECOND) == first.id
    assert due(NOW, BOOKS + 1) is None


@ON_SQLITE
@pytest.mark.parametrize("state", list(OutboxState))
def test_a_write_begins_only_while_it_waits(
    desk: ExchangeDesk, state: OutboxState
) -> None:
    (row,) = _ask(desk, "a")
    _set(desk, ErpOutboxRow, row.id, state=state.value)
    begun = desk.change(lambda c: outbox.begin(c, row, NOW))
    is_open = state in {STATES.WAITING, STATES.WRITING}
    (after,) = desk.all(ErpOutboxRow)
    assert (begun, after.tries) == (is_open, int(is_open))
    assert after.state == (STATES.WRITING if is_open else state)


@ON_SQLITE
def test_what_stands_in_the_erp_or_is_overtaken_is_not_told_again(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"), to_bank("2"))
    desk.fetch()
    one, other = (row.id for row in desk.all(ErpPayment))
    rows = _ask(desk, "a", "b", "c", "d")
    for row, payment, state in zip(
        rows[-4:], (one, one, one, other),
        (STATES.WAITING, STATES.WRITTEN, STATES.FAILED, STATES.WAITING), strict=True,
    ):  # fmt: skip
        _set(desk, ErpOutboxRow, row.id, payment_id=payment, state=state.value)
    desk.change(lambda c: outbox.supersede(c, [one], NOW))
    states = [row.state for row in desk.all(ErpOutboxRow)][-4:]
    assert states == ["SUPERSEDED", "WRITTEN", "SUPERSEDED", "WAITING"]


@ON_SQLITE
def test_nothing_is_written_until_the_pause_is_over(desk: ExchangeDesk) -> None:
    def held(now: Any, books: int = BOOKS) -> bool:
        return bool(desk.change(lambda c: holds(c, books, now)))

    assert not held(NOW)
    desk.change(lambda c: hold(c, BOOKS, NOW + SECOND))
    assert [held(NOW), held(NOW + SECOND), held(NOW, BOOKS + 1)] == [
        True, False, False
    ]  # fmt: skip
    desk.change(lambda c: hold(c, BOOKS, None))
    assert not held(NOW)


@ON_SQLITE
@pytest.mark.parametrize("state", list(OutboxState))
def test_people_decide_about_what_waits_or_failed(
    desk: ExchangeDesk, state: OutboxState
) -> None:
    for name in ("retry", "skip"):
        row = _ask(desk, name)[-1]
        _set(desk, ErpOutboxRow, row.id, state=state.value, tries=7, next_try=NOW)

        def act(connection: Connection, name: str = name, row: Any = row) -> Any:
            if name == "retry":
                return actions.retry(connection, SOMEBODY, row.id, NOW)
            return actions.skip(connection, SOMEBODY, row.id, "why", NOW)

        if state not in {STATES.FAILED, STATES.WAITING}:
            with pytest.raises(NotWaiting):
                desk.change(act)
            continue
        desk.change(act)
        after = desk.all(ErpOutboxRow, ErpOutboxRow.id == row.id)[0]
        assert after.next_try is None
        assert after.decided_by == SOMEBODY.id
        assert (after.state, after.reason) == (
            ("WAITING", None) if name == "retry" else ("SKIPPED", "why")
        )
        assert after.tries == (0 if name == "retry" else 7)
    with pytest.raises(NotFound):
        desk.change(lambda c: actions.retry(c, SOMEBODY, 999, NOW))


def test_a_reason_is_said_and_no_letter() -> None:
    assert actions.a_reason("  known \0") == "known"
    assert actions.a_reason("x" * 500) == "x" * 500
    for nothing in ("", "  ", "\0", "\0  \0"):
        with pytest.raises(ReasonNeeded):
            actions.a_reason(nothing)
    with pytest.raises(InvalidInput):
        actions.a_reason("x" * 501)


@ON_SQLITE
@pytest.mark.parametrize(
    ("code", "state", "goes"),
    [
        ("duplicate_number", "HELD", True), ("claim_refused", "HELD", True),
        ("left_to_erp", "HELD", True), ("failed_before", "HELD", True),
        ("no_mapping", "HELD", False), ("iban_invalid", "HELD", False),
        ("changed_in_erp", "HELD", False), ("left_to_erp", "OPEN", False),
        ("left_to_erp", "GONE", False), ("left_to_erp", "CLAIMING", False),
    ],
)  # fmt: skip
def test_only_what_waits_for_somebodys_word_is_let_go(
    desk: ExchangeDesk, ledger: LedgerErp, code: str, state: str, goes: bool
) -> None:
    ledger.offer(to_bank("1"))
    desk.fetch()
    row = desk.payment("1")
    _set(desk, ErpPayment, row.id, state=state, reason_code=code)
    code_known = desk.payment("1").reason_code
    assert code_known == code

    def act(connection: Connection) -> None:
        actions.let_go(connection, SOMEBODY, row.id, "known", NOW)

    if goes:
        desk.change(act)
        after = desk.payment("1")
        assert (after.allowed, after.reason_code) == ("known", None)
        return
    with pytest.raises(NotHeld):
        desk.change(act)


@ON_SQLITE
@pytest.mark.parametrize(
    ("due", "day"),
    [
        (date(2026, 11, 1), date(2026, 11, 23)),
        (date(2026, 11, 23), date(2026, 11, 23)),
        (date(2026, 11, 28), date(2026, 11, 30)),
        (date(2026, 12, 24), date(2026, 12, 28)),
    ],
)
def test_a_payment_is_made_on_its_day_or_the_next_one_the_bank_is_open(
    desk: ExchangeDesk, ledger: LedgerErp, due: date, day: date
) -> None:
    ledger.offer(to_bank("1", due=due))
    desk.fetch()
    (order,) = desk.all(ErpOrder)
    assert (order.day, order.debtor_account) == (day, ACCOUNT)


@ON_SQLITE
def test_what_another_may_have_paid_is_decided_anew_and_planned_once(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1", "10.00"), to_bank("2", "20.00"))
    desk.fetch()
    assert len(desk.all(ErpOrder)) == 1
    before = [row.order_id for row in desk.all(ErpPayment)]
    desk.change(lambda c: assign(c, BOOKS, desk.now))
    assert desk.change(lambda c: plan(c, BOOKS, desk.now)) == 0
    assert [row.order_id for row in desk.all(ErpPayment)] == before
    assert {row.state for row in desk.all(ErpPayment)} == {"CLAIMING"}
    assert {row.amount for row in desk.all(ErpPayment)} == {Decimal(10), Decimal(20)}


def _second(
    desk: ExchangeDesk,
    first: Callable[[Connection], Any],
    second: Callable[[Connection], Any],
) -> Any:
    """What comes of the second, which begins before the first has committed."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with ThreadPoolExecutor(1) as thread, desk.database.job_connection(REALM) as own:
        first(own)
        running = thread.submit(desk.change, second)
        while not running.done():
            with desk.database.job_connection(REALM) as looking:
                if looking.execute(asked).scalar_one():
                    break
            sleep(0.01)
        own.commit()
        return running.exception() or running.result()


@ON_POSTGRES
def test_of_two_who_decide_about_a_write_the_second_finds_it_decided(
    desk: ExchangeDesk,
) -> None:
    row = _ask(desk, "a")[-1]
    told = _second(
        desk,
        lambda c: actions.skip(c, SOMEBODY, row.id, "why", NOW),
        lambda c: actions.retry(c, SOMEBODY, row.id, NOW),
    )
    assert isinstance(told, NotWaiting)


@ON_POSTGRES
def test_a_payment_that_goes_at_this_moment_is_not_let_go(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    desk.fetch()
    row = desk.payment("1")
    _set(desk, ErpPayment, row.id, state="HELD", reason_code="left_to_erp")
    gone = ErpPaymentState.GONE.value
    told = _second(
        desk,
        lambda c: c.execute(update(ErpPayment).values(state=gone)),
        lambda c: actions.let_go(c, SOMEBODY, row.id, "known", NOW),
    )
    assert isinstance(told, NotHeld)


@ON_POSTGRES
def test_of_two_that_plan_at_once_one_makes_the_order(
    desk: ExchangeDesk, ledger: LedgerErp
) -> None:
    ledger.offer(to_bank("1"))
    desk.fetch()
    row = desk.payment("1")
    desk.change(lambda c: c.execute(ErpOutboxRow.__table__.delete()))  # type: ignore[attr-defined]
    freed = {"state": "OPEN", "order_id": None, "end_to_end_id": None}
    _set(desk, ErpPayment, row.id, **freed)
    desk.change(lambda c: c.execute(ErpOrder.__table__.delete()))  # type: ignore[attr-defined]
    told = _second(desk, lambda c: plan(c, BOOKS, NOW), lambda c: plan(c, BOOKS, NOW))
    assert (told, len(desk.all(ErpOrder))) == (0, 1)


@ON_POSTGRES
def test_of_two_who_change_a_mapping_at_once_the_second_looks_again(
    desk: ExchangeDesk,
) -> None:
    row = desk.all(ErpMapping)[0]
    rule = Rule.of(row)
    first, second = (
        Rule.from_data({**rule.as_data(), "position": number}) for number in (7, 8)
    )
    known = {"id": rule.id, "version": rule.version}

    def saving(changed: Rule) -> Callable[[Connection], Any]:
        mine = Rule(**{**changed.columns(), **known})
        return lambda c: save(c, BOOKS, SOMEBODY, mine, NOW)

    told = _second(desk, saving(first), saving(second))
    assert isinstance(told, ChangedMeanwhile)
    assert desk.all(ErpMapping)[0].position == 7
