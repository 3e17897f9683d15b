"""Writes the examples of the ERP's screens, from a tenant that pays from one.

Beside those of `test_examples`, and written again in the same way.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from giroscope.features.documents import Vault
from giroscope.kernel.access import ACCOUNT_MANAGEMENT
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.erp_in_use import ErpInUse, same_names_each_time
from tests.erp.exchange.exchange_desk import NOW
from tests.example_files import Settled, documents, ensure_fresh

pytestmark = pytest.mark.served

TRIAL = {
    "method": "M1",
    "target": "DK_DOMESTIC",
    "chargeBearer": "DEBT",
    "referenceRule": "FREE",
    "validFrom": "2026-01-01",
    "position": 10,
}
OPERATIONS: dict[str, dict[str, Any]] = {
    "ErpConfigurationPage": {},
    "ErpConfigurationFile": {"id": "1"},
    "ErpValidationPage": {"of": "ACTIVE"},
    "ErpSectionChecks": {"of": "ACTIVE"},
    "ErpReport": {"of": "ACTIVE", "language": "da"},
    "ErpMappingGround": {},
    "ErpMappingList": {"first": 10},
    "OneErpMapping": {"id": "1"},
    "ErpMappingTrial": {"id": "1", "mapping": TRIAL},
    "ErpMethodNames": {},
    "ErpUnmapped": {},
    "ErpExchangeState": {},
    "ErpPaymentList": {"first": 10},
    "OneErpPayment": {"id": "1"},
    "ErpWriteList": {"first": 10},
    "OneErpWrite": {"id": "1"},
    "ErpFindingList": {"first": 10},
    "ErpOfJournal": {"correlationId": "JOURNAL"},
    "ErpJournalPaymentList": {"first": 10, "filter": {"journal": "JOURNAL"}},
}


LAST, VERSIONS = "ErpDifferenceList", {"before": "1", "after": "2"}
"""Asked when a draft stands beside what is in use; the other questions see none."""
SAVE = (
    'mutation { saveErpDraft(kind: "tryton", values: [{name: "company", value: "2"}],'
    ' secrets: [{name: "password", value: "another"}]) { __typename } }'
)


@pytest.fixture
def world_clock() -> Clock:
    """Asked while the exchange is under way."""
    return lambda: NOW


async def test_the_examples_of_an_erp_are_what_the_api_answers_today(
    api: Any, settings: Settings, database: Database, vault: Vault, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    same_names_each_time(monkeypatch)

    def world() -> str:
        erp = ErpInUse(settings, database, vault, tmp_path)
        journal = erp.pay()
        erp.check()
        return journal

    journal = await asyncio.to_thread(world)
    settled, asked_by_name, written = Settled(), documents(), {}
    for name, variables in OPERATIONS.items():
        asked = {
            key: journal if value == "JOURNAL" else value
            for key, value in variables.items()
        }
        if "filter" in asked:
            asked["filter"] = {"journal": journal}
        data = await api.data(asked_by_name[name], ACCOUNT_MANAGEMENT, variables=asked)
        written[name] = settled.text({"data": data})
    await api.data(SAVE, ACCOUNT_MANAGEMENT)
    found = await api.data(asked_by_name[LAST], ACCOUNT_MANAGEMENT, variables=VERSIONS)
    written[LAST] = settled.text({"data": found})
    ensure_fresh(written, "erp")
