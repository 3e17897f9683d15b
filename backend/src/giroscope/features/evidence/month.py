"""An account's month as the subject of a pack."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import strawberry
from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from giroscope.features.banks import Account
from giroscope.features.documents import Document
from giroscope.features.evidence import layout
from giroscope.features.evidence.journal import BY_DAY
from giroscope.features.evidence.subject import Held, Listed
from giroscope.features.journals.lateness import Habit
from giroscope.features.matches import EntryMatch, MatchSide
from giroscope.features.months.policy import Month, ends_of
from giroscope.features.months.queries import first_day, last_day, months_of
from giroscope.features.months.tables import MonthClosing, MonthProposal
from giroscope.features.statements import Statement, Transaction
from giroscope.features.statements.export import (
    STATEMENTS,
    TRANSACTION_COLUMNS,
    dressed,
)
from giroscope.features.statements.graph.asked import StatementFilter
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.export import Asked, Export, in_portions
from giroscope.kernel.graph import Context, DateRange

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_ACCOUNT = ("number", "iban", "name", "owner", "currency", "servicer")
_STATEMENT = (
    "id", "kind", "status", "reason", "related_id", "format", "bank_id", "sequence",
    "page", "currency", "created", "imported", "from_date", "to_date", "period_source",
    "opening", "opening_date", "closing", "closing_date", "incoming", "outgoing",
    "entries", "balanced", "previous_id", "link",
)  # fmt: skip
_FILE = ("id", "name", "kind", "format", "version", "size", "sha256", "received")
_CLOSING = (
    "entries", "total", "closing", "closed_at", "closed_by", "closed_by_name", "reason",
    "proposed_by", "proposed_by_name", "reopened_at", "reopened_by",
    "reopened_by_name", "reopened_reason",
)  # fmt: skip
_PROPOSAL = (
    "state", "entries", "unmatched", "total", "closing", "is_complete", "adds_up",
    "differences", "difference", "reason", "proposed", "proposed_by",
    "proposed_by_name", "decided", "decided_by", "decided_by_name", "decided_reason",
)  # fmt: skip
_MATCH = (
    "id", "kind", "score", "reasons", "matched_at", "matched_by", "matched_by_name",
    "difference", "currency", "difference_reason", "difference_note", "erp_state",
    "ended_at", "ended_by", "ended_by_name",
)  # fmt: skip
_SIDE = ("entry_id", "payment_id", "open_item_id", "settles", "is_return", "about")


@dataclass(frozen=True, slots=True)
class AccountMonth:
    """One month of one account."""

    account_id: int
    first: date
    usual: Habit
    """When statements are due where nobody said otherwise."""
    kind: str = "month"
    verbs: Sequence[str] = ("statements.read", "documents.read", "audit.read")

    @classmethod
    def of(cls, account: Any, month: Any, usual: Habit) -> "AccountMonth":
        """From what an address names.

        Raises:
            InvalidInput: It is no account, or no month.
        """
        if not isinstance(account, str) or not re.fullmatch(r"[0-9]{1,18}", account):
            raise InvalidInput("`account` is the id of an account", path="account")
        if not isinstance(month, str) or not _MONTH.fullmatch(month):
            raise InvalidInput("`month` is written YYYY-MM", path="month")
        return cls(int(account), date.fromisoformat(f"{month}-01"), usual)

    @property
    def id(self) -> str:
        """The account, and the month of it."""
        return f"{self.account_id}-{self.first:%Y-%m}"

    @property
    def noted(self) -> Mapping[str, str]:
        """The account, and which month of it."""
        return {"account": str(self.account_id), "month": self.first.isoformat()}

    async def asked(self, context: Context) -> Mapping[str, Any]:
        """Nothing: all of it stands in tables."""
        del context
        return {}

    def held(self, connection: Connection, now: datetime) -> Held:
        """Its statements with every version, closings and matches."""
        first, last = ends_of(self.first)
        with Session(bind=connection) as session:
            account = session.get(Account, self.account_id)
            if account is None or account.joined_into is not None:
                raise NotFound
            (month,) = months_of(session, [account], first, last, now, self.usual)
            statements = session.scalars(
                select(Statement)
                .where(
                    Statement.account_id == account.id,
                    first_day <= last,
                    last_day >= first,
                )
                .order_by(first_day, last_day, Statement.id)
            ).all()
            told: dict[str, Any] = {
                "account": layout.told_of(account, ("id", *_ACCOUNT)),
                "month": _told(month, statements, first, last),
                "statements": [layout.told_of(one, _STATEMENT) for one in statements],
                "closings": self._of_month(session, MonthClosing, _CLOSING),
                "proposals": self._of_month(session, MonthProposal, _PROPOSAL),
                "matches": list(self._matches(session, first, last)),
            }
        documents = connection.execute(
            select(Document)
            .where(Document.id.in_({one.document_id for one in statements}))
            .order_by(Document.id)
        ).all()
        told["files"] = [layout.told_of(one, _FILE) for one in documents]
        return Held(told, documents, [("account", str(self.account_id))])

    def name(self, record: Mapping[str, Any]) -> str | None:
        """The account as it is written, and the month."""
        account = record["account"]
        return f"{account['iban'] or account['number']} {self.first:%Y-%m}"

    def lists(self) -> Sequence[Listed]:
        """Its statements that count, and its booked entries."""
        first, last = ends_of(self.first)
        touching = StatementFilter(
            account_ids=[strawberry.ID(str(self.account_id))],
            period=DateRange(from_=first, to=last),
        )
        return (
            Listed(layout.STATEMENTS, STATEMENTS, touching),
            Listed(layout.ENTRIES, _ENTRIES, (self.account_id, first, last)),
        )

    def _of_month(
        self,
        session: Session,
        table: type[MonthClosing | MonthProposal],
        names: Sequence[str],
    ) -> list[dict[str, Any]]:
        """All that was kept of it, also what was taken back or decided since."""
        rows = session.scalars(
            select(table)
            .where(table.account_id == self.account_id, table.month == self.first)
            .order_by(table.id)
        )
        return [layout.told_of(row, names) for row in rows]

    def _matches(
        self, session: Session, first: date, last: date
    ) -> Iterator[dict[str, Any]]:
        """What people matched its entries with, also what was ended."""
        entries = _booked(self.account_id, first, last, Transaction.id)
        ids = select(MatchSide.match_id).where(MatchSide.entry_id.in_(entries))
        rows = session.scalars(
            select(EntryMatch).where(EntryMatch.id.in_(ids)).order_by(EntryMatch.id)
        ).all()
        sides: dict[int, list[dict[str, Any]]] = {row.id: [] for row in rows}
        for side in session.scalars(
            select(MatchSide).where(MatchSide.match_id.in_(ids)).order_by(MatchSide.id)
        ):
            sides[side.match_id].append(layout.told_of(side, _SIDE))
        for row in rows:
            yield {**layout.told_of(row, _MATCH), "sides": sides[row.id]}


def _told(
    month: Month, statements: Sequence[Statement], first: date, last: date
) -> dict[str, Any]:
    """The month as it is judged, and the balance it begins with."""
    names = ("is_complete", "adds_up", "entries", "unmatched", "total", "closing")
    return {
        "first": first,
        "last": last,
        "opening": _opening(statements, first),
        **layout.told_of(month, names),
        "days": [
            layout.told_of(day, ("date", "state", "marks", "entries"))
            for day in month.days
        ],
    }


def _opening(statements: Sequence[Statement], first: date) -> Decimal | None:
    """What the first statement opens with; None where one reaches over from before."""
    final = [one for one in statements if one.is_final]
    if not final or (final[0].from_date or first) < first:
        return None
    return final[0].opening


def _booked(account_id: int, first: date, last: date, *columns: Any) -> Any:
    """The entries that the month counts."""
    return select(*columns).where(
        Transaction.parent_id.is_(None),
        Transaction.state == 0,
        Transaction.account_id == account_id,
        Transaction.day.between(first, last),
    )


def _entries(asked: Asked) -> Any:
    return in_portions(_booked(*asked.filter, Transaction), BY_DAY, dressed)


_ENTRIES = Export(("Entries", "Posteringer"), TRANSACTION_COLUMNS, _entries)
