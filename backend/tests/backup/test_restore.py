"""A tenant comes back as it was, and nothing of it leaves for a bank a second time."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text

from giroscope.cli import tenant_restore
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks.tables import BankPause
from giroscope.features.documents import Document, Vault
from giroscope.features.payments.sending import SEND_JOB, SendState
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job, JobHold
from tests.backup.backup_desk import BackupDesk, every_row
from tests.payments.bank_world import IN, OUT, BankWorld

pytestmark = pytest.mark.both_stores

REASON = ("--reason", "a drill")


def test_it_comes_back_row_by_row_and_its_key_signs(
    desk: BackupDesk,
    world: BankWorld,
    database: Database,
    vault: Vault,
    in_own_loop: Any,
    realm: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = every_row(database, realm)
    assert all(
        before[name] for name in
        ("sendings", "bank_keys", "transactions", "audit_events", "payments")
    )  # fmt: skip
    held = _documents(database, vault, realm)
    desk.backup(tmp_path / "kept")
    vault.forget(realm)
    in_own_loop(database.close())
    database.drop_realm(realm)
    with monkeypatch.context() as patch:
        # As it was, before anything is held.
        patch.setattr(tenant_restore, "settle", lambda *_: 0)
        told = desk.restore(tmp_path / "kept")
    assert [one["name"] for one in told["realms"]] == [realm]
    assert every_row(database, realm) == before
    assert _documents(database, vault, realm) == held
    assert desk.run("audit", "verify", "--realm", realm)[0] == 0
    assert desk.run("ledger", "verify", "--realm", realm)[0] == 0
    received = world.received().total()
    world.sign()
    world.perform(OUT)
    assert world.received().total() == received + 1
    world.ensure_honest()


def test_what_left_since_the_backup_never_leaves_again(
    desk: BackupDesk,
    world: BankWorld,
    database: Database,
    in_own_loop: Any,
    realm: str,
    tmp_path: Path,
) -> None:
    """The bank was given the file after the backup; what is restored knows nothing."""
    sending = world.sign()
    with world.connection() as connection:
        connection.execute(
            text("UPDATE jobs SET state = 'RUNNING', attempts = 3 WHERE verb = :verb"
                 " AND state = 'QUEUED'"), {"verb": SEND_JOB},
        )  # fmt: skip
        connection.commit()
    first = desk.backup(tmp_path / "kept")
    world.perform(OUT)
    sent = world.received()
    code, _, err = desk.run("restore", "--from", tmp_path / "kept", *REASON)
    assert (code, "There already: giroscope" in err) == (1, True)
    in_own_loop(database.close())
    told = desk.restore(tmp_path / "kept", "--replace")
    assert (told["realms"][0]["unknown"], told["backup"]) == (1, first["folder"])
    aside = json.loads((Path(told["before"]) / "manifest.json").read_bytes())
    assert [one["name"] for one in aside["realms"]] == [realm]

    (row,) = (one for one in world.sendings() if one.id == sending)
    assert row.state == SendState.UNKNOWN
    with world.connection() as connection:
        job = connection.execute(
            select(Job).where(Job.verb == SEND_JOB, Job.subject == sending)
        ).one()
        assert (job.state, job.attempts) == ("QUEUED", 4)
        event = connection.execute(
            select(AuditEvent.now).where(AuditEvent.verb == "audit.restore_accepted")
        ).scalar_one()
        assert json.loads(event) | {"reason": "a drill"} == json.loads(event)
        assert json.loads(event)["backup"] == Path(first["folder"]).name
        assert connection.execute(select(JobHold.reason)).scalar_one()
        assert connection.execute(select(BankPause.reason)).scalar_one()
    assert desk.run("audit", "verify", "--realm", realm)[0] == 0

    world.turn()
    world.perform(OUT | IN)
    assert world.received() == sent, "held and paused"
    with world.connection() as connection:
        connection.execute(delete(JobHold))
        connection.execute(delete(BankPause))
        connection.commit()
    world.turn()
    world.perform(OUT)
    assert world.received() == sent, "and unknown, when it goes on"
    world.come_in()
    (row,) = (one for one in world.sendings() if one.id == sending)
    assert row.state == SendState.SENT, "the bank said so"
    world.ensure_honest()


def _documents(database: Database, vault: Vault, realm: str) -> dict[str, bytes]:
    with database.snapshot(realm) as connection:
        shas = list(connection.scalars(select(Document.sha256)))
    return {one: b"".join(vault.chunks(realm, one)) for one in shas}
