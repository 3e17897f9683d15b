"""Who may do what with a connection, what is never believed, and what sends."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, update

from bankfiles import Account as FileAccount
from banklink import Environment
from banklink.registry import UnknownProtocol
from giroscope.features.banks import (
    Banks,
    account_of_file,
    connections,
    diagnose,
    inbox,
    pause,
    renew,
    replace_key,
    sending_connection,
)
from giroscope.features.banks.connections import Change, Served, Wish
from giroscope.features.banks.errors import (
    AccountServedElsewhere,
    HasHistory,
    NotPossibleNow,
    SecondPersonNeeded,
)
from giroscope.features.banks.keys import opened_secret, sealed_secret
from giroscope.features.banks.tables import (
    BankConnection,
    BankFile,
    BankKey,
    BankKeyRequest,
)
from giroscope.features.documents import note_document
from giroscope.kernel.access import UPLOAD, Actor
from giroscope.kernel.errors import Forbidden
from giroscope.kernel.secrets import SecretDamaged
from giroscope.settings import Settings
from tests.banks.bank_desk import ANNA, BO, MANAGERS, NOON, BankDesk

IBAN = "DK6129990004281101"
VIEWER = Actor("v", "giroscope", "v", "Vera", frozenset())
CLERK = Actor("d", "giroscope", "d", "Dan", frozenset({UPLOAD}))


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def acts(desk: BankDesk, who: Actor) -> dict[str, Callable[[Any], Any]]:
    """Everything a person can do with the first connection."""
    wish = Wish("Other", "folder", Environment.PRODUCTION, {})
    kind = diagnose.TestKind.TEST
    return {
        "create": lambda s: connections.create(s, who, desk.banks, wish, NOON),
        "change": lambda s: connections.change(s, who, 1, Change(name="x"), None, NOON),
        "revoke": lambda s: connections.revoke(s, who, 1, NOON),
        "remove": lambda s: connections.remove(s, who, 1),
        "renew": lambda s: renew.begin_renewal(s, who, desk.banks, 1),
        "ask": lambda s: replace_key.ask(s, who, 1, "Why", NOON),
        "confirm": lambda s: replace_key.confirm(
            s, who, desk.banks, 1, managers=MANAGERS
        ),
        "reject": lambda s: replace_key.reject(s, who, 1, NOON),
        "withdraw": lambda s: replace_key.withdraw(s, who, 1, NOON),
        "accept": lambda s: inbox.accept(s, who, 1, NOON),
        "fetch": lambda s: inbox.begin_fetch(s, who, 1, NOON),
        "test": lambda s: diagnose.begin_test(s, who, 1, kind, NOON),
        "pause": lambda s: pause.pause(s, who, 1, None, NOON),
        "resume": lambda s: pause.resume(s, who, 1, NOON),
        "pause all": lambda s: pause.pause_all(s, who, None, NOON),
        "resume all": lambda s: pause.resume_all(s, who, NOON),
    }


async def test_every_act_needs_its_role(desk: BankDesk) -> None:
    desk.connect("folder", parameters={}, name="Folder")
    for name, act in acts(desk, VIEWER).items():
        with pytest.raises(Forbidden):
            desk.act(act)
        assert name
    for name, act in acts(desk, CLERK).items():
        # Who brings files in may have the bank looked at, and nothing more.
        if name == "fetch":
            continue
        with pytest.raises(Forbidden):
            desk.act(act)


async def test_who_asked_for_a_new_key_does_not_decide_on_it(desk: BankDesk) -> None:
    bank_id = desk.connected()
    asked = desk.act(lambda s: replace_key.ask(s, ANNA, bank_id, "Stolen", NOON))
    with pytest.raises(SecondPersonNeeded):
        desk.act(lambda s: replace_key.reject(s, ANNA, asked, NOON))
    assert desk.one(BankKeyRequest).state == "PENDING"
    desk.act(lambda s: replace_key.reject(s, BO, asked, NOON))
    request = desk.one(BankKeyRequest)
    assert (request.state, request.decided_by) == ("REJECTED", BO.id)
    assert desk.one(BankKey).state == "CURRENT"
    assert desk.bank(bank_id).state == "ACTIVE"


def kept(desk: BankDesk, bank_id: int, **values: Any) -> int:
    """A file that was kept aside; tells its id."""
    stored = desk.vault.keep_now("giroscope", [b"what came"])
    with desk.database.job_connection("giroscope") as connection:
        document = note_document(connection, stored, "x.xml", "BANK", NOON)
        made = connection.execute(
            insert(BankFile)
            .values(
                connection_id=bank_id, kind="camt.053", sha256=stored.sha256,
                document_id=document, name="x.xml", received=NOON,
                refusal="Not ours", collected_at=NOON,
                **{name: document if value else None for name, value in values.items()},
            )
            .returning(BankFile.id)
        ).scalar_one()  # fmt: skip
        connection.commit()
        return int(made)


async def test_an_answer_that_could_not_be_believed_is_never_imported(
    desk: BankDesk,
) -> None:
    bank_id = desk.connect("folder", parameters={}, name="Folder")
    doubted = kept(desk, bank_id, raw_document_id=True)
    with pytest.raises(NotPossibleNow, match="never imported"):
        desk.act(lambda s: inbox.accept(s, ANNA, doubted, NOON))
    assert desk.one(BankFile).refusal == "Not ours"
    strangers = kept(desk, bank_id, raw_document_id=False)
    desk.act(lambda s: inbox.accept(s, ANNA, strangers, NOON))
    row = desk.one(BankFile, BankFile.id == strangers)
    assert (row.refusal, row.collected_at) == (None, None)
    with pytest.raises(NotPossibleNow, match="taken in already"):
        desk.act(lambda s: inbox.accept(s, ANNA, strangers, NOON))


def sender(desk: BankDesk, number: str = IBAN) -> int | None:
    """Which connection sends from an account."""
    with desk.database.job_connection("giroscope") as connection:
        found = sending_connection(connection, number)
    return found and found.id


async def test_an_account_sends_by_every_name_it_has(desk: BankDesk) -> None:
    pays = desk.connected(accounts=[Served("2999-0004281101")])
    assert sender(desk) is None
    with desk.database.job_connection("giroscope") as connection:
        for said in (FileAccount(iban=IBAN), FileAccount(other="29990004281101")):
            account_of_file(connection, said, "DKK")
        connection.commit()
    assert sender(desk) == pays
    assert sender(desk, "29990004281102") is None


async def test_only_accounts_that_pay_send_and_money_moves_before_tries(
    desk: BankDesk,
) -> None:
    tries = desk.connect(environment=Environment.TEST, accounts=[Served(IBAN)])
    pays = desk.connect(
        accounts=[Served(IBAN), Served("29990004281102", pays=False)], name="Real"
    )

    def be(state: str, *ids: int) -> None:
        with desk.database.job_connection("giroscope") as connection:
            connection.execute(
                update(BankConnection)
                .where(BankConnection.id.in_(ids))
                .values(state=state)
            )
            connection.commit()

    for state in ("ACTIVE", "EXPIRING", "RENEWING"):
        be(state, tries, pays)
        assert sender(desk) == pays
        assert sender(desk, "DK61 2999 0004 2811 01") == pays
        assert sender(desk, "29990004281102") is None
    for state in ("NEW", "KEY_CREATED", "ACTIVATING", "EXPIRED", "REVOKED"):
        be(state, pays)
        assert sender(desk) == tries
        be(state, tries)
        assert sender(desk) is None
        be("ACTIVE", tries)


async def test_one_connection_pays_from_an_account_in_each_environment(
    desk: BankDesk,
) -> None:
    first = desk.connect(accounts=[Served(IBAN)])
    desk.connect(environment=Environment.TEST, accounts=[Served(IBAN)], name="Test")
    desk.connect("folder", parameters={}, name="Reads",
                 accounts=[Served(IBAN, pays=False)])  # fmt: skip
    with pytest.raises(AccountServedElsewhere):
        desk.connect("folder", parameters={}, name="Pays", accounts=[Served(IBAN)])
    desk.act(lambda s: connections.revoke(s, ANNA, first, NOON))
    desk.connect("folder", parameters={}, name="Pays", accounts=[Served(IBAN)])


async def test_what_was_sent_over_is_not_deleted(desk: BankDesk) -> None:
    bank_id = desk.connect("folder", parameters={}, name="Folder")
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(last_sent=NOON))
        connection.commit()
    with pytest.raises(HasHistory):
        desk.act(lambda s: connections.remove(s, ANNA, bank_id))
    assert desk.bank(bank_id).name == "Folder"


async def test_resuming_looks_at_the_bank_at_once(desk: BankDesk) -> None:
    bank_id = desk.connect("folder", parameters={}, name="Folder")
    later = NOON + timedelta(hours=1)
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(
            update(BankConnection).values(next_fetch=later + timedelta(hours=5))
        )
        connection.commit()
    desk.act(lambda s: pause.pause(s, ANNA, bank_id, " Holiday ", NOON))
    paused = desk.bank(bank_id)
    assert (paused.paused, paused.pause_reason) == (NOON, "Holiday")
    desk.act(lambda s: pause.resume(s, ANNA, bank_id, later))
    row = desk.bank(bank_id)
    assert (row.paused, row.paused_by_name, row.pause_reason) == (None, None, None)
    assert row.next_fetch == later


def test_a_secret_is_bound_to_its_key_and_realm() -> None:
    realm_key, other = b"k" * 32, b"o" * 32
    sealed = sealed_secret(realm_key, b"secret", "aa")
    assert b"secret" not in sealed
    assert opened_secret(realm_key, sealed, "aa") == b"secret"
    for key, fingerprint, wrapped in (
        (realm_key, "bb", sealed), (other, "aa", sealed),
        (realm_key, "aa", sealed[:-1] + bytes([sealed[-1] ^ 1])),
    ):  # fmt: skip
        with pytest.raises(SecretDamaged):
            opened_secret(key, wrapped, fingerprint)


def test_a_connection_of_a_kind_nobody_knows_is_not_opened_as_another(
    desk: BankDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind whose plug-in is gone must not speak another protocol."""
    strange: Any = SimpleNamespace(
        kind="EBICS", bank=None, environment=Environment.PRODUCTION
    )
    monkeypatch.setattr(desk.banks, "agreement", lambda *_: strange)
    for open_way in (Banks.open_channel, Banks.open_enrolment):
        with pytest.raises(UnknownProtocol, match="EBICS"):
            open_way(desk.banks, "giroscope", 1)
