"""The clients against the simulated bank, which shares no code with them."""

from dataclasses import replace

import pytest

from banklink import (
    FileKind,
    KeyNaming,
    LinkError,
    NordeaChannel,
    NotReady,
    OutcomeUnknown,
    OutgoingFile,
    ProbeOutcome,
    Refused,
    fresh_ids,
)
from banksim import FaultKind, Running
from tests.banklink.link_customers import Customer, customer, deliver, order, taken_in

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


def test_a_payment_goes_out_and_its_status_comes_back(
    there: Running, we: Customer
) -> None:
    list(we.channel.waiting())
    before = taken_in(there, we)
    receipt = deliver(there, we)
    assert receipt.bank_code in {"00", "200"}
    assert taken_in(there, we) == before + 1
    there.bank.settle()
    there.bank.next_day()
    fetched = []
    for waiting in we.channel.waiting():
        one = we.channel.fetch(waiting)
        we.channel.taken(one)
        fetched.append(one)
    kinds = {one.kind for one in fetched}
    assert {FileKind.STATUS, FileKind.STATEMENT} <= kinds
    assert all(one.kind.value in one.content.decode() for one in fetched)
    assert list(we.channel.waiting({FileKind.STATUS})) == []


def test_everything_can_be_listed_again_at_nordea(nordea: Customer) -> None:
    old = list(nordea.channel.waiting(everything=True))
    fetched_before = [waiting for waiting in old if not waiting.is_new]
    assert nordea.channel.fetch(fetched_before[0]).content


def test_a_probe_finds_everything_in_order(we: Customer) -> None:
    outcomes = [step.outcome for step in we.channel.probe()]
    assert outcomes == [
        ProbeOutcome.OK, ProbeOutcome.SKIPPED, ProbeOutcome.OK,
        ProbeOutcome.OK, ProbeOutcome.OK,
    ]  # fmt: skip


@pytest.mark.parametrize("naming", list(KeyNaming))
def test_both_ways_to_name_the_bank_s_key_are_understood(
    naming: KeyNaming, there: Running, connected: dict[str, Customer]
) -> None:
    we = connected["bankdata"]
    endpoint = replace(we.endpoint, key_naming=naming)
    other = customer(we.id, we.parameters, endpoint)
    assert deliver(there, other).bank_code == "200"


def test_an_empty_list_is_empty(there: Running, we: Customer) -> None:
    there.bank.faults.set(FaultKind.EMPTY_LIST, agreement=we.id)
    assert list(we.channel.waiting()) == []


def test_compressed_answers_are_unpacked(there: Running, we: Customer) -> None:
    list(we.channel.waiting({FileKind.STATUS}))
    deliver(there, we)
    there.bank.settle()
    there.bank.faults.set(FaultKind.GZIP, agreement=we.id)
    first = next(iter(we.channel.waiting({FileKind.STATUS})))
    assert b"pain.002" in we.channel.fetch(first).content


def test_the_order_of_bec_is_a_setting(
    there: Running, connected: dict[str, Customer]
) -> None:
    we = connected["sdc"]
    sealed = we.channel.seal(order(there, we), fresh_ids())
    there.bank.faults.set(FaultKind.BEC_ORDER, agreement=we.id)
    with pytest.raises(OutcomeUnknown):
        we.channel.deliver(sealed)


def test_a_bank_with_a_new_certificate_is_believed_and_written_to(
    there: Running, we: Customer
) -> None:
    """A fresh look at the certificate is enough, since the root is the same."""
    there.bank.faults.set(FaultKind.ROTATED_CERTIFICATE, agreement=we.id)
    fresh = customer(we.id, we.parameters, we.endpoint)
    assert deliver(there, fresh).bank_code in {"00", "200"}


def test_a_certificate_is_renewed_and_the_old_one_is_worthless(
    there: Running, we: Customer
) -> None:
    new = we.renewed()
    assert deliver(there, new).bank_code in {"00", "200"}
    with pytest.raises(LinkError) as caught:
        deliver(there, we)
    assert isinstance(caught.value, Refused)
    # Those after this one go on with the new key.
    we.parameters, we.channel, we.enrolment = (
        new.parameters,
        new.channel,
        new.enrolment,
    )


def test_a_key_nobody_certified_is_not_used(nordea: Customer) -> None:
    other = replace(nordea.parameters, private_key=b"")
    with pytest.raises(NotReady):
        NordeaChannel(other, nordea.endpoint).seal(
            OutgoingFile(FileKind.PAYMENT, b"x"), fresh_ids()
        )
