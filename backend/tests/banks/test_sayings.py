"""What the rooms keep of a bank's trouble has its Danish, in rows and in messages."""

import re
from pathlib import Path

import orjson
import pytest

from banklink import RefusalKind, Refused
from giroscope.features import banks, payments
from giroscope.features.banks.addresses import NoAddress
from giroscope.features.banks.due import due
from giroscope.features.banks.errors import NotOurKey
from giroscope.features.banks.sayings import SAYINGS
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.sending.sayings import SAYINGS as OF_SENDING
from giroscope.kernel.errors import AppError
from giroscope.kernel.schedule import take_turns
from giroscope.kernel.told import Told
from sayings import MACHINE, Words
from tests.banklink.said_in_sources import said_in, shape
from tests.banks.bank_desk import BankDesk

_BANKS = Path(banks.__file__).parent
_SENDING = Path(payments.__file__).parent / "sending"
_KEPT = [
    *(
        _BANKS / f"{name}.py"
        for name in ("addresses", "channels", "issuing", "outcomes", "testing")
    ),
    _SENDING / "work.py",
]
"""Where errors of the library are raised, and where steps and failures are written."""
_REFUSALS = {"CertificateUsedElsewhere", "NoAddress", "NotOurKey", "NotPossibleNow"}
_REFUSED_AT_ONCE = {"A folder has no certificate"}
"""Told to whoever asks, and kept nowhere."""


def test_every_sentence_that_is_kept_has_its_danish() -> None:
    said = said_in(*_KEPT, also=_REFUSALS) - _REFUSED_AT_ONCE
    assert len(said) >= 12
    assert said - {shape(one) for one in OF_SENDING.danish} == set()


@pytest.mark.parametrize("english", sorted(OF_SENDING.danish.keys() - MACHINE.keys()))
def test_each_is_whole_in_both_languages_and_found_again(english: str) -> None:
    danish = OF_SENDING.danish[english]
    named = [sorted(re.findall(r"\{(\w+)\}", one)) for one in (english, danish)]
    assert named[0] == named[1]
    assert english.endswith(".") == danish.endswith(".")
    filled = [re.sub(r"\{(\w+)\}", r"<\1>", one) for one in (english, danish)]
    assert OF_SENDING.in_both(filled[0]) == Words(*filled)
    assert filled[0] != filled[1]


@pytest.mark.parametrize("refusal", [NoAddress, NotOurKey])
def test_a_refusal_that_ends_work_is_told_as_well(refusal: type[AppError]) -> None:
    sentence = refusal().message
    assert SAYINGS.in_both(sentence).da != sentence


def test_nothing_kept_is_nothing_said() -> None:
    assert Told.found(None, SAYINGS) is None
    assert Told.found("", SAYINGS) is None


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
    told = desk.all(SystemMessage)[-1]
    values = orjson.loads(told.values)
    assert told.code == "banks.certificate_refused"
    assert values["reason"] == "Nordea answered 04: no text"
    assert values["reason_da"] == "Nordea svarede 04: ingen tekst"
    said = Told.found(desk.bank(bank_id).failure, SAYINGS)
    assert said is not None
    assert said.da == values["reason_da"]
