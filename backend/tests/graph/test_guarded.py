"""A field looks at its verb before it does anything, and what a resolver is lent."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
import strawberry
from sqlalchemy import insert, select

from giroscope.kernel import graph
from giroscope.kernel.access import UPLOAD, Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, InvalidInput
from giroscope.kernel.graph import (
    Connection,
    Context,
    Info,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    numbers,
    query,
)
from giroscope.kernel.paging import Order, PageRequest
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

NOW = datetime(2026, 11, 2, tzinfo=UTC)
COUNTED = 10_000
DONE: list[str] = []


class Engine:
    """Notes what it is to start."""

    def __init__(self) -> None:
        self.started: list[tuple[str, int]] = []

    def start(self, realm: str, job_id: int) -> None:
        self.started.append((realm, job_id))


@strawberry.type
class Line:
    id: int


@strawberry.type
class Query:
    @query("uploads.read")
    async def one(self) -> int:
        DONE.append("one")
        return 1

    @list_query("uploads.read")
    async def lines(self, info: Info, request: PageRequest) -> Connection[Line]:
        DONE.append("lines")
        order = Order("id", Job.id, Job.id)
        return await listed(
            info, select(Job), order, request, lambda row: Line(id=row.id)
        )


@strawberry.type
class Mutation:
    @mutation("uploads.create")
    async def act(self, info: Info) -> Outcome:
        DONE.append("act")
        async with info.context.writing():
            return Success(message="done")

    @mutation("uploads.create")
    async def fail(self, info: Info) -> Outcome:
        async with info.context.writing():
            raise Conflict("Not now")

    @mutation("uploads.create")
    async def start(self, info: Info) -> Outcome:
        await info.context.start_job(7)
        return Success()


schema = strawberry.Schema(Query, Mutation)


def _context(database: Any, *roles: str) -> Context:
    DONE.clear()
    actor = Actor("u", "giroscope", "u", "U", frozenset(roles))
    engine: Any = Engine()
    return Context(actor, database, engine, lambda: NOW)


@pytest.fixture
async def here(sqlite_settings: Settings) -> AsyncIterator[Database]:
    made = Database(sqlite_settings)
    yield made
    await made.close()


@pytest.mark.parametrize(
    "asked",
    ["{one}", "{lines{totalCount}}", "mutation{act{__typename ...on Problem{code}}}"],
)
async def test_without_its_role_a_field_does_not_run(
    here: Database, asked: str
) -> None:
    context = _context(here)
    result = await schema.execute(asked, context_value=context)
    assert DONE == []
    if asked.startswith("mutation"):
        assert result.errors is None
        assert result.data == {"act": {"__typename": "Problem", "code": "forbidden"}}
    else:
        assert result.data is None
    assert not context.has_changed


async def test_with_its_role_a_field_is_answered(here: Database) -> None:
    for asked, done in (("{one}", "one"), ("{lines{totalCount}}", "lines")):
        context = _context(here, UPLOAD)
        result = await schema.execute(asked, context_value=context)
        assert (result.errors, DONE) == (None, [done])
        assert not context.has_changed, "who only asks changes nothing"


async def test_what_was_done_is_known_to_have_changed_something(
    here: Database,
) -> None:
    told = "{__typename ...on Problem{code message}}"
    context = _context(here, UPLOAD)
    await schema.execute(f"mutation{{act{told}}}", context_value=context)
    assert context.has_changed
    context = _context(here, UPLOAD)
    result = await schema.execute(f"mutation{{fail{told}}}", context_value=context)
    assert result.data == {
        "fail": {"__typename": "Problem", "code": "conflict", "message": "Not now"}
    }
    assert not context.has_changed


async def test_a_job_is_started_in_the_realm_of_who_asks(here: Database) -> None:
    context = _context(here, UPLOAD)
    context.actor = Actor("u", "acme", "u", "U", frozenset({UPLOAD}))
    await schema.execute("mutation{start{__typename}}", context_value=context)
    engine: Any = context.jobs
    assert engine.started == [("acme", 7)]


@pytest.mark.parametrize(
    ("rows", "total", "is_exact"),
    [(COUNTED, COUNTED, True), (COUNTED + 1, COUNTED, False), (3, 3, True)],
)
async def test_a_list_is_counted_up_to_a_bound(
    here: Database, rows: int, total: int, is_exact: bool
) -> None:
    with here.job_session("giroscope") as session:
        session.execute(
            insert(Job),
            [{"verb": "x", "subject": 1, "state": "QUEUED", "created": NOW, "done": 0,
              "total": 0, "attempts": 1}] * rows,
        )  # fmt: skip
    asked = "{lines(first:1){totalCount totalIsExact}}"
    result = await schema.execute(asked, context_value=_context(here, UPLOAD))
    assert result.data == {"lines": {"totalCount": total, "totalIsExact": is_exact}}


async def test_a_list_that_shows_its_end_is_counted_to_the_last(
    here: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "_COUNTED", 2)
    with here.job_session("giroscope") as session:
        session.execute(
            insert(Job),
            [{"verb": "x", "subject": 1, "state": "QUEUED", "created": NOW, "done": 0,
              "total": 0, "attempts": 1}] * 5,
        )  # fmt: skip

    async def told(page: str) -> tuple[int, bool]:
        asked = f"{{lines({page}){{totalCount totalIsExact pageInfo{{endCursor}}}}}}"
        result = await schema.execute(asked, context_value=_context(here, UPLOAD))
        assert result.data is not None
        ends.append(result.data["lines"]["pageInfo"]["endCursor"])
        return result.data["lines"]["totalCount"], result.data["lines"]["totalIsExact"]

    ends: list[str] = []
    assert await told("first:2") == (2, False)
    assert await told(f'first:2,after:"{ends[-1]}"') == (2, False)
    assert await told(f'first:2,after:"{ends[-1]}"') == (5, True)
    assert await told(f'first:2,after:"{ends[-1]}"') == (5, True)
    for page in ("first:5", "first:2,skip:3", "first:2,skip:9", "last:1"):
        assert await told(page) == (5, True), page
    assert await told("first:2,skip:2") == (2, False)


def test_so_many_ids_are_named_at_once_and_no_more() -> None:
    named = [strawberry.ID(str(n)) for n in range(1000)]
    assert numbers(named, "ids") == list(range(1000))
    assert numbers(None, "ids") is None
    with pytest.raises(InvalidInput):
        numbers([*named, strawberry.ID("1")], "ids")
    with pytest.raises(InvalidInput):
        numbers([strawberry.ID("x")], "ids")
    assert number(strawberry.ID("7")) == 7
