"""The made-up company's people approve and sign its payments, by the realm's rules.

They decide about nothing else: not about what anybody handed in, nor what other books
than the company's ask for, nor what would leave over another connection than its own.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.banks import BankConnection
from giroscope.features.demo.hand_in import Errand
from giroscope.features.demo.people import approvers, preparer
from giroscope.features.demo.tables import SOURCE
from giroscope.features.erp.exchange.tables import ErpOrder
from giroscope.features.erp.tables import ErpConnection
from giroscope.features.journals.approve import following
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import approvals
from giroscope.features.payments.approvals import Asked, CaseState
from giroscope.features.payments.approvals.errors import NoCase, NotYourTurn
from giroscope.features.payments.approvals.queries import Found, of_journals
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import Conflict

_REASON = "Demo data"


class NotMadeUp(Conflict):
    """The company's people decide about its own payments alone."""

    code = "demo.not_made_up"
    message = "This is no payment of demo data"


async def decide(
    errand: Errand, correlation_id: str, connection_id: int, now: datetime
) -> CaseState:
    """Approve or sign, whichever is next; tells how the document stood before.

    Raises:
        NotInProduction: There are no such people here.
        NotMadeUp: It is no payment document of this set's connection.
        AppError: It is not put up for approval, or the realm's rules want others.
    """
    realm = errand.job.realm
    people = approvers(errand.settings, realm)
    async with errand.database.reading(realm) as session:
        found = (await of_journals(session, [correlation_id])).get(correlation_id)
        if found is None:
            raise await _held_back(session, correlation_id)
        await _ensure_made_up(session, errand, found, connection_id)
    state = CaseState(found.row.state)
    if state is CaseState.OPEN:
        await _approve(errand, people, found, now)
    elif state is CaseState.APPROVED:
        await _sign(errand, people, found, now)
    return state


async def _held_back(session: ReadSession, correlation_id: str) -> Exception:
    def look(own: Session) -> Exception:
        return approvals.held_back(own.connection(), correlation_id) or NoCase()

    return await session.run_sync(look)


async def _ensure_made_up(
    session: ReadSession, errand: Errand, found: Found, connection_id: int
) -> None:
    """Pass silently, or refuse.

    Raises:
        NotMadeUp: Somebody else has a part in it.
    """
    source = await session.scalar(
        select(Journal.source).where(Journal.correlation_id == found.row.correlation_id)
    )
    is_demo = await session.scalar(
        select(BankConnection.is_demo).where(BankConnection.id == connection_id)
    )
    is_of_books = await session.scalar(
        select(ErpConnection.is_demo)
        .join(ErpOrder, ErpOrder.connection_id == ErpConnection.id)
        .where(ErpOrder.correlation_id == found.row.correlation_id)
    )
    # What the company's books ask to be paid is handed in by the product itself.
    somebody = system_actor if is_of_books else partial(preparer, errand.settings)
    own = {somebody(errand.job.realm).id}
    is_own = found.uploaders.keys() == own and found.row.connection_id == connection_id
    if source != SOURCE or not is_demo or not is_own:
        raise NotMadeUp


async def _approve(
    errand: Errand, people: Sequence[Actor], found: Found, now: datetime
) -> None:
    """The next of the company's approvers approves.

    Raises:
        NotYourTurn: The rules name people, and none of the company's is among them.
    """
    realm, ids = errand.job.realm, frozenset(one.id for one in people)
    given = {one.person_id for one in found.approvals}
    actor = next((one for one in people if one.id not in given), None)
    if actor is None:
        raise NotYourTurn
    asked = Asked(found.row.correlation_id, found.row.sha256, _REASON)
    async with errand.database.writing(realm) as session:
        await approvals.approve(
            session, actor, asked, now,
            approvers=ids, follow=following(session, actor, now),
        )  # fmt: skip


async def _sign(
    errand: Errand, people: Sequence[Actor], found: Found, now: datetime
) -> None:
    realm, ids, actor = (
        errand.job.realm, frozenset(one.id for one in people), people[0],
    )  # fmt: skip
    asked = Asked(found.row.correlation_id, found.row.sha256)
    async with errand.database.writing(realm) as session:
        message_id = await session.scalar(
            select(Journal.message_id).where(
                Journal.correlation_id == asked.correlation_id
            )
        )
        await approvals.sign(
            session, actor, asked, now, message_id=message_id, approvers=ids,
            follow=following(session, actor, now),
        )  # fmt: skip
