"""Keeps what a bank gives only once: noted before it is asked, safe before it is read.

An answer goes into the vault as it came, encrypted, and its row is committed before
anybody looks into it. It is read again at every look until what was in it is stored.
What was asked and brought no answer, because the line broke or the product was
stopped, is told to people when the bank gives nothing more of that kind.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from banklink import AnswerNotTrusted, FileKind, Ids, Question
from giroscope.features.banks.tables import BankAnswer
from giroscope.features.documents import Vault
from giroscope.features.messages import tell
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from localization import Message


class AnswerState(StrEnum):
    """How far a question to a bank is."""

    ASKED = "ASKED"
    """It left, or was about to."""
    CUT_OFF = "CUT_OFF"
    """It left in an earlier look, and no answer was kept."""
    KEPT = "KEPT"
    """Its answer is safe; what is in it may not be stored yet."""
    DOUBTED = "DOUBTED"
    """Its answer cannot be believed. It may be once the settings are right."""


Doubt = Callable[[Connection, FileKind, bytes, AnswerNotTrusted], None]
"""Told once of an answer that cannot be believed, in the transaction that notes it."""


class Place(NamedTuple):
    """Whose answers are kept, and where."""

    database: Database
    vault: Vault
    realm: str
    connection_id: int


class AnswerSafe:
    """The safe of one connection during one look; a `Safe` of `banklink`."""

    def __init__(
        self, place: Place, clock: Clock, doubt: Doubt, *, with_doubted: bool
    ) -> None:
        self._place, self._clock = place, clock
        self._doubt = doubt
        self._with_doubted = with_doubted
        self.answered: set[FileKind] = set()
        """The kinds for which the bank has answered in this look."""

    def expect(self, question: Question) -> None:
        """Commit that an answer may come."""
        with self._connected() as connection:
            connection.execute(
                insert(BankAnswer).values(
                    connection_id=self._place.connection_id, kind=question.kind.value,
                    request_id=question.ids.request_id, stamped=question.ids.timestamp,
                    state=AnswerState.ASKED.value, asked=self._clock(),
                )
            )  # fmt: skip
            connection.commit()

    def keep(self, question: Question, reply: bytes) -> None:
        """Commit the answer as it came."""
        stored = self._place.vault.keep_now(self._place.realm, [reply])
        self._set(question, AnswerState.KEPT, reply_sha256=stored.sha256)
        self.answered.add(question.kind)

    def unread(self, kind: FileKind) -> Iterator[tuple[Question, bytes]]:
        """What was kept and not taken; once a day also what was doubted."""
        states = [AnswerState.KEPT.value]
        if self._with_doubted:
            states.append(AnswerState.DOUBTED.value)
        with self._connected() as connection:
            rows = connection.execute(
                select(BankAnswer)
                .where(
                    BankAnswer.connection_id == self._place.connection_id,
                    BankAnswer.kind == kind.value,
                    BankAnswer.state.in_(states),
                )
                .order_by(BankAnswer.id)
            ).all()
        for row in rows:
            question = Question(kind, Ids(row.request_id, row.stamped))
            yield question, self._reply(row.reply_sha256)

    def doubt(self, question: Question, error: AnswerNotTrusted) -> None:
        """Set an answer aside, with its evidence; nothing new where it lies there."""
        with self._connected() as connection:
            row = connection.execute(
                select(BankAnswer).where(self._is(question)).with_for_update()
            ).one()
            if row.state == AnswerState.DOUBTED:
                return
            connection.execute(
                update(BankAnswer)
                .where(BankAnswer.id == row.id)
                .values(state=AnswerState.DOUBTED.value)
            )
            reply = self._reply(row.reply_sha256)
            self._doubt(connection, question.kind, reply, error)
            connection.commit()

    def forget(self, question: Question) -> None:
        """Let go of a question of which nothing is owed."""
        with self._connected() as connection:
            connection.execute(delete(BankAnswer).where(self._is(question)))
            connection.commit()

    def _set(self, question: Question, state: AnswerState, **values: object) -> None:
        with self._connected() as connection:
            connection.execute(
                update(BankAnswer)
                .where(self._is(question))
                .values(state=state.value, **values)
            )
            connection.commit()

    def _is(self, question: Question) -> ColumnElement[bool]:
        return (BankAnswer.connection_id == self._place.connection_id) & (
            BankAnswer.request_id == question.ids.request_id
        )

    def _reply(self, sha256: str) -> bytes:
        # The vault gives these very bytes or nothing.
        return b"".join(self._place.vault.chunks(self._place.realm, sha256))

    def _connected(self) -> AbstractContextManager[Connection]:
        return self._place.database.job_connection(self._place.realm)


def note_cut_off(connection: Connection, connection_id: int) -> None:
    """Note, as a look begins, what an earlier one asked and never had answered."""
    connection.execute(
        update(BankAnswer)
        .where(
            BankAnswer.connection_id == connection_id,
            BankAnswer.state == AnswerState.ASKED.value,
        )
        .values(state=AnswerState.CUT_OFF.value)
    )


def tell_cut_off(
    connection: Connection,
    connection_id: int,
    name: str,
    *,
    answered: Collection[FileKind],
    came: Collection[FileKind],
) -> None:
    """Conclude what became of answers cut off, for the kinds answered since.

    Where a file of the kind came, the bank has handed it out again, or a number that
    is missing will show it. Where nothing came, only people can ask the bank.
    """
    rows = connection.execute(
        select(BankAnswer.id, BankAnswer.kind, BankAnswer.asked)
        .where(
            BankAnswer.connection_id == connection_id,
            BankAnswer.state == AnswerState.CUT_OFF.value,
            BankAnswer.kind.in_([kind.value for kind in answered]),
        )
        .order_by(BankAnswer.asked)
    ).all()
    lost = [row for row in rows if row.kind not in {kind.value for kind in came}]
    if lost:
        since, kinds = lost[0].asked, ", ".join(sorted({row.kind for row in lost}))
        tell(
            connection,
            "WARNING",
            Message("banks.answer_cut_off", name=name, kinds=kinds, since=since),
            reference=f"bank:{connection_id}",
        )
    connection.execute(
        delete(BankAnswer).where(BankAnswer.id.in_([row.id for row in rows]))
    )


def has_unread(connection: Connection, connection_id: int, since: datetime) -> bool:
    """Whether an answer waits to be read that needs the present key for it."""
    found = connection.execute(
        select(BankAnswer.id)
        .where(
            BankAnswer.connection_id == connection_id,
            BankAnswer.state == AnswerState.KEPT.value,
            BankAnswer.asked > since,
        )
        .limit(1)
    )
    return found.first() is not None


def forget_old(connection: Connection, before: datetime) -> None:
    """Let go of answers nobody could believe for a month; their evidence stays."""
    connection.execute(
        delete(BankAnswer).where(
            BankAnswer.state == AnswerState.DOUBTED.value, BankAnswer.asked < before
        )
    )
