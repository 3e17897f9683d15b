"""Where the disk is nearly full an upload is refused before its bytes are taken."""

import functools
import itertools
import shutil
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from giroscope.cli import main
from giroscope.features.journals import preview_http
from giroscope.features.messages.tables import Alarm, SystemMessage
from giroscope.features.payments import http as payments_http
from giroscope.features.uploads.room import NO_ROOM, room_watcher
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.set_up import has_room_for
from giroscope.settings import Settings

_LEAST = Settings().least_free_bytes
Leave = Callable[[int], None]


class _Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def leave(monkeypatch: pytest.MonkeyPatch) -> Leave:
    """Have so many bytes free on every disk."""

    def so_many(free: int) -> None:
        usage = _Usage(1 << 40, (1 << 40) - free, free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

    return so_many


async def _unread() -> AsyncIterator[bytes]:
    raise AssertionError("nobody may read this")
    yield b""


@pytest.mark.served
async def test_an_upload_that_would_fill_the_disk_is_refused_unread(
    api: Any, leave: Leave, settings: Settings
) -> None:
    leave(_LEAST + 10_000_000)
    headers = {
        "content-type": "multipart/form-data; boundary=b",
        "content-length": "50000000",
    }
    async with api.client("giroscope-upload") as client:
        answer = await client.post(
            "/api/upload?kind=statement", content=_unread(), headers=headers
        )
        assert (answer.status_code, answer.json()["code"]) == (503, "disk_full")
        assert answer.headers["retry-after"] == "60"
        assert not list((settings.data_dir / "documents").glob("giroscope/*"))
        told = (await client.get("/healthz/ready")).json()
        assert told == {"status": "ok"}

        leave(_LEAST - 1)
        files = {"files": ("day.xml", b"<Document/>")}
        small = await client.post("/api/upload?kind=statement", files=files)
        assert (small.status_code, small.json()["code"]) == (503, "disk_full")
        ready = await client.get("/healthz/ready")
        assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
        assert [one["part"] for one in ready.json()["missing"]] == ["disk"]
        assert (await client.get("/healthz/live")).status_code == 200

        leave(_LEAST + 10_000_000)
        taken = await client.post("/api/upload?kind=statement", files=files)
        assert taken.status_code == 202


@pytest.mark.both_stores
async def test_a_tenant_is_told_once_while_uploads_are_refused(
    database: Database, realm: str, settings: Settings, leave: Leave
) -> None:
    look, minute = room_watcher(settings), itertools.count()

    def told(free: int) -> list[tuple[str, str, bool]]:
        """Each message, and whether it is resolved, a minute later."""
        leave(free)
        now = system_clock() + timedelta(minutes=next(minute))
        with database.job_connection(realm) as connection:
            look(realm, connection, now)
            connection.commit()
            rows = connection.execute(
                select(SystemMessage.level, SystemMessage.code, Alarm.cleared)
                .join(Alarm, Alarm.message_id == SystemMessage.id)
                .order_by(SystemMessage.id)
            )
            return [(level, code, at is not None) for level, code, at in rows]

    full, over = ("ERROR", NO_ROOM, False), ("ERROR", NO_ROOM, True)
    assert told(_LEAST) == []
    assert told(_LEAST - 1) == [full]
    assert told(0) == [full]
    assert told(_LEAST) == [over]
    assert told(0) == [over, full]


def test_doctor_says_that_uploads_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    leave: Leave,
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(tmp_path))
    leave(_LEAST - 1)
    assert main(["doctor"]) == 1
    assert "so uploads are refused" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("database", "documents", "is_asked"),
    [
        (None, None, True),
        (None, "s3://papers", True),
        ("postgresql://db/g", None, True),
        ("postgresql://db/g", "s3://papers", False),
        ("postgresql://db/g", "file:///", True),
    ],
)
def test_only_disks_that_are_filled_here_count(
    tmp_path: Path,
    leave: Leave,
    database: str | None,
    documents: str | None,
    is_asked: bool,
) -> None:
    leave(0)
    settings = Settings(
        data_dir=tmp_path, database_url=database, documents_url=documents
    )
    assert has_room_for(settings, 0) is not is_asked


@pytest.mark.served
@pytest.mark.parametrize("path", ["/api/preview", "/api/validate"])
@pytest.mark.parametrize("size", [10, 100_000])
async def test_a_file_that_is_only_looked_at_is_refused_where_it_finds_no_room(
    api: Any, path: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = functools.partial(open, "/dev/full", "w+b")
    for module in (preview_http, payments_http):
        monkeypatch.setattr(module, "TemporaryFile", full)
    async with api.client("giroscope-upload") as client:
        answer = await client.post(path, content=b"<" * size)
    assert (answer.status_code, answer.json()["code"]) == (503, "disk_full")
