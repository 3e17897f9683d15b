"""A journal's pack: what is in it, who may have it, and that taking it is noted."""

import re
import zipfile
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import orjson
import pytest
from pypdf import PdfReader
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.documents import Vault
from giroscope.features.evidence.verify import verify
from giroscope.features.payments import Payment
from tests.evidence.conftest import taken
from tests.evidence.test_verify import faults, sealed, written
from tests.payments.approvals.approval_desk import REALM, Desk, Paper


def _read(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def _keep(path: Path, content: bytes) -> None:
    path.write_bytes(content)


@pytest.mark.both_stores
async def test_a_pack_holds_what_is_known_of_the_journal_and_verifies(
    pack: Path, paper: Paper, vault: Vault
) -> None:
    files = _read(pack)
    assert set(files) == {
        "README.txt", "cover.pdf", "journal.json", "payments.csv", "entries.csv",
        "audit/events.jsonl", "audit/links.json", "originals/PAY-1.xml",
        "public-key.pem", "SHA256SUMS", "manifest.json", "manifest.sig",
    }  # fmt: skip
    original = b"".join(vault.chunks(REALM, paper.sha256))
    assert files["originals/PAY-1.xml"] == original
    record = orjson.loads(files["journal.json"])
    (total,) = record["journal"]["totals"]
    assert (Decimal(total["amount"]), total["currency"]) == (Decimal("2600.10"), "DKK")
    assert isinstance(total["amount"], str)
    (case,) = record["documents"]
    given = [
        (one["decision"], one["personId"], one["proof"] is not None)
        for one in case["decisions"]
    ]
    assert given == [("APPROVE", "alba", True), ("SIGN", "bo", False)]
    assert [one["person"] for one in record["journal"]["approval"]["behind"]] == ["Uma"]
    (sending,) = record["sendings"]
    assert sending["sha256"] == paper.sha256
    assert files["payments.csv"].decode().count(",DKK,") == 2
    assert "100.10" in files["payments.csv"].decode()
    events = [orjson.loads(line) for line in files["audit/events.jsonl"].splitlines()]
    verbs = [one["verb"] for one in events]
    # Who took the pack stands in it: that was written down before it was made.
    assert verbs[-1] == "evidence.export"
    assert {"payments.approved", "payments.signed"} <= set(verbs)
    verdict = verify(pack)
    assert verdict.is_good, verdict.checks
    said = {check.what: check.said for check in verdict.checks}
    assert said["approvals"].startswith("1 signatures of people's devices are good")
    assert files["cover.pdf"].startswith(b"%PDF")
    assert b"giroscope evidence verify" in files["README.txt"]


async def test_a_danish_pack_speaks_danish_to_people(
    desk: Desk, paper: Paper, tmp_path: Path
) -> None:
    response = await taken(desk, "max", journal=paper.correlation_id, locale="da")
    path = tmp_path / "pakke.zip"
    path.write_bytes(response.content)
    files = _read(path)
    assert files["README.txt"].decode().startswith("Dokumentationspakke")
    assert files["payments.csv"].decode().startswith("Korrelations-id,")
    cover = PdfReader(BytesIO(files["cover.pdf"])).pages[0].extract_text()
    (total,) = re.findall(r"I alt\n(.+)", cover)
    assert re.fullmatch(r"DKK [\d.]+,\d\d \(\d+ betaling(er)?\)", total), total
    assert verify(path).is_good


async def _payment_pack(desk: Desk, path: Path, language: str) -> dict[str, bytes]:
    with desk.connection() as held:
        query = select(Payment.id).where(Payment.amount == Decimal("100.10"))
        payment_id = str(held.execute(query).scalar_one())
    response = await taken(desk, "max", payment=payment_id, locale=language)
    assert response.status_code == 200, response.text
    _keep(path, response.content)
    return _read(path)


async def test_a_payments_pack_tells_of_it_alone_with_the_proof_of_its_file(
    desk: Desk, paper: Paper, tmp_path: Path
) -> None:
    path = tmp_path / "pack.zip"
    files = await _payment_pack(desk, path, "en")
    record = orjson.loads(files["payment.json"])
    assert record["payment"]["amount"] == {"amount": "100.10", "currency": "DKK"}
    assert record["journal"]["correlationId"] == paper.correlation_id
    (case,) = record["documents"]
    assert len(case["decisions"]) == 2
    lines = files["payments.csv"].decode().splitlines()
    assert len(lines) == 2
    assert ",100.10,DKK," in lines[1]
    cover = PdfReader(BytesIO(files["cover.pdf"])).pages[0].extract_text()
    assert "The payment\nPayee\n" in cover
    assert re.search(r"Amount\nDKK\s100\.10\n", cover)
    assert "2,500.00" not in cover.partition("Figures")[0]
    verdict = verify(path)
    assert verdict.is_good, verdict.checks
    assert {"approvals", "payment"} <= {check.what for check in verdict.checks}
    danish = await _payment_pack(desk, path, "da")
    assert danish["README.txt"].decode().startswith("Dokumentationspakke for en bet")
    assert verify(path).is_good


async def test_a_payments_pack_that_lists_another_is_told(
    desk: Desk, paper: Paper, tmp_path: Path
) -> None:
    del paper
    path = tmp_path / "pack.zip"
    files = await _payment_pack(desk, path, "en")
    heading, line = files["payments.csv"].splitlines(keepends=True)
    files["payments.csv"] = heading + line.replace(b"100.10", b"900.10") + line
    assert ("payment", "payments.csv") in faults(verify(written(path, sealed(files))))


async def test_only_who_reads_the_audit_trail_takes_a_pack(
    desk: Desk, paper: Paper
) -> None:
    for who in ("uma", "alba"):
        refused = await taken(desk, who, journal=paper.correlation_id)
        assert refused.status_code == 403
    assert "evidence.export" not in desk.trail()
    taking = await taken(desk, "max", journal=paper.correlation_id)
    assert taking.status_code == 200
    with desk.connection() as held:
        event = held.execute(
            select(AuditEvent).where(AuditEvent.verb == "evidence.export")
        ).one()
    assert (event.subject_kind, event.subject_id) == ("journal", paper.correlation_id)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400), ({"journal": "x" * 37}, 400), ({"journal": "a\0"}, 400),
        ({"journal": "no-such-journal"}, 404), ({"journal": "a", "locale": "xx"}, 400),
        ({"journal": "a", "more": "b"}, 400), ({"payment": "no-id"}, 400),
        ({"payment": "987654321"}, 404), ({"payment": "1", "journal": "a"}, 400),
    ],
)  # fmt: skip
async def test_what_names_no_journal_here_is_refused(
    desk: Desk, asked: dict[str, str], status: int
) -> None:
    assert (await taken(desk, "max", **asked)).status_code == status


@pytest.mark.both_stores
async def test_an_event_that_was_changed_in_the_database_stops_the_pack(
    desk: Desk, paper: Paper
) -> None:
    with desk.connection() as held:
        if desk.database.is_sqlite:
            held.exec_driver_sql("DROP TRIGGER audit_events_update")
        else:
            held.exec_driver_sql("ALTER TABLE audit_events DISABLE TRIGGER USER")
        held.exec_driver_sql(
            "UPDATE audit_events SET actor_name = 'Somebody' WHERE verb ="
            " 'payments.signed'"
        )
        held.commit()
    refused = await taken(desk, "max", journal=paper.correlation_id)
    assert refused.status_code >= 400
    assert "was changed after it was written" in refused.text
