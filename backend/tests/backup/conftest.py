"""An installation to be backed up."""

import pytest
from sqlalchemy import insert

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.tables import RealmLimit
from giroscope.settings import Settings
from tests.backup.backup_desk import MASTER_KEY, OTHER, BackupDesk, keep_document


@pytest.fixture
def desk(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> BackupDesk:
    """Commands at the installation of the test."""
    return BackupDesk(settings, monkeypatch, capsys)


@pytest.fixture
def two(database: Database, vault: Vault, realm: str) -> Database:
    """Two tenants, each with a document and a limit that names it."""
    migrate_realm(database, OTHER, MASTER_KEY)
    for name in (realm, OTHER):
        keep_document(database, vault, name, f"what {name} was given".encode())
        with database.job_connection(name) as connection:
            limit = {"name": f"mark-of-{name}", "value": 7}
            connection.execute(insert(RealmLimit).values(limit))
            connection.commit()
    return database
