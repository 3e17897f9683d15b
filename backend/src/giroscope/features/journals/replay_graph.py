"""Replaying what an exchange carried, in the graph."""

import strawberry
from anyio import to_thread
from sqlalchemy import select

from giroscope.features.documents import Document, Vault
from giroscope.features.journals import replay
from giroscope.features.journals.replay import Compared
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query


@strawberry.type(description="One thing a file says.")
class LogReplayFact:
    """One thing a file says."""

    name: str = strawberry.field(description="Such as `totals`.")
    noted: str = strawberry.field(description="As its import noted it.")
    now: str = strawberry.field(description="As it is read now.")
    differs: bool


@strawberry.type(description="A file that was read again; nothing was changed.")
class LogReplay:
    """A file that was read again."""

    name: str
    upload_id: strawberry.ID
    document_id: strawberry.ID
    correlation_id: strawberry.ID | None
    facts: list[LogReplayFact]
    fault: str | None = strawberry.field(description="Why it can no longer be read.")

    @classmethod
    def of(cls, found: Compared) -> "LogReplay":
        """From what was compared."""
        upload = found.upload
        about = upload.correlation_id
        return cls(
            name=upload.name,
            upload_id=strawberry.ID(str(upload.id)),
            document_id=strawberry.ID(str(upload.document_id)),
            correlation_id=strawberry.ID(about) if about else None,
            facts=[
                LogReplayFact(
                    name=fact.name,
                    noted=fact.noted,
                    now=fact.now,
                    differs=fact.noted != fact.now,
                )
                for fact in found.facts
            ],
            fault=found.fault,
        )


@strawberry.type
class ReplayQuery:
    """Questions about what exchanges carried."""

    @query(
        "logs.read",
        "Reads the files of an exchange again, offline, and tells what would differ"
        " from what their import noted. Empty where it carried no imported file.",
    )
    async def log_replay(self, info: Info, id: strawberry.ID) -> list[LogReplay]:
        """What the files of an exchange say now."""
        context = info.context
        vault, realm = context.borrow(Vault), context.actor.realm
        async with context.reading() as session:
            uploads = await replay.carried(session, number(id))
            ids = [upload.document_id for upload in uploads]
            rows = await session.execute(
                select(Document.id, Document.sha256).where(Document.id.in_(ids))
            )
            digests = {row.id: row.sha256 for row in rows}
        found = []
        for upload in uploads:
            stream = vault.open(realm, digests[upload.document_id])
            told = await to_thread.run_sync(replay.compared, upload, stream)
            found.append(LogReplay.of(told))
        return found


@strawberry.type
class ReplayMutation:
    """What people do with what exchanges carried."""

    @mutation(
        "journals.reimport",
        "Imports again what came in an exchange, from its stored bytes; it ends with"
        " the same rows. What left is sent again by its journal only.",
    )
    async def redeliver_log(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Deliver a file once more."""
        context = info.context
        async with context.writing() as session:
            started = await replay.redeliver(
                session, context.actor, number(id), reason, context.clock()
            )
        for one in started:
            if one.job_id is not None:
                await context.start_job(one.job_id)
        return Success(id=strawberry.ID(str(started[0].upload_id)) if started else None)
