"""A rehearsal tells a backup that can be restored from one that cannot."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from giroscope.cli import doctor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from tests.backup.backup_desk import OTHER, BackupDesk, every_row
from tests.backup.test_bad_backups import Kept
from tests.conftest import ImportBytes
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores


def test_it_restores_every_tenant_and_leaves_nothing_behind(
    desk: BackupDesk,
    two: Database,
    import_bytes: ImportBytes,
    realm: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import_bytes(camt(Sheet([Line("5.00"), Line("-7.25")])), "statement.xml")
    kept, data = tmp_path / "kept", desk.settings.data_dir
    assert _upkeep(desk) == {"backup": "none yet", "rehearsal": "none yet"}
    assert desk.run("rehearse", "--from", kept)[0] == 2, "there is no backup"
    assert _upkeep(desk)["rehearsal"].endswith("UTC, failed")
    desk.backup(kept)
    before = every_row(two, realm)
    files = {path for path in data.rglob("*") if path.suffix not in {"", ".lock"}}
    code, out, _ = desk.run("rehearse", "--from", kept, "--json")
    told = json.loads(out)
    assert (code, told["ok"]) == (0, True)
    found = {one["name"]: (one["documents"], one["entries"]) for one in told["realms"]}
    assert found == {realm: (2, 2), OTHER: (1, 0)}
    assert every_row(two, realm) == before
    assert two.realms() == sorted((realm, OTHER))
    assert files >= {
        path for path in data.rglob("*")
        if path.suffix not in {"", ".lock", ".sqlite3-wal", ".sqlite3-shm"}
    }  # fmt: skip
    assert not (data / "rehearsing").exists()
    assert all(said.endswith("UTC") for said in _upkeep(desk).values())
    assert not any(_remedies(desk))
    later = system_clock() + timedelta(hours=37)
    monkeypatch.setattr(doctor, "system_clock", lambda: later)
    assert all(_remedies(desk)), "both are too long ago"


def test_what_does_not_add_up_or_open_fails_it_and_is_named(
    desk: BackupDesk,
    two: Database,
    import_bytes: ImportBytes,
    realm: str,
    tmp_path: Path,
) -> None:
    import_bytes(camt(Sheet([Line("5.00"), Line("-7.25")])), "statement.xml")
    kept = tmp_path / "kept"

    def after(change: str) -> str | None:
        with two.job_connection(OTHER) as connection:
            connection.execute(text(change))
            connection.commit()
        desk.run("backup", "--to", kept)
        code, out, _ = desk.run("rehearse", "--from", kept, "--json")
        found = {one["name"]: one for one in json.loads(out)["realms"]}
        assert code == 1
        assert found[realm]["fault"] is None
        assert found[realm]["breaches"] == 1, "as it was when it was written"
        fault: str | None = found[OTHER]["fault"]
        return fault

    with two.job_connection(realm) as connection:
        connection.execute(text("UPDATE statements SET closing = closing + 1"))
        connection.commit()
    gone = f"UPDATE documents SET sha256 = '{'0' * 64}'"  # noqa: S608 - our own
    assert after(gone) == "the store lacked 1 of its documents"
    head = "UPDATE chain_heads SET length = length + 1"
    assert after(head) == "The sealed count of events was changed"
    whole = Kept(kept, max(kept.glob("2*")))
    whole.seal(realm, ledger=whole.told(realm)["ledger"] | {"breaches": 0})
    code, out, _ = desk.run("rehearse", "--from", kept)
    assert (code, "2 of 2 tenants FAILED" in out) == (1, True)
    assert "its statements or entries are others than they were" in out
    assert not (desk.settings.data_dir / "rehearsing").exists()


def _upkeep(desk: BackupDesk) -> dict[str, str]:
    return {one.name: one.found for one in _looked(desk)}


def _remedies(desk: BackupDesk) -> list[str]:
    return [one.remedy for one in _looked(desk)]


def _looked(desk: BackupDesk) -> list[Any]:
    return list(doctor.upkeep(desk.settings))
