"""Search in the graph. Here, and only here, is said who may find what."""

from asyncio import gather
from collections.abc import Awaitable, Callable, Sequence
from datetime import date

import strawberry

from giroscope.features.search import money, parse, records
from giroscope.features.search.hits import Group, Hit, Kind, grouped
from giroscope.features.search.parse import Reading
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import Info, Money, query

strawberry.enum(Kind, name="SearchKind")

Find = Callable[[ReadSession, Reading, int], Awaitable[list[Hit]]]
_PLACES: dict[Kind, tuple[str, Find]] = {
    Kind.JOURNAL: ("journals.read", records.journals),
    Kind.PAYMENT: ("payments.read", money.payments),
    Kind.TRANSACTION: ("statements.read", money.transactions),
    Kind.STATEMENT: ("statements.read", money.statements),
    Kind.ACCOUNT: ("banks.read", money.accounts),
    Kind.UPLOAD: ("uploads.read", records.uploads),
    Kind.MESSAGE: ("messages.read", records.messages),
    Kind.USER: ("users.read", records.users),
}
"""Each kind of record, the verb that lets it be read, and how it is found.

Transactions, of which there are most, are looked for beside all the others: to open a
connection for each kind would cost more than to ask one after the other.
"""
_MOVED = frozenset({Kind.PAYMENT, Kind.TRANSACTION})
"""What has an amount that people remember about."""
_USUAL, _MOST = 5, 20


@strawberry.type(
    description="A record that was found. `address` is where the console shows it."
)
class SearchHit:
    """A record that was found."""

    kind: Kind
    id: strawberry.ID
    title: str
    detail: str
    address: str
    amount: Money | None
    date: date | None
    exact: bool = strawberry.field(
        description="Whether the text is an id or a reference of it, as a whole."
    )

    @classmethod
    def of(cls, hit: Hit) -> "SearchHit":
        """From its value."""
        return cls(
            kind=hit.kind,
            id=strawberry.ID(hit.id),
            title=hit.title,
            detail=hit.detail,
            address=hit.address,
            amount=hit.sum and Money(amount=hit.sum.amount, currency=hit.sum.currency),
            date=hit.day,
            exact=hit.is_exact,
        )


@strawberry.type(description="Hits of one kind, the wholly fitting first.")
class SearchGroup:
    """Hits of one kind."""

    kind: Kind
    hits: list[SearchHit]
    more: bool = strawberry.field(description="Whether there are more of this kind.")

    @classmethod
    def of(cls, group: Group) -> "SearchGroup":
        """From its value."""
        hits = [SearchHit.of(hit) for hit in group.hits]
        return cls(kind=group.kind, hits=hits, more=group.has_more)


@strawberry.type(description="What was found, by kind; a whole reference comes first.")
class SearchResults:
    """What was found."""

    groups: list[SearchGroup]


@strawberry.type
class SearchQuery:
    """Questions over all rooms."""

    @query(
        "viewer.read",
        "Looks for ids, references, account numbers in any spacing, names and amounts"
        " (`1.234,56`, `1,234.56 DKK`), in all that the caller may read. `#12` means"
        " the record of that number, `~4000` and `ca. 4.000 kr.` money of about so"
        " much, to a tenth. Where nothing holds a text such as `Jensen 4000`, it is"
        " read as a name and the whole part of an amount; with decimals the amount"
        " is exact.",
    )
    async def search(
        self, info: Info, text: str, first: int | None = None
    ) -> SearchResults:
        """Find."""
        most = _USUAL if first is None else first
        if not 1 <= most <= _MOST:
            raise InvalidInput(f"1 to {_MOST} of each kind are shown", path="first")
        asked = parse.read(text)
        found = await _found(info, asked, most)
        if not found and (named := parse.named_amount(asked)):
            found = await _found(info, named, most)
        return SearchResults(groups=[SearchGroup.of(group) for group in found])


async def _found(info: Info, asked: Reading, most: int) -> list[Group]:
    """What there is of each kind that may be read, the wholly fitting first."""
    context = info.context

    async def look(lane: Sequence[Kind]) -> list[Group]:
        async with context.reading() as session:
            return [
                grouped(kind, await _PLACES[kind][1](session, asked, most), most)
                for kind in lane
            ]

    may = [
        kind
        for kind, (verb, _) in _PLACES.items()
        if context.actor.may(verb) and (kind in _MOVED or not asked.about)
    ]
    lanes = [
        [kind for kind in may if (kind is Kind.TRANSACTION) == is_large]
        for is_large in (True, False)
    ]
    looked = await gather(*(look(lane) for lane in lanes if lane))
    by_kind = {group.kind: group for groups in looked for group in groups}
    groups = [by_kind[kind] for kind in may]
    return sorted(
        (group for group in groups if group.hits),
        key=lambda group: not group.is_exact,
    )
