"""Writes contract/examples: real answers, which the console's tests read.

They must be what the API answers today. After a change that is meant, write them
again with `GIROSCOPE_WRITE_EXAMPLES=1` in the environment of this test.
"""

import base64
import json
import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bank_samples import payments, statement, status
from graphql import (
    FragmentDefinitionNode,
    FragmentSpreadNode,
    OperationDefinitionNode,
    Visitor,
    parse,
    print_ast,
    visit,
)
from issuer import UPLOADER
from sqlalchemy.orm import Session
from test_upload import form, send

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
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "contract" / "examples"
# The guard of the environment removes our own variables before a test begins.
WRITES = os.environ.get("GIROSCOPE_WRITE_EXAMPLES") == "1"
_NOON = "2026-11-02T12:00:00+00:00"
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(\+00:00|Z)")
_CURSOR = re.compile(r'(?<=ursor": ")[\w-]+(?=")')
_SEAL = re.compile(r'("(?:hash|previous|head)": ")[0-9a-f]{64}(?=")')
_FROM = re.compile(r'("(?:agent|trace)": ")[^"]+(?=")')
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

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


def documents() -> dict[str, str]:
    """The console's operations by name, each with the fragments it uses."""
    files = sorted((ROOT / "frontend" / "src").rglob("operations.graphql"))
    document = parse("\n".join(path.read_text("utf-8") for path in files))
    fragments = {
        one.name.value: one
        for one in document.definitions
        if isinstance(one, FragmentDefinitionNode)
    }
    found = {}
    for one in document.definitions:
        if isinstance(one, OperationDefinitionNode) and one.name is not None:
            used: dict[str, Any] = {}
            _collect(one, fragments, used)
            parts = [print_ast(part) for part in (one, *used.values())]
            found[one.name.value] = "\n".join(parts)
    return found


def _collect(node: Any, fragments: dict[str, Any], used: dict[str, Any]) -> None:
    class Spreads(Visitor):
        def enter_fragment_spread(self, spread: FragmentSpreadNode, *_: Any) -> None:
            name = spread.name.value
            if name not in used:
                used[name] = fragments[name]
                _collect(fragments[name], fragments, used)

    visit(node, Spreads())


class Settled:
    """Makes what differs from run to run the same: instants and correlation ids."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def text(self, content: Any) -> str:
        raw = json.dumps(content, indent=2, ensure_ascii=False)
        raw = _CURSOR.sub(self._cursor, raw)
        raw = _INSTANT.sub(_NOON, raw)
        # Seals are made of the instants, and agents tell of this machine.
        raw = _SEAL.sub(rf"\g<1>{'0' * 64}", raw)
        raw = _FROM.sub(r"\g<1>example", raw)
        return _UUID.sub(self._id, raw) + "\n"

    def _cursor(self, found: re.Match[str]) -> str:
        padded = found[0] + "=" * (-len(found[0]) % 4)
        plain = _INSTANT.sub(_NOON, base64.urlsafe_b64decode(padded).decode())
        return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")

    def _id(self, found: re.Match[str]) -> str:
        number = len(self._ids) + 1
        return self._ids.setdefault(found[0], f"00000000-0000-4000-8000-{number:012}")


def is_of_erp(name: str) -> bool:
    """Whether an example is of a tenant with an ERP; `test_erp_examples` has those."""
    return name.startswith(("Erp", "OneErp"))


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
        tell(session.connection(), "WARNING", "example", "Something to look at", a="b")
        _add_people(session)
        _add_bank(session)
    return str(paid.correlation_id)


def _add_people(session: Session) -> None:
    """Two people, one with conflicting duties, a request that waits, and a view."""
    now = system_clock()
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
    now = system_clock()
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

    if WRITES:
        EXAMPLES.mkdir(parents=True, exist_ok=True)
        for name, text in written.items():
            (EXAMPLES / f"{name}.json").write_text(text, "utf-8")
    kept = {
        path.stem: path.read_text("utf-8")
        for path in EXAMPLES.glob("*.json")
        if not is_of_erp(path.stem)
    }
    stale = sorted(
        name for name in written.keys() | kept.keys()
        if written.get(name) != kept.get(name)
    )  # fmt: skip
    assert stale == [], (
        f"contract/examples is stale: {stale}. If the change is meant, run"
        " GIROSCOPE_WRITE_EXAMPLES=1 pytest tests/web/test_examples.py"
    )
