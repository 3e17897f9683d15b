"""What every room's `graph.py` is made of: context, access, connections, refusals.

A query field opens its own read session; a mutation field runs in one write
session, committed once. Every root field names the verb it needs.
"""

import asyncio
import dataclasses
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Hashable,
    Iterable,
    Mapping,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import MAXYEAR, date
from decimal import Decimal
from typing import Annotated, Any, Generic, TypeVar

import strawberry
from anyio import to_thread
from sqlalchemy import Select, func, select
from strawberry.dataloader import DataLoader
from strawberry.extensions.field_extension import AsyncExtensionResolver, FieldExtension
from strawberry.types.field import StrawberryField
from strawberry.types.nodes import SelectedField, Selection

from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.columns import is_storable
from giroscope.kernel.database import Database, ReadSession, WriteSession
from giroscope.kernel.errors import AppError, InvalidInput
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.paged import Paged
from giroscope.kernel.paging import Count, Order, Page, PageRequest, row_id

_COUNTED = 10_000
"""Plain lists are counted up to here."""
_MOST_IDS = 1_000

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
S = TypeVar("S")


@dataclass(slots=True)
class Context:
    """What a resolver may reach."""

    actor: Actor
    database: Database
    jobs: JobStarter
    clock: Clock
    lent: Mapping[type, Any] = field(default_factory=dict)
    """What rooms keep as long as the process lives, by its class."""
    loaders: dict[object, Any] = field(default_factory=dict)
    """Loaders of this request, by whatever names them."""
    has_changed: bool = False
    """Whether a change was made in this request."""

    def borrow(self, kind: type[T]) -> T:
        """What a room keeps under this class."""
        found: T = self.lent[kind]
        return found

    def reading(self) -> AbstractAsyncContextManager[ReadSession]:
        """A session that asks, in the actor's realm."""
        return self.database.reading(self.actor.realm)

    async def start_job(self, job_id: int) -> None:
        """Hand a committed job to the engine, which blocks, in a thread."""
        await to_thread.run_sync(self.jobs.start, self.actor.realm, job_id)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[WriteSession]:
        """A session that changes, in the actor's realm."""
        async with self.database.writing(self.actor.realm) as session:
            yield session
        self.has_changed = True


Info = strawberry.Info[Context, None]


def is_selected(info: Info, name: str) -> bool:
    """Whether a field of this name is asked of what a resolver gives."""

    def among(selections: Iterable[Selection]) -> bool:
        return any(
            node.name == name
            if isinstance(node, SelectedField)
            else among(node.selections)
            for node in selections
        )

    return any(among(root.selections) for root in info.selected_fields)


class Allowed(FieldExtension):
    """The verb a root field needs; checked before the field runs."""

    def __init__(self, verb: str) -> None:
        self.verb = verb

    async def resolve_async(
        self, next_: AsyncExtensionResolver, source: Any, info: Info, **kwargs: Any
    ) -> Any:
        """Refuse, or go on."""
        info.context.actor.ensure(self.verb)
        return await next_(source, info, **kwargs)


@strawberry.type(description="What was asked for is done.")
class Success:
    """What was asked for is done."""

    id: strawberry.ID | None = None
    message: str | None = None


@strawberry.type(description="A refusal: the code is stable, the message fit to show.")
class Problem:
    """A refusal."""

    code: str
    message: str
    path: str | None = None


Outcome = Annotated[Success | Problem, strawberry.union("Outcome")]


class Refusals(FieldExtension):
    """Turns a mutation's refusal into a `Problem`; faults stay faults."""

    async def resolve_async(
        self, next_: AsyncExtensionResolver, source: Any, info: Info, **kwargs: Any
    ) -> Any:
        """Run, and tell a refusal as data."""
        try:
            return await next_(source, info, **kwargs)
        except AppError as refusal:
            return Problem(
                code=refusal.code, message=refusal.message, path=refusal.path
            )


def query(verb: str, description: str | None = None) -> Callable[..., Any]:
    """A root query field that needs the verb."""

    def mark(resolver: Callable[..., Awaitable[Any]]) -> StrawberryField:
        return strawberry.field(
            resolver, extensions=[Allowed(verb)], description=description
        )

    return mark


def list_query(verb: str) -> Callable[..., Any]:
    """A root query field that needs the verb and gives a list in pages."""

    def mark(resolver: Callable[..., Awaitable[Any]]) -> StrawberryField:
        return strawberry.field(resolver, extensions=[Allowed(verb), Paged()])

    return mark


def list_field(resolver: Callable[..., Awaitable[Any]]) -> Any:
    """A field of a row that gives a list in pages."""
    return strawberry.field(resolver, extensions=[Paged()])


def mutation(verb: str, description: str | None = None) -> Callable[..., Any]:
    """A root mutation field that needs the verb and tells refusals as data."""

    def mark(resolver: Callable[..., Awaitable[Any]]) -> StrawberryField:
        return strawberry.mutation(
            # The last is asked first: a missing role is a refusal to be told, too.
            resolver,
            extensions=[Allowed(verb), Refusals()],
            description=description,
        )

    return mark


@strawberry.type
class Money:
    """An exact amount with its currency."""

    amount: Decimal
    currency: str


@strawberry.type
class CurrencyTotal:
    """A sum in one currency. Currencies are never added together."""

    currency: str
    amount: Decimal
    count: int

    @classmethod
    def of(cls, rows: list[dict[str, str]]) -> "list[CurrencyTotal]":
        """From the stored form."""
        return [
            cls(
                currency=row["currency"],
                amount=Decimal(row["amount"]),
                count=int(row["count"]),
            )
            for row in rows
        ]


@strawberry.type
class NamedValue:
    """What a sentence is filled with."""

    name: str
    value: str

    @classmethod
    def of(cls, values: dict[str, str]) -> "list[NamedValue]":
        """From a mapping."""
        return [cls(name=name, value=value) for name, value in values.items()]


@strawberry.input
class DateRange:
    """From and to, both included; an open end where one is missing."""

    from_: date | None = strawberry.field(name="from", default=None)
    to: date | None = None

    def __post_init__(self) -> None:
        """Refuse the last year there is: a day could not be added to it."""
        if any(
            day is not None and day.year == MAXYEAR for day in (self.from_, self.to)
        ):
            raise InvalidInput(f"There is no year {MAXYEAR} here")


@strawberry.input
class DecimalRange:
    """From and to, both included; an open end where one is missing."""

    from_: Decimal | None = strawberry.field(name="from", default=None)
    to: Decimal | None = None

    def __post_init__(self) -> None:
        """Refuse what is no amount: `1e999999` would fill the memory."""
        for end in (self.from_, self.to):
            if end is not None and not is_storable(end):
                raise InvalidInput("An amount has 18 digits, and 5 after the point")


@strawberry.type
class PageInfo:
    """Where a page stands in its list."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@strawberry.type
class Edge(Generic[T]):
    """A row and its cursor."""

    node: T
    cursor: str


@strawberry.type
class Connection(Generic[T]):
    """A page of a list."""

    edges: list[Edge[T]]
    page_info: PageInfo
    counter: strawberry.Private[Callable[[], Awaitable[Count]]]
    counted: strawberry.Private[list[asyncio.Future[Count]]] = dataclasses.field(
        default_factory=list
    )

    async def _count(self) -> Count:
        # Both fields are asked for at the same time, and are counted once.
        if not self.counted:
            self.counted.append(asyncio.ensure_future(self.counter()))
        return await self.counted[0]

    @strawberry.field
    async def total_count(self) -> int:
        """How many rows match."""
        return (await self._count()).total

    @strawberry.field
    async def total_is_exact(self) -> bool:
        """Whether `totalCount` was counted, or estimated to stay fast."""
        return (await self._count()).is_exact

    @classmethod
    def of(cls, page: Page[S], node: Callable[[S], T]) -> "Connection[T]":
        """The page as a connection."""
        return cls.holding(page, [node(row) for row in page.rows])

    @classmethod
    def holding(cls, page: Page[S], nodes: list[T]) -> "Connection[T]":
        """The page as a connection that shows its rows as these nodes."""
        return cls(
            edges=[
                Edge(node=node, cursor=cursor)
                for node, cursor in zip(nodes, page.cursors, strict=True)
            ],
            page_info=PageInfo(
                has_next_page=page.has_next,
                has_previous_page=page.has_previous,
                start_cursor=page.cursors[0] if page.cursors else None,
                end_cursor=page.cursors[-1] if page.cursors else None,
            ),
            counter=page.count,
        )


def number(value: strawberry.ID, path: str = "id") -> int:
    """The row id an `ID` stands for.

    Raises:
        InvalidInput: It is no id.
    """
    found = row_id(value)
    if found is None:
        raise InvalidInput(f"“{value[:40]}” is no id", path=path)
    return found


def numbers(values: list[strawberry.ID] | None, path: str) -> list[int] | None:
    """The row ids a list of `ID` stands for.

    Raises:
        InvalidInput: One is no id, or there are more than one statement can name.
    """
    if values is not None and len(values) > _MOST_IDS:
        raise InvalidInput(f"At most {_MOST_IDS} can be named at once", path=path)
    return None if values is None else [number(value, path) for value in values]


def loader(
    info: Info,
    name: Hashable,
    fetch: Callable[[ReadSession, list[K]], Awaitable[dict[K, Any]]],
) -> DataLoader[K, Any]:
    """This request's loader of that name: many rows by id in one statement."""
    context = info.context

    async def load(keys: list[K]) -> list[Any]:
        async with context.reading() as session:
            found = await fetch(session, keys)
        return [found.get(key) for key in keys]

    if name not in context.loaders:
        context.loaders[name] = DataLoader(load_fn=load)
    return context.loaders[name]  # type: ignore[no-any-return]


async def listed(
    info: Info,
    rows: Select[Any],
    order: Order,
    request: PageRequest,
    node: Callable[[Any], Any],
) -> Connection[Any]:
    """A page of a plain list of mapped rows, with its count up to a bound."""
    page = await page_of(info, rows, order, request)
    return Connection[Any].of(page, node)


async def page_of(
    info: Info, rows: Select[Any], order: Order, request: PageRequest
) -> Page[Any]:
    """The same, before its rows are made into nodes."""
    context = info.context
    # Of whole rows, SQLite would read each; their ids stand in the filter's index.
    ids = rows.order_by(None).with_only_columns(
        order.row_id, maintain_column_froms=True
    )

    async def count() -> Count:
        bounded = ids.limit(_COUNTED + 1).subquery()
        async with context.reading() as session:
            found = await session.execute(select(func.count()).select_from(bounded))
        total = int(found.scalar_one())
        return Count(min(total, _COUNTED), is_exact=total <= _COUNTED)

    async def count_all() -> int:
        every = ids.subquery()
        async with context.reading() as session:
            found = await session.execute(select(func.count()).select_from(every))
        return int(found.scalar_one())

    async with context.reading() as session:
        result = await session.execute(order.apply(rows, request))
        found = list(result.scalars())
    return order.page(found, request, order.place, count, count_all)
