"""What account management does with endpoints and deliveries."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import delete, func, select, update

from giroscope.features.audit import Subject, record
from giroscope.features.webhooks import policy, signing_secrets
from giroscope.features.webhooks.errors import (
    EndpointOff,
    NoDelivery,
    NoEndpoint,
    NotEnded,
)
from giroscope.features.webhooks.events import EventType, emit_to, wake
from giroscope.features.webhooks.tables import (
    DeliveryState,
    EndpointState,
    WebhookDelivery,
    WebhookEndpoint,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession

VERB = "webhooks.change"


class Wanted(NamedTuple):
    """An endpoint as it is to be."""

    name: str
    url: str
    types: Collection[EventType]
    is_on: bool
    allowed_hosts: frozenset[str]
    """Hosts in private networks that the operator lets be told."""

    def values(self) -> dict[str, Any]:
        """As they are kept.

        Raises:
            InvalidInput: One cannot be right.
        """
        return {
            "name": policy.ensure_name(self.name),
            "url": policy.ensure_url(self.url, self.allowed_hosts),
            "types": policy.ensure_types(self.types),
        }


async def add(
    session: WriteSession,
    actor: Actor,
    wanted: Wanted,
    realm_key: bytes,
    now: datetime,
) -> tuple[int, str]:
    """Make an endpoint, told what happens from now on; tells its id and its secret.

    Raises:
        InvalidInput: A value cannot be right.
        TooManyEndpoints: There are as many as may be.
    """
    actor.ensure(VERB)
    values = wanted.values()
    there = await session.execute(select(func.count()).select_from(WebhookEndpoint))
    policy.ensure_room(there.scalar_one())
    endpoint = WebhookEndpoint(
        state=_state(is_on=wanted.is_on), created=now, created_by=actor.id,
        created_by_name=actor.name[:200], failures=0,
        stopped=None if wanted.is_on else now, **values,
    )  # fmt: skip
    session.add(endpoint)
    await session.flush()
    secret = await signing_secrets.make(session, endpoint.id, realm_key, now)
    await record(
        session, actor, "webhooks.add", subject_of(endpoint),
        now=_told(endpoint), at=now,
    )  # fmt: skip
    return endpoint.id, secret


async def rotate(
    session: WriteSession,
    actor: Actor,
    endpoint_id: int,
    realm_key: bytes,
    now: datetime,
) -> str:
    """Give it another secret, told this once; the one before signs for a day more.

    Raises:
        NoEndpoint: It is not there.
    """
    actor.ensure(VERB)
    endpoint = await _endpoint(session, endpoint_id)
    secret = await signing_secrets.make(session, endpoint_id, realm_key, now)
    await record(session, actor, "webhooks.rotate", subject_of(endpoint), at=now)
    return secret


async def change(
    session: WriteSession,
    actor: Actor,
    endpoint_id: int,
    wanted: Wanted,
    now: datetime,
) -> None:
    """Make it different; switched on again, it is told what waits for it.

    Raises:
        InvalidInput: A value cannot be right.
        NoEndpoint: It is not there.
    """
    actor.ensure(VERB)
    endpoint = await _endpoint(session, endpoint_id)
    was, is_other = _told(endpoint), endpoint.url != wanted.url.strip()
    for name, value in wanted.values().items():
        setattr(endpoint, name, value)
    if wanted.is_on != (endpoint.state == EndpointState.ON):
        endpoint.state = _state(is_on=wanted.is_on)
        endpoint.stopped, is_other = None if wanted.is_on else now, True
    if is_other:
        # What failed before says nothing of it as it is now.
        endpoint.failing_since, endpoint.failures, endpoint.rests_until = None, 0, None
    await _wake(session, now)
    await record(
        session, actor, "webhooks.change", subject_of(endpoint),
        was=was, now=_told(endpoint), at=now,
    )  # fmt: skip


async def remove(
    session: WriteSession, actor: Actor, endpoint_id: int, now: datetime
) -> None:
    """Delete it, with what waits for it and what was delivered.

    Raises:
        NoEndpoint: It is not there.
    """
    actor.ensure(VERB)
    endpoint = await _endpoint(session, endpoint_id)
    await session.execute(
        delete(WebhookEndpoint).where(WebhookEndpoint.id == endpoint_id)
    )
    await record(
        session, actor, "webhooks.delete", subject_of(endpoint),
        was=_told(endpoint), at=now,
    )  # fmt: skip


async def test(
    session: WriteSession, actor: Actor, endpoint_id: int, now: datetime
) -> None:
    """Tell it that somebody tests it.

    Raises:
        EndpointOff: It is told nothing.
        NoEndpoint: It is not there.
    """
    actor.ensure(VERB)
    endpoint = await _endpoint_on(session, endpoint_id)
    endpoint.rests_until = None
    await session.flush()
    await session.run_sync(
        lambda own: emit_to(
            own.connection(), [endpoint_id], EventType.TEST, {"endpoint": endpoint.name}
        )
    )
    await record(session, actor, "webhooks.test", subject_of(endpoint), at=now)


async def send_again(
    session: WriteSession, actor: Actor, delivery_id: int, now: datetime
) -> None:
    """Tell an endpoint the same once more, under the same id.

    Raises:
        EndpointOff: It is told nothing.
        NoDelivery: It is not there.
        NotEnded: It is on its way.
    """
    actor.ensure(VERB)
    delivery = await session.get(WebhookDelivery, delivery_id, with_for_update=True)
    if delivery is None:
        raise NoDelivery
    endpoint = await _endpoint_on(session, delivery.endpoint_id)
    if delivery.state == DeliveryState.WAITING and delivery.tries == 0:
        raise NotEnded
    endpoint.rests_until = None
    await _send([WebhookDelivery.id == delivery_id], session, now)
    await record(
        session, actor, "webhooks.send_again", subject_of(endpoint),
        now={"delivery": delivery_id, "type": delivery.type}, at=now,
    )  # fmt: skip


async def send_failed_again(
    session: WriteSession,
    actor: Actor,
    endpoint_id: int,
    since: datetime,
    now: datetime,
) -> int:
    """Tell an endpoint all that failed since then once more; tells how many.

    Raises:
        EndpointOff: It is told nothing.
        NoEndpoint: It is not there.
    """
    actor.ensure(VERB)
    endpoint = await _endpoint_on(session, endpoint_id)
    endpoint.rests_until = None
    count = await _send(
        [
            WebhookDelivery.endpoint_id == endpoint_id,
            WebhookDelivery.state == DeliveryState.FAILED.value,
            WebhookDelivery.created >= since,
        ],
        session,
        now,
    )
    await record(
        session, actor, "webhooks.send_failed_again", subject_of(endpoint),
        now={"since": since.isoformat(), "deliveries": count}, at=now,
    )  # fmt: skip
    return count


async def _send(which: list[Any], session: WriteSession, now: datetime) -> int:
    sent = await session.execute(
        update(WebhookDelivery)
        .where(*which)
        .values(
            state=DeliveryState.WAITING.value, tries=0, next_try=None, ended=None,
        )
        .returning(WebhookDelivery.id)
        .execution_options(synchronize_session=False)
    )  # fmt: skip
    count = len(sent.all())
    if count:
        await _wake(session, now)
    return count


async def _wake(session: WriteSession, now: datetime) -> None:
    await session.flush()
    await session.run_sync(lambda own: wake(own.connection(), now))


async def _endpoint(session: WriteSession, endpoint_id: int) -> WebhookEndpoint:
    found = await session.get(WebhookEndpoint, endpoint_id, with_for_update=True)
    if found is None:
        raise NoEndpoint
    return found


async def _endpoint_on(session: WriteSession, endpoint_id: int) -> WebhookEndpoint:
    found = await _endpoint(session, endpoint_id)
    if found.state != EndpointState.ON:
        raise EndpointOff
    return found


def subject_of(endpoint: Any) -> Subject:
    """An endpoint, as the trail names it."""
    return Subject("webhook", str(endpoint.id), endpoint.name)


def _told(endpoint: WebhookEndpoint) -> dict[str, Any]:
    """What the trail tells of it: questions of addresses often hold a secret."""
    address = urlsplit(endpoint.url)._replace(query="").geturl()
    return {
        "name": endpoint.name, "url": address, "types": list(endpoint.types),
        "state": endpoint.state,
    }  # fmt: skip


def _state(*, is_on: bool) -> str:
    return (EndpointState.ON if is_on else EndpointState.OFF).value
