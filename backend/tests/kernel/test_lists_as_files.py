"""Lists as files through the API: the list's own filter and order, and tickets."""

import csv
import io
import re
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from sqlalchemy import insert, update

from giroscope.app import EXPORTS
from giroscope.features.demo.tables import DemoSet
from giroscope.features.journals.policy import JournalState
from giroscope.features.messages import tell
from giroscope.features.uploads import UploadState
from giroscope.features.users.graph.types import UserRole
from giroscope.features.users.tables import UserState
from giroscope.kernel import access
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from localization import Message
from tests.uploads.bank_samples import payments, statement, status

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"
UPLOADER = "giroscope-upload"


@pytest.fixture
def world(import_bytes: Any, database: Database) -> str:
    """A payment file with its answer, and two statements."""
    paid = import_bytes(payments(count=3), "payments.xml", "PAYMENT")
    import_bytes(status(), "status.xml", "PAYMENT")
    import_bytes(statement(3, details=2), "statement-1.xml")
    import_bytes(statement(2, number="2", day="2026-11-04"), "statement-2.xml")
    with database.job_session("giroscope") as session:
        tell(
            session.connection(),
            "WARNING",
            Message("example", text="=look; here", a="b"),
        )
    return str(paid.correlation_id)


async def _rows(api: Any, name: str, *roles: str, **asked: Any) -> list[dict[str, str]]:
    """The file's lines by heading, in the notation that was asked for."""
    params = {
        key: orjson.dumps(value).decode() if isinstance(value, dict) else value
        for key, value in asked.items()
    }
    async with api.client(*roles) as client:
        response = await client.get(f"/api/export/{name}", params=params)
    assert response.status_code == 200, response.text
    text = response.content.decode("utf-8-sig")
    delimiter = ";" if asked.get("locale") == "da" else ","
    return list(csv.DictReader(io.StringIO(text, ""), delimiter=delimiter))


@pytest.mark.usefixtures("world")
async def test_a_file_holds_what_the_list_holds_in_its_order(api: Any) -> None:
    for wanted, order in (
        ({}, {"field": "BOOKING_DATE", "direction": "DESC"}),
        ({"direction": "DEBIT"}, {"field": "AMOUNT", "direction": "ASC"}),
        ({"bookingDate": {"from": "2026-11-04"}},
         {"field": "VALUE_DATE", "direction": "DESC"}),
        ({"text": "nobody wrote this"}, {"field": "AMOUNT", "direction": "DESC"}),
    ):  # fmt: skip
        listed = await api.data(
            "query ($filter: TransactionFilter, $orderBy: TransactionOrder) {"
            " transactions(filter: $filter, orderBy: $orderBy) { edges { node {"
            " id bookingDate amount { amount currency } direction } } } }",
            variables={"filter": wanted, "orderBy": order},
        )
        nodes = [edge["node"] for edge in listed["transactions"]["edges"]]
        rows = await _rows(api, "transactions", filter=wanted, orderBy=order)
        assert [row["Id"] for row in rows] == [node["id"] for node in nodes]
        for row, node in zip(rows, nodes, strict=True):
            sign = "-" if node["direction"] == "DEBIT" else ""
            assert row["Amount"] == sign + node["amount"]["amount"]
            assert row["Currency"] == node["amount"]["currency"]
            assert row["Booking date"] == node["bookingDate"]


@pytest.mark.usefixtures("world")
async def test_every_list_is_a_file_in_both_forms_and_languages(api: Any) -> None:
    for name, heading in (
        ("journals", "Korrelations-id"), ("payments", "Beløbsmodtager"),
        ("transactions", "Bogføringsdato"), ("statements", "Primosaldo"),
        ("accounts", "Ejer"), ("uploads", "Fil"), ("messages", "Niveau"),
        ("documents", "Modtaget (UTC)"), ("jobs", "Forsøg"),
    ):  # fmt: skip
        rows = await _rows(api, name, UPLOADER, locale="da")
        assert rows, name
        assert heading in rows[0], name
        async with api.client(UPLOADER) as client:
            response = await client.get(f"/api/export/{name}?format=xlsx")
        disposition = response.headers["content-disposition"]
        assert disposition.startswith(f'attachment; filename="{name}-20')
        assert disposition.endswith('.xlsx"')
        book = zipfile.ZipFile(io.BytesIO(response.content))
        assert book.testzip() is None
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        assert sheet.count("<row ") == len(rows) + 1, name


@pytest.mark.usefixtures("world")
async def test_made_up_money_is_never_taken_out_as_real(
    api: Any, database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        connection.execute(
            insert(DemoSet).values(
                preset="REJECTS", wish={}, counts={}, state="MADE", kept=[],
                created=system_clock(), created_by="a", created_by_name="A",
            )
        )  # fmt: skip
        connection.commit()
    assert 'filename="transactions-with-demo-data-20' in await _named(api)
    with database.job_connection(realm) as connection:
        connection.execute(update(DemoSet).values(state="REMOVED"))
        connection.commit()
    assert 'filename="transactions-20' in await _named(api)


async def _named(api: Any) -> str:
    """What the file of transactions is called."""
    async with api.client(UPLOADER) as client:
        response = await client.get("/api/export/transactions?format=csv")
    return str(response.headers["content-disposition"])


async def test_amounts_are_exact_and_bring_their_currency(api: Any, world: str) -> None:
    payments_ = await _rows(
        api, "payments", filter={"correlationId": world},
        columns="amount,creditor", locale="da",
    )  # fmt: skip
    assert list(payments_[0]) == ["Beløb", "Valuta", "Beløbsmodtager"]
    assert all("," in row["Beløb"] and "." not in row["Beløb"] for row in payments_)
    assert len(payments_) == 3
    (journal,) = [
        row for row in await _rows(api, "journals") if row["Correlation id"] == world
    ]
    assert (journal["Payments"], journal["Payment document"]) == ("3", "payments.xml")
    assert journal["Status document"] == "status.xml"
    assert float(journal["Amount"]) > 0


def test_the_console_asks_for_columns_that_there_are() -> None:
    rooms = Path(__file__).parents[3] / "frontend" / "src" / "features"
    lists = {
        "audit": "auditEvents", "journals": "journals", "messages": "messages",
        "payments": "payments", "payments/payees": "payees",
        "statements": "transactions", "uploads": "uploads", "users": "users",
    }  # fmt: skip
    asked = 0
    for room, name in lists.items():
        known = {column.key for column in EXPORTS[name].columns}
        for path in (rooms / room).rglob("*.tsx"):
            if room == "payments" and path.parent.name == "payees":
                continue
            for found in re.findall(r"exports: \[([^\]]*)\]", path.read_text("utf-8")):
                keys = set(re.findall(r"'([^']+)'", found))
                assert keys <= known, f"{path.name}: {keys - known}"
                asked += len(keys)
    assert asked > 30


@pytest.mark.usefixtures("world")
async def test_what_people_wrote_is_never_a_formula(api: Any) -> None:
    wanted = {"levels": ["WARNING"], "text": "look"}
    rows = await _rows(api, "messages", filter=wanted)
    assert [row["Message"] for row in rows] == ["'=look; here"]
    assert [row["Read"] for row in rows] == ["no"]
    async with api.client() as client:
        response = await client.get("/api/export/messages?format=xlsx")
    book = zipfile.ZipFile(io.BytesIO(response.content))
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<t>=look; here</t>" in sheet
    assert "<f>" not in sheet


async def test_messages_are_said_in_the_language_that_was_asked_for(
    api: Any, database: Database, import_bytes: Any
) -> None:
    import_bytes(b"Dear bank, we pay tomorrow.", "letter.txt")
    with database.job_session("giroscope") as session:
        connection = session.connection()
        for reason in ("It is Sunday.", Message("link.bank_did_not_answer_time")):
            failed = Message("banks.activation_failed", name="Nordea", reason=reason)
            tell(connection, "ERROR", failed)
        tell(connection, "INFO", Message("moon.landed", text="The eagle has landed"))
    danish = await _rows(api, "messages", locale="da")
    assert [row["Meddelelse"] for row in danish] == [
        "The eagle has landed",
        "Nordea kunne ikke aktiveres: Banken svarede ikke i tide.",
        "Nordea kunne ikke aktiveres: It is Sunday.",
        "letter.txt blev afvist: Filformatet understøttes ikke; det er ingen bankfil.",
    ]
    english = await _rows(api, "messages", locale="en")
    assert english[1]["Message"] == (
        "Nordea could not be activated: The bank did not answer in time."
    )
    assert english[3]["Message"].startswith("letter.txt was refused: ")


@pytest.mark.parametrize(
    ("query", "status", "paths"),
    [
        ("journals?filter={", 400, ["filter"]),
        ("journals?filter=[]", 400, ["filter"]),
        ('journals?filter={"states":["GONE"],"nothing":1}', 400,
         ["filter.states.0", "filter"]),
        ('journals?filter={"created":{"to":"9999-01-01"}}', 400, None),
        ('transactions?filter={"amount":{"from":"1e99"}}', 400, None),
        ('transactions?filter={"accountIds":["x"]}', 400, ["filter.accountIds"]),
        ('journals?orderBy={"field":"AMOUNT"}', 400, None),
        ('accounts?filter={"name":"x"}', 400, ["filter"]),
        ('messages?filter={"text":"\\u0000"}', 400, ["filter"]),
        ("journals?columns=amount,iban", 400, ["columns"]),
        ("journals?columns=", 400, ["columns"]),
        ("journals?format=pdf", 400, ["format"]),
        ("journals?locale=de", 400, ["locale"]),
        ("journals?format=csv&format=xlsx", 400, ["format"]),
        ("journals?filters={}", 400, ["filters"]),
        ("nothing", 404, None),
    ],
)  # fmt: skip
async def test_what_cannot_be_had_is_refused_in_words(
    api: Any, query: str, status: int, paths: list[str] | None
) -> None:
    async with api.client() as client:
        response = await client.get(f"/api/export/{query}")
    assert response.status_code == status, response.text
    told = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert told["detail"]
    if status == 400:
        assert all(error["message"] for error in told["errors"])
    if paths is not None:
        assert sorted(error["path"] for error in told["errors"]) == sorted(paths)


async def test_who_may_not_see_a_list_cannot_take_it_out(api: Any) -> None:
    async with api.client() as client:
        for name in ("users", "auditEvents", "uploads", "jobs"):
            assert (await client.get(f"/api/export/{name}")).status_code == 403
            answer = await client.post(f"/api/export/{name}", json={})
            assert answer.status_code == 403


@pytest.mark.usefixtures("world")
async def test_a_file_is_written_down_with_what_of_it(api: Any) -> None:
    await _rows(api, "transactions", filter={"text": "Bearer abcdefghijkl"})
    await _rows(api, "journals", filter={"text": "rent"}, columns="state")
    events = await api.data(
        '{ auditEvents(filter: {verbs: ["lists"]}) {'
        " edges { node { verb now subject { id } } } } }",
        MANAGER,
    )
    found = [edge["node"] for edge in events["auditEvents"]["edges"]]
    assert [(one["verb"], one["subject"]["id"]) for one in found] == [
        ("lists.export", "journals"), ("lists.export", "transactions"),
    ]  # fmt: skip
    told = orjson.loads(found[0]["now"])
    assert told == {
        "format": "csv", "locale": "en", "filter": '{"text":"rent"}',
        "columns": '["state"]',
    }  # fmt: skip
    assert "Bearer" not in found[1]["now"]


@pytest.mark.usefixtures("world")
async def test_what_a_code_stands_for_is_said_in_the_language(api: Any) -> None:
    said = {
        ("transactions", "State", "Tilstand"): ("Booked", "Bogført"),
        ("payments", "State", "Tilstand"): ("Accepted", "Accepteret"),
        ("uploads", "State", "Tilstand"): ("Imported", "Importeret"),
        ("messages", "Level", "Niveau"): ("Success", "Udført"),
        ("users", "Roles", "Roller"): ("Upload, Logs", "Upload, Logge"),
    }
    for (name, english, danish), (in_english, in_danish) in said.items():
        for locale, heading, word in (
            ("en", english, in_english), ("da", danish, in_danish),
        ):  # fmt: skip
            if name == "users":
                column = {c.key: c for c in EXPORTS["users"].columns}["roles"]
                cell = column.reader(locale)
                assert cell(_Person((access.UPLOAD, access.LOGS))) == word
                continue
            rows = await _rows(api, name, MANAGER, UPLOADER, locale=locale)
            assert word in {row[heading] for row in rows}, (name, locale)


class _Person(NamedTuple):
    """A line of the list of people, as far as its roles go."""

    roles: tuple[str, ...]


_LABELS = Path(__file__).parents[3] / "frontend/src/features"
_SAID_BY = {
    "journals": ["journals/labels.ts"], "payments": [
        "payments/labels.ts", "payments/progressLabels.ts",
    ],
    "transactions": [
        "statements/labels.ts", "statements/differenceLabels.ts",
        "statements/erpStateLabels.ts",
    ],
    "uploads": ["uploads/labels.ts"],
    "messages": ["messages/labels.ts"],
    "users": ["users/labels.ts", "users/roleLabels.ts"],
}  # fmt: skip
_LABEL = re.compile(r"^  (\w+): \{ en: '([^']*)', da: '([^']*)' \}", re.MULTILINE)


@pytest.mark.parametrize("name", _SAID_BY)
def test_a_file_says_what_the_list_says_on_screen(name: str) -> None:
    shown = {
        code: (english, danish)
        for path in _SAID_BY[name]
        for code, english, danish in _LABEL.findall(
            (_LABELS / path).read_text(encoding="utf-8")
        )
    }
    spoken = [column for column in EXPORTS[name].columns if column.words]
    assert spoken
    for column in spoken:
        assert column.words is not None
        # The provider's names of roles are not those of the graph.
        named = {one.value: one.name for one in UserRole}
        said = {named.get(code, code): pair for code, pair in column.words.items()}
        assert said.items() <= shown.items(), column.key


def test_a_state_that_a_list_can_be_in_has_a_word() -> None:
    states = {
        "journals": JournalState, "uploads": UploadState, "users": UserState,
    }  # fmt: skip
    for name, kind in states.items():
        (column,) = (one for one in EXPORTS[name].columns if one.key == "state")
        # Where a bank refused some, the state is told of the rest alone.
        words = {one.removeprefix("partly") for one in column.words or ()}
        assert words == {one.value for one in kind}, name


@pytest.mark.parametrize(("open_", "close"), [("[", "]"), ('{"a":', "}")])
async def test_a_filter_nested_without_end_is_refused(
    api: Any, open_: str, close: str
) -> None:
    deep = f'{{"text":{open_ * 900}1{close * 900}}}'
    async with api.client() as client:
        for name in ("filter", "orderBy"):
            by_address = await client.get("/api/export/journals", params={name: deep})
            by_body = await client.post(
                "/api/export/journals", content=f'{{"{name}":{deep}}}'
            )
            for answer in (by_address, by_body):
                assert answer.status_code == 400
                (fault,) = answer.json()["errors"]
                assert (fault["path"], fault["code"]) == (name, "invalid_input")
