"""A desk with an ERP of paper: what it says is said by the test.

`PaperErp` stands in for the connector; real ones are met in `tests/erplink`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select

from erplink import (
    Call,
    Company,
    Contact,
    Creditor,
    Description,
    ErpAccount,
    ErpError,
    Evidence,
    OpenPayment,
    Operation,
    PaymentMethod,
    PaymentPage,
    Period,
    ReferenceKind,
    Right,
    Section,
    Setting,
    SettingKind,
    Surroundings,
    Unreadable,
    Way,
    Words,
)
from giroscope.features.banks import Account
from giroscope.features.erp.checking.graph import Which
from giroscope.features.erp.checking.mapping_seam import MappingChecks
from giroscope.features.erp.checking.run import begin_run
from giroscope.features.erp.configuration.activate import Activated, activate
from giroscope.features.erp.configuration.draft import Change, save
from giroscope.features.erp.jobs import erp_works
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpCheckResult, ErpVersion, VersionState
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel import jobs
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor
from giroscope.kernel.database import Database, Table
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

MORNING = datetime(2026, 11, 18, 7, 0, tzinfo=UTC)
ANNA = Actor("anna", "giroscope", "anna", "Anna", frozenset({ACCOUNT_MANAGEMENT}))
VERA = Actor("vera", "giroscope", "vera", "Vera", frozenset())
SECRET = "t0p-s3cr3t-of-the-books"
IBAN = "DK5000400440116243"
SET_UP = {"place": "north", "company": "1"}


def said(name: str, section: Section, kind: SettingKind, **more: Any) -> Setting:
    """A setting of the paper ERP."""
    words = Words(name.capitalize(), f"{name.capitalize()} (da)")
    return Setting(name, words, words, kind, section, **more)


PAPER = Description(
    kind="paper",
    name="Paper ERP",
    evidence=Evidence.CONTRACT,
    operations=frozenset(Operation),
    settings=(
        said("place", Section.CONNECTION, SettingKind.TEXT),
        said("key", Section.CONNECTION, SettingKind.SECRET),
        said("key_expires", Section.CONNECTION, SettingKind.DATE, is_required=False),
        said("company", Section.COMPANY, SettingKind.TEXT),
        said(
            "chart", Section.POSTING, SettingKind.CHOICE,
            is_required=False, default="new", choices=("new", "old"),
        ),
    ),
)  # fmt: skip
STONE = Description(
    kind="stone",
    name="Stone ERP",
    evidence=Evidence.REAL_SERVER,
    operations=frozenset(Operation) - {Operation.LIST_COMPANIES},
    settings=(said("tablet", Section.CONNECTION, SettingKind.TEXT),),
)
NORDEA = ErpAccount("7", "Drift", "DKK", iban=IBAN, statement_journal="3")


@dataclass
class PaperErp:
    """What the ERP says next, and what it was opened with."""

    now: Callable[[], datetime]
    contact: Contact | None = None
    failures: dict[str, ErpError] = field(default_factory=dict)
    """By operation; raised each time."""
    companies: list[Company] = field(
        default_factory=lambda: [
            Company("1", "Havnens Handel", "DKK", "DK", "10428836")
        ]
    )
    accounts: list[ErpAccount] = field(default_factory=lambda: [NORDEA])
    methods: list[PaymentMethod] = field(
        default_factory=lambda: [PaymentMethod("4", "BANK", "Bank transfer")]
    )
    allowed: list[Right] = field(
        default_factory=lambda: [
            Right("payment", Way.READ, may=True),
            Right("payment", Way.CHANGE, may=True),
        ]
    )
    periods: list[Period] = field(
        default_factory=lambda: [Period("2026", None, date(2026, 12, 31), is_open=True)]
    )
    unreadable: list[Unreadable] = field(default_factory=list)
    open_payments: int = 3
    slow: Callable[[], None] = lambda: None
    opened: list[Mapping[str, str]] = field(default_factory=list)
    surroundings: Surroundings | None = None

    @property
    def description(self) -> Description:
        return PAPER

    def open(self, settings: Mapping[str, str], surroundings: Surroundings) -> Any:
        self.opened.append(dict(settings))
        self.surroundings = surroundings
        return self

    def _call(self, operation: str) -> None:
        assert self.surroundings is not None
        call_id = f"call-{operation}"
        self.surroundings.witness(
            Call("GET", "https://paper.test", operation, call_id, b"", b"{}", 200, 0.1)
        )
        self.slow()
        if operation in self.failures:
            raise self.failures[operation]

    def test_connection(self) -> Contact:
        self._call("test_connection")
        return self.contact or Contact("Paper", "8.2", self.now())

    def list_companies(self) -> Sequence[Company]:
        self._call("list_companies")
        return self.companies

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        self._call("list_payment_methods")
        return self.methods

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        self._call("list_bank_accounts")
        return self.accounts

    def list_periods(self, since: date) -> Sequence[Period]:
        self._call("list_periods")
        assert since < self.now().date()
        return self.periods

    def rights(self) -> Sequence[Right]:
        self._call("rights")
        return self.allowed

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        self._call("fetch_payments")
        assert cursor is None
        assert limit > 0
        items = tuple(payment(number) for number in range(self.open_payments))
        return PaymentPage(items, None, tuple(self.unreadable))


class StoneErp:
    """Another ERP, to change over to."""

    description = STONE

    def open(self, settings: Mapping[str, str], surroundings: Surroundings) -> Any:
        raise NotImplementedError


def payment(number: int) -> OpenPayment:
    """An open payment."""
    return OpenPayment(
        native_id=str(number), number=f"P{number}", amount=Decimal("100.00"),
        currency="DKK", due=date(2026, 11, 20), method="4",
        creditor=Creditor("9", "Papirværket"), reference="F1",
        reference_kind=ReferenceKind.FREE, raw_sha256="0" * 64,
    )  # fmt: skip


class ErpDesk:
    """Everything a test of this room does."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        in_own_loop: Callable[[Any], Any],
        mapping: MappingChecks | None = None,
    ) -> None:
        self.now = MORNING
        self.settings, self.database = settings, database
        self.paper = PaperErp(lambda: self.now)
        self.erp = Erp(
            settings, database, lambda: self.now,
            makers={"paper": self.paper, "stone": StoneErp()},
        )  # fmt: skip
        self.mapping = mapping
        self._in_own_loop = in_own_loop

    def pass_time(self, **span: float) -> None:
        """Let the clock go on."""
        self.now += timedelta(**span)

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

    def save(
        self,
        values: Mapping[str, str] | None = None,
        secrets: Mapping[str, str] | None = None,
        *,
        revision: int | None = None,
        actor: Actor = ANNA,
        **more: Any,
    ) -> int | None:
        """Change the draft."""
        change = Change(values=values or {}, secrets=secrets or {}, **more)
        made: int | None = self.act(
            lambda s: save(s, actor, self.erp, change, revision, self.now)
        )
        return made

    def draft(self) -> ErpVersion:
        """The draft."""
        return self.version(VersionState.DRAFT)

    def version(self, state: VersionState) -> ErpVersion:
        """The only version in that state."""
        found: ErpVersion = self.one(ErpVersion, ErpVersion.state == state.value)
        return found

    def drafted(self, values: Mapping[str, str] | None = None) -> ErpVersion:
        """A draft that lacks nothing."""
        self.save({**SET_UP, **(values or {})}, {"key": SECRET}, kind="paper")
        return self.draft()

    def check(
        self,
        names: Sequence[str] | Which = Which.ALL,
        *,
        state: VersionState = VersionState.DRAFT,
    ) -> dict[str, ErpCheckResult]:
        """Run checks to their end, and tell the results of the run."""
        job_id = self.act(lambda s: begin_run(s, ANNA, state, names, self.now))
        job = self.work(job_id)
        assert job.state == "SUCCEEDED", job.message
        rows = self.all(ErpCheckResult, ErpCheckResult.run_id == job.subject)
        return {row.name: row for row in rows}

    def activate(self, revision: int | None = None) -> Activated:
        """Put the draft to use."""
        wanted = self.draft().revision if revision is None else revision
        done: Activated = self.act(
            lambda s: activate(s, ANNA, self.erp, wanted, self.now)
        )
        return done

    def activated(self, values: Mapping[str, str] | None = None) -> Activated:
        """A configuration in use."""
        self.drafted(values)
        self.check()
        return self.activate()

    def know_account(self, number: str = IBAN, name: str = "Drift") -> None:
        """An account that a statement has named."""
        with self.database.job_connection("giroscope") as connection:
            connection.execute(
                insert(Account).values(
                    number=number, iban=number, name=name, currency="DKK"
                )
            )
            connection.commit()

    def work(self, job_id: int) -> Job:
        """Do one job, and tell how it ended."""
        works = erp_works(self.erp, self.settings, self.mapping)
        jobs.perform(self.database, works, "giroscope", job_id)
        found: Job = self.one(Job, Job.id == job_id)
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

    def codes(self) -> list[str]:
        """What people were told, oldest first."""
        return [one.code for one in self.all(SystemMessage)]
