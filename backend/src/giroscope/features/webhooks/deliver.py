"""The job that posts what waits: endpoints side by side, each in order.

An endpoint is leased before anything leaves, so that of several workers one posts to
it. What came of an attempt is written down after it; killed in between, the same event
is posted again under the same id.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from secrets import token_hex
from threading import Event
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection, and_, func, insert, or_, select, update

from erplink import ErpError, NotConfigured, Surroundings, Witness
from erplink.postbox import Postbox
from giroscope.features.audit import record_now
from giroscope.features.logs import about
from giroscope.features.webhooks import policy, signing_secrets
from giroscope.features.webhooks.actions import subject_of
from giroscope.features.webhooks.signature import headers
from giroscope.features.webhooks.tables import (
    DeliveryState,
    EndpointState,
    Failure,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.settings import Settings
from localization import Message

log = structlog.get_logger(__name__)

Tell = Callable[..., object]
"""Tells people something in a transaction, as `messages.tell` does."""

ANSWER_SECONDS = 15.0
LARGEST_ANSWER = 256 * 1024
_LEASE = timedelta(minutes=1)
_LONGEST_SECONDS = 60.0
"""Of one job; what waits longer is another's, so that other work has its turn."""
_SHORT_WAIT = timedelta(seconds=10)
_LONGEST_ANSWER = 500
_GONE = 410
_FAILURES = {
    "erp_link.untrusted": Failure.UNTRUSTED,
    "erp_link.too_late": Failure.TOO_LATE,
    "erp_link.broke_off": Failure.BROKE_OFF,
    "erp_link.too_large": Failure.TOO_LARGE,
    "erp_link.other_form": Failure.BROKE_OFF,
}
_TOLD: Mapping[EndpointState, Callable[[str], Message]] = {
    EndpointState.GONE: lambda name: Message("webhook.gone", name=name),
    EndpointState.FAILING: lambda name: Message("webhook.failing", name=name),
}
_DUE_STATE = WebhookDelivery.state == DeliveryState.WAITING.value


def unseen(realm: str, endpoint_id: int) -> Witness:
    """The witness of whoever keeps no log."""
    del realm, endpoint_id
    return lambda _call: None


@dataclass(frozen=True, slots=True)
class Deliverer:
    """Posts for all realms; one object serves any number of jobs."""

    settings: Settings
    tell: Tell
    witness_of: Callable[[str, int], Witness] = unseen
    clock: Clock = system_clock
    sleep: Callable[[float], None] = time.sleep
    spread: Callable[[], float] = SystemRandom().random

    def deliver(self, run: JobRun) -> None:
        """Post what is due, and what soon will be, for at most a minute."""
        with run.database.job_connection(run.realm) as connection:
            endpoints = due_endpoints(connection, self.clock() + _SHORT_WAIT)
        if not endpoints:
            return
        master_key = load_master_key(self.settings)
        key = realm_key(run.database, run.realm, master_key)
        stop, until = Event(), time.monotonic() + _LONGEST_SECONDS
        rounds = [_Round(self, run, one, key, until, stop) for one in endpoints]
        with ThreadPoolExecutor(len(rounds), "webhook") as pool:
            # Each takes along whose trace the job runs under.
            running = [pool.submit(copy_context().run, one.run) for one in rounds]
            try:
                _report(run, running, rounds)
            finally:
                stop.set()


def _report(
    run: JobRun, running: Sequence[Future[None]], rounds: Sequence["_Round"]
) -> None:
    left = set(running)
    while left:
        _, left = wait(left, timeout=1.0)
        run.report("deliver", sum(one.done for one in rounds))
    # What is wrong with one endpoint is told once the others have had their turn.
    for ended in running:
        ended.result()


class _Outcome(NamedTuple):
    """What came of one attempt."""

    began: datetime
    seconds: float
    status: int | None = None
    failure: Failure | None = None
    answer: bytes = b""
    asked: timedelta = timedelta()
    """How long the receiver wants to be left alone."""


@dataclass(slots=True)
class _Round:
    """One endpoint's deliveries, one after the other."""

    by: Deliverer
    run_: JobRun
    endpoint_id: int
    key: bytes
    until: float
    stop: Event
    done: int = 0
    _lease: str = field(default_factory=partial(token_hex, 16))
    _box: tuple[str, Postbox] | None = None

    def run(self) -> None:
        """Go on until nothing is due, or the time is up."""
        try:
            while self._next():
                pass
        finally:
            if self._box is not None:
                self._box[1].close()

    def _next(self) -> bool:
        """Post one, or wait a moment; False where there is no more to do for now."""
        now = self.by.clock()
        is_over = self.stop.is_set() or time.monotonic() > self.until
        with self.run_.database.job_connection(self.run_.realm) as connection:
            endpoint = self._leased(connection, now)
            if endpoint is None:
                return False
            row = None if is_over else _due(connection, endpoint, now)
            moment = None if is_over else _next_moment(connection, endpoint, now)
            if row is None and moment is None:
                # In the transaction that found nothing: who comes later finds it free.
                self._release(connection)
            secrets = (
                signing_secrets.opened(connection, self.key, endpoint.id, now)
                if row is not None
                else ()
            )
            connection.commit()
        if row is not None:
            self._note(row, self._post(endpoint, row, secrets))
            self.done += 1
        elif moment is not None:
            self.by.sleep(max((moment - now).total_seconds(), 0.0))
        return row is not None or moment is not None

    def _leased(self, connection: Connection, now: datetime) -> Any | None:
        """The endpoint, which nobody else posts to for a while; None where one does."""
        return connection.execute(
            update(WebhookEndpoint)
            .where(
                WebhookEndpoint.id == self.endpoint_id,
                WebhookEndpoint.state == EndpointState.ON.value,
                or_(
                    WebhookEndpoint.leased_until.is_(None),
                    WebhookEndpoint.leased_until <= now,
                    WebhookEndpoint.lease == self._lease,
                ),
            )
            .values(leased_until=now + _LEASE, lease=self._lease)
            .returning(
                WebhookEndpoint.id,
                WebhookEndpoint.name,
                WebhookEndpoint.url,
                WebhookEndpoint.rests_until,
            )
        ).one_or_none()

    def _release(self, connection: Connection) -> None:
        connection.execute(
            update(WebhookEndpoint)
            .where(WebhookEndpoint.id == self.endpoint_id)
            .values(leased_until=None, lease=None)
        )

    def _post(self, endpoint: Any, row: Any, secrets: Sequence[str]) -> _Outcome:
        began, start = self.by.clock(), time.monotonic()

        def came(failure: Failure | None, **values: Any) -> _Outcome:
            return _Outcome(began, time.monotonic() - start, failure=failure, **values)

        body = row.body.encode()
        signed = headers(row.message_id, began, body, secrets)
        try:
            with about(row.correlation_id):
                reply = self._opened(endpoint.url).post(body, signed, row.type)
        except ErpError as error:
            return came(_failure_of(error))
        except Exception:
            # One that meets a fault of ours must not keep the others waiting.
            log.exception("webhooks.not_posted", realm=self.run_.realm, row=row.id)
            return came(Failure.FAULT)
        failure = None
        if not 200 <= reply.status < 300:
            is_elsewhere = 300 <= reply.status < 400
            failure = Failure.REDIRECTED if is_elsewhere else Failure.STATUS
        asked = policy.asked_rest(reply.status, reply.retry_after)
        return came(failure, status=reply.status, answer=reply.body, asked=asked)

    def _opened(self, url: str) -> Postbox:
        if self._box is None or self._box[0] != url:
            settings = self.by.settings
            surroundings = Surroundings(
                self.by.witness_of(self.run_.realm, self.endpoint_id),
                self.by.clock,
                settings.webhook_host_set,
            )
            box = Postbox(
                url, surroundings,
                seconds=ANSWER_SECONDS, largest_answer=LARGEST_ANSWER,
            )  # fmt: skip
            if self._box is not None:
                self._box[1].close()
            self._box = url, box
        return self._box[1]

    def _note(self, row: Any, outcome: _Outcome) -> None:
        """Write down what came of it, and what follows."""
        now = self.by.clock()
        with self.run_.database.job_connection(self.run_.realm) as connection:
            endpoint = connection.execute(
                select(WebhookEndpoint)
                .where(WebhookEndpoint.id == self.endpoint_id)
                .with_for_update()
            ).one_or_none()
            if endpoint is None:
                # It was deleted meanwhile, and its deliveries with it.
                return
            is_last = self._conclude(connection, row, outcome, now)
            _attempted(connection, row.id, outcome)
            if outcome.failure is None:
                _set(
                    connection, endpoint.id, last_success=now, failing_since=None,
                    failures=0, rests_until=None,
                )  # fmt: skip
            else:
                failures, since = endpoint.failures + 1, endpoint.failing_since or now
                _set(
                    connection, endpoint.id, failing_since=since, failures=failures,
                    rests_until=max(
                        policy.rests_until(failures, now), now + outcome.asked
                    ),
                )  # fmt: skip
                if outcome.status == _GONE:
                    self._stop(connection, endpoint, EndpointState.GONE, now)
                elif is_last and policy.is_given_up(since, now):
                    self._stop(connection, endpoint, EndpointState.FAILING, now)
            connection.commit()

    def _conclude(
        self, connection: Connection, row: Any, outcome: _Outcome, now: datetime
    ) -> bool:
        """How far the delivery is from now on; whether it is not tried again."""
        again = None
        if outcome.failure is not None and outcome.status != _GONE:
            again = policy.next_try(row.tries + 1, now, self.by.spread())
        if again is not None:
            again = max(again, now + outcome.asked)
        state = DeliveryState.WAITING if again else DeliveryState.FAILED
        if outcome.failure is None:
            state = DeliveryState.DELIVERED
        connection.execute(
            update(WebhookDelivery)
            .where(WebhookDelivery.id == row.id)
            .values(
                state=state.value, tries=row.tries + 1, next_try=again,
                ended=None if again else now, status=outcome.status,
                failure=outcome.failure and outcome.failure.value,
            )
        )  # fmt: skip
        return state is DeliveryState.FAILED

    def _stop(
        self, connection: Connection, endpoint: Any, state: EndpointState, now: datetime
    ) -> None:
        """It is told nothing more until somebody switches it on."""
        if endpoint.state != EndpointState.ON:
            return
        _set(connection, endpoint.id, state=state.value, stopped=now)
        reference = f"webhook:{endpoint.id}"
        self.by.tell(
            connection, "ERROR", _TOLD[state](endpoint.name), reference=reference
        )
        record_now(
            connection, system_actor(self.run_.realm), "webhooks.stop",
            subject_of(endpoint), now={"state": state.value}, at=now,
        )  # fmt: skip


def due_endpoints(connection: Connection, now: datetime) -> Sequence[int]:
    """Those that something waits for at this moment, and that do not rest."""
    return connection.execute(
        select(WebhookEndpoint.id)
        .join(WebhookDelivery, WebhookDelivery.endpoint_id == WebhookEndpoint.id)
        .where(
            WebhookEndpoint.state == EndpointState.ON.value,
            _is_past(WebhookEndpoint.rests_until, now),
            _DUE_STATE,
            _is_past(WebhookDelivery.next_try, now),
        )
        .distinct()
        .order_by(WebhookEndpoint.id)
    ).scalars().all()  # fmt: skip


def _due(connection: Connection, endpoint: Any, now: datetime) -> Any | None:
    """The oldest that may be posted now."""
    if endpoint.rests_until is not None and endpoint.rests_until > now:
        return None
    return connection.execute(
        select(
            WebhookDelivery.id, WebhookDelivery.tries, WebhookEvent.message_id,
            WebhookEvent.type, WebhookEvent.body, WebhookDelivery.correlation_id,
        )
        .join(WebhookEvent, WebhookEvent.id == WebhookDelivery.event_id)
        .where(
            WebhookDelivery.endpoint_id == endpoint.id, _DUE_STATE,
            _is_past(WebhookDelivery.next_try, now),
        )
        .order_by(WebhookDelivery.id)
        .limit(1)
    ).one_or_none()  # fmt: skip


def _next_moment(
    connection: Connection, endpoint: Any, now: datetime
) -> datetime | None:
    """When the next is due, where that is worth waiting for."""
    soonest = func.min(func.coalesce(WebhookDelivery.next_try, now))
    found: datetime | None = connection.execute(
        select(soonest).where(
            and_(WebhookDelivery.endpoint_id == endpoint.id, _DUE_STATE)
        )
    ).scalar_one()
    if found is None:
        return None
    moment = max(found, endpoint.rests_until or found)
    return moment if moment <= now + _SHORT_WAIT else None


def _attempted(connection: Connection, delivery_id: int, outcome: _Outcome) -> None:
    text = outcome.answer[: 4 * _LONGEST_ANSWER].decode("utf-8", "replace")
    connection.execute(
        insert(WebhookAttempt).values(
            delivery_id=delivery_id, at=outcome.began,
            milliseconds=round(outcome.seconds * 1000), status=outcome.status,
            failure=outcome.failure and outcome.failure.value,
            # No store keeps a zero in a text.
            answer=text.replace("\0", "\N{REPLACEMENT CHARACTER}")[:_LONGEST_ANSWER],
        )
    )  # fmt: skip


def _set(connection: Connection, endpoint_id: int, **values: object) -> None:
    connection.execute(
        update(WebhookEndpoint)
        .where(WebhookEndpoint.id == endpoint_id)
        .values(**values)
    )


def _is_past(column: Any, now: datetime) -> Any:
    return or_(column.is_(None), column <= now)


def _failure_of(error: ErpError) -> Failure:
    code = error.said.code if error.said else ""
    usual = Failure.ADDRESS if isinstance(error, NotConfigured) else Failure.UNREACHED
    return _FAILURES.get(code, usual)
