"""An installation to be backed up."""

import pytest

from giroscope.settings import Settings
from tests.backup.backup_desk import BackupDesk


@pytest.fixture
def desk(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> BackupDesk:
    """Commands at the installation of the test."""
    return BackupDesk(settings, monkeypatch, capsys)
