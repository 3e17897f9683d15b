"""What is told arrives signed and in order, and again where it failed."""

import time
from datetime import datetime, timedelta
from email.utils import formatdate
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import update
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.logs import Captured, LogType, Witnesses
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.webhooks import EventType, actions, deliver, emit
from giroscope.features.webhooks.due import due
from giroscope.features.webhooks.errors import EndpointOff, NotEnded, PrivateAddress
from giroscope.features.webhooks.nodes import EndpointNode
from giroscope.features.webhooks.policy import WAITS
from giroscope.features.webhooks.tables import (
    WebhookEndpoint,
    WebhookEvent,
    WebhookSecret,
)
from giroscope.kernel.clock import system_clock
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.secrets import SecretDamaged
from giroscope.kernel.tables import Job
from tests.webhooks.receiver import ANNA, REALM, Desk, Receiver, receiving

pytestmark = pytest.mark.both_stores


def _emit(desk: Desk, *numbers: int, commits: bool = True) -> None:
    """Raise messages of these numbers, one transaction for all."""
    with desk.database.job_connection(REALM) as connection:
        for number in numbers:
            emit(
                connection, EventType.MESSAGE_RAISED,
                lambda number=number: {"number": number}, correlation_id="c-1",
            )  # fmt: skip
        connection.commit() if commits else connection.rollback()


def _numbers(receiver: Receiver) -> list[int]:
    return [one.said["data"]["number"] for one in receiver.got]


def test_what_commits_is_told_in_order_and_signed_as_others_verify_it(
    desk: Desk, receiver: Receiver
) -> None:
    _, secret = desk.endpoint(receiver.url)
    _emit(desk, 1, 2)
    _emit(desk, 3, commits=False)
    _emit(desk, 4)
    seen: list[Captured] = []
    witness_of = Witnesses(seen.append, system_clock).of_webhook
    desk.work(desk.deliverer(system_clock, witness_of=witness_of))
    assert _numbers(receiver) == [1, 2, 4]
    assert [one.log_type for one in seen] == [LogType.WEBHOOK] * 3
    assert {(one.peer, one.status, one.correlation_id) for one in seen} == {
        ("webhook:1", 200, "c-1")
    }
    assert [one.request for one in seen] == [one.body for one in receiver.got]
    assert len(set(receiver.ids)) == 3
    assert receiver.got[0].path == "/hooks?key=1"
    for one in receiver.got:
        assert Webhook(secret).verify(one.body, dict(one.headers)) == one.said
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(one.body + b" ", dict(one.headers))
    assert {row.state for row in desk.deliveries} == {"DELIVERED"}
    assert desk.endpoints[0].last_success is not None
    assert desk.endpoints[0].lease is None
    # The job that waited was one, however much there was to tell.
    assert len(desk.rows(Job)) == 1


def test_an_old_secret_signs_beside_the_new_one_for_a_day(
    desk: Desk, receiver: Receiver
) -> None:
    endpoint, old = desk.endpoint(receiver.url)

    def rotate() -> str:
        new: str = desk.act(
            lambda s: actions.rotate(s, ANNA, endpoint, desk.key, desk.clock())
        )
        return new

    def signers(*secrets: str) -> list[bool]:
        _emit(desk, 1)
        desk.work()
        got = receiver.got[-1]
        told = got.headers["webhook-signature"].split(" ")
        signed = [Webhook(one).sign(*_parts(got)) for one in secrets]
        assert len(told) == sum(one in told for one in signed)
        return [one in told for one in signed]

    def _parts(got: Any) -> tuple[str, Any, str]:
        at = desk.clock().replace(microsecond=0)
        assert got.headers["webhook-timestamp"] == str(int(at.timestamp()))
        return got.headers["webhook-id"], at, got.body.decode()

    new = rotate()
    assert signers(old, new) == [True, True]
    desk.clock.pass_(hours=23, minutes=59)
    assert signers(old, new) == [True, True]
    desk.clock.pass_(minutes=1)
    assert signers(old, new) == [False, True]
    newer = rotate()
    newest = rotate()
    # One that was replaced already signs no more, however lately.
    assert signers(new, newer, newest) == [False, True, True]


def test_what_fails_is_tried_ten_times_and_then_given_up(
    desk: Desk, receiver: Receiver
) -> None:
    desk.endpoint(receiver.url)
    _emit(desk, 1)
    receiver.statuses, receiver.answer = [500] * 20, b"no\0 " + b"x" * 600
    for wait in (timedelta(0), *WAITS[1:]):
        desk.clock.now += wait
        desk.work()
    at = [one.at for one in desk.attempts]
    waits = [after - before for before, after in pairwise(at)]
    assert [round(one.total_seconds()) for one in waits] == [
        5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400,
    ]  # fmt: skip
    assert len(set(receiver.ids)) == 1
    (row,) = desk.deliveries
    assert (row.state, row.tries, row.status) == ("FAILED", 10, 500)
    assert desk.attempts[0].answer == "no\ufffd " + "x" * 496
    # For days it took nothing at all.
    (endpoint,) = desk.endpoints
    assert endpoint.state == "FAILING"
    assert [one.code for one in desk.rows(SystemMessage)] == ["webhook.failing"]
    assert desk.rows(AuditEvent)[-1].verb == "webhooks.stop"
    with pytest.raises(EndpointOff):
        desk.test(endpoint.id)
    _emit(desk, 2)
    assert len(desk.deliveries) == 1


@pytest.mark.parametrize(
    ("status", "asked", "waits"),
    [
        (503, "900", timedelta(minutes=15)),
        (429, "in an hour", timedelta(hours=1)),
        (502, "900000", timedelta(hours=24)),
        # Nobody is called sooner than usual for asking.
        (504, "1", WAITS[0]),
        (503, "-90", WAITS[0]),
        (503, "soon", WAITS[0]),
        (500, "90", WAITS[0]),
    ],
)
def test_one_that_is_busy_says_when_it_may_be_called_again(
    desk: Desk, receiver: Receiver, status: int, asked: str, waits: timedelta
) -> None:
    if asked == "in an hour":
        # By the clock of the receiver, which states its own time.
        asked = formatdate(time.time() + waits.total_seconds(), usegmt=True)
    desk.endpoint(receiver.url)
    receiver.statuses, receiver.headers = [status], {"retry-after": asked}
    _emit(desk, 1, 2)
    desk.work()
    began = desk.attempts[0].at

    def rests() -> datetime | None:
        return EndpointNode.of(desk.endpoints[0], desk.clock()).rests_until

    if waits > WAITS[0]:
        # As it is shown; a date knows no parts of seconds, and a busy machine is late.
        soonest = began + waits - timedelta(seconds=45)
        assert desk.deliveries[0].next_try > soonest
        assert (until := rests())
        assert until > soonest
        desk.clock.now = began + waits - timedelta(minutes=1)
        desk.work()
        assert _numbers(receiver) == [1]
        desk.clock.now = began + waits
        assert rests() is None
        desk.work()
    assert _numbers(receiver) == [1, 1, 2]
    assert desk.attempts[1].at - began == waits


def test_one_that_fails_alone_holds_the_others_for_a_moment_and_stops_nothing(
    desk: Desk, receiver: Receiver
) -> None:
    desk.endpoint(receiver.url)
    receiver.statuses = [500, 200, 200, 500]
    _emit(desk, 1, 2)
    desk.work()
    # It was its turn again before what came after it.
    assert _numbers(receiver) == [1, 1, 2]
    assert desk.endpoints[0].failing_since is None
    _emit(desk, 3)
    receiver.statuses = [500] * 2
    desk.work()
    named = desk.wanted(receiver.url, name="Ledger")
    desk.act(lambda s: actions.change(s, ANNA, 1, named, desk.clock()))
    assert _numbers(receiver)[3:] == [3, 3]
    assert desk.endpoints[0].failures == 2
    _emit(desk, 4)
    desk.work()
    assert _numbers(receiver)[5:] == [4]
    assert desk.endpoints[0].failures == 0


def test_gone_ends_it_at_once_and_a_redirect_leads_nowhere(
    desk: Desk, receiver: Receiver
) -> None:
    desk.endpoint(receiver.url)
    receiver.statuses, receiver.headers = [307], {"location": "/elsewhere"}
    _emit(desk, 1)
    deliverer = desk.deliverer()
    desk.work(deliverer)
    assert [one.path for one in receiver.got] == ["/hooks?key=1"] * 2
    assert desk.attempts[0].failure == "REDIRECTED"
    receiver.statuses = [410]
    _emit(desk, 2)
    desk.work(deliverer)
    assert desk.deliveries[1].state == "FAILED"
    assert desk.endpoints[0].state == "GONE"
    assert [one.code for one in desk.rows(SystemMessage)] == ["webhook.gone"]


def test_an_address_inside_is_refused_when_it_is_given_and_when_it_is_called(
    desk: Desk, receiver: Receiver
) -> None:
    desk.endpoint(receiver.url)
    desk.settings = desk.settings.model_copy(update={"webhook_allowed_hosts": ""})
    with pytest.raises(PrivateAddress):
        desk.endpoint("https://127.0.0.1/hooks")
    _emit(desk, 1)
    desk.work()
    assert not receiver.got
    assert desk.attempts[0].failure == "ADDRESS"
    desk.settings = desk.settings.model_copy(
        update={"webhook_allowed_hosts": "localhost"}
    )
    # A name is judged by where it leads, once it is looked up.
    desk.settings = desk.settings.model_copy(update={"webhook_allowed_hosts": ""})
    endpoint, _ = desk.endpoint(f"https://localhost:{receiver.port}/")
    desk.test(endpoint)
    desk.work()
    assert desk.attempts[-1].failure == "ADDRESS"
    assert not receiver.got


def test_two_workers_never_post_to_one_endpoint_at_once_and_a_slow_one_holds_nobody(
    desk: Desk, receiver: Receiver
) -> None:
    desk.endpoint(receiver.url)
    receiver.holds = True
    with receiving() as quick:
        desk.endpoint(quick.url)
        _emit(desk, 1)
        slow = Thread(target=desk.work)
        slow.start()
        assert receiver.has_come.wait(20)
        assert quick.has_come.wait(20)
        # It is free again once what came of it is written down.
        while desk.endpoints[1].last_success is None or desk.endpoints[1].lease:
            slow.join(0.01)
        _emit(desk, 2)
        desk.work()
        assert len(receiver.got) == 1
        assert _numbers(quick) == [1, 2]
        receiver.may_go.set()
        slow.join()
        desk.work()
    assert _numbers(receiver) == [1, 2]


def test_killed_before_it_is_written_down_it_is_told_again_under_the_same_id(
    desk: Desk, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.endpoint(receiver.url)
    _emit(desk, 1)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(deliver, "_attempted", die)
        with pytest.raises(Killed):
            desk.work()
    assert not desk.attempts
    # Its lease still stands: whoever comes a moment later leaves it alone.
    desk.clock.pass_(seconds=59)
    desk.work()
    assert len(receiver.got) == 1
    desk.clock.pass_(seconds=1)
    desk.work()
    assert len(receiver.got) == 2
    assert len(set(receiver.ids)) == 1
    assert desk.deliveries[0].state == "DELIVERED"


def test_people_send_again_one_or_all_that_failed(
    desk: Desk, receiver: Receiver
) -> None:
    endpoint, _ = desk.endpoint(receiver.url)
    _emit(desk, 1, 2, 3)
    with desk.database.job_connection(REALM) as connection:
        connection.execute(
            update(deliver.WebhookDelivery)
            .where(deliver.WebhookDelivery.id < 3)
            .values(state="FAILED", tries=10, ended=desk.clock())
        )
        connection.commit()
    again = desk.deliveries[1]
    with pytest.raises(NotEnded):
        desk.act(lambda s: actions.send_again(s, ANNA, 3, desk.clock()))
    desk.act(lambda s: actions.send_again(s, ANNA, again.id, desk.clock()))
    desk.work()
    assert _numbers(receiver) == [2, 3]
    since = again.created
    sent = desk.act(
        lambda s: actions.send_failed_again(s, ANNA, endpoint, since, desk.clock())
    )
    assert sent == (desk.deliveries[0].created >= since)
    oldest = desk.deliveries[0].created
    desk.act(
        lambda s: actions.send_failed_again(s, ANNA, endpoint, oldest, desk.clock())
    )
    desk.work()
    assert _numbers(receiver) == [2, 3, 1]
    assert {one.state for one in desk.deliveries} == {"DELIVERED"}


def test_a_damaged_secret_holds_its_own_endpoint_alone(
    desk: Desk, receiver: Receiver
) -> None:
    endpoint, _ = desk.endpoint("http://127.0.0.1:9/")
    desk.endpoint(receiver.url)
    with desk.database.job_connection(REALM) as connection:
        connection.execute(
            update(WebhookSecret)
            .where(WebhookSecret.endpoint_id == endpoint)
            .values(reference="another")
        )
        connection.commit()
    _emit(desk, 1, 2, 3)
    (job,) = desk.rows(Job)
    with pytest.raises(SecretDamaged):
        desk.deliverer().deliver(JobRun(desk.database, REALM, job.id, 0))
    assert _numbers(receiver) == [1, 2, 3]


def test_what_is_off_is_told_once_it_is_on_and_what_is_deleted_never(
    desk: Desk, receiver: Receiver
) -> None:
    endpoint, _ = desk.endpoint(receiver.url)
    _emit(desk, 1)
    off = desk.wanted(receiver.url, is_on=False)
    desk.act(lambda s: actions.change(s, ANNA, endpoint, off, desk.clock()))
    _emit(desk, 2)
    desk.work()
    assert not receiver.got
    on = desk.wanted(receiver.url)
    desk.act(lambda s: actions.change(s, ANNA, endpoint, on, desk.clock()))
    desk.work()
    assert _numbers(receiver) == [1]
    _emit(desk, 3)
    desk.act(lambda s: actions.remove(s, ANNA, endpoint, desk.clock()))
    desk.work()
    assert _numbers(receiver) == [1]
    assert not desk.deliveries
    assert [one.verb for one in desk.rows(AuditEvent)] == [
        "webhooks.add", "webhooks.change", "webhooks.change", "webhooks.delete",
    ]  # fmt: skip


def test_the_minute_wakes_what_is_due_and_forgets_what_is_old(
    desk: Desk, receiver: Receiver
) -> None:
    desk.endpoint(receiver.url)
    receiver.statuses = [500] * 2
    _emit(desk, 1)
    desk.work()

    def jobs_after(**time: float) -> int:
        desk.clock.pass_(**time)
        before = len(desk.rows(Job))
        with desk.database.job_connection(REALM) as connection:
            due(REALM, connection, desk.clock())
            connection.commit()
        return len(desk.rows(Job)) - before

    assert jobs_after(minutes=4) == 0
    assert jobs_after(minutes=2) == 1
    with desk.database.job_connection(REALM) as connection:
        connection.execute(
            update(WebhookEvent).values(created=desk.clock() - timedelta(days=31))
        )
        connection.commit()
    jobs_after(minutes=1)
    assert not desk.attempts
    assert not desk.deliveries
    assert [one.state for one in desk.rows(WebhookEndpoint)] == ["ON"]
