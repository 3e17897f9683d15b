"""How signing secrets are kept: encrypted, bound to their place, gone once replaced."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, or_, select, update

from giroscope.features.webhooks.policy import OLD_SECRET_SIGNS
from giroscope.features.webhooks.signature import new_secret
from giroscope.features.webhooks.tables import WebhookSecret
from giroscope.kernel.database import WriteSession
from giroscope.kernel.secrets import unwrap, wrap


async def make(
    session: WriteSession, endpoint_id: int, realm_key: bytes, now: datetime
) -> str:
    """A new secret for an endpoint; this is the only time it is told.

    The one before it signs beside it for a day, one that was replaced already no more.
    """
    of_endpoint = WebhookSecret.endpoint_id == endpoint_id
    await session.execute(
        delete(WebhookSecret).where(of_endpoint, WebhookSecret.ends.is_not(None))
    )
    await session.execute(
        update(WebhookSecret).where(of_endpoint).values(ends=now + OLD_SECRET_SIGNS)
    )
    secret, reference = new_secret(), str(uuid.uuid4())
    await session.execute(
        insert(WebhookSecret).values(
            endpoint_id=endpoint_id, reference=reference, created=now,
            wrapped=wrap(realm_key, secret.encode(), _purpose(reference)),
        )
    )  # fmt: skip
    return secret


def opened(
    connection: Connection, realm_key: bytes, endpoint_id: int, now: datetime
) -> Sequence[str]:
    """The secrets that sign at this moment, the newest first.

    Raises:
        SecretDamaged: One was changed, or is another realm's.
    """
    rows = connection.execute(
        select(WebhookSecret.reference, WebhookSecret.wrapped)
        .where(
            WebhookSecret.endpoint_id == endpoint_id,
            or_(WebhookSecret.ends.is_(None), WebhookSecret.ends > now),
        )
        .order_by(WebhookSecret.id.desc())
    )
    return [
        unwrap(realm_key, row.wrapped, _purpose(row.reference)).decode() for row in rows
    ]


def destroy_ended(connection: Connection, now: datetime) -> None:
    """Forget what signs no more."""
    connection.execute(delete(WebhookSecret).where(WebhookSecret.ends <= now))


def _purpose(reference: str) -> str:
    return f"webhook secret {reference}"
