"""A realm, the simulated bank beside it, and a worker that does what is due."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from demo_desk import DemoDesk

import banksim
from banksim.options import Options
from giroscope.features.documents import Vault
from giroscope.kernel import jobs
from giroscope.kernel.database import Database
from giroscope.settings import Settings


@pytest.fixture
def bank(settings: Settings) -> Iterator[banksim.Running]:
    """The simulated bank, which does nothing until it is told to."""
    folder = settings.data_dir / "bank-simulator"
    with banksim.running(folder, Options(pace=None)) as running:
        yield running


@pytest.fixture
def desk(
    bank: banksim.Running, settings: Settings, database: Database, vault: Vault,
    realm: str, in_own_loop: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch,
) -> Iterator[DemoDesk]:  # fmt: skip
    """The realm with the bank's address in its settings."""
    monkeypatch.setattr(jobs.JobStarter, "start", lambda *_: None)
    port = int(bank.url.rpartition(":")[2])
    there = settings.model_copy(update={"bank_simulator_port": port})
    made = DemoDesk(there, database, vault, realm, in_own_loop)
    yield made
    made.close()
