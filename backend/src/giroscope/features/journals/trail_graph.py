"""Who did what to a journal and to the uploads it is of, for whoever may read it.

The trail of the whole company, with addresses and values, is the audit room's.
"""

from collections.abc import Sequence
from datetime import datetime

import strawberry
from sqlalchemy import select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit.graph import AuditActor, AuditEventNode
from giroscope.features.audit.queries import NEWEST, Wanted, events
from giroscope.features.audit.tables import AuditEvent, AuditOutcome
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.uploads import Upload
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import Connection, Info, list_query, listed
from giroscope.kernel.paging import PageRequest


@strawberry.type(description="One act of somebody on a journal.")
class JournalTrailEvent:
    """One act of somebody on a journal."""

    id: strawberry.ID
    instant: datetime
    verb: str
    outcome: AuditOutcome
    actor: AuditActor

    @classmethod
    def of(cls, row: AuditEvent) -> "JournalTrailEvent":
        """The part of an event that everybody may read."""
        whole = AuditEventNode.of(row)
        return cls(
            id=whole.id, instant=whole.instant, verb=whole.verb,
            outcome=whole.outcome, actor=whole.actor,
        )  # fmt: skip


@strawberry.type
class JournalTrailQuery:
    """Questions about who did what to a journal."""

    @list_query("journals.read")
    async def journal_trail(
        self, info: Info, request: PageRequest, correlation_id: strawberry.ID
    ) -> Connection[JournalTrailEvent]:
        """Who did what to a journal, newest first."""
        asked = str(correlation_id)
        async with info.context.reading() as session:
            known = await session.execute(
                select(Journal.id).where(Journal.correlation_id == asked)
            )
            if known.one_or_none() is None:
                raise NotFound
            uploads = await session.scalars(
                select(Upload.id)
                .join(
                    JournalDocument, JournalDocument.document_id == Upload.document_id
                )
                .where(JournalDocument.correlation_id == asked)
            )
            about = [("journal", asked), *(("upload", str(id_)) for id_ in uploads)]
        subject = tuple_(AuditEvent.subject_kind, AuditEvent.subject_id)
        rows = events(Wanted()).where(subject.in_(about))
        return await listed(info, rows, NEWEST, request, JournalTrailEvent.of)


async def journal_names(
    session: AsyncSession, correlation_ids: Sequence[str]
) -> dict[str, str]:
    """The message ids of journals, by which people know them."""
    rows = await session.execute(
        select(Journal.correlation_id, Journal.message_id).where(
            Journal.correlation_id.in_(correlation_ids)
        )
    )
    return {correlation_id: name for correlation_id, name in rows if name}
