"""The product with uploaders, approvers and account managers at work, and a bank."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
from sqlalchemy import delete, insert, select, update
from starlette.applications import Starlette

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.journals import tie
from giroscope.features.journals.tables import Journal, JournalEvent
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.payments.checks import PaymentCheck, PaymentFlag
from giroscope.features.uploads import Upload
from giroscope.features.users.tables import (
    ONLY_ROW,
    AccountTie,
    DirectorySync,
    HeldRole,
    KnownPerson,
)
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from giroscope.kernel.database import Database
from tests.kernel.issuer import Issuer
from tests.payments.payment_factory import DEBTOR, Order, pain001

REALM = "giroscope"
PEOPLE = {
    "uma": (UPLOAD,),
    "alba": (APPROVER,),
    "bo": (APPROVER,),
    "cia": (APPROVER,),
    "max": (ACCOUNT_MANAGEMENT,),
    "mia": (ACCOUNT_MANAGEMENT,),
}
TOLD = "__typename ... on Problem { code message path }"
APPROVAL = """state sha256 required given remaining connection expiry reason
  approvals { person forPerson reason isOwn }
  rules { name inOrder steps { persons givenBy forPerson } }
  canApprove canReject canUndo canSign canReopen forPerson flags isValid
  why { act code } release { signedBy }"""


@dataclass
class Paper:
    """A payment document in its journal."""

    correlation_id: str
    document_id: int
    sha256: str


class StoppedClock:
    """Stands at noon of today in Denmark, or near it, until it is turned."""

    def __init__(self) -> None:
        today = datetime.now(UTC)
        self.now = today.replace(hour=11, minute=0, second=0, microsecond=0)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Desk:
    """The product, and what its people do."""

    app: Starlette
    database: Database
    issuer: Issuer
    import_bytes: Callable[..., Any]
    clock: StoppedClock
    approvers: set[str] = field(default_factory=lambda: {"alba", "bo", "cia"})
    managers: set[str] = field(default_factory=lambda: {"max", "mia"})
    signed_out: set[str] = field(default_factory=set)
    proved: dict[str, float] = field(default_factory=dict)
    """When people last showed who they are, in seconds; a moment ago where unsaid."""

    @property
    def now(self) -> datetime:
        """The time for everything that is done here, imports too."""
        return self.clock.now

    @now.setter
    def now(self, moment: datetime) -> None:
        self.clock.now = moment

    def connection(self) -> Any:
        """A blocking connection to the realm."""
        return self.database.job_connection(REALM)

    def connect_bank(self, name: str = "Fjordbanken", account: str = DEBTOR) -> int:
        """A connection at work that pays from the account."""
        with self.connection() as held:
            made = held.execute(
                insert(BankConnection)
                .values(
                    name=name, sort_name=name.lower(), type="FOLDER", profile="folder",
                    environment="PRODUCTION", country="DK", state="ACTIVE",
                    created=self.now, created_by="u", created_by_name="U",
                    parameters={}, version=1, renews_itself=True, fetch_to=20,
                    renew_days_before=45, fetch_minutes=15, fetch_from=6,
                    fetches_on_weekends=False,
                )
                .returning(BankConnection.id)
            ).scalar_one()  # fmt: skip
            held.execute(
                insert(ServedAccount).values(
                    connection_id=made, number=account, pays=True
                )
            )
            held.commit()
            return int(made)

    def add_people(self) -> None:
        """Everybody of `PEOPLE`, as the copy of the directory has them."""
        with self.connection() as held:
            for who, roles in PEOPLE.items():
                held.execute(
                    insert(KnownPerson).values(
                        person_id=who, username=who, given_name=who.capitalize(),
                        family_name="Test", name=f"{who.capitalize()} Test",
                        sort_name=f"{who} test", email=f"{who}@example.com",
                        language="da" if who == "bo" else "en", state="ACTIVE",
                        has_second_factor=False, required_actions=[], other_roles=0,
                        has_mail_failed=False, created=self.now, active_at=self.now,
                    )
                )  # fmt: skip
                for role in roles:
                    held.execute(
                        insert(HeldRole).values(
                            person_id=who, role=role, since=self.now
                        )
                    )
            held.execute(
                insert(DirectorySync).values(
                    id=ONLY_ROW, fetched=self.now, is_complete=True
                )
            )
            held.commit()

    def tie(self, person: str, hand: str) -> None:
        """One account comes into another's hand."""
        with self.connection() as held:
            held.execute(
                insert(AccountTie).values(
                    person_id=person, hand_id=hand, hand_name=hand, act="MADE",
                    since=self.now,
                )
            )  # fmt: skip
            held.commit()

    def hand_in(
        self, message: str = "PAY-1", *amounts: str, by: str = "uma", days: int = 5,
        standing: str = "VALID", flags: int = 0, **order: Any,
    ) -> Paper:  # fmt: skip
        """Upload a payment file, as somebody, to be executed in some days."""
        orders = [
            Order(f"{message}-{place}", amount, **order)
            for place, amount in enumerate(amounts or ("100.00",))
        ]
        day = f"{self.now + timedelta(days=days):%Y-%m-%d}"
        data = pain001({f"{message}-B": orders}, message=message)
        data = data.replace(b"2026-03-02", day.encode())
        if standing == "INVALID":
            # The import checks it too: check digits that are wrong.
            data = data.replace(b"DK19300033", b"DK28300033")
        upload = self.import_bytes(data, f"{message}.xml", "PAYMENT")
        with self.connection() as held:
            held.execute(
                update(Upload)
                .where(Upload.id == upload.id)
                .values(created_by=by, created_by_name=by.capitalize())
            )
            document = upload.document_id
            held.execute(
                delete(PaymentCheck).where(PaymentCheck.document_id == document)
            )
            held.execute(delete(PaymentFlag).where(PaymentFlag.document_id == document))
            held.execute(
                insert(PaymentCheck).values(
                    document_id=document, standing=standing, checked=self.now, report={}
                )
            )
            for place in range(flags):
                held.execute(
                    insert(PaymentFlag).values(
                        document_id=document, position=place + 1, severity="WARNING",
                        code="payee_account_changed",
                    )
                )  # fmt: skip
            tie.refresh(held, [upload.correlation_id], self.now)
            sha256 = held.execute(
                select(ApprovalCase.sha256).where(ApprovalCase.document_id == document)
            ).scalar()
            held.commit()
        return Paper(upload.correlation_id, document, sha256 or "")

    def state(self, paper: Paper) -> str:
        """The journal's state, as the list shows it."""
        with self.connection() as held:
            return str(
                held.execute(
                    select(Journal.state).where(
                        Journal.correlation_id == paper.correlation_id
                    )
                ).scalar_one()
            )

    def timeline(self, paper: Paper) -> list[str]:
        """The codes of what happened to it."""
        with self.connection() as held:
            rows = held.execute(
                select(JournalEvent.code)
                .where(JournalEvent.correlation_id == paper.correlation_id)
                .order_by(JournalEvent.id)
            )
            return list(rows.scalars())

    def trail(self) -> list[str]:
        """The verbs of the audit trail, without the imports'."""
        with self.connection() as held:
            rows = held.execute(select(AuditEvent.verb).order_by(AuditEvent.id))
            return [verb for verb in rows.scalars() if not verb.startswith("uploads.")]

    def client(self, who: str) -> httpx2.AsyncClient:
        """Somebody's browser."""
        token = self.issuer.token(
            REALM, *PEOPLE[who], sub=who, sid=f"session-{who}",
            name=f"{who.capitalize()} Test",
            auth_time=self.proved.get(who, time.time()),
        )  # fmt: skip
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app),
            base_url=f"http://{REALM}.giroscope.test",
            headers={"authorization": f"Bearer {token}"},
            timeout=60,
        )

    async def ask(self, who: str, question: str, **variables: Any) -> Any:
        """The data of a question that is answered without an error."""
        async with self.client(who) as client:
            response = await client.post(
                "/api/data/graphql", json={"query": question, "variables": variables}
            )
        content = response.json()
        assert "errors" not in content, content
        return content["data"]

    async def do(self, who: str, name: str, arguments: str, told: str = "") -> Any:
        """What a mutation says: the code of its problem, or its answer."""
        given = f"({arguments})" if arguments else ""
        question = f"mutation {{ {name}{given} {{ {TOLD} {told} }} }}"
        answer = (await self.ask(who, question))[name]
        return answer["code"] if answer["__typename"] == "Problem" else answer

    async def approve(
        self, who: str, paper: Paper, reason: str | None = None, passkey: str = ""
    ) -> Any:
        """Approve as the panel does."""
        more = f', reason: "{reason}"' if reason is not None else ""
        more += _passkey(passkey)
        return await self._decide(who, "approveJournal", paper, more)

    async def reject(self, who: str, paper: Paper, reason: str = "Wrong") -> Any:
        """Reject as the panel does."""
        return await self._decide(who, "rejectJournal", paper, f', reason: "{reason}"')

    async def sign(self, who: str, paper: Paper, passkey: str = "") -> Any:
        """Sign as the panel does."""
        return await self._decide(who, "signJournal", paper, _passkey(passkey))

    async def _decide(self, who: str, name: str, paper: Paper, more: str) -> Any:
        seen = f'correlationId: "{paper.correlation_id}", sha256: "{paper.sha256}"'
        return await self.do(who, name, seen + more, "... on Success { id }")

    async def undo(self, who: str, paper: Paper) -> Any:
        """Take one's decision back."""
        seen = f'correlationId: "{paper.correlation_id}"'
        return await self.do(who, "undoApproval", seen)

    async def look(self, who: str, paper: Paper) -> Any:
        """The approval of a journal, as somebody sees it."""
        question = (
            f'{{ journal(correlationId: "{paper.correlation_id}")'
            f" {{ state approval {{ {APPROVAL} }} heldBack {{ code }} }} }}"
        )
        return (await self.ask(who, question))["journal"]

    async def mine(self, who: str) -> list[str]:
        """The journals of the tab that awaits somebody's approval."""
        data = await self.ask(
            who,
            "{ journals(filter: {awaitingMyApproval: true})"
            " { edges { node { messageId } } totalCount }"
            " journalTabs { name count } }",
        )
        found = [edge["node"]["messageId"] for edge in data["journals"]["edges"]]
        tabs = {tab["name"]: tab["count"] for tab in data["journalTabs"]}
        assert tabs["mine"] == data["journals"]["totalCount"] == len(found)
        return found


def _passkey(answer: str) -> str:
    return f", passkey: {json.dumps(answer)}" if answer else ""
