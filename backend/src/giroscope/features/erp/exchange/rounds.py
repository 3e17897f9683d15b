"""Reads all of a kind that the ERP has, page by page; each is safe before the next.

Killed between pages, the next run goes on at the cursor that was kept.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sqlalchemy import Connection, and_, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from erplink import ContractChanged, ErpError, Invalid, NotThere, Unreadable
from giroscope.features.erp.exchange.tables import ErpFinding, ErpRound, What
from giroscope.features.erp.open_connection import Opened
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun

PAGE = 500
_STALE = timedelta(hours=2)
"""A round that was cut so long ago begins anew."""


class Page(Protocol):
    """What every page of a connector has."""

    @property
    def items(self) -> Sequence[Any]:
        """What it offers."""

    @property
    def cursor(self) -> str | None:
        """Where the next one begins; None after the last."""

    @property
    def unreadable(self) -> Sequence[Unreadable]:
        """What it offers and nobody can use."""


_P = TypeVar("_P", bound=Page)


@dataclass(frozen=True, slots=True)
class Keeping:
    """A page on its way into rows, in one transaction."""

    connection: Connection
    connection_id: int
    round: Any
    """Its row as it was before the page."""
    now: datetime

    def find(self, about: tuple[str, str], code: str, name: str, doubt: str) -> None:
        """Keep what somebody should look at, by the id and number it has there."""
        native_id, number = about[0][:80], about[1][:80]
        is_sqlite = self.connection.dialect.name == "sqlite"
        dialect = sqlite if is_sqlite else postgresql
        self.connection.execute(
            dialect.insert(ErpFinding)
            .values(
                connection_id=self.connection_id, native_id=native_id, number=number,
                code=code, field=name[:80], doubt=doubt, round_id=self.round.id,
                seen=self.now,
            )
            .on_conflict_do_update(
                index_elements=["connection_id", "native_id", "code", "field"],
                set_={"round_id": self.round.id, "doubt": doubt, "number": number},
            )
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading(ABC, Generic[_P]):
    """One round over one connection."""

    what: ClassVar[What]
    database: Database
    realm: str
    connection_id: int
    opened: Opened
    clock: Clock

    @abstractmethod
    def ask(self, cursor: str | None, since: str | None) -> _P:
        """A page from the connector."""

    @abstractmethod
    def keep(self, keeping: Keeping, page: _P) -> int:
        """Put a page into rows; tells how many are new."""

    @abstractmethod
    def end(self, keeping: Keeping) -> None:
        """The round is whole: what it did not meet is gone."""

    def mark_of(self, page: _P) -> str | None:
        """Where the next round may begin, by the first page of this one."""
        del page
        return None

    def since(self, connection: Connection, now: datetime) -> str | None:
        """The mark after which a new round asks for changes alone."""
        del connection, now
        return None

    def run(self, run: JobRun) -> None:
        """Read to the last page.

        Raises:
            ErpError: The ERP did not let it; what was read stays.
            JobCancelled: Somebody asked it to stop.
        """
        found = self._round()
        cursor, since, pages = found.cursor, found.since, found.pages
        may_begin_anew = pages > 0 or since is not None
        while True:
            run.report("fetch", found.read)
            try:
                page = self._page(cursor, since)
            except (Invalid, NotThere, ContractChanged):
                if not may_begin_anew:
                    raise
                # A cursor or mark of before is good no longer: begin with all.
                cursor, since, pages, may_begin_anew = None, None, 0, False
                continue
            may_begin_anew, pages = False, pages + 1
            self._store(found.id, page, pages, since)
            if page.cursor is None:
                return
            cursor = page.cursor

    def note_failure(self, error: ErpError) -> None:
        """Write down on the round why it did not come to its end."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            connection.execute(
                update(ErpRound)
                .where(*self._of_round, ErpRound.ended.is_(None))
                .values(failed=now, code=error.code, message=error.message[:500])
            )
            connection.commit()

    @property
    def _of_round(self) -> tuple[Any, Any]:
        return (
            ErpRound.connection_id == self.connection_id,
            ErpRound.what == self.what.value,
        )

    def _page(self, cursor: str | None, since: str | None) -> _P:
        page = self.ask(cursor, since)
        if page.cursor is not None and page.cursor == cursor:
            raise ContractChanged("erp_link.same_page")
        return page

    def _round(self) -> Any:
        """The round that was cut a moment ago, or a new one."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            unended = (*self._of_round, ErpRound.ended.is_(None))
            connection.execute(
                update(ErpRound)
                .where(*unended, ErpRound.began < now - _STALE)
                .values(ended=now)
            )
            begun = (
                select(ErpRound).where(*unended).order_by(ErpRound.id.desc()).limit(1)
            )
            found = connection.execute(begun).one_or_none()
            if found is None:
                connection.execute(
                    insert(ErpRound).values(
                        connection_id=self.connection_id, what=self.what.value,
                        since=self.since(connection, now), began=now, pages=0, read=0,
                        new=0, unreadable=0, is_whole=False,
                    )
                )  # fmt: skip
                found = connection.execute(begun).one()
            connection.commit()
        return found

    def _store(self, round_id: int, page: _P, pages: int, since: str | None) -> None:
        """Keep the page, and where to go on, in one transaction."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            own = select(ErpRound).where(ErpRound.id == round_id)
            keeping = Keeping(
                connection, self.connection_id, connection.execute(own).one(), now
            )
            new = self.keep(keeping, page)
            begins = {"mark": self.mark_of(page)} if pages == 1 else {}
            connection.execute(
                update(ErpRound)
                .where(ErpRound.id == round_id)
                .values(
                    cursor=page.cursor, since=since, pages=pages,
                    new=ErpRound.new + new, read=ErpRound.read + len(page.items),
                    unreadable=ErpRound.unreadable + len(page.unreadable),
                    failed=None, code=None, message=None, **begins,
                )
            )  # fmt: skip
            if page.cursor is None:
                connection.execute(
                    update(ErpRound)
                    .where(ErpRound.id == round_id)
                    .values(ended=now, is_whole=True)
                )
                ended = connection.execute(own).one()
                self.end(Keeping(connection, self.connection_id, ended, now))
            connection.commit()


def last_round(
    connection: Connection, connection_id: int, what: What = What.PAYMENTS
) -> Any | None:
    """The round of that kind that began last."""
    return connection.execute(
        select(ErpRound)
        .where(ErpRound.connection_id == connection_id, ErpRound.what == what.value)
        .order_by(ErpRound.id.desc())
        .limit(1)
    ).one_or_none()


def is_due(
    connection: Connection, connection_id: int, minutes: int, now: datetime
) -> bool:
    """Whether it is time to look again: a round ended or failed so long ago."""
    latest = connection.execute(
        select(func.max(func.coalesce(ErpRound.failed, ErpRound.ended, ErpRound.began)))
        .where(
            and_(
                ErpRound.connection_id == connection_id,
                or_(ErpRound.ended.is_not(None), ErpRound.failed.is_not(None)),
            )
        )
    ).scalar()  # fmt: skip
    return latest is None or now - latest >= timedelta(minutes=minutes)
