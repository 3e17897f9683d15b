"""Who keeps the anchors of the audit trail beside the store: the account managers."""

from sqlalchemy import Connection, select

from giroscope.features.audit.daily_anchor import Recipient
from giroscope.features.users.tables import HeldRole, KnownPerson, UserState
from giroscope.kernel.access import ACCOUNT_MANAGEMENT


def keepers(connection: Connection) -> list[Recipient]:
    """The account managers who may sign in and have a mail address."""
    rows = connection.execute(
        select(KnownPerson.email, KnownPerson.language)
        .join(HeldRole, HeldRole.person_id == KnownPerson.person_id)
        .where(
            HeldRole.role == ACCOUNT_MANAGEMENT,
            KnownPerson.state == UserState.ACTIVE.value,
        )
        .order_by(KnownPerson.id)
    )
    return [Recipient(email, language) for email, language in rows if email]
