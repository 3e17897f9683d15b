"""Every status and reason code has words, and the page that lists them is fresh."""

import re
from pathlib import Path

import pytest

from giroscope.features.payments.reasons import (
    REASONS,
    REMEDIES,
    Remedy,
    meaning_of,
    remedy_of,
)
from giroscope.features.payments.stages import DUPLICATES, STAGES
from localization import LANGUAGES, Message, render

_PROJECT = Path(__file__).parents[3]
PAGE = _PROJECT / "docs" / "status.md"
CONSOLE = _PROJECT / "frontend/src/features/payments/reasons.ts"


def _codes(heading: str) -> list[str]:
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1]
    lines = section.split("\n## ")[0].splitlines()
    return [line.split("`")[1] for line in lines if line.startswith("| `")]


def test_the_page_lists_every_code_with_its_words() -> None:
    assert sorted(_codes("Status codes")) == sorted(STAGES)
    assert _codes("Reason codes") == list(REASONS)
    assert _codes("What to do") == [remedy.value for remedy in Remedy]
    page = PAGE.read_text(encoding="utf-8")
    for reason in REASONS.values():
        assert f"| {reason.meaning}. | {reason.remedy} |" in page
    for stage in STAGES.values():
        assert f"{stage.meaning}." in page


def test_the_codes_of_danish_and_sepa_life_are_there() -> None:
    assert len(REASONS) >= 80
    assert set(REMEDIES) == set(Remedy)
    assert REASONS.keys() >= DUPLICATES
    assert {reason.remedy for reason in REASONS.values()} == set(Remedy)


def test_a_banks_own_code_is_for_the_bank_to_explain() -> None:
    assert (meaning_of("X123"), remedy_of("X123")) == (None, Remedy.ASK_BANK)
    assert (meaning_of(None), remedy_of(None)) == (None, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_say_what_the_console_says_of_reasons(language: str) -> None:
    console = CONSOLE.read_text(encoding="utf-8")
    for area, english in (
        ("status_reason", {code: one.meaning for code, one in REASONS.items()}),
        ("status_remedy", {one.value: said for one, said in REMEDIES.items()}),
    ):
        for code, meaning in english.items():
            said = render(Message(f"{area}.{code}"), language)
            if language == "en":
                assert said == meaning
            else:
                assert re.search(rf"  {code}:\s+'{re.escape(said)}',", console), code
