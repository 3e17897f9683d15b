"""Answers of the simulated bank that decide nothing, or cannot be believed."""

from dataclasses import replace

import pytest

from banklink import (
    AnswerNotTrusted,
    Channel,
    FileKind,
    OutcomeUnknown,
    Refused,
    fresh_ids,
)
from banksim import FaultKind, Running
from tests.banklink.link_customers import (
    NORDEA,
    Customer,
    customer,
    deliver,
    order,
    taken_in,
)

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


UNTRUSTED = [
    FaultKind.WRONG_SIGNER,
    FaultKind.WRONG_DIGEST,
    FaultKind.ALTERED_CONTENT,
    FaultKind.UNSIGNED,
    FaultKind.TRUNCATED_REPLY,
    FaultKind.EXPIRED_CERTIFICATE,
    FaultKind.UNKNOWN_ROOT,
    FaultKind.OTHER_AGREEMENT,
]


_OTHER_KEYS = {
    FaultKind.WRONG_SIGNER,
    FaultKind.EXPIRED_CERTIFICATE,
    FaultKind.UNKNOWN_ROOT,
}


@pytest.mark.parametrize("kind", UNTRUSTED)
def test_an_answer_that_cannot_be_believed_leaves_a_doubt(
    kind: FaultKind, there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    operation = sealed.operation
    there.bank.faults.set(kind, agreement=we.id, operation=operation, times=1)
    before = taken_in(there, we)
    with pytest.raises((OutcomeUnknown, Refused)) as caught:
        we.channel.deliver(sealed)
    # Another bank cannot read what is encrypted for this one, and says so. Else the
    # doubt is real: the bank has it.
    cannot_read = we.id != NORDEA and kind in _OTHER_KEYS
    assert isinstance(caught.value, Refused) is cannot_read
    assert taken_in(there, we) == before + (not cannot_read)


@pytest.mark.parametrize("layer", ["content", "soap"])
@pytest.mark.parametrize("kind", [FaultKind.WRONG_DIGEST, FaultKind.UNSIGNED])
def test_each_signature_alone_is_looked_at(
    kind: FaultKind, layer: str, there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    there.bank.faults.set(kind, agreement=we.id, times=1, parameters={"layer": layer})
    with pytest.raises(OutcomeUnknown):
        we.channel.deliver(sealed)


# With files, another agreement's stand in an answer that is ours: whose a file is, it
# says itself, to who can read it.
@pytest.mark.parametrize("kind", UNTRUSTED[:-1])
@pytest.mark.parametrize("we", [NORDEA, "sdc"], indirect=True)
def test_a_list_that_cannot_be_believed_is_refused(
    kind: FaultKind, there: Running, we: Customer
) -> None:
    there.bank.faults.set(kind, agreement=we.id, times=1)
    with pytest.raises(AnswerNotTrusted):
        _fetch_all(we.channel)


def _fetch_all(channel: Channel) -> None:
    for waiting in channel.waiting({FileKind.STATUS}):
        channel.fetch(waiting)


@pytest.mark.parametrize(
    ("kind", "is_taken"),
    [
        (FaultKind.DROP_BEFORE_ACCEPT, False),
        (FaultKind.DROP_AFTER_ACCEPT, True),
        (FaultKind.HTTP_ERROR, False),
        (FaultKind.SOAP_FAULT, False),
    ],
)
def test_no_answer_leaves_a_doubt_whatever_the_bank_did(
    kind: FaultKind, is_taken: bool, there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    there.bank.faults.set(kind, agreement=we.id, times=1)
    before = taken_in(there, we)
    with pytest.raises(OutcomeUnknown):
        we.channel.deliver(sealed)
    assert taken_in(there, we) == before + is_taken


def test_a_slow_answer_leaves_a_doubt(there: Running, nordea: Customer) -> None:
    hasty = customer(
        nordea.id, nordea.parameters, replace(nordea.endpoint, read_seconds=0.3)
    )
    sealed = hasty.channel.seal(order(there, nordea), fresh_ids())
    there.bank.faults.set(
        FaultKind.SLOW, agreement=nordea.id, times=1, parameters={"seconds": 1}
    )
    with pytest.raises(OutcomeUnknown, match="in time"):
        hasty.channel.deliver(sealed)


def test_the_same_bytes_twice_are_a_doubt_and_not_a_refusal(
    there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    we.channel.deliver(sealed)
    before = taken_in(there, we)
    with pytest.raises(OutcomeUnknown) as caught:
        we.channel.deliver(sealed)
    assert caught.value.bank_code in {"31", "409"}
    assert taken_in(there, we) == before


@pytest.mark.parametrize("code", ["02", "12", "18", "25", "29"])
def test_nordea_s_refusals_are_certain(
    code: str, there: Running, nordea: Customer
) -> None:
    there.bank.faults.set(
        FaultKind.RESPONSE_CODE, agreement=NORDEA, times=1, parameters={"code": code}
    )
    before = taken_in(there, nordea)
    with pytest.raises(Refused) as caught:
        deliver(there, nordea)
    assert caught.value.bank_code == code
    assert taken_in(there, nordea) == before
