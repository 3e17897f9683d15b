"""Pays refused and returned payments again: a new file, handed in as an upload is.

The bytes are stored before anything is written down; from there on checks, approvals
and sending are those of every payment file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from anyio import to_thread
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from giroscope.features.audit import Subject, record
from giroscope.features.banks.sources import DEMO
from giroscope.features.documents import Vault
from giroscope.features.journals import tie
from giroscope.features.journals.approve import Desk
from giroscope.features.payments.behind import (
    BehindFile,
    Part,
    behind_files,
    keep_behind,
)
from giroscope.features.payments.corrections import errors, policy
from giroscope.features.payments.corrections.compose import Composed, Wish, compose
from giroscope.features.payments.corrections.originals import Original, originals
from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.uploads import Kind, Upload
from giroscope.features.uploads.actions import Given, HandedIn, hand_in
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from localization import Message

VERB = "payments.correct"
_SOURCE = "UPLOAD"


@dataclass(frozen=True, slots=True)
class Corrected:
    """A new payment file on its way in."""

    handed_in: HandedIn
    correlation_id: str
    """Of the new file's journal."""
    original: str
    """The journal whose payments it pays again."""
    payments: int


async def correct(
    desk: Desk, vault: Vault, actor: Actor, wishes: Sequence[Wish]
) -> list[Corrected]:
    """Hand in a new file for each file that the payments came in.

    Raises:
        SessionEnded: The actor's session is over.
        NothingChosen: No payment is named, one twice, or too many.
        NotFound: One is not here.
        AppError: What `policy` finds, or what was entered cannot be.
    """
    actor.ensure(VERB)
    by_id = {wish.payment_id: wish for wish in wishes}
    if not 0 < len(wishes) <= policy.MOST or len(by_id) != len(wishes):
        raise errors.NothingChosen(path="payments")
    await desk.live.ensure_live(actor)
    now = desk.clock()
    async with desk.database.reading(actor.realm) as session:
        found = ensure_correctable(await originals(session, by_id), len(by_id))
    composed = [
        await to_thread.run_sync(
            compose, vault, actor.realm,
            [(one, by_id[one.payment.id]) for one in of_file], now,
        )
        for _, of_file in groupby(found, key=lambda one: one.document.id)
    ]  # fmt: skip
    try:
        async with desk.database.writing(actor.realm) as session:
            still = await originals(session, by_id, is_locked=True)
            ensure_correctable(still, len(by_id))
            return [await _hand_in(session, actor, one, now) for one in composed]
    except IntegrityError as error:
        # Of two who correct a payment at one moment, the constraint lets one win.
        raise errors.AlreadyCorrected from error


def ensure_correctable(found: list[Original], expected: int) -> list[Original]:
    """The same payments, if all of them are here and may be corrected.

    Raises:
        NotFound: One is missing.
        AppError: What `policy.against_correcting` finds.
    """
    if len(found) != expected:
        raise NotFound
    for one in found:
        if one.refusal is not None:
            raise one.refusal
    return found


async def _hand_in(
    session: WriteSession, actor: Actor, made: Composed, now: datetime
) -> Corrected:
    first = made.replacements[0].original
    original, document = first.payment.correlation_id, first.document
    source = DEMO if document.source == DEMO else _SOURCE
    name = f"{made.message_id}.xml"
    handed_in = await hand_in(
        session, actor, Given(name, Kind.PAYMENT, source, made.stored, now)
    )
    correlation_id = tie.of_payment_message(made.message_id)
    await session.run_sync(
        lambda own: _link(
            own.connection(), actor, made, handed_in.upload_id, correlation_id, now
        )
    )
    await record(
        session, actor, VERB, Subject("journal", original),
        now={
            "file": correlation_id, "sha256": made.stored.sha256,
            "payments": [
                {"position": one.original.payment.position, "by": one.position,
                 **one.changes}
                for one in made.replacements
            ],
        },
        at=now,
    )  # fmt: skip
    count = len(made.replacements)
    return Corrected(handed_in, correlation_id, original, count)


def _link(
    connection: Connection, actor: Actor, made: Composed, upload_id: int,
    correlation_id: str, now: datetime,
) -> None:  # fmt: skip
    """Write down which payment stands for which, and who stands behind them."""
    document_id = connection.execute(
        select(Upload.document_id).where(Upload.id == upload_id)
    ).scalar_one()
    rows: list[dict[str, Any]] = [
        {
            "original_correlation_id": one.original.payment.correlation_id,
            "original_position": one.original.payment.position,
            "document_id": document_id, "correlation_id": correlation_id,
            "position": one.position, "changes": one.changes,
            "account_before": one.account_before, "created_at": now,
            "created_by": actor.id, "created_by_name": actor.name[:200],
        }
        for one in made.replacements
    ]  # fmt: skip
    connection.execute(insert(PaymentReplacement), rows)
    first = made.replacements[0].original
    of_original = behind_files(connection, [first.document.id])
    keep_behind(
        connection, document_id,
        [
            BehindFile(Part.CORRECTED, actor.id, actor.name, now),
            *of_original.get(first.document.id, ()),
        ],
    )  # fmt: skip
    journal = first.payment.correlation_id
    tie.note(
        connection, journal, now, "INFO",
        Message("correction.made", count=len(rows), name=made.message_id),
        actor=actor.name,
    )  # fmt: skip
    tie.refresh(connection, [journal], now)
