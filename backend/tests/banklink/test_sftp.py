"""File exchange over SFTP, spoken with a real OpenSSH server."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sftp_server import SftpServer, sftp_server

from banklink import (
    AnswerNotTrusted,
    Exchange,
    FileKind,
    Ids,
    NotReady,
    NotSent,
    OutcomeUnknown,
    OutgoingFile,
    ProbeOutcome,
    Refused,
    Waiting,
    fresh_ids,
)
from banklink.sftp import SftpChannel
from banklink.sftp.endpoint import SftpEndpoint
from banklink.sftp.protocol import SFTP
from banklink.sftp.session import Lost, NotLetIn, Session

IDS = Ids("7f6c2b", datetime(2026, 3, 2, 9, tzinfo=UTC))
PAIN = OutgoingFile(
    FileKind.PAYMENT, b"<Document>urn:iso:std:iso:20022:tech:xsd:pain.001.001.03",
    "run 7/a.xml",
)  # fmt: skip
CAMT = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>'
KEY = SFTP.new_key()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SftpServer]:
    with sftp_server(tmp_path_factory.mktemp("sshd")) as running:
        running.let_in(SFTP.public_key(KEY) or "")
        yield running


@pytest.fixture(autouse=True)
def _empty(server: SftpServer) -> None:
    for name in ("to-bank", "from-bank", "archive"):
        server.folder(name).chmod(0o755)
        for path in server.folder(name).iterdir():
            path.unlink()


def endpoint(server: SftpServer) -> SftpEndpoint:
    return SftpEndpoint(
        host="127.0.0.1", port=server.port, user=server.user,
        host_key=server.host_key, outbox="to-bank", inbox="from-bank",
        archive="archive", private_key=KEY, settled_seconds=0.5,
    )  # fmt: skip


def later() -> datetime:
    """When every file has come to rest."""
    return datetime.now(UTC) + timedelta(minutes=5)


@pytest.fixture
def told() -> list[Exchange]:
    return []


@pytest.fixture
def channel(server: SftpServer, told: list[Exchange]) -> SftpChannel:
    return SftpChannel(endpoint(server), witness=told.append, clock=later)


def test_a_file_stands_in_the_outbox_once_however_often_it_is_sent(
    server: SftpServer, channel: SftpChannel, told: list[Exchange]
) -> None:
    sealed = channel.seal(PAIN, IDS)
    receipt = channel.deliver(sealed)
    (laid,) = server.folder("to-bank").iterdir()
    assert (laid.name, laid.read_bytes()) == (receipt.reference, PAIN.content)
    assert laid.name.endswith("-run_7_a.xml")
    # Another attempt has other ids, and is the same file all the same.
    again = channel.deliver(channel.seal(PAIN, fresh_ids()))
    assert (again.reference, again.bank_text) == (
        laid.name,
        "Stands in the outbox already.",
    )
    # So it is when the bank has taken it.
    laid.rename(server.folder("archive") / laid.name)
    assert channel.deliver(sealed).bank_text == "Stands in the archive already."
    assert list(server.folder("to-bank").iterdir()) == []
    assert {one.operation for one in told} == {"put"}
    assert told[0].request == PAIN.content
    assert server.user not in told[0].uri.partition("//")[2].partition("/")[0]


def test_another_file_of_its_name_is_never_replaced(
    server: SftpServer, channel: SftpChannel
) -> None:
    sealed = channel.seal(PAIN, IDS)
    there = server.folder("to-bank") / sealed.address.rpartition("/")[2]
    there.write_bytes(PAIN.content[:-1] + b"?")
    with pytest.raises(Refused):
        channel.deliver(sealed)
    assert there.read_bytes().endswith(b"?")


def test_what_an_earlier_attempt_left_half_is_written_over(
    server: SftpServer, channel: SftpChannel
) -> None:
    sealed = channel.seal(PAIN, IDS)
    name = sealed.address.rpartition("/")[2]
    (server.folder("to-bank") / f".{name}.part").write_bytes(b"x" * 999)
    channel.deliver(sealed)
    (laid,) = server.folder("to-bank").iterdir()
    assert laid.read_bytes() == PAIN.content


Bend = Callable[[Session, str, str], None]
_rename = Session.rename


def _named_and_lost(session: Session, old: str, new: str) -> None:
    _rename(session, old, new)
    raise Lost("the line broke")


def _lost_before(session: Session, old: str, new: str) -> None:
    del session, old, new
    raise Lost("the line broke")


def _taken_and_lost(session: Session, old: str, new: str) -> None:
    """The bank was quicker than its answer."""
    del new
    session.remove(old)
    raise Lost("the line broke")


@pytest.mark.parametrize(
    ("bend", "fate"),
    [
        (_named_and_lost, None),
        (_lost_before, NotSent),
        (_taken_and_lost, OutcomeUnknown),
    ],
)
def test_a_line_that_breaks_over_the_name_is_looked_into(
    server: SftpServer,
    channel: SftpChannel,
    monkeypatch: pytest.MonkeyPatch,
    bend: Bend,
    fate: type[Exception] | None,
) -> None:
    monkeypatch.setattr(Session, "rename", bend)
    sealed = channel.seal(PAIN, IDS)
    if fate is None:
        assert channel.deliver(sealed).reference is not None
        assert len(list(server.folder("to-bank").iterdir())) == 1
        return
    with pytest.raises(fate):
        channel.deliver(sealed)
    # What was not sent is not there either, so that it may be sent again.
    assert list(server.folder("to-bank").iterdir()) == []


def test_where_nobody_answers_any_more_nothing_is_certain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sftp_server(tmp_path) as own:
        own.let_in(SFTP.public_key(KEY) or "")
        channel = SftpChannel(endpoint(own), clock=later)

        def named_and_gone(session: Session, old: str, new: str) -> None:
            _rename(session, old, new)
            own.process.send_signal(signal.SIGTERM)
            own.process.wait(10)
            raise Lost("the line broke")

        monkeypatch.setattr(Session, "rename", named_and_gone)
        sealed = channel.seal(PAIN, IDS)
        with pytest.raises(OutcomeUnknown):
            channel.deliver(sealed)
        monkeypatch.undo()
        own.started()
        traced = channel.trace(sealed)
        assert traced is not None
        assert traced.bank_text == "Stands in the outbox already."


def test_a_file_is_given_until_it_is_stored_and_then_is_in_the_archive(
    server: SftpServer, channel: SftpChannel, told: list[Exchange]
) -> None:
    inbox = server.folder("from-bank")
    (inbox / "day.xml").write_bytes(CAMT)
    (inbox / "half.xml.part").write_bytes(b"<")
    (inbox / ".hidden").write_bytes(b"<")
    (inbox / "folder").symlink_to(server.folder("archive"))
    (inbox / "out").symlink_to("/etc/hostname")
    for _ in range(2):
        (waiting,) = list(channel.waiting())
        assert (waiting.kind, waiting.name) == (FileKind.STATEMENT, "day.xml")
    for one in channel.waiting():
        fetched = channel.fetch(one)
        assert (fetched.content, fetched.kind) == (CAMT, FileKind.STATEMENT)
        channel.taken(fetched)
    assert list(channel.waiting()) == []
    assert (server.folder("archive") / "day.xml").read_bytes() == CAMT
    assert [one.operation for one in told][-4:] == ["list", "take", "archive", "list"]
    (inbox / "folder").unlink()
    (inbox / "out").unlink()


def test_a_name_that_comes_again_replaces_nothing_in_the_archive(
    server: SftpServer, channel: SftpChannel
) -> None:
    inbox, archive = server.folder("from-bank"), server.folder("archive")
    for content in (CAMT, CAMT + b"\n", CAMT + b"\n"):
        (inbox / "day.xml").write_bytes(content)
        for one in channel.waiting():
            channel.taken(channel.fetch(one))
        assert list(inbox.iterdir()) == []
    kept = sorted(path.read_bytes() for path in archive.iterdir())
    assert kept == [CAMT, CAMT + b"\n"]


def test_what_the_bank_writes_on_is_left_for_the_next_look(
    server: SftpServer, channel: SftpChannel
) -> None:
    file = server.folder("from-bank") / "day.xml"
    file.write_bytes(CAMT)
    young = SftpChannel(endpoint(server), clock=lambda: datetime.now(UTC))
    os.utime(file, (time.time() + 60,) * 2)
    assert list(young.waiting()) == []
    looked = channel.waiting()
    one = next(looked)
    file.write_bytes(CAMT + CAMT)
    with pytest.raises(NotSent, match="changed while"):
        channel.fetch(one)
    looked.close()
    (one,) = list(channel.waiting())
    fetched = channel.fetch(one)
    # Nor is it put away when another has taken its name since it was read.
    file.write_bytes(CAMT)
    with pytest.raises(NotReady):
        channel.taken(fetched)
    assert file.read_bytes() == CAMT


def test_no_name_leads_out_of_the_inbox(channel: SftpChannel) -> None:
    for name in ("../archive/day.xml", "/etc/passwd", "..", ""):
        with pytest.raises(AnswerNotTrusted):
            channel.fetch(Waiting(FileKind.STATEMENT, name))


def test_a_server_with_another_host_key_is_told_nothing(server: SftpServer) -> None:
    bent = server.host_key[:-1] + ("A" if server.host_key[-1] != "A" else "B")
    channel = SftpChannel(replace(endpoint(server), host_key=bent), clock=later)
    with pytest.raises(AnswerNotTrusted):
        list(channel.waiting())
    with pytest.raises(NotSent, match="not the bank"):
        channel.deliver(channel.seal(PAIN, IDS))
    outcomes = [(step.stage, step.outcome) for step in channel.probe()]
    assert outcomes[:3] == [
        ("address", ProbeOutcome.OK),
        ("host key", ProbeOutcome.FAILED),
        ("sign-in", ProbeOutcome.SKIPPED),
    ]


@pytest.mark.parametrize("kind", ["rsa", "ecdsa"])
def test_the_confirmed_key_is_found_whatever_its_kind(
    kind: str, tmp_path: Path
) -> None:
    with sftp_server(tmp_path, key_kind=kind) as own:
        own.let_in(SFTP.public_key(KEY) or "")
        steps = list(SftpChannel(endpoint(own), clock=later).probe())
    assert {step.outcome for step in steps} == {ProbeOutcome.OK}
    assert [step.stage for step in steps] == [
        "address", "host key", "sign-in", "outbox", "inbox", "archive",
    ]  # fmt: skip


def test_a_key_the_bank_does_not_know_is_told_as_such(server: SftpServer) -> None:
    stranger = replace(endpoint(server), private_key=SFTP.new_key())
    channel = SftpChannel(stranger, clock=later)
    with pytest.raises(NotLetIn):
        channel.deliver(channel.seal(PAIN, IDS))
    outcomes = {step.stage: step.outcome for step in channel.probe()}
    assert outcomes["host key"] is ProbeOutcome.OK
    assert outcomes["sign-in"] is ProbeOutcome.FAILED
    assert outcomes["outbox"] is ProbeOutcome.SKIPPED


def test_without_a_confirmed_key_or_a_server_nothing_leaves(server: SftpServer) -> None:
    with pytest.raises(NotReady):
        list(SftpChannel(replace(endpoint(server), private_key=b"")).waiting())
    nowhere = SftpChannel(replace(endpoint(server), port=1, connect_seconds=2))
    with pytest.raises(NotSent):
        nowhere.deliver(nowhere.seal(PAIN, IDS))
    lacks = SftpChannel(replace(endpoint(server), inbox="nowhere"), clock=later)
    with pytest.raises(NotSent, match="inbox"):
        list(lacks.waiting())
    steps = {step.stage: step.outcome for step in lacks.probe()}
    assert (steps["outbox"], steps["inbox"]) == (ProbeOutcome.OK, ProbeOutcome.FAILED)


def test_a_file_too_large_is_neither_sent_nor_taken(server: SftpServer) -> None:
    small = SftpChannel(replace(endpoint(server), largest_file=10), clock=later)
    with pytest.raises(NotReady):
        small.seal(PAIN, IDS)
    (server.folder("from-bank") / "day.xml").write_bytes(CAMT)
    (waiting,) = list(small.waiting())
    with pytest.raises(AnswerNotTrusted):
        small.fetch(waiting)
