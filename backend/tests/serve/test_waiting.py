"""The product starts when its database does, whichever was begun first."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
from postgres import PostgresUnavailable, free_port, own_postgres

from tests.commands import begin

_PATIENCE = 120.0


def _until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.mark.integration
def test_a_start_waits_for_a_database_that_is_away(tmp_path: Path) -> None:
    web = free_port()

    def is_ready() -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{web}/healthz/ready", timeout=5) as told:
                return bool(told.status == 200)
        except OSError:
            return False

    try:
        with own_postgres(in_memory=True) as server:
            server.stop()
            environment = {
                **os.environ,
                "GIROSCOPE_DATA_DIR": str(tmp_path / "data"),
                "GIROSCOPE_DATABASE_URL": server.address,
                "GIROSCOPE_IDENTITY_PORT": str(free_port()),
                "GIROSCOPE_BANK_SIMULATOR_PORT": "0",
                "GIROSCOPE_ERP_SIMULATOR_PORT": "0",
                "GIROSCOPE_LOG_FORMAT": "json",
            }
            product = begin(
                tmp_path, "serve", "--port", str(web), environment=environment
            )
            said = product.said / "err"
            _until(lambda: said.exists() and "database.away" in said.read_text())
            server.start()
            _until(is_ready)
            os.kill(product.pid, signal.SIGTERM)
            ended = product.ended()
    except PostgresUnavailable as reason:
        pytest.skip(f"PostgreSQL: {reason}")
    assert ended.code in (0, 130), ended.err
    assert ended.err.count("database.away") == 1
    assert "Traceback" not in ended.err
