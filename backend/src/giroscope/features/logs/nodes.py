"""An exchange as the graph shows it."""

from datetime import datetime

import strawberry

from giroscope.features.logs import queries
from giroscope.features.logs.failures import cause_in_both, failure_in_both
from giroscope.features.logs.filters import Wanted
from giroscope.features.logs.queries import Cause
from giroscope.features.logs.retention import Keeping
from giroscope.features.logs.tables import LogDirection, LogEntry, LogType
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import Info, loader
from giroscope.kernel.sorting import SortDirection
from giroscope.kernel.text import LocalizedText

strawberry.enum(LogType, description="With whom something was exchanged.")
strawberry.enum(LogDirection, description="Which way it went.")
_LONGEST_TEXT = 200
_MOST_VALUES = 50


@strawberry.type(
    name="Log",
    description="One half of an exchange: what was asked, or what was answered. All"
    " that it shows was masked before it was stored.",
)
class LogNode:
    """One half of an exchange."""

    row: strawberry.Private[LogEntry]
    id: strawberry.ID
    created: datetime
    correlation_id: strawberry.ID | None = strawberry.field(
        description="The journal it is about, where that is known."
    )
    uri: str
    direction: LogDirection
    log_type: LogType
    peer: str = strawberry.field(
        description="With whom: `bank:` and the id of the connection, `erp:` and the"
        " kind, `identity` or `mail`."
    )
    operation: str
    status: int | None
    duration_ms: int | None
    size: int = strawberry.field(description="Bytes that went over the wire.")
    is_reply: bool
    is_cut: bool = strawberry.field(description="Whether `data` is its beginning only.")
    has_bytes: bool = strawberry.field(
        description="Whether its bytes are kept and can be revealed."
    )
    failure: str | None
    cause: str | None = strawberry.field(
        description="Of an exchange that failed: the same for the same trouble."
    )
    said: LocalizedText | None = strawberry.field(description="The failure, in words.")
    cause_said: LocalizedText | None = strawberry.field(
        description="The cause, in words."
    )
    request_id: str | None
    trace: str | None
    sha256: str | None

    @strawberry.field
    async def data(self, info: Info) -> str:
        """What was said, masked."""
        found = await loader(info, "log data", _said).load(self.row.id)
        return str(found or "")

    @strawberry.field
    async def counterpart(self, info: Info) -> "LogNode | None":
        """The other half of the exchange, if there is one."""
        found = await loader(info, "log halves", _halves).load(self.row.exchange)
        other = [half for half in found or () if half.id != self.row.id]
        return LogNode.of(other[0]) if other else None

    @classmethod
    def of(cls, row: LogEntry) -> "LogNode":
        """From its row."""
        about = row.correlation_id
        said = failure_in_both(row.failure)
        cause_said = row.cause and cause_in_both(row.cause, row.failure)
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            created=row.created,
            correlation_id=strawberry.ID(about) if about else None,
            uri=row.uri,
            direction=LogDirection(row.direction),
            log_type=LogType(row.log_type),
            peer=row.peer,
            operation=row.operation,
            status=row.status,
            duration_ms=row.duration_ms,
            size=row.size,
            is_reply=row.is_reply,
            is_cut=row.is_cut,
            has_bytes=row.has_bytes,
            failure=row.failure,
            cause=row.cause,
            said=LocalizedText.of(said) if said else None,
            cause_said=LocalizedText.of(cause_said) if cause_said else None,
            request_id=row.request_id,
            trace=row.trace,
            sha256=row.sha256,
        )


async def _said(session: ReadSession, ids: list[int]) -> dict[int, str]:
    return await queries.said(session, ids)


async def _halves(
    session: ReadSession, exchanges: list[str]
) -> dict[str, list[LogEntry]]:
    return await queries.halves(session, exchanges)


async def count_of_journal(info: Info, correlation_id: str) -> int | None:
    """How many entries are about a journal; None for who may not read them."""
    if not info.context.actor.may("logs.read"):
        return None

    async def fetch(session: ReadSession, ids: list[str]) -> dict[str, int]:
        return await queries.counts_of_journals(session, ids)

    found = await loader(info, "log counts", fetch).load(correlation_id)
    return int(found or 0)


@strawberry.type(description="How many entries there are of a type.")
class LogTypeCount:
    """How many entries there are of a type."""

    log_type: LogType
    count: int
    is_exact: bool


@strawberry.type(description="Exchanges that failed for the same reason.")
class LogCause:
    """Exchanges that failed for the same reason."""

    log_type: LogType
    cause: str
    said: LocalizedText = strawberry.field(description="The cause, in words.")
    count: int
    first_seen: datetime
    last_seen: datetime
    latest_id: strawberry.ID

    @classmethod
    def of(cls, found: Cause) -> "LogCause":
        """From what was put together."""
        return cls(
            log_type=LogType(found.log_type),
            cause=found.cause,
            said=LocalizedText.of(found.said),
            count=found.size,
            first_seen=found.first,
            last_seen=found.last,
            latest_id=strawberry.ID(str(found.latest_id)),
        )


@strawberry.type(
    description="What went wrong, the latest first. Only the newest 10,000 exchanges"
    " that failed are put together; where there are more, `isWhole` is false."
)
class LogCauses:
    """What went wrong."""

    causes: list[LogCause]
    is_whole: bool


@strawberry.type(
    name="LogKeeping", description="How the log is kept, and how it stands."
)
class LogKeepingNode:
    """How the log is kept."""

    keep_days: int
    most_megabytes: int
    keeps_bytes: bool
    hides_names: bool
    hides_accounts: bool
    hides_amounts: bool
    hides_texts: bool
    stored: float = strawberry.field(description="Bytes the entries take.")
    lost: float = strawberry.field(
        description="Exchanges that came faster than they could be written."
    )
    lost_at: datetime | None
    version: int

    @classmethod
    def of(cls, kept: Keeping) -> "LogKeepingNode":
        """From its value."""
        return cls(
            keep_days=kept.keep_days,
            most_megabytes=kept.most_megabytes,
            keeps_bytes=kept.keeps_bytes,
            hides_names=kept.choice.names,
            hides_accounts=kept.choice.accounts,
            hides_amounts=kept.choice.amounts,
            hides_texts=kept.choice.texts,
            stored=kept.stored,
            lost=kept.lost,
            lost_at=kept.lost_at,
            version=kept.version,
        )


@strawberry.type(name="RevealedLog", description="What went over the wire, as it was.")
class RevealedLogNode:
    """What went over the wire."""

    id: strawberry.ID
    text: str = strawberry.field(
        description="The bytes as text; a byte that is none shows as the sign for that."
    )
    is_text: bool


@strawberry.input
class InstantRange:
    """From and to, both included; an open end where one is missing."""

    from_: datetime | None = strawberry.field(name="from", default=None)
    to: datetime | None = None

    def __post_init__(self) -> None:
        """Refuse an instant that says no zone, and one that none can be compared to."""
        for end in (self.from_, self.to):
            if end is not None and (end.tzinfo is None or not 1 < end.year < 9999):
                raise InvalidInput("An instant needs its zone, such as `Z`")


@strawberry.input
class LogFilter:
    """What the list of entries is narrowed to."""

    types: list[LogType] | None = None
    directions: list[LogDirection] | None = None
    statuses: list[int] | None = None
    failed: bool | None = strawberry.field(
        default=None, description="The last halves of exchanges that failed."
    )
    text: str | None = strawberry.field(
        default=None, description="Words that begin words of what may be seen."
    )
    uri: str | None = None
    peer: str | None = None
    correlation_id: strawberry.ID | None = None
    cause: str | None = None
    created: InstantRange | None = None

    def wanted(self) -> Wanted:
        """As the query takes it.

        Raises:
            InvalidInput: A text is longer than anything that could be found.
        """
        created = self.created or InstantRange()
        for name in ("text", "uri", "peer", "cause"):
            if len(getattr(self, name) or "") > _LONGEST_TEXT:
                raise InvalidInput(
                    f"Search for at most {_LONGEST_TEXT} characters",
                    path=f"filter.{name}",
                )
        if len(self.statuses or ()) > _MOST_VALUES:
            raise InvalidInput(
                f"At most {_MOST_VALUES} can be named at once", path="filter.statuses"
            )
        return Wanted(
            types=[one.value for one in self.types] if self.types else None,
            directions=(
                [one.value for one in self.directions] if self.directions else None
            ),
            statuses=self.statuses or None,
            failed=self.failed,
            text=self.text or None,
            uri=self.uri or None,
            peer=self.peer or None,
            correlation_id=self.correlation_id or None,
            cause=self.cause or None,
            from_=created.from_,
            to=created.to,
        )


@strawberry.input
class LogOrder:
    """How entries are sorted: as they came, or backwards."""

    direction: SortDirection
