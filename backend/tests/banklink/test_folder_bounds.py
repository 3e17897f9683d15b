"""Bounds hold to the one: a file's age and size, and what an answer unpacks to."""

import gzip
from dataclasses import replace

import pytest

from banklink import (
    AnswerNotTrusted,
    Environment,
    FileKind,
    FolderChannel,
    FolderEndpoint,
    NordeaEndpoint,
    NotReady,
    OutgoingFile,
)
from banklink._inflate import inflated
from banklink.nordea.requests import upload_fields
from banklink.parameters import NordeaCAParameters
from tests.banklink.test_folder import CAMT, IDS, NOW, put


@pytest.fixture
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> FolderEndpoint:
    folder = tmp_path_factory.mktemp("folder")
    for name in ("out", "in"):
        (folder / name).mkdir()
    return FolderEndpoint(outbox=folder / "out", inbox=folder / "in")


def test_a_link_to_a_file_that_stands_still_is_passed_over(
    endpoint: FolderEndpoint,
) -> None:
    outside = put(replace(endpoint, inbox=endpoint.outbox), "secret.xml", CAMT)
    (endpoint.inbox / "a.xml").symlink_to(outside)
    put(endpoint, "day.xml", CAMT)
    channel = FolderChannel(endpoint, clock=lambda: NOW)
    assert [waiting.name for waiting in channel.waiting()] == ["day.xml"]


@pytest.mark.parametrize(
    ("age", "is_listed"), [(1.0, False), (2.0, True), (3.0, True), (-60.0, False)]
)
def test_a_file_is_listed_once_it_stands_still(
    endpoint: FolderEndpoint, age: float, *, is_listed: bool
) -> None:
    put(endpoint, "day.xml", CAMT, age)
    channel = FolderChannel(endpoint, clock=lambda: NOW)
    assert bool(list(channel.waiting())) is is_listed


def test_a_file_may_be_as_large_as_the_bank_takes(endpoint: FolderEndpoint) -> None:
    small = replace(endpoint, largest_file=5)
    channel = FolderChannel(small, clock=lambda: NOW)
    nordea = NordeaEndpoint(
        environment=Environment.TEST, roots=(), file_service="", certificate_service="",
        largest_file=5,
    )  # fmt: skip
    parameters = NordeaCAParameters(
        private_key=b"", certificates=(), agreement_id="1", sender_id="1",
        signer_id="1", name="N", country_code="DK",
    )  # fmt: skip
    for size, is_taken in ((0, False), (1, True), (5, True), (6, False)):
        file = OutgoingFile(FileKind.PAYMENT, b"x" * size, "p.xml")
        for seal in (
            lambda f: channel.seal(f, IDS),
            lambda f: upload_fields(parameters, nordea, f, IDS),
        ):
            if is_taken:
                assert seal(file)
            else:
                with pytest.raises(NotReady):
                    seal(file)


def test_a_file_of_the_inbox_may_be_as_large_as_the_folder_takes(
    endpoint: FolderEndpoint,
) -> None:
    put(endpoint, "day.xml", CAMT)
    for largest, is_taken in ((len(CAMT), True), (len(CAMT) - 1, False)):
        channel = FolderChannel(
            replace(endpoint, largest_file=largest), clock=lambda: NOW
        )
        (waiting,) = channel.waiting()
        if is_taken:
            assert channel.fetch(waiting).content == CAMT
        else:
            with pytest.raises(AnswerNotTrusted, match="larger"):
                channel.fetch(waiting)


def test_an_answer_unpacks_to_so_much_and_not_to_one_byte_more() -> None:
    packed = gzip.compress(b"x" * 100, mtime=0)
    assert inflated(packed, 100) == b"x" * 100
    with pytest.raises(AnswerNotTrusted, match="more than 99"):
        inflated(packed, 99)
    with pytest.raises(AnswerNotTrusted):
        inflated(packed[:-1], 100)
    with pytest.raises(AnswerNotTrusted):
        inflated(packed + b"more", 200)
