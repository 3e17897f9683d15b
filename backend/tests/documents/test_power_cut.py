"""What was accepted is there after a power cut: nothing waits for the disk."""

import os
from pathlib import Path

import pytest
from sqlalchemy import text

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.settings import Settings

_FULL = 2


@pytest.fixture
def hardened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What the disk was told to hold, in order."""
    seen: list[Path] = []
    sync = os.fsync

    def noted(number: int) -> None:
        seen.append(Path(f"/proc/self/fd/{number}").resolve())
        sync(number)

    monkeypatch.setattr(os, "fsync", noted)
    return seen


@pytest.mark.parametrize("way", ["a request", "a command"])
async def test_a_document_and_its_name_are_on_the_disk_when_it_is_accepted(
    tmp_path: Path, hardened: list[Path], way: str
) -> None:
    vault = Vault(Settings(data_dir=tmp_path), lambda _realm: bytes(32))
    if way == "a command":
        stored = vault.keep_now("giroscope", [b"a day's statement"])
    else:
        draft = await vault.receive("giroscope")
        await draft.write(b"a day's statement")
        stored = await draft.keep()
    folder = tmp_path / "documents"
    own = folder / "giroscope"
    assert hardened == [own / stored.sha256, own, folder]


async def test_a_change_is_on_the_disk_when_it_is_done(
    sqlite_settings: Settings,
) -> None:
    database = Database(sqlite_settings)
    asked = text("PRAGMA synchronous")
    with database.job_connection("giroscope") as connection:
        assert connection.execute(asked).scalar_one() == _FULL
    with database.shared_connection() as connection:
        assert connection.execute(asked).scalar_one() == _FULL
    async with database.writing("giroscope") as session:
        assert (await session.execute(asked)).scalar_one() == _FULL
    await database.close()
