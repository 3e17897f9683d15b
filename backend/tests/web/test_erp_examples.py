"""Writes the examples of the ERP's screens, from a tenant that pays from one.

Beside those of `test_examples`, and written again in the same way.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from erp_in_use import ErpInUse, same_names_each_time
from test_examples import EXAMPLES, WRITES, Settled, documents, is_of_erp

from giroscope.features.documents import Vault
from giroscope.kernel.access import ACCOUNT_MANAGEMENT
from giroscope.kernel.database import Database
from giroscope.settings import Settings

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
    if WRITES:
        for name, text in written.items():
            (EXAMPLES / f"{name}.json").write_text(text, "utf-8")
    kept = {
        path.stem: path.read_text("utf-8")
        for path in EXAMPLES.glob("*.json")
        if is_of_erp(path.stem)
    }
    assert kept == written, (
        "contract/examples is stale. If the change is meant, run"
        " GIROSCOPE_WRITE_EXAMPLES=1 pytest tests/web/test_erp_examples.py"
    )
