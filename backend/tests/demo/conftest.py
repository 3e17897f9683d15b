"""A realm, the simulated bank beside it, and a worker that does what is due."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import banksim
import erpsim
from banksim.options import Options
from giroscope.features.documents import Vault
from giroscope.kernel import jobs
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.demo.demo_desk import DemoDesk


@pytest.fixture
def bank(bank_folder: Path) -> Iterator[banksim.Running]:
    """The simulated bank, which does nothing until it is told to."""
    with banksim.running(bank_folder, Options(pace=None)) as running:
        yield running


@pytest.fixture
def erp(settings: Settings) -> Iterator[erpsim.Running]:
    """The simulated ERP, with the books that it begins with."""
    with erpsim.running(settings.erp_simulator_folder) as running:
        yield running


@pytest.fixture
def desk(
    bank: banksim.Running, erp: erpsim.Running, settings: Settings, database: Database,
    vault: Vault, realm: str, in_own_loop: Callable[[Any], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[DemoDesk]:  # fmt: skip
    """The realm with the addresses of bank and ERP in its settings."""
    monkeypatch.setattr(jobs.JobStarter, "start", lambda *_: None)
    there = settings.model_copy(
        update={
            "bank_simulator_port": int(bank.url.rpartition(":")[2]),
            "erp_simulator_port": int(erp.url.rpartition(":")[2]),
        }
    )
    made = DemoDesk(there, database, vault, realm, in_own_loop)
    yield made
    made.close()
