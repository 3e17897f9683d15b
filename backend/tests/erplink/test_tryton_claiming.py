"""Taking payments in a real Tryton: once, whoever else tries and whatever is lost."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import count

import pytest
import tryton_world as world
from tryton_server import Books, Tryton, money

from erplink import (
    Call,
    Claimed,
    ClaimState,
    Connector,
    Seen,
    Unavailable,
)
from tests.erplink.lossy_proxy import Passed, lossy_proxy

pytestmark = pytest.mark.integration

Opened = Callable[..., Connector]
_IDS = (f"journal-{number}" for number in count(1))


@pytest.fixture
def our_id() -> str:
    return next(_IDS)


def seen_of(connector: Connector, ids: list[int]) -> Seen:
    page = connector.fetch_payments(str(min(ids) - 1), 10_000)
    wanted = {str(one) for one in ids}
    seen = {one.native_id: one.raw_sha256 for one in page.items}
    return {one: seen[one] for one in seen if one in wanted}


def states(claimed: list[Claimed] | tuple[Claimed, ...]) -> list[ClaimState]:
    return [one.state for one in claimed]


def test_a_claim_takes_payments_and_is_found_again(
    books: Books, connector: Connector, our_id: str
) -> None:
    ids = books.more_payments([Decimal("10.50"), Decimal(20)])
    ids += books.more_payments([Decimal(30)], world.SLIP)
    seen = seen_of(connector, ids)
    first = connector.claim(seen, our_id)
    assert [one.native_id for one in first] == [str(one) for one in ids]
    assert states([*first]) == [ClaimState.CLAIMED] * 3
    again = connector.claim(seen, our_id)
    assert states([*again]) == [ClaimState.ALREADY_OURS] * 3
    other = connector.claim(seen, f"{our_id}-x")
    assert states([*other]) == [ClaimState.TAKEN] * 3
    rows = books.find("account.payment", [["id", "in", ids]], "state", "group")
    assert {row["state"] for row in rows} == {"processing"}
    # Payments of one journal leave in one group.
    assert rows[0]["group"] == rows[1]["group"] != rows[2]["group"]
    later = connector.fetch_payments(str(min(ids) - 1), 100)
    assert not {one.native_id for one in later.items} & set(seen)


def test_an_order_of_answers_is_that_of_the_question(
    books: Books, connector: Connector, our_id: str
) -> None:
    ids = books.more_payments([Decimal(1), Decimal(2), Decimal(3)])
    seen = seen_of(connector, ids)
    turned = dict(reversed([*seen.items()]))
    told = connector.claim({"nonsense": "", **turned, "999999": ""}, our_id)
    assert [one.native_id for one in told] == ["nonsense", *turned, "999999"]
    assert told[0].state is told[-1].state is ClaimState.TAKEN


def test_a_changed_payment_is_left_alone(
    books: Books, connector: Connector, our_id: str
) -> None:
    changed, same = books.more_payments([Decimal(100), Decimal(200)])
    seen = seen_of(connector, [changed, same])
    for step in ("draft", "write", "submit", "approve"):
        values = [{"amount": money(Decimal(900))}] if step == "write" else []
        books.call(f"model.account.payment.{step}", [changed], *values)
    told = connector.claim(seen, our_id)
    assert states([*told]) == [ClaimState.CHANGED, ClaimState.CLAIMED]
    assert books.read("account.payment", changed, "state")["state"] == "approved"


def test_another_account_of_the_supplier_is_a_change(
    tryton: Tryton, opened: Opened, our_id: str
) -> None:
    books = tryton.books()
    connector = opened(books)
    page = connector.fetch_payments(None, 100)
    power = next(one for one in page.items if one.creditor.number)
    (number,) = books.find(
        "bank.account.number", [["number", "=", "7998 0001234567"]], "id"
    )
    books.call(
        "model.bank.account.number.write", [number["id"]], {"number": "1551 999"}
    )
    told = connector.claim({power.native_id: power.raw_sha256}, our_id)
    assert states([*told]) == [ClaimState.CHANGED]


def test_a_payment_approved_no_more_is_left_alone(
    books: Books, connector: Connector, our_id: str
) -> None:
    ids = books.more_payments([Decimal(100)])
    seen = seen_of(connector, ids)
    books.call("model.account.payment.draft", ids)
    assert states([*connector.claim(seen, our_id)]) == [ClaimState.TAKEN]


def test_what_somebody_processed_in_tryton_is_theirs(
    books: Books, connector: Connector, our_id: str
) -> None:
    ids = books.more_payments([Decimal(100)])
    seen = seen_of(connector, ids)
    process(books, ids)
    told = connector.claim(seen, our_id)
    assert states([*told]) == [ClaimState.TAKEN]
    assert "group" in told[0].message


def process(books: Books, ids: list[int]) -> None:
    """As a person does by the wizard in Tryton."""
    wizard = "wizard.account.payment.process"
    session, *_ = books.call(f"{wizard}.create")
    active = {"active_model": "account.payment", "active_ids": ids}
    books.call(f"{wizard}.execute", session, {}, "process", **active, active_id=ids[0])


@pytest.mark.parametrize(
    "part", ["ir.note.create", "process.create", "process.execute"]
)
@pytest.mark.parametrize("loses", ["loses_request", "loses_reply"])
def test_whatever_is_lost_a_claim_happens_once(
    books: Books, opened: Opened, our_id: str, part: str, loses: str
) -> None:
    ids = books.more_payments([Decimal(5), Decimal(6)])
    seen = seen_of(opened(books), ids)
    with lossy_proxy(books.url) as proxy:
        setattr(proxy, loses, lambda passed: part.encode() in passed.body)
        with pytest.raises(Unavailable) as lost:
            opened(books, address=proxy.url).claim(seen, our_id)
        assert lost.value.may_have_written
    again = opened(books).claim(seen, our_id)
    assert {*states([*again])} <= {ClaimState.CLAIMED, ClaimState.ALREADY_OURS}
    rows = books.find("account.payment", [["id", "in", ids]], "group")
    assert len({row["group"] for row in rows}) == 1
    other = opened(books).claim(seen, f"{our_id}-x")
    assert states([*other]) == [ClaimState.TAKEN] * 2


def test_what_is_left_of_the_wizard_is_no_reason_to_fail(
    books: Books, opened: Opened, our_id: str
) -> None:
    seen = seen_of(opened(books), books.more_payments([Decimal(5)]))
    with lossy_proxy(books.url) as proxy:
        proxy.loses_reply = lambda passed: b"process.delete" in passed.body
        told = opened(books, address=proxy.url).claim(seen, our_id)
    assert states([*told]) == [ClaimState.CLAIMED]


def test_of_two_that_claim_at_once_one_wins(
    books: Books, opened: Opened, our_id: str
) -> None:
    ids = books.more_payments([Decimal(5)])
    seen = seen_of(opened(books), ids)
    rival: list[Claimed] = []

    def rivals_turn(passed: Passed) -> None:
        if b"process.execute" in passed.body and not rival:
            rival.extend(opened(books).claim(seen, f"{our_id}-rival"))

    with lossy_proxy(books.url) as proxy:
        proxy.before = rivals_turn
        told = opened(books, address=proxy.url).claim(seen, our_id)
    assert states(rival) == [ClaimState.CLAIMED]
    assert states([*told]) == [ClaimState.TAKEN]
    again = opened(books).claim(seen, f"{our_id}-rival")
    assert states([*again]) == [ClaimState.ALREADY_OURS]


def test_a_person_who_is_faster_keeps_the_payment(
    books: Books, opened: Opened, our_id: str
) -> None:
    mine, theirs = books.more_payments([Decimal(5), Decimal(6)])
    seen = seen_of(opened(books), [mine, theirs])
    done: list[int] = []

    def persons_turn(passed: Passed) -> None:
        if b"process.execute" in passed.body and not done:
            done.append(theirs)
            process(books, [theirs])

    with lossy_proxy(books.url) as proxy:
        proxy.before = persons_turn
        told = opened(books, address=proxy.url).claim(seen, our_id)
    assert states([*told]) == [ClaimState.CLAIMED, ClaimState.TAKEN]


def test_one_that_cannot_be_processed_holds_up_no_other(
    books: Books, connector: Connector, our_id: str, calls: list[Call]
) -> None:
    # Tryton's own SEPA processing wants an IBAN, which this supplier has not.
    good = books.more_payments([Decimal(7)] * 4, world.EURO, world.TOOLS)
    bad = books.more_payments([Decimal(8)], world.EURO, world.CRAFTSMAN)
    seen = seen_of(connector, good + bad)
    told = connector.claim(seen, our_id)
    assert states([*told]) == [ClaimState.CLAIMED] * 4 + [ClaimState.REFUSED]
    assert "IBAN" in told[-1].message
    assert books.read("account.payment", bad[0], "state")["state"] == "approved"
    assert {one.operation for one in calls} >= {"claim", "sign_in"}


def test_many_are_claimed_in_few_calls(
    books: Books, connector: Connector, our_id: str, calls: list[Call]
) -> None:
    ids = books.more_payments([Decimal(number) for number in range(1, 121)])
    seen = seen_of(connector, ids)
    calls.clear()
    told = connector.claim(seen, our_id)
    assert states([*told]) == [ClaimState.CLAIMED] * 120
    assert len(calls) < 20
