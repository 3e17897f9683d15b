"""A store that is away, silent or full is waited for shortly, and told in words."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from obstore.exceptions import GenericError, InvalidPathError
from structlog.testing import capture_logs

from giroscope.features.documents import Vault
from giroscope.kernel import object_store
from giroscope.kernel.object_store import asking_store
from giroscope.kernel.outage import DiskFull, Outage, StoreAway
from giroscope.settings import Settings

_KEY = bytes(32)


@contextmanager
def _silent() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@contextmanager
def _refusing() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    yield port


@pytest.fixture(params=[_silent, _refusing])
def away(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Vault]:
    """Documents in a bucket whose store is away."""
    for name, seconds in {
        "_REQUEST_SECONDS": 0.2, "_CONNECT_SECONDS": 0.2, "_RETRY_SECONDS": 0.3,
    }.items():  # fmt: skip
        monkeypatch.setattr(object_store, name, timedelta(seconds=seconds))
    with request.param() as port:
        for name, value in {
            "ENDPOINT_URL": f"http://127.0.0.1:{port}", "ALLOW_HTTP": "true",
            "ACCESS_KEY_ID": "anybody", "SECRET_ACCESS_KEY": "none",
            "REGION": "eu-north-1",
        }.items():  # fmt: skip
            monkeypatch.setenv(f"AWS_{name}", value)
        settings = Settings(data_dir=tmp_path, documents_url="s3://papers/product")
        yield Vault(settings, lambda _realm: _KEY)


async def test_a_store_that_is_away_is_told_in_words_and_in_no_time(
    away: Vault,
) -> None:
    began = time.monotonic()
    with pytest.raises(StoreAway, match="document store does not answer"):
        away.keep_now("giroscope", [b"a day's statement"])
    with pytest.raises(StoreAway):
        list(away.chunks("giroscope", "0" * 64))
    draft = await away.receive("giroscope")
    with pytest.raises(StoreAway):
        await draft.keep()
    await draft.discard()
    assert not await away.answers(0.5)
    assert time.monotonic() - began < 20


async def test_a_folder_answers_while_it_can_be_written_to(tmp_path: Path) -> None:
    vault = Vault(Settings(data_dir=tmp_path), lambda _realm: _KEY)
    assert await vault.answers(1)
    (tmp_path / "documents").rename(tmp_path / "elsewhere")
    assert not await vault.answers(1)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (GenericError("Generic S3 error: connection refused"), StoreAway),
        (OSError("Connection reset by peer"), StoreAway),
        (GenericError("Unable to write: No space left on device "), DiskFull),
        (InvalidPathError("a programmer's own"), InvalidPathError),
        (FileNotFoundError("no such document"), FileNotFoundError),
    ],
)  # fmt: skip
def test_what_a_store_says_is_told_apart(
    error: Exception, told: type[Exception]
) -> None:
    with pytest.raises(told), asking_store():
        raise error


def test_an_outage_of_the_store_is_told_as_one() -> None:
    outage = Outage()
    with capture_logs() as lines:
        try:
            with asking_store():
                raise GenericError("connection refused by 10.1.2.3")
        except StoreAway as error:
            outage.note(error)
        outage.over()
    assert [line["event"] for line in lines] == ["store.away", "store.back"]
    assert "connection refused" in lines[0]["reason"]
