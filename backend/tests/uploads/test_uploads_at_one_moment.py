"""An upload is told with its job as both were at the same moment."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import Engine, event

from giroscope.settings import Settings
from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import statement
from tests.uploads.test_over_http import form, send

pytestmark = pytest.mark.served

LINE = "id name state job { verb state }"
QUESTIONS = {
    "list": f"{{ uploads {{ edges {{ node {{ {LINE} }} }} }} }}",
    "one": f'{{ upload(id: "1") {{ {LINE} }} }}',
}
UNDOING = ("IMPORTED", {"verb": "undo", "state": "RUNNING"})
UNDONE = ("UNDONE", {"verb": "undo", "state": "SUCCEEDED"})


@pytest.fixture
def write(settings: Settings) -> Callable[..., None]:
    """Change the realm as the worker does, in another process."""
    path = settings.data_dir / "realms" / "giroscope.sqlite3"

    def run(*statements: str) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            for each in statements:
                connection.execute(each)

    return run


@pytest.fixture
def when_uploads_are_read() -> Iterator[Callable[[Callable[[], None]], None]]:
    """Do something once, right after a question for uploads was answered."""
    waiting: list[Callable[[], None]] = []

    def after(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "FROM uploads" in statement and "uploads.state" in statement and waiting:
            waiting.pop()()

    event.listen(Engine, "after_cursor_execute", after)
    yield waiting.append
    event.remove(Engine, "after_cursor_execute", after)
    assert not waiting, "uploads were never read"


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
async def test_an_undo_that_ends_while_the_list_is_read_is_not_told_by_half(
    api: Any,
    write: Callable[..., None],
    when_uploads_are_read: Callable[[Callable[[], None]], None],
    question: str,
) -> None:
    await send(api, form(("day.xml", statement())))
    write(
        "UPDATE uploads SET state = 'IMPORTED'",
        "UPDATE jobs SET verb = 'undo', state = 'RUNNING'",
    )
    when_uploads_are_read(
        lambda: write(
            "UPDATE uploads SET state = 'UNDONE'",
            "UPDATE jobs SET state = 'SUCCEEDED'",
        )
    )
    # Imported and at rest would say that there is nothing to wait for.
    assert await told(api, question) in (UNDOING, UNDONE)
    assert await told(api, question) == UNDONE


async def told(api: Any, question: str) -> tuple[str, dict[str, str]]:
    """State and job of the only upload."""
    data = await api.data(question, UPLOADER)
    node = data["upload"] if "upload" in data else data["uploads"]["edges"][0]["node"]
    return node["state"], node["job"]
