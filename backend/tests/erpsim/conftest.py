"""An ERP on a free port for each test, and clients with and without its key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

import erpsim

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def erp(tmp_path: Path) -> Iterator[erpsim.Running]:
    with erpsim.running(tmp_path / "erp", erpsim.Options(now=lambda: NOW)) as running:
        yield running


@pytest.fixture
def web(erp: erpsim.Running) -> Iterator[httpx2.Client]:
    """A person at the machine, without a key."""
    with httpx2.Client(base_url=erp.url) as client:
        yield client


@pytest.fixture
def client(erp: erpsim.Running) -> Iterator[httpx2.Client]:
    """A program with the key, at the interface."""
    headers = {"Authorization": f"Bearer {erp.key}"}
    with httpx2.Client(base_url=f"{erp.url}/api/v1/", headers=headers) as made:
        yield made
