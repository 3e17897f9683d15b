"""What Bank Connect gives only once: noted before it leaves, safe before it is read."""

import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import pytest

from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectParameters,
    FileKind,
    LinkError,
    NotSent,
    OutcomeUnknown,
    Question,
    Refused,
)
from tests.banklink.link_authority import NOW, Identity
from tests.banklink.link_connect import ConnectBank
from tests.banklink.link_errand import IDS, STATUS
from tests.banklink.link_nordea import fault
from tests.banklink.link_server import Server, closed_port, receive, serving


@dataclass
class Drawer:
    """A safe in memory, with what happened in order."""

    said: list[str] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    kept: list[tuple[Question, bytes]] = field(default_factory=list)

    def expect(self, question: Question) -> None:
        self.said.append("expect")
        self.asked.append(question)

    def keep(self, question: Question, reply: bytes) -> None:
        self.said.append("keep")
        self.kept.append((question, reply))

    def unread(self, kind: FileKind) -> Iterable[tuple[Question, bytes]]:
        return [one for one in self.kept if one[0].kind is kind]

    def doubt(self, question: Question, error: AnswerNotTrusted) -> None:
        assert any(question == one for one, _ in self.kept)
        self.said.append(f"doubt {error.code}")

    def forget(self, question: Question) -> None:
        self.said.append("forget")
        self.asked.remove(question)
        self.kept = [one for one in self.kept if one[0] != question]


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def opened(
    parameters: BankConnectParameters,
    endpoint: BankConnectEndpoint,
    bank: Identity,
    drawer: Drawer,
) -> Callable[..., BankConnectChannel]:
    """A channel of a new process, with the same safe."""

    def opened(**settings: object) -> BankConnectChannel:
        made = BankConnectChannel(
            parameters,
            replace(endpoint, **settings),  # type: ignore[arg-type]
            bank_certificates=(bank.pem,),
            clock=lambda: NOW,
        )
        made.keep_in(drawer)
        return made

    return opened


def test_an_answer_is_safe_before_it_is_read_and_until_it_is_taken(
    opened: Callable[..., BankConnectChannel],
    bank_side: ConnectBank,
    server: Server,
    drawer: Drawer,
) -> None:
    bank_side.messages = [STATUS]
    channel = opened()
    (waiting,) = channel.waiting({FileKind.STATUS})
    assert drawer.said == ["expect", "keep"]
    (question,) = drawer.asked
    assert question.ids.request_id.encode() in server.bodies[0]
    # Killed here, the next one finds it, and the bank has nothing more.
    (again,) = opened().waiting({FileKind.STATUS})
    assert again == waiting
    assert drawer.said == ["expect", "keep", "expect", "keep", "forget"]
    later = opened()
    (again,) = later.waiting({FileKind.STATUS})
    fetched = later.fetch(again)
    assert fetched.content == STATUS
    later.taken(fetched)
    assert (drawer.asked, drawer.kept) == ([], [])
    assert list(opened().waiting({FileKind.STATUS})) == []


def test_the_same_content_in_two_answers_is_taken_with_both(
    opened: Callable[..., BankConnectChannel],
    bank_side: ConnectBank,
    drawer: Drawer,
) -> None:
    bank_side.messages = [STATUS]
    list(opened().waiting({FileKind.STATUS}))
    bank_side.messages = [STATUS]
    channel = opened()
    first, second = channel.waiting({FileKind.STATUS})
    assert first == second
    channel.taken(channel.fetch(first))
    assert (drawer.asked, drawer.kept) == ([], [])


@pytest.mark.parametrize("never_ends", [False, True])
def test_nothing_is_kept_of_what_holds_nothing_new(
    never_ends: bool,
    opened: Callable[..., BankConnectChannel],
    bank_side: ConnectBank,
    drawer: Drawer,
) -> None:
    bank_side.messages, bank_side.never_ends = [STATUS] * never_ends, never_ends
    channel = opened()
    for waiting in channel.waiting({FileKind.STATUS}):
        channel.taken(channel.fetch(waiting))
    assert (drawer.asked, drawer.kept) == ([], [])


def test_a_question_that_never_left_is_forgotten(
    opened: Callable[..., BankConnectChannel], drawer: Drawer
) -> None:
    address = f"http://127.0.0.1:{closed_port()}/service"
    with pytest.raises(NotSent):
        list(opened(address=address).waiting({FileKind.STATUS}))
    assert drawer.said == ["expect", "forget"]


def _hang_up(connection: socket.socket, server: Server) -> None:
    receive(connection, server)


def test_a_question_whose_answer_broke_off_stays(
    opened: Callable[..., BankConnectChannel], drawer: Drawer
) -> None:
    with serving(_hang_up) as broken:
        channel = opened(address=broken.address)
        with pytest.raises(OutcomeUnknown):
            list(channel.waiting({FileKind.STATUS}))
    assert drawer.said == ["expect"]


@pytest.mark.parametrize(
    ("code", "expected"), [("s:Client", Refused), ("s:Server", OutcomeUnknown)]
)
def test_with_a_fault_no_file_came(
    code: str,
    expected: type[LinkError],
    opened: Callable[..., BankConnectChannel],
    monkeypatch: pytest.MonkeyPatch,
    bank_side: ConnectBank,
    drawer: Drawer,
) -> None:
    monkeypatch.setattr(bank_side, "answer", lambda _: fault(code, "No."))
    with pytest.raises(expected):
        list(opened().waiting({FileKind.STATUS}))
    assert drawer.said == ["expect", "keep", "forget"]
    # Killed before it was forgotten, the next one does so.
    question = Question(FileKind.STATUS, IDS)
    drawer.asked, drawer.kept = [question], [(question, fault(code, "No."))]
    monkeypatch.undo()
    assert list(opened().waiting({FileKind.STATUS})) == []
    assert drawer.kept == []


def test_an_answer_in_doubt_is_read_again_when_the_settings_are_right(
    opened: Callable[..., BankConnectChannel], bank_side: ConnectBank, drawer: Drawer
) -> None:
    bank_side.messages, bank_side.echo = [STATUS], lambda _: "an id of the bank's own"
    with pytest.raises(AnswerNotTrusted):
        list(opened().waiting({FileKind.STATUS}))
    assert drawer.said == ["expect", "keep", "doubt answer_not_trusted"]
    # It stops nothing that comes after it.
    bank_side.messages, bank_side.echo = [STATUS.replace(b"/>", b"> </Document>")], str
    (other,) = opened().waiting({FileKind.STATUS})
    channel = opened(echoes_id=False)
    found = [channel.fetch(one) for one in channel.waiting({FileKind.STATUS})]
    assert STATUS in {one.content for one in found}
    assert other.reference in {one.reference for one in found}
