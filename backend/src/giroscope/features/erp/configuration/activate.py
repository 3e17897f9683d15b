"""Puts a validated draft to use: its number, its books, the former version's end."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import record
from giroscope.features.erp import requests
from giroscope.features.erp.checking.known_books import learn_company, learn_contact
from giroscope.features.erp.checking.status import Validity, validity_of
from giroscope.features.erp.configuration.critical import critical_changes
from giroscope.features.erp.configuration.draft import (
    active_of,
    draft_of,
    ensure_revision,
    subject_of,
)
from giroscope.features.erp.configuration.effective import books_of, missing
from giroscope.features.erp.configuration.impact import Configured, is_other_books
from giroscope.features.erp.configuration.secret_storage import secrets_of
from giroscope.features.erp.errors import (
    Invalid,
    NoDraft,
    NotComplete,
    NotValidated,
    RequestOver,
)
from giroscope.features.erp.open_connection import Erp, active_connection_of
from giroscope.features.erp.tables import (
    BooksState,
    ErpConnection,
    ErpRequest,
    ErpVersion,
    RequestKind,
    RequestState,
    VersionState,
)
from giroscope.features.messages import tell
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from localization import Message

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Activated:
    """What came of an activation."""

    number: int
    connection_id: int
    is_new_connection: bool


async def ask_or_activate(
    session: WriteSession, actor: Actor, erp: Erp, revision: int, now: datetime
) -> Activated | None:
    """Put the draft to use, or ask for it where it says where payments come from.

    Another ERP or company, address, folder or credentials wait for another account
    manager: None tells that this was asked for.

    Raises: As `activate`.
    """
    actor.ensure("erp.activate")
    draft = await _activatable(session, erp, revision)
    former = await active_of(session)
    before = None
    if former is not None and former.kind in erp.makers:
        before = await configured(session, erp, former)
    changes = critical_changes(before, await configured(session, erp, draft))
    if not changes:
        return await activate(session, actor, erp, revision, now)
    version_id = draft.id
    await session.run_sync(
        lambda held: requests.ask(
            held.connection(), actor, RequestKind.ACTIVATION,
            [one.value for one in changes], now, version_id=version_id,
            revision=revision,
        )
    )  # fmt: skip
    return None


async def confirm(
    session: WriteSession, actor: Actor, erp: Erp, request: ErpRequest, now: datetime
) -> Activated:
    """Put a draft to use that another account manager asked for.

    Raises:
        RequestOver: The draft was changed since.
        AppError: As `activate`.
    """
    draft = await draft_of(session)
    if draft is None or (draft.id, draft.revision) != (
        request.version_id, request.revision,
    ):  # fmt: skip
        raise RequestOver
    draft.requested_by = request.requested_by
    draft.requested_by_name = request.requested_by_name
    requests.decide(request, RequestState.CONFIRMED, actor, now)
    return await activate(session, actor, erp, draft.revision, now)


async def activate(
    session: WriteSession,
    actor: Actor,
    erp: Erp,
    revision: int,
    now: datetime,
    *,
    is_demo: bool = False,
) -> Activated:
    """Put the draft to use, if it was validated as it is and no check has failed.

    Other books than those in use can be a made-up company's; they are known by it.

    Raises:
        NoDraft: There is none.
        ChangedMeanwhile: It is not the one that `revision` was read with.
        NotComplete: Something the ERP needs is not set.
        NotValidated: It was changed since it was validated, or never was.
        Invalid: A check has failed.
    """
    actor.ensure("erp.activate")
    draft = await _activatable(session, erp, revision)
    after = await configured(session, erp, draft)
    validity = await validity_of(session, draft)
    former = await active_of(session)
    books, is_new = await _books(session, erp, former, after, now)
    if is_new and is_demo:
        books.is_demo, books.name = True, f"Demo: {books.name}"[:_LONGEST_NAME]
    if former is not None:
        former.state, former.superseded = VersionState.SUPERSEDED.value, now
        # Of one state there is one row: the former has to be out of the way first.
        await session.flush()
    books.verdict = validity.value
    _put_to_use(draft, actor, books, await _next_number(session), now)
    await session.flush()
    await session.run_sync(lambda held: _learn(held.connection(), draft.id, books.id))
    number = draft.number or 0
    await session.run_sync(
        lambda held: tell(
held.connection(),
"INFO",
Message("erp.activated", name=after.name, version=number, person=actor.name),
reference="erp",
)
    )  # fmt: skip
    await record(
        session, actor, "erp.activate", subject_of(draft),
        was={"version": former.number if former else None},
        now={
            "version": number, "connection": books.id, "validity": validity,
            "requestedBy": draft.requested_by_name,
            **({"demo": True} if books.is_demo else {}),
        },
        at=now,
    )  # fmt: skip
    return Activated(number, books.id, is_new)


async def _activatable(session: WriteSession, erp: Erp, revision: int) -> ErpVersion:
    """The draft, if it is the one that was seen, complete and validated."""
    draft = await draft_of(session)
    if draft is None:
        raise NoDraft
    ensure_revision(draft, revision)
    lacking = missing((await configured(session, erp, draft)).settings)
    if lacking:
        raise NotComplete(path=lacking[0])
    validity = await validity_of(session, draft)
    if validity is Validity.INVALID:
        raise Invalid
    if validity not in {Validity.VALID, Validity.WARNINGS}:
        raise NotValidated
    return draft


def _learn(connection: Connection, version_id: int, books: int) -> None:
    """Keep what its validation saw: whose books they are, and that they answered."""
    learn_company(connection, version_id, books, anew=True)
    learn_contact(connection, version_id, books)


async def configured(session: AsyncSession, erp: Erp, row: ErpVersion) -> Configured:
    """A version as it counts."""
    secrets = (await secrets_of(session, [row.id])).get(row.id, {})
    return Configured(
        row.kind,
        erp.description(row.kind).name,
        erp.effective(row.kind, row.values, secrets),
    )


async def _books(
    session: WriteSession,
    erp: Erp,
    former: ErpVersion | None,
    after: Configured,
    now: datetime,
) -> tuple[ErpConnection, bool]:
    """The books the draft opens: those in use, or others, which end them."""
    books = await active_connection_of(session)
    if books is not None and former is not None and former.kind in erp.makers:
        before = await configured(session, erp, former)
        if not is_other_books(before, after):
            return books, False
    if books is not None:
        books.state, books.ended = BooksState.ENDED.value, now
        await session.flush()
    made = ErpConnection(
        kind=after.kind, name=after.name[:_LONGEST_NAME],
        company=books_of(after.settings), state=BooksState.ACTIVE.value, began=now,
    )  # fmt: skip
    session.add(made)
    await session.flush()
    return made, True


def _put_to_use(
    draft: ErpVersion, actor: Actor, books: ErpConnection, number: int, now: datetime
) -> None:
    draft.state, draft.number = VersionState.ACTIVE.value, number
    draft.connection_id = books.id
    draft.activated, draft.activated_by = now, actor.id
    draft.activated_by_name = actor.name


async def _next_number(session: AsyncSession) -> int:
    found = await session.execute(select(func.max(ErpVersion.number)))
    return (found.scalar_one() or 0) + 1
