"""Every call asks for its verb, also those that everybody has today."""

from collections.abc import Iterator
from typing import Any

import pytest

from giroscope.kernel import access
from giroscope.kernel.access import CALLS, PUBLIC, permissions_of

pytestmark = pytest.mark.served

# Its fields ask one by one.
_GRAPH = "/api/data/graphql"
ASKED = {
    call: verb
    for call, verb in CALLS.items()
    if verb != PUBLIC and not call.endswith(_GRAPH)
}


@pytest.fixture
def _nobody_may_anything(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where a release takes from everybody what everybody has."""
    monkeypatch.setattr(access, "EVERYONE", frozenset())
    permissions_of.cache_clear()
    yield
    permissions_of.cache_clear()


def _unread() -> Any:
    async def body() -> Any:
        raise AssertionError("the body is not to be read")
        yield b""

    return body()


@pytest.mark.usefixtures("_nobody_may_anything")
async def test_a_call_without_its_verb_is_refused_before_its_body_is_read(
    api: Any,
) -> None:
    assert len(ASKED) > 25
    # Asking for a ticket names the list's verb, which is looked at with its filter.
    reads = {"POST /api/export/{list}"}
    async with api.client() as client:
        for call in ASKED:
            method, path = call.split(" ")
            path = path.replace("{list}", "journals")
            for part in ("{id}", "{session}"):
                path = path.replace(part, "1")
            has_body = method != "GET" and call not in reads
            content = _unread() if has_body else b"{}"
            answer = await client.request(method, path, content=content)
            assert answer.status_code == 403, (call, answer.text)
            assert answer.json()["code"] == "forbidden", call


@pytest.mark.usefixtures("_nobody_may_anything")
async def test_a_field_without_its_verb_is_refused(api: Any) -> None:
    search = 'search(text:"a"){groups{kind}}'
    for field in (
        "journals{totalCount}",
        "documents{totalCount}",
        "viewer{id}",
        search,
    ):
        assert await api.code(f"{{{field}}}") == "FORBIDDEN", field
