"""A month's pack: the ledger of an account's month, which adds up offline."""

import csv
import io
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson
import pytest
from pypdf import PdfReader
from sqlalchemy import select

from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.export import EVIDENCE, note
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import Account
from giroscope.features.documents import Vault
from giroscope.features.evidence import layout
from giroscope.features.evidence.pack import Maker
from giroscope.features.evidence.verify import verify
from giroscope.features.journals.lateness import Habit
from giroscope.features.matches import EntryMatch, MatchSide
from giroscope.features.months import actions
from giroscope.features.statements import Transaction
from giroscope.features.statements.export import TRANSACTION_COLUMNS
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import AUDITOR, UPLOAD, Actor, shell_actor
from giroscope.kernel.company_names import CompanyNames
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Forbidden, InvalidInput, NotFound
from giroscope.kernel.jobs import JobStarter
from giroscope.settings import Settings
from tests.evidence.test_verify import faults, sealed, written
from tests.statements.statement_factory import Line, Sheet, camt

NOW = datetime(2026, 4, 10, 9, 30, tzinfo=UTC)
DIFFERENCE = {"en": "-0.50, bank charge", "da": "-0,50, bankgebyr"}
REPLACED = {"en": "a version was replaced", "da": "en version blev erstattet"}
MARCH = date(2026, 3, 1)
Import = Callable[..., Upload]
Take = Callable[..., Any]


def _sheet(
    sequence: int, days: tuple[int, int], opening: str, *amounts: str, **changes: Any
) -> bytes:
    """A statement of some days of March; its entries are of the last one."""
    on = f"2026-03-{days[1]:02}"
    lines = [
        Line(one, day=on, reference=f"{sequence}-{at}")
        for at, one in enumerate(amounts)
    ]
    sheet = Sheet(
        lines, str(sequence), opening, first=f"2026-03-{days[0]:02}", last=on,
        account="DK1", **changes,
    )  # fmt: skip
    return camt(sheet)


@pytest.fixture
async def world(import_bytes: Import, database: Database, realm: str) -> int:
    """Two statements, of which the bank corrected the later; closed after that."""
    import_bytes(_sheet(1, (1, 20), "1000.00", "-10.00", "0.10"), "first.xml")
    import_bytes(_sheet(2, (21, 31), "990.10", "-5.00"), "second.xml")
    again = _sheet(2, (21, 31), "990.10", "-5.50", created="2026-04-02T06:00:00")
    import_bytes(again, "corrected.xml")
    pending = Line("-3.00", day="2026-03-31", status="PDNG", reference="later")
    import_bytes(camt(Sheet([pending], account="DK1"), kind="camt.052"), "interim.xml")
    other = camt(
        Sheet([Line("7.00", day="2026-03-09")], account="DK2", first="2026-03-09")
    )
    import_bytes(other, "other.xml")
    async with database.writing(realm) as session:
        account = await session.scalar(select(Account).where(Account.number == "DK1"))
        assert account is not None
        await actions.close_months(
            session, shell_actor(realm), [account.id], MARCH, "", NOW, Habit()
        )
        entry = await session.scalar(
            select(Transaction.id).where(Transaction.bank_reference == "1-0")
        )
        match = EntryMatch(
            kind="CHOSEN", score=0, reasons=[], matched_at=NOW, matched_by="uma",
            matched_by_name="Uma", difference=Decimal("-0.50"), currency="DKK",
            difference_reason="CHARGE",
        )  # fmt: skip
        session.add(match)
        await session.flush()
        session.add(
            MatchSide(
                match_id=match.id, entry_id=entry, is_return=False, stands=True,
                about="9 March, -10.00 DKK",
            )
        )  # fmt: skip
    return account.id


@pytest.fixture
def take(
    settings: Settings, database: Database, vault: Vault, realm: str, tmp_path: Path
) -> Take:
    """Take a pack as somebody, and tell where it lies."""

    async def name_of(_: str) -> str:
        return "Acme A/S"

    async def is_made_up(_: str) -> bool:
        return False

    lent = {CompanyNames: CompanyNames(name_of), Habit: Habit()}
    maker = Maker(
        database, vault, schema, JobStarter(database), lambda: NOW, lent,
        AnchorStore(settings), is_made_up,
    )  # fmt: skip

    async def taken(by: Actor | None = None, **said: str) -> Path:
        actor = by or shell_actor(realm)
        taking = await maker.taking(actor, said)
        async with database.writing(realm) as session:
            await note(session, actor, EVIDENCE, taking.noted)
        path = tmp_path / taking.file_name
        path.write_bytes(b"".join([chunk async for chunk in taking.chunks()]))
        return path

    return taken


def _read(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.mark.both_stores
async def test_a_months_pack_holds_its_ledger_and_adds_up_offline(
    world: int, take: Take
) -> None:
    path = await take(account=str(world), month="2026-03")
    assert path.name == f"evidence-{world}-2026-03-2026-04-10.zip"
    files = _read(path)
    assert {name for name in files if name.startswith("originals/")} == {
        "originals/first.xml", "originals/second.xml", "originals/corrected.xml",
        "originals/interim.xml",
    }  # fmt: skip
    record = orjson.loads(files["month.json"])
    month = record["month"]
    assert {name: month[name] for name in ("opening", "closing", "total")} == {
        "opening": "1000.00", "closing": "984.60", "total": "-15.40",
    }  # fmt: skip
    assert (month["entries"], month["unmatched"]) == (3, 2)
    assert (month["isComplete"], month["addsUp"]) == (True, True)
    assert sorted((one["kind"], one["status"]) for one in record["statements"]) == [
        ("BOOKED", "CURRENT"), ("BOOKED", "CURRENT"), ("BOOKED", "REPLACED"),
        ("INTERIM", "CURRENT"),
    ]  # fmt: skip
    (closing,) = record["closings"]
    assert (closing["closedByName"], closing["closing"]) == ("Command line", "984.60")
    (match,) = record["matches"]
    assert (match["matchedBy"], match["sides"][0]["about"]) == (
        "uma", "9 March, -10.00 DKK",
    )  # fmt: skip
    headings, *entries = _rows(files["entries.csv"])
    at = headings.index("Amount")
    assert [Decimal(one[at]) for one in entries] == [
        Decimal("-10.00"), Decimal("0.10"), Decimal("-5.50"),
    ]  # fmt: skip
    matched = headings.index("Reconciled")
    assert [one[matched] for one in entries].count(entries[0][matched]) == 1
    assert len(_rows(files["statements.csv"])) == 4
    events = [orjson.loads(line) for line in files["audit/events.jsonl"].splitlines()]
    verbs = [one["verb"] for one in events]
    assert "statements.close_month" in verbs
    assert verbs[-1] == "evidence.export"
    verdict = verify(path)
    assert verdict.is_good, verdict.checks
    said = {check.what: check.said for check in verdict.checks}
    assert said["balances"] == "3 entries lead from 1000.00 to 984.60"
    assert verdict.manifest["about"] == {
        "kind": "month", "id": f"{world}-2026-03", "name": "DK1 2026-03",
    }  # fmt: skip


async def test_the_cover_and_the_readme_tell_the_month_in_both_languages(
    world: int, take: Take
) -> None:
    for language, closed, replaced, readme in (
        (
            "en",
            "984.60",
            "21 March 2026 – 31 March 2026",
            "Evidence pack of an account's month",
        ),
        (
            "da",
            "984,60",
            "21.3.2026 – 31.3.2026",
            "Dokumentationspakke for en kontos måned",
        ),
    ):
        files = _read(await take(account=str(world), month="2026-03", locale=language))
        assert files["README.txt"].decode().startswith(readme)
        assert "month.json" in files["README.txt"].decode()
        assert "journal.json" not in files["README.txt"].decode()
        pages = PdfReader(io.BytesIO(files["cover.pdf"])).pages
        cover = "".join(page.extract_text() for page in pages)
        assert closed in cover
        assert DIFFERENCE[language] in cover
        assert f"{REPLACED[language]}\n{replaced}" in cover
        assert "corrected.xml" in cover


async def test_entries_are_held_against_the_balances_though_hashes_were_made_anew(
    world: int, take: Take
) -> None:
    path = await take(account=str(world), month="2026-03")
    files = _read(path)
    head, first, *rest = _rows(files[layout.ENTRIES])
    altered = [one.replace("-10.00", "-1.00") for one in first]
    for rows, file in (
        ([head, *rest], layout.ENTRIES),
        ([head, first, first, *rest], layout.ENTRIES),
        ([head, altered, *rest], layout.ENTRIES),
        ([[], first, *rest], "month.json"),
    ):
        changed = io.StringIO(newline="")
        csv.writer(changed).writerows(rows)
        forged = sealed({**files, layout.ENTRIES: changed.getvalue().encode()})
        assert faults(verify(written(path, forged))) == {("balances", file)}
    record = orjson.loads(files["month.json"])
    record["files"][0]["sha256"] = "0" * 64
    forged = sealed({**files, "month.json": layout.pretty(record)})
    assert faults(verify(written(path, forged))) == {("files", "month.json")}


async def test_balances_of_a_month_that_lacks_statements_are_not_compared(
    world: int, take: Take
) -> None:
    path = await take(account=str(world), month="2026-04")
    verdict = verify(path)
    assert verdict.is_good, verdict.checks
    (said,) = [one.said for one in verdict.checks if one.what == "balances"]
    assert said == "0 entries; balances are missing or do not add up"
    files = _read(path)
    (head,) = _rows(files[layout.ENTRIES])
    more = ",".join("1.00" if one == "Amount" else "" for one in head)
    forged = {**files, layout.ENTRIES: files[layout.ENTRIES] + more.encode()}
    told = faults(verify(written(path, sealed(forged))))
    assert told == {("balances", layout.ENTRIES)}


async def test_who_may_not_read_the_trail_takes_no_month(
    world: int, take: Take, database: Database, realm: str
) -> None:
    uma = Actor("uma", realm, "Uma", "Uma", frozenset({UPLOAD}))
    with pytest.raises(Forbidden):
        await take(uma, account=str(world), month="2026-03")
    ida = Actor("ida", realm, "Ida", "Ida", frozenset({AUDITOR}))
    await take(ida, account=str(world), month="2026-03")
    async with database.reading(realm) as session:
        event = await session.scalar(
            select(AuditEvent).where(AuditEvent.verb == "evidence.export")
        )
    assert event is not None
    assert (event.subject_kind, event.subject_id) == ("account", str(world))
    assert orjson.loads(event.now or "") == {"month": "2026-03-01"}


async def test_what_names_no_month_of_an_account_here_is_refused(take: Take) -> None:
    for said in (
        {"account": "1"},
        {"month": "2026-03"},
        {"account": "1", "month": "2026-13"},
        {"account": "1", "month": "2026-3"},
        {"account": "one", "month": "2026-03"},
        {"account": "1", "month": "2026-03", "journal": "a"},
    ):
        with pytest.raises(InvalidInput):
            await take(**said)
    with pytest.raises(NotFound):
        await take(account="999999", month="2026-03")


async def test_a_month_that_a_statement_reaches_into_tells_no_opening_balance(
    import_bytes: Import, take: Take, database: Database, realm: str
) -> None:
    line = Line("-1.00", day="2026-03-05")
    sheet = Sheet([line], first="2026-02-20", last="2026-03-05", account="DK3")
    import_bytes(camt(sheet), "over.xml")
    async with database.reading(realm) as session:
        account = await session.scalar(select(Account.id))
    path = await take(account=str(account), month="2026-03")
    assert orjson.loads(_read(path)["month.json"])["month"]["opening"] is None
    assert verify(path).is_good


def test_the_amounts_of_entries_stand_under_the_headings_that_are_looked_for() -> None:
    (amount,) = [one for one in TRANSACTION_COLUMNS if one.key == "amount"]
    assert tuple(amount.heading(language) for language in ("en", "da")) == layout.AMOUNT
