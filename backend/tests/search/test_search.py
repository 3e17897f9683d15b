"""One search over all rooms: by reference, account, name and amount, and by right."""

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.journals.tables import Journal
from giroscope.features.messages import tell
from giroscope.features.payments.stages import PaymentState
from giroscope.features.search import records
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from localization import Message
from tests.uploads.bank_samples import payments, statement

pytestmark = pytest.mark.served

MANAGER, UPLOADER = "giroscope-account-management", "giroscope-upload"
SEARCH = """query ($text: String!, $first: Int) { search(text: $text, first: $first) {
  groups { kind more hits { kind id title detail address exact date
    amount { amount currency } } } } }"""


@pytest.fixture
def world(import_bytes: Any, database: Database) -> dict[str, str]:
    """A payment file, statements, a message and a person."""
    paid = import_bytes(payments("PAY-77", 3), "løn november.xml", "PAYMENT")
    stated = import_bytes(statement(3, details=2), "statement-1.xml")
    import_bytes(statement(2, number="2", day="2026-11-04"), "statement-2.xml")
    now = system_clock()
    with database.job_session("giroscope") as session:
        tell(
            session.connection(), "WARNING", Message("x", text="Noget med Grønlund"),
            correlation_id=str(paid.correlation_id),
        )  # fmt: skip
        session.add(
            KnownPerson(
                person_id="person-1", username="karen", given_name="Karen",
                family_name="Blixen", name="Karen Blixen", sort_name="karen blixen",
                email="karen@example.com", state="ACTIVE", has_second_factor=False,
                has_mail_failed=False, required_actions=[], other_roles=0,
                created=now, active_at=now,
            )
        )  # fmt: skip
    return {"journal": str(paid.correlation_id), "upload": str(stated.id)}


async def _found(api: Any, text: str, *roles: str, **more: Any) -> dict[str, list[Any]]:
    data = await api.data(SEARCH, *roles, variables={"text": text, **more})
    groups = data["search"]["groups"]
    assert all(group["hits"] for group in groups)
    return {group["kind"]: group["hits"] for group in groups}


async def test_an_id_that_is_pasted_gives_its_record_first(
    api: Any, world: dict[str, str]
) -> None:
    found = await _found(api, world["journal"].upper(), UPLOADER)
    first = next(iter(found))
    assert first == "JOURNAL"
    (hit,) = found["JOURNAL"]
    assert (hit["id"], hit["exact"], hit["title"]) == (world["journal"], True, "PAY-77")
    assert hit["address"] == f"/?journal={world['journal']}"
    assert [one["title"] for one in found["UPLOAD"]] == ["løn november.xml"]
    # Its execution date lies in the past, which is worth a warning.
    assert [one["title"].partition(";")[0] for one in found["MESSAGE"]] == [
        "Noget med Grønlund", "løn november.xml is imported",
    ]  # fmt: skip
    for text, kind in (
        ("PAY-77", "JOURNAL"), ("PAY-77-1", "PAYMENT"), ("E2E-1-0-1", "TRANSACTION"),
        ("REF-1-0", "TRANSACTION"), ("DK5000400440116243-1", "STATEMENT"),
        (f"#{world['upload']}", None),
    ):  # fmt: skip
        found = await _found(api, text, UPLOADER)
        group = found[kind or "UPLOAD"]
        assert group[0]["exact"], text
        if kind:
            assert next(iter(found)) == kind, text


@pytest.mark.usefixtures("world")
async def test_an_account_is_found_in_any_spacing(api: Any) -> None:
    for text in (
        "DK50 0040 0440 1162 43",
        "dk5000400440116243",
        "0440-1162",
        "main acc",
    ):
        (hit,) = (await _found(api, text))["ACCOUNT"]
        assert hit["title"] == "Main account"
        assert hit["exact"] == ("50" in text)
        assert hit["address"].startswith("/journals/statements?account=")


@pytest.mark.usefixtures("world")
async def test_amounts_are_found_in_every_notation(api: Any) -> None:
    for text in ("3,00", "3.00", "DKK 3", "3,00 kr."):
        hits = (await _found(api, text))["TRANSACTION"]
        assert {hit["amount"]["amount"] for hit in hits} == {"3.00"}, text
        assert not any(hit["exact"] for hit in hits)
    assert "TRANSACTION" not in await _found(api, "3,00 EUR")
    hits = (await _found(api, "106,00"))["STATEMENT"]
    assert hits[0]["amount"] == {"amount": "106.00", "currency": "DKK"}


@pytest.mark.usefixtures("world")
async def test_money_is_found_by_a_name_and_about_so_much(api: Any) -> None:
    found = await _found(api, "creditor ~2,7")
    assert set(found) == {"PAYMENT"}
    (hit,) = found["PAYMENT"]
    assert (hit["title"], hit["amount"]["amount"]) == ("Creditor 1", "2.50")
    assert hit["detail"].startswith("RECEIVED · ")
    assert hit["address"].endswith("&tab=payments&payment-q=PAY-77-1")
    about = await _found(api, "ca. 3 kr.")
    assert {hit["amount"]["amount"] for hit in about["TRANSACTION"]} == {"3.00"}
    assert "PAYMENT" not in about
    assert await _found(api, "creditor ~2,7 EUR") == {}


@pytest.mark.usefixtures("world")
async def test_money_is_found_by_a_name_with_its_amount_beside_it(api: Any) -> None:
    for text in ("creditor 2,50", "2.50 Creditor", "DKK 2 creditor", "creditor 2 kr."):
        found = await _found(api, text)
        assert set(found) == {"PAYMENT"}, text
        (hit,) = found["PAYMENT"]
        assert (hit["title"], hit["amount"]["amount"]) == ("Creditor 1", "2.50")
    for text in ("creditor 2,51", "creditor 9", "nobody 2,50", "creditor 2,50 EUR"):
        assert await _found(api, text) == {}, text
    # What holds the text as it stands comes before what has such an amount.
    found = await _found(api, "creditor 2")
    assert [hit["title"] for hit in found["PAYMENT"]] == ["Creditor 2"]


async def test_a_journal_is_carried_out_in_part_where_the_bank_refused_some(
    api: Any, world: dict[str, str], database: Database
) -> None:
    with database.job_session("giroscope") as session:
        journal = session.scalars(
            select(Journal).where(Journal.correlation_id == world["journal"])
        ).one()
        journal.state, journal.rejected = "BOOKED", 1
        session.commit()
    (hit,) = (await _found(api, "PAY-77"))["JOURNAL"]
    assert hit["detail"].startswith("PARTLY_BOOKED · ")


def test_the_console_has_words_for_how_far_payments_came() -> None:
    labels = Path(__file__).parents[3] / "frontend/src/app/palette/labels.ts"
    words = labels.read_text(encoding="utf-8").partition("stateWords")[2]
    named = set(re.findall(r"^  ([A-Z_]+): \{", words, re.MULTILINE))
    parts = {f"PARTLY_{state}" for state in records.CARRIED_OUT}
    assert {*PaymentState, *parts} <= named


@pytest.mark.usefixtures("world")
async def test_names_and_words_are_found_by_their_beginnings(api: Any) -> None:
    found = await _found(api, "GRØNL", UPLOADER)
    assert [one["title"] for one in found["MESSAGE"]] == ["Noget med Grønlund"]
    assert "UPLOAD" in await _found(api, "LØN nov", UPLOADER)
    assert (await _found(api, "blixen", MANAGER))["USER"][0]["id"] == "person-1"
    assert (await _found(api, "karen@example.com", MANAGER))["USER"][0]["exact"]
    details = await _found(api, "part 1")
    assert details["TRANSACTION"]


@pytest.mark.usefixtures("world")
async def test_who_may_not_read_a_room_finds_nothing_of_it(api: Any) -> None:
    assert "USER" not in await _found(api, "blixen", UPLOADER)
    assert "UPLOAD" not in await _found(api, "løn november")
    assert "UPLOAD" in await _found(api, "løn november", UPLOADER)


@pytest.mark.usefixtures("world")
async def test_as_many_are_shown_as_are_asked_for(api: Any) -> None:
    data = await api.data(SEARCH, variables={"text": "ref", "first": 2})
    (group,) = (one for one in data["search"]["groups"] if one["kind"] == "TRANSACTION")
    assert (len(group["hits"]), group["more"]) == (2, True)
    for variables in (
        {"text": "x"}, {"text": "x" * 201}, {"text": "ref", "first": 0},
        {"text": "ref", "first": 21},
    ):  # fmt: skip
        assert await api.code(SEARCH, variables=variables) == "INVALID_INPUT"
