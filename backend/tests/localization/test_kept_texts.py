"""What earlier releases kept as sentences is brought over to codes and values, once."""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from localization import Message, render

_MIGRATION = (
    Path(__file__).parents[2] / "migrations" / "versions" / "0057_texts_as_codes.py"
)


@pytest.fixture(scope="module")
def migration() -> ModuleType:
    """The migration, as alembic loads it."""
    spec = importlib.util.spec_from_file_location("texts_as_codes", _MIGRATION)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SILENT = "The bank did not answer in time."
SILENT_DA = "Banken svarede ikke i tide."
KEPT: list[tuple[str, str, Mapping[str, str], str, str]] = [
    (
        "banks.activation_failed",
        f"Nordea could not be activated: {SILENT}",
        {"name": "Nordea", "reason": SILENT, "reason_da": SILENT_DA},
        f"Nordea could not be activated: {SILENT}",
        f"Nordea kunne ikke aktiveres: {SILENT_DA}",
    ),
    (
        "banks.failing",
        "Nordea has not answered as it should since 2026-11-20 08:15 UTC: no.",
        {"name": "Nordea", "since": "2026-11-20T08:15+00:00", "reason": "no.",
         "reason_da": "no."},
        "Nordea has not answered as it should since 2026-11-20 08:15 UTC: no.",
        "Nordea har ikke svaret, som den skal, siden 2026-11-20 08:15 UTC: no.",
    ),
    (
        "billing.overdue",
        "Invoice G-7 is overdue: 1250.50 DKK since 2026-11-01",
        {"number": "G-7", "amount": "1250.50", "amount_da": "1.250,50",
         "currency": "DKK", "due": "2026-11-01"},
        "Invoice G-7 is overdue: 1,250.50 DKK since 2026-11-01",
        "Faktura G-7 er forfalden: 1.250,50 DKK siden 2026-11-01",
    ),
    (
        "rule.held",
        "The rule “Rent”, version 2, holds 1 payment back",
        {"rule": "Rent", "version": "2", "count": "1"},
        "The rule “Rent”, version 2, holds 1 payment back",
        "Reglen »Rent«, udgave 2, holder betalinger tilbage: 1",
    ),
    (
        "import.batch",
        "2 files: 1 imported, 1 refused",
        {"files": "2", "summary": "1 imported, 1 refused",
         "summary_da": "1 importeret, 1 afvist"},
        "2 files: 1 imported, 1 refused",
        "2 filer: 1 importeret, 1 afvist",
    ),
    (
        "journal.status_stage",
        "The bank has checked the file's form (ACTC): 24",
        {"status": "ACTC", "count": "24"},
        "The bank has checked the file's form (ACTC): 24",
        "The bank has checked the file's form (ACTC): 24",
    ),
]  # fmt: skip


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept[0])
def test_what_was_kept_says_the_same_in_both_languages(
    migration: ModuleType, kept: tuple[str, str, Mapping[str, str], str, str]
) -> None:
    code, text, values, english, danish = kept
    told, changed = migration._told(code, text, values)
    assert told == code
    message = Message.filled(told, changed)
    assert [render(message, one) for one in ("en", "da")] == [english, danish]


@pytest.mark.parametrize(
    ("code", "values"), [("of.an.older.release", {"name": "x"}), ("import.done", {})]
)
def test_what_is_not_recognised_keeps_its_text(
    migration: ModuleType, code: str, values: dict[str, Any]
) -> None:
    told, changed = migration._told(code, "a.xml is imported", values)
    assert (told, changed) == ("text", {"text": "a.xml is imported"})
    assert render(Message.filled(told, changed), "da") == "a.xml is imported"
