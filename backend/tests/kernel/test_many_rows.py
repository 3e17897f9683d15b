"""One act on many rows: each has its own result; what changed meanwhile stops it."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

import giroscope
from giroscope.features.journals.tables import Journal, JournalDocument
from giroscope.features.messages import tell
from giroscope.features.uploads import Upload
from giroscope.kernel import selection
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from localization import Message
from tests.uploads.bank_samples import payments, statement, status

pytestmark = pytest.mark.served

UPLOADER = "giroscope-upload"
TOLD = """{ __typename ... on Problem { code message path } ... on BulkResults {
  total done failed notEligible next
  results { id label outcome code message values { name value } } } }"""


@pytest.fixture
def world(import_bytes: Any) -> list[str]:
    """Three uploads: two imported, one that is no bank file."""
    given = [
        import_bytes(statement(2), "first.xml"),
        import_bytes(payments(count=2), "second.xml", "PAYMENT"),
        import_bytes(b"nothing at all", "third.xml"),
    ]
    return [str(one.id) for one in given]


async def _do(
    api: Any, verb: str, kind: str, asked: dict[str, Any], *roles: str
) -> Any:
    data = await api.data(
        f"mutation ($selection: {kind}Selection!) {{"
        f" {verb}(selection: $selection) {TOLD} }}",
        *(roles or (UPLOADER,)),
        variables={"selection": asked},
    )
    return data[verb]


def _outcomes(told: Any) -> dict[str, str]:
    return {one["label"]: one["outcome"] for one in told["results"]}


async def test_each_row_has_its_own_result(api: Any, world: list[str]) -> None:
    told = await _do(api, "retryUploads", "Upload", {"ids": [*world, "999", world[0]]})
    assert (told["total"], told["done"], told["notEligible"]) == (4, 1, 3)
    assert _outcomes(told) == {
        "first.xml": "NOT_ELIGIBLE", "second.xml": "NOT_ELIGIBLE", "third.xml": "DONE",
        "999": "NOT_ELIGIBLE",
    }  # fmt: skip
    assert told["results"][0]["message"]
    assert told["results"][0]["code"] == "uploads.not_retryable"
    assert len(api.started) == 1
    cancelled = await _do(api, "cancelUploads", "Upload", {"ids": world})
    assert _outcomes(cancelled)["third.xml"] == "DONE"
    moved = await _do(api, "moveUploads", "Upload", {"ids": world})
    assert moved["done"] == 0


@pytest.mark.usefixtures("world")
async def test_all_that_match_are_those_that_were_seen(
    api: Any, import_bytes: Any
) -> None:
    wanted = {"matching": {"states": ["IMPORTED"]}, "expectedCount": 2}
    import_bytes(statement(1, number="7"), "meanwhile.xml")
    refused = await _do(api, "undoUploads", "Upload", wanted)
    assert (refused["__typename"], refused["code"]) == ("Problem", "selection_changed")
    assert "3" in refused["message"]
    told = await _do(api, "undoUploads", "Upload", wanted | {"expectedCount": 3})
    assert (told["total"], told["done"], told["next"]) == (3, 3, None)
    assert len(api.started) == 3


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({}, "selection"),
        ({"ids": ["1"], "matching": {}, "expectedCount": 1}, "selection"),
        ({"matching": {}}, "selection.expectedCount"),
        ({"ids": [str(n) for n in range(1001)]}, "selection.ids"),
        ({"ids": ["1"], "after": "2"}, "selection.after"),
    ],
)
async def test_a_selection_that_means_nothing_is_refused(
    api: Any, asked: dict[str, Any], path: str
) -> None:
    told = await _do(api, "cancelUploads", "Upload", asked)
    assert (told["__typename"], told["path"]) == ("Problem", path)


async def test_more_than_can_be_looked_through_is_refused(
    api: Any, world: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "MOST_MATCHING", len(world) - 1)
    asked = {"matching": {}, "expectedCount": len(world)}
    told = await _do(api, "cancelUploads", "Upload", asked)
    assert told["code"] == "selection_too_large"


@pytest.mark.parametrize("by_ids", [True, False])
async def test_a_call_that_takes_long_says_where_to_go_on(
    api: Any, world: list[str], monkeypatch: pytest.MonkeyPatch, by_ids: bool
) -> None:
    monkeypatch.setattr(selection, "_SECONDS", 0.0)
    asked: dict[str, Any] = (
        {"ids": world} if by_ids else {"matching": {}, "expectedCount": 3}
    )
    reached: list[str] = []
    after = None
    for _ in range(3):
        told = await _do(api, "retryUploads", "Upload", asked | {"after": after})
        assert told["total"] == (3 if after is None else None)
        reached += [one["id"] for one in told["results"]]
        after = told["next"]
    assert after is None
    assert sorted(reached) == sorted(world)


async def test_a_fault_in_one_row_leaves_the_others(
    api: Any, world: list[str], database: Database
) -> None:
    with database.job_connection("giroscope") as held, Session(held) as session:
        session.execute(update(Upload).values(state="FAILED"))
        session.execute(
            update(Upload).where(Upload.id == int(world[1])).values(state="NO STATE")
        )
        session.commit()
    told = await _do(api, "retryUploads", "Upload", {"ids": world})
    assert _outcomes(told) == {
        "first.xml": "DONE", "second.xml": "FAILED", "third.xml": "DONE",
    }  # fmt: skip
    assert "incident" in told["results"][1]["message"]


async def test_a_refusal_names_what_stands_in_the_way(
    api: Any, import_bytes: Any
) -> None:
    paid = import_bytes(payments(), "payments.xml", "PAYMENT")
    import_bytes(status(), "status.xml", "PAYMENT")
    told = await _do(api, "undoUploads", "Upload", {"ids": [str(paid.id)]})
    (result,) = told["results"]
    assert (result["outcome"], result["code"]) == (
        "NOT_ELIGIBLE", "journals.undo_blocked",
    )  # fmt: skip
    assert result["values"] == [{"name": "answers", "value": "status.xml"}]
    assert "status.xml answers its payments" in result["message"]


async def test_what_forbids_undoing_is_told_in_the_language_asked_for(
    api: Any, import_bytes: Any
) -> None:
    paid = import_bytes(payments(), "payments.xml", "PAYMENT")
    import_bytes(status(), "status.xml", "PAYMENT")
    ask = f'{{ en: undoBlockedBy(uploadId: "{paid.id}")'
    ask += f' da: undoBlockedBy(uploadId: "{paid.id}", language: "da") }}'
    told = await api.data(ask, UPLOADER)
    assert told == {
        "en": ["status.xml answers its payments"],
        "da": ["status.xml er svar på dens betalinger"],
    }


_SENTENCES = Path(__file__).parents[3] / "frontend/src/ui/list/refusals.ts"


def _refusals(kind: type[AppError]) -> Iterator[type[AppError]]:
    for one in kind.__subclasses__():
        yield one
        yield from _refusals(one)


def test_the_console_says_every_refusal_in_danish() -> None:
    for module in pkgutil.walk_packages(giroscope.__path__, "giroscope."):
        importlib.import_module(module.name)
    text = _SENTENCES.read_text(encoding="utf-8")
    table = text[text.index("const DANISH") :]
    said = re.findall(r"^  '?([a-z_.]+)'?: \(", table, re.MULTILINE)
    codes = {
        one.code
        for one in (AppError, *_refusals(AppError))
        if one.__module__.startswith("giroscope.")
    }
    assert len(codes) > 150
    assert codes - set(said) == set()
    assert set(said) - codes == set()


async def test_journals_are_imported_again(
    api: Any, world: list[str], database: Database
) -> None:
    with database.job_session("giroscope") as session:
        wanted = select(Upload.correlation_id).where(Upload.id == int(world[1]))
        correlation_id = session.scalar(wanted)
    asked = {"ids": [correlation_id, "nothing"]}
    told = await _do(api, "reimportJournals", "Journal", asked)
    assert _outcomes(told) == {"PAY-1": "DONE", "nothing": "NOT_ELIGIBLE"}
    again = await _do(api, "reimportJournals", "Journal", asked)
    assert _outcomes(again)["PAY-1"] == "NOT_ELIGIBLE"
    refused = await _do(api, "reimportJournals", "Journal", asked, "giroscope-logs")
    assert refused["code"] == "forbidden"


@pytest.mark.parametrize("by_ids", [True, False])
async def test_a_statement_of_several_journals_is_read_once_more_not_several_times(
    api: Any,
    world: list[str],
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    by_ids: bool,
) -> None:
    with database.job_session("giroscope") as session:
        journals = list(session.scalars(select(Journal.correlation_id)))
        shared = session.scalar(
            select(Upload.document_id).where(Upload.id == int(world[0]))
        )
        session.execute(delete(JournalDocument).where(JournalDocument.kind != "x"))
        for correlation_id in journals:
            session.add(
                JournalDocument(
                    correlation_id=correlation_id, document_id=shared,
                    kind="STATEMENT", added=system_clock(),
                )
            )  # fmt: skip
    assert len(journals) == 2
    asked: dict[str, Any] = (
        {"ids": journals} if by_ids else {"matching": {}, "expectedCount": 2}
    )
    monkeypatch.setattr(selection, "_SECONDS", 0.0)
    after, outcomes = None, []
    for _ in journals:
        told = await _do(api, "reimportJournals", "Journal", asked | {"after": after})
        after = told["next"]
        outcomes += [one["outcome"] for one in told["results"]]
        with database.job_session("giroscope") as session:
            # The worker is quick: nothing waits any more when the next one comes.
            session.execute(update(Upload).values(state="IMPORTED"))
    assert (after, outcomes) == (None, ["DONE", "DONE"])
    assert len(api.started) == 1
    await _do(api, "reimportJournals", "Journal", asked)
    assert len(api.started) == 2
    for place in ("x", "9" * 18 + ".1", "\u0661.1", ""):
        refused = await _do(
            api, "reimportJournals", "Journal", asked | {"after": place}
        )
        assert refused["code"] == "invalid_input"


async def test_messages_that_match_are_marked_as_read(
    api: Any, database: Database
) -> None:
    with database.job_session("giroscope") as session:
        for level in ("INFO", "ERROR", "ERROR"):
            tell(session.connection(), level, Message("x", text=f"A {level}", a="b"))
    read = "mutation ($m: MessageFilter) { readMessages(matching: $m) { ... on Success { message } } }"  # noqa: E501 - one question
    done = await api.data(read, variables={"m": {"levels": ["ERROR"]}})
    assert done["readMessages"]["message"] == "2"
    left = await api.data("{ systemMessages { level } }")
    assert left["systemMessages"] == [{"level": "INFO"}]
