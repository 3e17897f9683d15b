"""The folder channel: whole files out, each file in once by its content."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from banklink import (
    AnswerNotTrusted,
    Exchange,
    FileKind,
    FolderChannel,
    FolderEndpoint,
    Ids,
    NotReady,
    NotSent,
    OutgoingFile,
    ProbeOutcome,
    Refused,
    Waiting,
)

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
IDS = Ids("request-1", NOW)
CAMT = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>'
PAIN = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"/>'
ORDER = OutgoingFile(FileKind.PAYMENT, b"<Document>1</Document>", "løn 2026.xml")


@pytest.fixture
def endpoint(tmp_path: Path) -> FolderEndpoint:
    (tmp_path / "out").mkdir()
    (tmp_path / "in").mkdir()
    return FolderEndpoint(outbox=tmp_path / "out", inbox=tmp_path / "in")


@pytest.fixture
def seen() -> list[Exchange]:
    return []


@pytest.fixture
def channel(endpoint: FolderEndpoint, seen: list[Exchange]) -> FolderChannel:
    return FolderChannel(endpoint, witness=seen.append, clock=lambda: NOW)


def put(endpoint: FolderEndpoint, name: str, content: bytes, age: float = 60) -> Path:
    path = endpoint.inbox / name
    path.write_bytes(content)
    then = NOW.timestamp() - age
    os.utime(path, (then, then))
    return path


def test_a_file_stands_in_the_outbox_whole_and_alone(
    channel: FolderChannel, endpoint: FolderEndpoint, seen: list[Exchange]
) -> None:
    receipt = channel.deliver(channel.seal(ORDER, IDS))
    (path,) = endpoint.outbox.iterdir()
    assert path.read_bytes() == ORDER.content
    assert receipt.reference == path.name == "request-1-l_n_2026.xml"
    assert [exchange.failure for exchange in seen] == [""]


def test_sealing_writes_nothing(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    sealed = channel.seal(ORDER, IDS)
    assert list(endpoint.outbox.iterdir()) == []
    assert sealed.digest == sealed.content_digest


def test_delivering_again_leaves_one_file(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    sealed = channel.seal(ORDER, IDS)
    channel.deliver(sealed)
    channel.deliver(sealed)
    assert len(list(endpoint.outbox.iterdir())) == 1


def test_another_file_of_the_same_name_is_not_replaced(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    sealed = channel.seal(ORDER, IDS)
    Path(sealed.address).write_bytes(b"another")
    with pytest.raises(Refused):
        channel.deliver(sealed)
    assert [p.read_bytes() for p in endpoint.outbox.iterdir()] == [b"another"]


def test_a_missing_outbox_means_nothing_was_sent(
    channel: FolderChannel, endpoint: FolderEndpoint, seen: list[Exchange]
) -> None:
    sealed = channel.seal(ORDER, IDS)
    endpoint.outbox.rmdir()
    with pytest.raises(NotSent):
        channel.deliver(sealed)
    assert seen[0].failure


def test_a_name_cannot_leave_the_outbox(channel: FolderChannel) -> None:
    file = OutgoingFile(FileKind.PAYMENT, b"x", "../../etc/passwd")
    sealed = channel.seal(file, Ids("../up", NOW))
    assert "/" not in Path(sealed.address).name
    assert Path(sealed.address).name.startswith("_up-")


def test_what_cannot_be_sent_is_refused_before(channel: FolderChannel) -> None:
    with pytest.raises(NotReady):
        channel.seal(OutgoingFile(FileKind.STATEMENT, b"x"), IDS)
    with pytest.raises(NotReady):
        channel.seal(OutgoingFile(FileKind.PAYMENT, b""), IDS)


def test_what_was_sealed_for_elsewhere_is_not_delivered(
    channel: FolderChannel, tmp_path: Path
) -> None:
    other = FolderChannel(FolderEndpoint(outbox=tmp_path, inbox=tmp_path))
    with pytest.raises(NotReady):
        channel.deliver(other.seal(ORDER, IDS))


def test_a_file_is_new_until_it_is_taken(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    put(endpoint, "a.xml", CAMT)
    (first,) = channel.waiting()
    assert (first.kind, first.reference, first.is_new) == (
        FileKind.STATEMENT,
        "a.xml",
        True,
    )
    fetched = channel.fetch(first)
    assert fetched.content == CAMT
    assert list(channel.waiting()) == [first]
    channel.taken(fetched)
    assert list(channel.waiting()) == []
    (again,) = channel.waiting(everything=True)
    assert again.is_new is False


def test_the_same_content_under_another_name_is_not_new(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    put(endpoint, "a.xml", CAMT)
    put(endpoint, "b.xml", CAMT)
    (only,) = channel.waiting()
    channel.taken(channel.fetch(only))
    put(endpoint, "c.xml", CAMT)
    assert list(channel.waiting()) == []


def test_only_the_kinds_asked_for_are_listed(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    put(endpoint, "a.xml", CAMT)
    put(endpoint, "b.xml", PAIN)
    put(endpoint, "c.txt", b"hello")
    put(endpoint, "d.sta", b":20:X\r\n:25:1\r\n:28C:1\r\n:60F:C261121DKK1,\r\n")
    put(endpoint, "e.sta", b"{1:F01NDEADKKK}{2:O9421200}{4:\r\n")
    kinds = {w.reference: w.kind for w in channel.waiting()}
    assert kinds == {
        "a.xml": FileKind.STATEMENT,
        "b.xml": FileKind.STATUS,
        "c.txt": FileKind.OTHER,
        "d.sta": FileKind.STATEMENT,
        "e.sta": FileKind.REPORT,
    }
    assert [w.reference for w in channel.waiting({FileKind.STATUS})] == ["b.xml"]


@pytest.mark.parametrize("name", [".a.xml", "a.xml.part", "A.XML.TMP", "a.filepart"])
def test_an_unfinished_name_is_left_alone(
    channel: FolderChannel, endpoint: FolderEndpoint, name: str
) -> None:
    put(endpoint, name, CAMT)
    assert list(channel.waiting()) == []


def test_a_file_still_being_written_waits(endpoint: FolderEndpoint) -> None:
    put(endpoint, "a.xml", CAMT, age=0)
    channel = FolderChannel(endpoint, clock=lambda: NOW)
    assert list(channel.waiting()) == []
    later = FolderChannel(endpoint, clock=lambda: NOW + timedelta(seconds=10))
    assert len(list(later.waiting())) == 1


def test_links_and_names_that_lead_outside_are_not_read(
    channel: FolderChannel, endpoint: FolderEndpoint, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.xml"
    secret.write_bytes(CAMT)
    (endpoint.inbox / "a.xml").symlink_to(secret)
    assert list(channel.waiting()) == []
    with pytest.raises(AnswerNotTrusted):
        channel.fetch(Waiting(FileKind.STATEMENT, "../secret.xml"))


def test_a_file_over_the_limit_is_refused_and_holds_up_no_other(
    endpoint: FolderEndpoint,
) -> None:
    put(endpoint, "a.xml", CAMT)
    put(endpoint, "b.txt", b"small")
    small = FolderEndpoint(
        outbox=endpoint.outbox, inbox=endpoint.inbox, largest_file=10
    )
    channel = FolderChannel(small, clock=lambda: NOW)
    large, fits = channel.waiting()
    with pytest.raises(AnswerNotTrusted):
        channel.fetch(large)
    assert channel.fetch(fits).content == b"small"


def test_a_probe_tells_which_folder_is_missing(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    assert {step.outcome for step in channel.probe()} == {ProbeOutcome.OK}
    endpoint.inbox.rmdir()
    outbox, inbox = channel.probe()
    assert (outbox.outcome, inbox.outcome) == (ProbeOutcome.OK, ProbeOutcome.FAILED)


def test_a_pipe_in_place_of_a_file_is_not_waited_for(
    channel: FolderChannel, endpoint: FolderEndpoint
) -> None:
    path = put(endpoint, "a.xml", CAMT)
    (waiting,) = channel.waiting()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(NotSent, match="no file"):
        channel.fetch(waiting)
    assert list(channel.waiting()) == []
