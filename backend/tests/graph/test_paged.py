"""A list's resolver takes one page request; the schema shows Relay's arguments."""

from typing import Any

import pytest
import strawberry

from giroscope.graphql_schema import schema
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import list_field
from giroscope.kernel.paging import MAX_SKIP, PageRequest


@strawberry.type
class Query:
    @list_field
    async def pages(self, request: PageRequest, own: str = "x") -> str:
        """Say what was asked for."""
        return f"{request} {own}"


async def test_the_arguments_become_a_request() -> None:
    made = strawberry.Schema(Query)
    result = await made.execute('{a:pages b:pages(last:2 before:"c" skip:3 own:"y")}')
    assert result.data == {
        "a": f"{PageRequest()} x",
        "b": f"{PageRequest(last=2, before='c', skip=3)} y",
    }


@pytest.mark.parametrize("skip", [-1, MAX_SKIP + 1])
def test_a_leap_beyond_reason_is_refused(skip: int) -> None:
    with pytest.raises(InvalidInput, match="can be skipped"):
        _ = PageRequest(skip=skip).leap


def test_a_list_without_a_request_is_refused_when_it_is_made() -> None:
    @strawberry.type
    class Wrong:
        @list_field
        async def pages(self) -> str:
            return ""

    with pytest.raises(TypeError, match="pages takes no request"):
        strawberry.Schema(Wrong)


def test_every_connection_is_asked_for_in_the_same_way() -> None:
    kinds: Any = schema._schema.type_map
    fields = [
        (f"{kind.name}.{name}", list(field.args)[:5])
        for kind in kinds.values()
        for name, field in getattr(kind, "fields", {}).items()
        if str(getattr(field, "type", "")).rstrip("!").endswith("Connection")
    ]
    assert len(fields) > 8
    for name, arguments in fields:
        assert arguments == ["first", "after", "last", "before", "skip"], name
