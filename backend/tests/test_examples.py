"""Writes contract/examples: real answers, which the console's tests read.

They must be what the API answers today. After a change that is meant, write them
again with `GIROSCOPE_WRITE_EXAMPLES=1` in the environment of this test.
"""

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankTest,
    ServedAccount,
)
from giroscope.features.messages import tell
from giroscope.features.users import People
from giroscope.features.users.tables import (
    ONLY_ROW,
    DirectorySync,
    HeldRole,
    KnownPerson,
    RoleRequest,
)
from giroscope.features.views.tables import SavedView
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, UPLOAD
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from localization import Message
from tests.example_files import NOON, Settled, documents, ensure_fresh
from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import payments, statement, status
from tests.uploads.test_over_http import form, send

pytestmark = pytest.mark.served

OPERATIONS: dict[str, dict[str, Any]] = {
    "JournalList": {"first": 10},
    "JournalTabs": {},
    "OneJournal": {"correlationId": "PAYMENT"},
    "OneApproval": {"correlationId": "PAYMENT"},
    "ApprovalPolicyPage": {},
    "JournalPayments": {
        "first": 10,
        "correlationId": "PAYMENT",
        "filter": {"correlationId": "PAYMENT"},
    },
    "TransactionList": {"first": 10},
    "StatementsInView": {"first": 10},
    "TransactionDetails": {"id": "1", "first": 10},
    "AccountChoices": {"first": 10},
    "StatementGraphs": {"from": "2026-11-01", "to": "2026-11-05"},
    "UploadHistory": {"first": 10},
    "MessageList": {"first": 10},
    "SystemMessagePoll": {"read": True},
    "SavedViews": {"list": "journals"},
    "UserList": {"first": 10},
    "UserDirectoryState": {},
    "RoleRequestList": {"first": 10},
    "AccessReview": {"first": 10},
    "RoleMatrix": {},
    "RoleSight": {"roles": ["UPLOAD"]},
    "BankList": {},
    "OneBank": {"id": "1"},
    "BankProfiles": {},
    "AuditEventList": {"first": 3},
    "AuditChainState": {},
}


@pytest.fixture
def world_clock() -> Clock:
    """The same noon for whatever happens and is asked."""
    return lambda: NOON


@pytest.fixture
def world(import_bytes: Any, database: Database) -> str:
    """A payment file with its answer, statements, a repeat and a broken file."""
    paid = import_bytes(payments(count=3), "payments.xml", "PAYMENT")
    import_bytes(status(), "status.xml", "PAYMENT")
    import_bytes(statement(3, details=2), "statement-1.xml")
    import_bytes(statement(2, number="2", day="2026-11-04"), "statement-2.xml")
    import_bytes(statement(3, details=2), "the-same-again.xml")
    import_bytes(statement()[:400], "broken.xml")
    with database.job_session("giroscope") as session:
        tell(
            session.connection(),
            "WARNING",
            Message("example", text="Something to look at", a="b"),
        )
        _add_people(session)
        _add_bank(session)
    return str(paid.correlation_id)


def _add_people(session: Session) -> None:
    """Two people, one with conflicting duties, a request that waits, and a view."""
    now = NOON
    for name in ("Karen Blixen", "Niels Bohr"):
        given, family = name.split()
        session.add(
            KnownPerson(
                person_id=f"person-{given.lower()}", username=given.lower(),
                given_name=given, family_name=family, name=name,
                sort_name=name.lower(), email=f"{given.lower()}@example.com",
                language="da", state="ACTIVE", has_second_factor=given == "Karen",
                has_mail_failed=False, required_actions=[], other_roles=0,
                created=now, active_at=now,
            )
        )  # fmt: skip
    for role in (UPLOAD, APPROVER):
        session.add(HeldRole(person_id="person-karen", role=role, since=now))
    session.add(
        RoleRequest(
            person_id="person-niels", role=APPROVER, state="PENDING", created=now,
            expires=now + timedelta(days=3), requested_by="person-karen",
            requested_by_name="Karen Blixen",
        )
    )  # fmt: skip
    session.add(DirectorySync(id=ONLY_ROW, fetched=now, is_complete=True))
    session.add(
        SavedView(
            list="journals", name="Over a thousand", owner="person-karen",
            owner_name="Karen Blixen", shared=True, version=1, created=now,
            updated=now, state='{"filter":{"min":"1000"}}',
        )
    )  # fmt: skip


def _add_bank(session: Session) -> None:
    """A connection that works, with its certificate, a test and an account."""
    now = NOON
    until = now + timedelta(days=300, hours=1)
    session.add(
        BankConnection(
            name="Nordea", sort_name="nordea", type="NORDEA_CA", profile="nordea-dk",
            environment="PRODUCTION", country="DK", state="ACTIVE",
            parameters={
                "agreementId": "5300048211", "senderId": "10428836015",
                "signerId": "20931174406", "name": "Havnens Handel ApS",
                "countryCode": "DK",
            },
            created=now, created_by="person-karen", created_by_name="Karen Blixen",
            activated=now, expires=until, next_fetch=now, last_contact=now,
        )
    )  # fmt: skip
    session.flush()
    session.add(
        ServedAccount(connection_id=1, number="DK6129990004281101", name="Drift")
    )
    session.add(
        BankCertificate(
            connection_id=1, kind="OWN", purpose="SIGNATURE", state="CURRENT", pem="",
            fingerprint="ab" * 32, serial="1F", valid_from=now, valid_to=until,
            subject="serialNumber=20931174406,CN=Havnens Handel ApS,C=DK",
            issuer="CN=Root,C=DK", obtained=now,
        )
    )  # fmt: skip
    seen = "The bank did not answer in time."
    step = {"stage": "agreement", "outcome": "failed", "seconds": 0.02, "found": seen}
    session.add(
        BankTest(
            connection_id=1, kind="TEST", started=now, started_by_name="Karen Blixen",
            finished=now, steps=[step],
        )
    )  # fmt: skip


async def test_the_examples_are_what_the_api_answers_today(
    api: Any, world: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def as_it_is(*_: object) -> None:
        """The provider of these tests is none; the copy is what was put there."""

    monkeypatch.setattr(People, "ensure_fresh", as_it_is)
    settled = Settled()
    written = {}
    asked_by_name = documents()
    for name, variables in OPERATIONS.items():
        asked = json.loads(json.dumps(variables).replace("PAYMENT", world))
        roles = (UPLOADER, ACCOUNT_MANAGEMENT)
        data = await api.data(asked_by_name[name], *roles, variables=asked)
        written[name] = settled.text({"data": data})
    upload = await send(api, form(("new.xml", statement(1, number="9"))))
    written["upload"] = settled.text(upload.json())
    refused = await send(
        api, form(("a", b"")), path="/api/upload?kind=x", x_request_id="example"
    )
    written["problem"] = settled.text(refused.json())
    unfit = (await api.graph("{nothing}")).json()
    written["graph-error"] = settled.text(unfit)
    ensure_fresh(written)
