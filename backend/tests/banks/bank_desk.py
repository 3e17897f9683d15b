"""A desk with banks: connections made as people make them, jobs done as workers do.

`PaperBank` stands in for the other side: what it issues and gives is said by the
test. The real protocols are spoken in `test_with_the_simulated_bank.py`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.x509.oid import NameOID
from sqlalchemy import select

from banklink import (
    Environment,
    Fetched,
    FileKind,
    Ids,
    Issued,
    LinkError,
    ProbeOutcome,
    ProbeStage,
    ProbeStep,
    Safe,
    Sealed,
    Waiting,
    Witness,
)
from giroscope.features.banks import Banks, bank_works
from giroscope.features.banks.activate import begin_activation
from giroscope.features.banks.connections import Served, Wish, create
from giroscope.features.banks.tables import BankConnection
from giroscope.features.documents import Vault
from giroscope.features.journals import collector, importer
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel import jobs
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor
from giroscope.kernel.database import Database, Table
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from localization import Message

NOON = datetime(2026, 11, 18, 11, 0, tzinfo=UTC)
ANNA = Actor("anna", "giroscope", "anna", "Anna", frozenset({ACCOUNT_MANAGEMENT}))
BO = Actor("bo", "giroscope", "bo", "Bo", frozenset({ACCOUNT_MANAGEMENT}))
MANAGERS = frozenset({ANNA.id, BO.id})
LETTER = {
    "agreementId": "5300048211",
    "senderId": "10428836015",
    "signerId": "20931174406",
    "name": "Havnens Handel ApS",
    "countryCode": "DK",
}
CODE = "7392051846"


def certificate(private: bytes, until: datetime, *, name: str = "Havnen") -> bytes:
    """A certificate for this key, signed by itself: enough to be kept and shown."""
    key: Any = load_pem_private_key(private, None)
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    built = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(until - timedelta(days=730))
        .not_valid_after(until)
    )
    return built.sign(key, SHA256()).public_bytes(Encoding.PEM)


@dataclass
class PaperBank:
    """What the bank does next, and what it has seen."""

    until: datetime = NOON + timedelta(days=700)
    failures: list[LinkError] = field(default_factory=list)
    requests: list[tuple[bytes, str]] = field(default_factory=list)
    files: list[Fetched] = field(default_factory=list)
    listed: list[bool] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    taken_names: list[str] = field(default_factory=list)
    issued_for: bytes | None = None
    name_told: str = ""

    def new_key(self) -> bytes:
        raise NotImplementedError

    def request(self, key: bytes, code: str, ids: Ids) -> Sealed:
        self.requests.append((key, code))
        return Sealed(b"<request/>", ids, "request", "https://bank.test")

    def renewal(self, new_key: bytes, ids: Ids) -> Sealed:
        self.requests.append((new_key, "renewal"))
        return Sealed(b"<renewal/>", ids, "renewal", "https://bank.test")

    def obtain(self, sealed: Sealed, key: bytes) -> Issued:
        assert sealed.ids.request_id
        if self.failures:
            raise self.failures.pop(0)
        return Issued((certificate(self.issued_for or key, self.until),))

    def waiting(
        self, kinds: Collection[FileKind] | None = None, *, everything: bool = False
    ) -> Iterator[Waiting]:
        self.listed.append(everything)
        if self.failures:
            raise self.failures.pop(0)
        for one in self.files:
            is_new = one.reference not in self.fetched
            if (everything or is_new) and (kinds is None or one.kind in kinds):
                yield Waiting(one.kind, one.reference, name=one.name)

    def fetch(self, waiting: Waiting) -> Fetched:
        self.fetched.append(waiting.reference)
        return next(one for one in self.files if one.reference == waiting.reference)

    def taken(self, fetched: Fetched) -> None:
        self.taken_names.append(fetched.reference)

    def probe(self) -> Iterator[ProbeStep]:
        yield ProbeStep(ProbeStage.ADDRESS, ProbeOutcome.OK, 0.01, "It has an address.")
        if self.failures:
            said = self.failures.pop(0).message
            yield ProbeStep(ProbeStage.TLS, ProbeOutcome.FAILED, 0.2, said)
            return
        yield ProbeStep(ProbeStage.TLS, ProbeOutcome.OK, 0.2, "TLS 1.3.")

    @property
    def receives(self) -> frozenset[FileKind]:
        return frozenset({FileKind.STATUS, FileKind.STATEMENT})


class PaperBanks(Banks):
    """Ways that all lead to the paper bank."""

    paper: PaperBank

    def open_channel(
        self,
        realm: str,
        connection_id: int,
        watch: Witness | None = None,
        safe: Safe | None = None,
    ) -> Any:
        self.agreement(realm, connection_id)
        del watch, safe
        return self.paper

    def open_enrolment(self, realm: str, connection_id: int) -> Any:
        self.paper.name_told = self.agreement(realm, connection_id).parameters["name"]
        return self.paper


class BankDesk:
    """Everything a test of this room does."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        vault: Vault,
        in_own_loop: Callable[[Any], Any],
    ) -> None:
        self.now = NOON
        self.settings, self.database, self.vault = settings, database, vault
        self.banks = PaperBanks(settings, database, lambda: self.now)
        self.paper = self.banks.paper = PaperBank()
        self._in_own_loop = in_own_loop

    def act(self, change: Callable[..., Any]) -> Any:
        """Run a change in a session of its own, committed."""

        async def act() -> Any:
            own = Database(self.settings)
            try:
                async with own.writing("giroscope") as session:
                    return await change(session)
            finally:
                await own.close()

        return self._in_own_loop(act())

    def connect(
        self,
        profile: str = "nordea-simulated",
        *,
        environment: Environment = Environment.PRODUCTION,
        parameters: dict[str, str] | None = None,
        accounts: Sequence[Served] = (),
        name: str = "Nordea",
    ) -> int:
        """A new connection."""
        told = LETTER if parameters is None else parameters
        wish = Wish(name, profile, environment, told, accounts)
        made: int = self.act(lambda s: create(s, ANNA, self.banks, wish, self.now))
        return made

    def activate(self, bank_id: int, code: str | None = CODE) -> Job:
        """Activation from code to its end."""
        job_id = self.act(
            lambda s: begin_activation(s, ANNA, self.banks, bank_id, code)
        )
        return self.work(job_id)

    def connected(self, **wish: Any) -> int:
        """A connection that has its certificate."""
        bank_id = self.connect(**wish)
        assert self.activate(bank_id).state == "SUCCEEDED"
        return bank_id

    def work(self, job_id: int) -> Job:
        """Do one job, and tell how it ended."""
        works = {
            **bank_works(self.banks, self.vault),
            "collect": collector(lambda: self.now),
            "import": importer(self.vault),
        }
        jobs.perform(self.database, works, "giroscope", job_id)
        found: Job = self.one(Job, Job.id == job_id)
        return found

    def work_all(self) -> list[Job]:
        """Do every job that waits, and what those ask for."""
        done = []
        while True:
            waiting = [one.id for one in self.all(Job) if one.state == "QUEUED"]
            if not waiting:
                return done
            done += [self.work(one) for one in waiting]

    def bank(self, bank_id: int) -> BankConnection:
        """The connection's row."""
        found: BankConnection = self.one(BankConnection, BankConnection.id == bank_id)
        return found

    def one(self, table: type[Table], *where: Any) -> Any:
        """The only row."""
        (row,) = self.all(table, *where)
        return row

    def all(self, table: type[Table], *where: Any) -> list[Any]:
        """Rows by id."""
        with self.database.job_connection("giroscope") as connection:
            key: Any = table.__mapper__.primary_key[0]
            rows = connection.execute(select(table).where(*where).order_by(key))
            return list(rows.all())

    def told(self) -> list[Message]:
        """What people were told, oldest first."""
        rows = self.all(SystemMessage)
        return [Message.filled(one.code, orjson.loads(one.values)) for one in rows]

    def codes(self) -> list[str]:
        """What people were told, oldest first."""
        return [one.code for one in self.all(SystemMessage)]
