"""The versions of file formats in the graph."""

from datetime import date, datetime

import strawberry

from giroscope.features.formats.ends import ENDS, LOOKED_AT, OFFERS
from giroscope.features.formats.policy import Direction, FormatState, Judged, judge
from giroscope.features.formats.queries import uses
from giroscope.features.formats.watch import LOOK_BACK
from giroscope.kernel.clock import day_of
from giroscope.kernel.graph import Info, query

strawberry.enum(Direction, name="FormatDirection")
strawberry.enum(
    FormatState,
    name="FormatState",
    description="SUPERSEDED: another version has come or gone since.",
)


@strawberry.type
class BankFormat:
    """A version of a file format that goes to a bank or comes from it."""

    bank_id: strawberry.ID
    bank: str
    direction: Direction
    format: str
    version: str
    files: int
    first: datetime
    last: datetime
    state: FormatState
    ends: date | None = strawberry.field(
        description="The last day of it; null where none is known."
    )
    ends_in_month: bool = strawberry.field(
        description="Whether only the month is known: each bank has a day of its own."
    )
    days_left: int | None = strawberry.field(
        description="Until that day; below zero after it."
    )
    instead: str | None = strawberry.field(
        description="What the bank takes or gives in its place, or beside it."
    )
    source: str | None = strawberry.field(description="Who says so.")
    source_url: str | None

    @classmethod
    def of(cls, judged: Judged) -> "BankFormat":
        """From what was judged."""
        use, end = judged.use, judged.end
        known = end or judged.offer
        return cls(
            bank_id=strawberry.ID(str(use.connection_id)),
            bank=use.connection,
            direction=use.direction,
            format=use.format,
            version=use.version,
            files=use.files,
            first=use.first,
            last=use.last,
            state=judged.state,
            ends=end.last_day if end else None,
            ends_in_month=end is not None and end.is_month,
            days_left=judged.days_left,
            instead=known.instead if known else None,
            source=known.source.name if known else None,
            source_url=known.source.url if known else None,
        )


@strawberry.type
class BankFormats:
    """The versions of the last 90 days, both ways."""

    looked_at: date = strawberry.field(
        description="When the published dates were last read."
    )
    rows: list[BankFormat]


@strawberry.type
class FormatQuery:
    """Questions about file formats."""

    @query("banks.read", "Versions of the last 90 days, and when banks end them.")
    async def bank_formats(self, info: Info) -> BankFormats:
        """By connection, sent before received."""
        now = info.context.clock()
        async with info.context.reading() as session:
            found = await session.run_sync(
                lambda own: uses(own.connection(), now - LOOK_BACK)
            )
        judged = judge(found, ENDS, OFFERS, day_of(now))
        return BankFormats(
            looked_at=LOOKED_AT, rows=[BankFormat.of(one) for one in judged]
        )
