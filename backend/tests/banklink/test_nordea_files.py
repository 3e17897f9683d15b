"""What Nordea holds ready: listed, fetched, and believed for us only."""

from datetime import datetime, timedelta

import pytest

from banklink import (
    AnswerNotTrusted,
    Exchange,
    FileKind,
    NordeaCAParameters,
    NordeaChannel,
    OutcomeUnknown,
    Waiting,
)
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_nordea import BXD, NordeaBank
from tests.banklink.link_town import IDS, ORDER, Town, town


def descriptor(reference: str, status: str = "NEW") -> dict[str, str]:
    return {
        "FileReference": reference,
        "TargetId": "1234567890",
        "UserFilename": "file.xml",
        "FileType": "NDCAPXMLO",
        "FileTimestamp": "2026-11-21T06:00:00Z",
        "Status": status,
    }


def test_files_are_listed_and_fetched_verified(
    here: Town, bank_side: NordeaBank
) -> None:
    bank_side.descriptors = [descriptor("A"), descriptor("B", "DLD")]
    first, second = here.channel.waiting({FileKind.STATUS})
    assert (first.kind, first.reference, first.is_new) == (FileKind.STATUS, "A", True)
    assert (second.reference, second.is_new) == ("B", False)
    asked = bank_side.seen[0]
    assert asked.findtext(f"{{{BXD}}}Status") == "NEW"
    assert asked.findtext(f"{{{BXD}}}FileType") == "NDCAPXMLO"
    bank_side.content = b"<Document/>"
    fetched = here.channel.fetch(first)
    assert (fetched.content, fetched.kind) == (b"<Document/>", FileKind.STATUS)
    reference = bank_side.seen[1].findtext(
        f"{{{BXD}}}FileReferences/{{{BXD}}}FileReference"
    )
    assert reference == "A"
    here.channel.taken(fetched)


def test_everything_is_asked_for_by_its_own_word(
    here: Town, bank_side: NordeaBank
) -> None:
    list(here.channel.waiting({FileKind.STATUS}, everything=True))
    assert bank_side.seen[0].findtext(f"{{{BXD}}}Status") == "ALL"


def test_an_empty_list_is_no_failure(here: Town, bank_side: NordeaBank) -> None:
    bank_side.code = "24"
    assert list(here.channel.waiting()) == []
    assert len(bank_side.seen) == len(here.channel.receives)


def test_a_compressed_file_comes_unpacked(here: Town, bank_side: NordeaBank) -> None:
    bank_side.content, bank_side.is_compressed = b"x" * 10_000, True
    waiting = Waiting(FileKind.STATEMENT, "A", bank_type="NDARSTXMLO")
    assert here.channel.fetch(waiting).content == b"x" * 10_000


def test_a_small_answer_does_not_unpack_into_a_large_one(
    bank_side: NordeaBank,
    parameters: NordeaCAParameters,
    authority: Authority,
    seen: list[Exchange],
) -> None:
    bank_side.content, bank_side.is_compressed = bytes(2_000_000), True
    waiting = Waiting(FileKind.STATEMENT, "A", bank_type="NDARSTXMLO")
    with (
        town(bank_side, parameters, authority, seen, largest_reply=100_000) as made,
        pytest.raises(AnswerNotTrusted, match="unpacks"),
    ):
        made.channel.fetch(waiting)


@pytest.mark.parametrize(
    "changes",
    [
        {"echo": lambda _: "another-request"},
        {"sender_id": "22222222222"},
        {"customer_id": "22222222222"},
    ],
)
def test_an_answer_for_somebody_else_is_not_believed(
    changes: dict[str, object], here: Town, bank_side: NordeaBank
) -> None:
    for name, value in changes.items():
        setattr(bank_side, name, value)
    with pytest.raises(OutcomeUnknown, match="cannot be trusted"):
        here.deliver()
    with pytest.raises(AnswerNotTrusted):
        list(here.channel.waiting())


def test_an_answer_signed_by_another_root_is_not_believed(
    here: Town, bank_side: NordeaBank, stranger: Authority
) -> None:
    bank_side.signer = stranger.issue("Bank Signing")
    with pytest.raises(OutcomeUnknown):
        here.deliver()


def test_our_own_signature_does_not_answer_us(
    here: Town, bank_side: NordeaBank, customer: Identity
) -> None:
    bank_side.signer = customer
    with pytest.raises(OutcomeUnknown, match="our own name"):
        here.deliver()


def test_another_customer_of_the_bank_does_not_answer_for_it(
    bank_side: NordeaBank,
    parameters: NordeaCAParameters,
    authority: Authority,
    neighbour: Identity,
    seen: list[Exchange],
) -> None:
    bank_side.signer = neighbour
    names = ("Bank Signing",)
    with (
        town(bank_side, parameters, authority, seen, bank_names=names) as made,
        pytest.raises(OutcomeUnknown, match="not the bank's"),
    ):
        made.deliver()


@pytest.mark.parametrize(
    ("now", "holds"),
    [
        (NOW - timedelta(minutes=4), True),
        (NOW - timedelta(minutes=6), False),
        (NOW + timedelta(minutes=9), True),
        (NOW + timedelta(minutes=11), False),
    ],
)
def test_clocks_may_differ_by_five_minutes(
    now: datetime,
    holds: bool,
    here: Town,
    parameters: NordeaCAParameters,
) -> None:
    channel = NordeaChannel(parameters, here.endpoint, clock=lambda: now)
    sealed = channel.seal(ORDER, IDS)
    if holds:
        assert channel.deliver(sealed).bank_code == "00"
    else:
        with pytest.raises(OutcomeUnknown, match="clocks"):
            channel.deliver(sealed)
