"""What the rooms keep of a bank's trouble has its Danish, in rows and in messages."""

from pathlib import Path

import pytest

from banklink import RefusalKind, Refused
from giroscope.features import banks, payments
from giroscope.features.banks.addresses import NoAddress
from giroscope.features.banks.due import due
from giroscope.features.banks.errors import NotOurKey
from giroscope.kernel.errors import AppError
from giroscope.kernel.schedule import take_turns
from giroscope.kernel.text import LocalizedText, in_both
from localization import Message, render
from tests.banklink.said_in_sources import said_in
from tests.banks.bank_desk import BankDesk

_BANKS = Path(banks.__file__).parent
_SENDING = Path(payments.__file__).parent / "sending"
_KEPT = [
    *(
        _BANKS / f"{name}.py"
        for name in (
            "addresses",
            "channels",
            "diagnose",
            "install_certificate",
            "outcomes",
        )
    ),
    _SENDING / "work.py",
]
"""Where errors of the library are raised, and where steps and failures are written."""
_REFUSALS = {"CertificateUsedElsewhere", "NoAddress", "NotOurKey", "NotPossibleNow"}
_REFUSED_AT_ONCE = {"A folder has no certificate"}
"""Told to whoever asks, and kept nowhere."""


def test_every_sentence_that_is_kept_has_its_danish() -> None:
    said = said_in(*_KEPT, also=_REFUSALS) - _REFUSED_AT_ONCE
    assert len(said) >= 11
    assert [one for one in said if in_both(one.replace("{}", "<x>")).da == one] == []


@pytest.mark.parametrize("refusal", [NoAddress, NotOurKey])
def test_a_refusal_that_ends_work_is_told_as_well(refusal: type[AppError]) -> None:
    sentence = refusal().message
    assert in_both(sentence).da != sentence


def test_nothing_kept_is_nothing_said() -> None:
    assert LocalizedText.of_text(None) is None
    assert LocalizedText.of_text("") is None


async def test_a_message_of_a_bank_in_trouble_has_both(desk: BankDesk) -> None:
    bank_id = desk.connected()
    desk.paper.failures = [
        Refused(
            "Nordea answered 04: no text",
            bank_code="04", bank_text="", kind=RefusalKind.CERTIFICATE,
        )
    ]  # fmt: skip
    take_turns(desk.database, {"banks": due}, desk.now)
    desk.work_all()
    told = desk.told()[-1]
    assert told.code == "banks.certificate_refused"
    reason = told.values["reason"]
    assert isinstance(reason, Message)
    assert str(reason) == "Nordea answered 04: no text"
    assert render(reason, "da") == "Nordea svarede 04: ingen tekst"
    assert in_both(desk.bank(bank_id).failure or "").da == render(reason, "da")
