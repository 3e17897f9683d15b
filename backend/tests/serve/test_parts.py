"""What the parts tell their server: whose word about the caller's address counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

import banksim
import erpsim
from giroscope.kernel.clock import follow
from giroscope.serve import NotPossible
from giroscope.serve.parts import (
    run_bank_simulator,
    run_erp_simulator,
    run_sign_in,
    run_web,
)
from giroscope.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


async def caller_seen(served: dict[str, Any], peer: str, forwarded: str) -> str:
    """Ask a server run like that, and tell from where it believes to be asked."""
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["client"][0])

    config = uvicorn.Config(
        app,
        interface="asgi3",
        log_config=None,
        proxy_headers=served["proxy_headers"],
        forwarded_allow_ips=served["forwarded_allow_ips"],
    )
    config.load()
    scope = {
        "type": "http",
        "scheme": "http",
        "client": (peer, 4711),
        "headers": [(b"x-forwarded-for", forwarded.encode())],
    }
    await config.loaded_app(scope, None, None)
    return seen[0]


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "caller"),
    [
        ("", "127.0.0.1", "203.0.113.9", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/8, ::1", "10.1.2.3", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/8, ::1", "::1", "192.0.2.66, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/8, ::1", "127.0.0.1", "203.0.113.9", "127.0.0.1"),
        ("10.0.0.0/8,", "198.51.100.7", "203.0.113.9", "198.51.100.7"),
    ],
)
async def test_sign_in_believes_trusted_proxies_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trusted: str,
    peer: str,
    forwarded: str,
    caller: str,
) -> None:
    served: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda _app, **said: served.update(said))
    # What uvicorn would read by itself is not asked either.
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")

    run_sign_in(Settings(data_dir=tmp_path, trusted_proxies=trusted))

    assert await caller_seen(served, peer, forwarded) == caller


def test_a_web_process_has_a_minute_to_load_before_it_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda *_, **told: served.update(told))
    run_web(Settings(data_dir=tmp_path, workers=2))
    config = uvicorn.Config("giroscope.app:asgi", **served)
    assert (config.workers, config.timeout_worker_healthcheck) == (2, 60)


@pytest.mark.parametrize(
    "without", [{"bank_simulator_port": 0}, {"environment": "production"}]
)
def test_no_simulated_bank_runs_where_there_is_to_be_none(
    tmp_path: Path, without: dict[str, Any]
) -> None:
    with pytest.raises(NotPossible, match="simulated bank"):
        run_bank_simulator(Settings(data_dir=tmp_path, **without))
    assert not list(tmp_path.iterdir())


def test_the_simulated_bank_keeps_itself_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(
        banksim, "serve", lambda folder, port, *_, **__: served.append((folder, port))
    )

    run_bank_simulator(Settings(data_dir=tmp_path, bank_simulator_port=8095))

    assert served == [(tmp_path / "bank-simulator", 8095)]


def test_the_simulated_bank_goes_by_the_clock_of_the_product(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[banksim.Options] = []
    monkeypatch.setattr(
        banksim, "serve", lambda _folder, _port, options, **_: served.append(options)
    )
    ahead = tmp_path / "clock"
    ahead.write_text("86400", "ascii")

    run_bank_simulator(Settings(data_dir=tmp_path))
    follow(ahead)
    try:
        moved = served[0].now() - datetime.now(UTC)
    finally:
        follow(None)

    assert moved > timedelta(hours=23)


@pytest.mark.parametrize(
    "without", [{"erp_simulator_port": 0}, {"environment": "production"}]
)
def test_no_simulated_erp_runs_where_there_is_to_be_none(
    tmp_path: Path, without: dict[str, Any]
) -> None:
    with pytest.raises(NotPossible, match="simulated ERP"):
        run_erp_simulator(Settings(data_dir=tmp_path, **without))
    assert not list(tmp_path.iterdir())


def test_the_simulated_erp_keeps_itself_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(
        erpsim, "serve", lambda folder, port, **_: served.append((folder, port))
    )

    run_erp_simulator(Settings(data_dir=tmp_path, erp_simulator_port=8096))

    assert served == [(tmp_path / "erp-simulator", 8096)]
