"""A bank that is known by its host key: two people put it to work, files go after."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from sftp_server import SftpServer, sftp_server

from banklink import Environment, NotReady
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import Banks, confirmations, queries, replace_key
from giroscope.features.banks.activate import begin_activation
from giroscope.features.banks.connections import Change, change
from giroscope.features.banks.errors import (
    BadCode,
    BadField,
    ChangedMeanwhile,
    NoReason,
    NotPossibleNow,
    RequestClosed,
    SecondPersonNeeded,
)
from giroscope.features.banks.inbox import begin_fetch
from giroscope.features.banks.renew import begin_renewal
from giroscope.features.banks.tables import BankFile, BankKey
from giroscope.kernel.access import Actor
from giroscope.settings import Settings
from tests.banks.bank_desk import ANNA, BO, BankDesk

CAMT = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>'


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SftpServer]:
    with sftp_server(tmp_path_factory.mktemp("sshd")) as running:
        yield running


@pytest.fixture
def letter(desk: BankDesk, server: SftpServer) -> dict[str, str]:
    """What the bank has written, with its server allowed by the operator."""
    place = f"127.0.0.1:{server.port}"
    file = desk.settings.data_dir / "banks.toml"
    file.write_text(f'[sftp.PRODUCTION]\nhosts = ["{place}"]\nsettled_seconds = 1\n')
    told = desk.settings.model_copy(update={"bank_directory": file})
    desk.now = datetime.now(desk.now.tzinfo) + timedelta(minutes=5)
    real: Any = Banks(told, desk.database, lambda: desk.now)
    desk.banks = real
    return {
        "host": place, "user": server.user, "hostFingerprint": server.host_key,
        "outbox": "to-bank", "inbox": "from-bank", "archive": "archive",
    }  # fmt: skip


def connected(desk: BankDesk, letter: dict[str, str]) -> int:
    return desk.connect("sftp", parameters=letter, name="The bank")


def asked(
    desk: BankDesk,
    bank_id: int,
    told: dict[str, str] | None = None,
    reason: str = "New",
) -> int:
    made: int = desk.act(
        lambda s: confirmations.ask(s, ANNA, bank_id, told, reason, desk.now)
    )
    return made


def _confirmed(session: Any, who: Actor, desk: BankDesk, request_id: int) -> Any:
    managers = {ANNA.id, BO.id}
    return replace_key.confirm(session, who, desk.banks, request_id, managers=managers)


async def test_nothing_goes_to_the_server_until_a_second_person_has_confirmed_it(
    desk: BankDesk, letter: dict[str, str], server: SftpServer
) -> None:
    bank_id = connected(desk, letter)
    row, key = desk.bank(bank_id), desk.one(BankKey)
    assert (row.state, row.next_fetch, key.state) == ("KEY_CREATED", None, "PENDING")
    assert key.public.startswith("ssh-rsa ")
    shown = desk.act(lambda s: queries.keys(s, [bank_id]))
    assert [one.public for one in shown[bank_id]] == [key.public]
    server.let_in(key.public)
    with pytest.raises(NotReady, match="confirmed"):
        list(desk.banks.open_channel("giroscope", bank_id).waiting())
    with pytest.raises(NotPossibleNow):
        desk.act(lambda s: begin_fetch(s, ANNA, bank_id, desk.now))
    with pytest.raises(BadCode):
        desk.act(lambda s: begin_activation(s, ANNA, desk.banks, bank_id, "1234567890"))
    with pytest.raises(NoReason):
        asked(desk, bank_id, reason=" ")
    request_id = asked(desk, bank_id)
    with pytest.raises(SecondPersonNeeded):
        desk.act(lambda s: _confirmed(s, ANNA, desk, request_id))
    desk.act(lambda s: _confirmed(s, BO, desk, request_id))
    row, key = desk.bank(bank_id), desk.one(BankKey)
    assert (row.state, row.next_fetch, key.state) == ("ACTIVE", desk.now, "CURRENT")
    assert "banks.confirmed" in [one.verb for one in desk.all(AuditEvent)]
    with pytest.raises(RequestClosed):
        desk.act(lambda s: _confirmed(s, BO, desk, request_id))
    with pytest.raises(NotPossibleNow):
        desk.act(lambda s: begin_renewal(s, ANNA, desk.banks, bank_id))
    # Files come, each once, and lie in the archive after.
    (server.folder("from-bank") / "day.xml").write_bytes(CAMT)
    for _ in range(2):
        job = desk.act(lambda s: begin_fetch(s, ANNA, bank_id, desk.now))
        assert desk.work(job).state == "SUCCEEDED"
    (file,) = desk.all(BankFile)
    assert (file.name, file.kind) == ("day.xml", "camt.053")
    assert list(server.folder("from-bank").iterdir()) == []
    assert (server.folder("archive") / "day.xml").read_bytes() == CAMT


async def test_who_changes_the_host_key_after_asking_is_found_out(
    desk: BankDesk, letter: dict[str, str]
) -> None:
    bank_id = connected(desk, letter)
    request_id = asked(desk, bank_id)
    other = letter | {"hostFingerprint": f"SHA256:{'A' * 43}"}
    for told in (other, letter):
        changed = Change(parameters=told)
        desk.act(lambda s, c=changed: change(s, ANNA, bank_id, c, None, desk.now))
        if told is other:
            with pytest.raises(ChangedMeanwhile):
                desk.act(lambda s: _confirmed(s, BO, desk, request_id))
    desk.act(lambda s: _confirmed(s, BO, desk, request_id))
    # Once it works, another host key takes two people again.
    with pytest.raises(NotPossibleNow):
        desk.act(
            lambda s: change(s, ANNA, bank_id, Change(parameters=other), None, desk.now)
        )
    again = asked(desk, bank_id, other)
    with pytest.raises(NotPossibleNow):
        asked(desk, bank_id)
    assert desk.bank(bank_id).parameters == letter
    desk.act(lambda s: _confirmed(s, BO, desk, again))
    assert desk.bank(bank_id).parameters == other


async def test_a_server_that_the_operator_does_not_list_is_not_connected(
    desk: BankDesk, letter: dict[str, str]
) -> None:
    with pytest.raises(BadField) as refused:
        connected(desk, letter | {"host": "127.0.0.1:1"})
    assert refused.value.path == "host"
    # Nor is it spoken to when it was taken from the list since.
    bank_id = connected(desk, letter)
    told = desk.banks.addresses.settings(
        desk.banks.agreement("giroscope", bank_id).bank, Environment.PRODUCTION
    )
    assert told["hosts"] == (letter["host"],)
    file = desk.settings.data_dir / "banks.toml"
    file.write_text('[sftp.PRODUCTION]\nhosts = ["other.bank"]\n')
    later = desk.settings.model_copy(update={"bank_directory": file})
    with pytest.raises(NotReady, match="does not allow"):
        Banks(later, desk.database).open_channel("giroscope", bank_id)


async def test_what_has_a_certificate_is_not_confirmed(desk: BankDesk) -> None:
    bank_id = desk.connected()
    with pytest.raises(NotPossibleNow):
        asked(desk, bank_id)
