"""Two tenants: one full of marked data, and a stranger who has none of their own.

Since the stranger's realm is empty, whatever they are told is either nothing or
somebody else's.
"""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.app import create_app
from giroscope.features.banks import BankConnection
from giroscope.features.journals.tables import Journal
from giroscope.features.messages import tell
from giroscope.features.payments.approvals.tables import (
    ApprovalDelegation,
    ApprovalPolicyVersion,
)
from giroscope.features.users.tables import KnownPerson, RoleRequest
from giroscope.features.views.tables import SavedView
from giroscope.kernel import admission
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.quotas import NAMES
from giroscope.kernel.tables import ApiClient
from giroscope.settings import Settings
from localization import Message
from tests.isolation.marked_billing import give_a_bill
from tests.isolation.marked_erp import give_an_erp
from tests.isolation.marked_logs import give_a_log
from tests.isolation.marked_webhooks import give_a_webhook
from tests.isolation.tenants import KEY, MARK, PERSON, STRANGER, VICTIM, World
from tests.kernel.issuer import IDENTITY, Issuer
from tests.uploads.bank_samples import payments, statement

_UNLIMITED = {
    f"realm_{name}" if not name.startswith("person") else name: 1_000_000
    for name in NAMES
    if name != "upload_bytes"
}


@pytest.fixture(scope="session")
def session_issuer() -> Issuer:
    return Issuer()


@pytest.fixture
async def world(
    settings: Settings,
    session_issuer: Issuer,
    database: Database,
    import_bytes: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[World]:
    migrate_realm(database, STRANGER, KEY)
    ids = await _fill(database, import_bytes)
    changed = settings.model_copy(update={"identity_url": IDENTITY, **_UNLIMITED})
    app = create_app(changed, fetch_keys=session_issuer.fetch)
    monkeypatch.setattr(JobStarter, "start", lambda *_: None)
    # Whoever tries a wrong token is to hear that it is wrong, each time.
    monkeypatch.setattr(admission, "_UNKNOWN_PER_SECOND", 1_000_000)
    async with app.router.lifespan_context(app):
        yield World(app, session_issuer, database, ids)


async def _fill(database: Database, import_bytes: Callable[..., Any]) -> dict[str, str]:
    """Give the victim one of everything, marked, and tell the ids."""
    marked = (
        statement(3, details=2)
        .replace(b"Main account", f"Account {MARK}".encode())
        .replace(b"Part ", f"{MARK} part ".encode())
        .replace(b"REF-", f"{MARK}-".encode())
        .replace(b"E2E-", f"{MARK}-".encode())
    )
    uploaded = import_bytes(marked, f"{MARK}.xml")
    paid = payments(f"{MARK}-P", 2).replace(b"Creditor", MARK.encode())
    import_bytes(paid, f"{MARK}-p.xml", "PAYMENT")
    now = system_clock()
    person = {
        "person_id": PERSON, "username": MARK, "given_name": MARK, "name": MARK,
        "family_name": MARK, "sort_name": MARK.lower(), "state": "ACTIVE",
        "email": f"{MARK}@example.com", "has_second_factor": False,
        "required_actions": [], "created": now, "active_at": now,
    }  # fmt: skip
    asked = {
        "person_id": PERSON, "role": "giroscope-payment-approver", "state": "PENDING",
        "created": now, "expires": now + timedelta(days=3), "requested_by": PERSON,
        "requested_by_name": MARK,
    }  # fmt: skip
    program = {
        "client_id": f"giroscope-api-{MARK}", "provider_id": MARK, "name": MARK,
        "sort_name": MARK.lower(), "scopes": ["journals.read"], "is_on": True,
        "created": now, "created_by": PERSON, "created_by_name": MARK, "changed": now,
        "changed_by": PERSON, "changed_by_name": MARK, "secret_since": now,
    }  # fmt: skip
    view = {
        "list": "journals", "name": MARK, "owner": PERSON, "owner_name": MARK,
        "shared": True, "state": "{}", "version": 1, "created": now, "updated": now,
    }  # fmt: skip
    absent = {
        "from_id": PERSON, "from_name": MARK, "to_id": PERSON, "to_name": MARK,
        "from_day": day_of(now), "to_day": day_of(now), "created": now,
    }  # fmt: skip
    rules = {
        "state": "PROPOSED", "rules": [], "note": MARK, "proposed": now,
        "proposed_by": PERSON, "proposed_by_name": MARK,
    }  # fmt: skip
    bank = {
        "name": MARK, "sort_name": MARK.lower(), "type": "NORDEA_CA",
        "profile": "nordea-simulated", "environment": "TEST", "country": "DK",
        "parameters": {
            "agreementId": MARK, "senderId": MARK, "signerId": MARK, "name": MARK,
            "countryCode": "DK",
        },
        "state": "NEW", "created": now, "created_by": PERSON, "created_by_name": MARK,
    }  # fmt: skip
    with database.job_session(VICTIM) as session:
        session.execute(insert(BankConnection).values(**bank))
        give_an_erp(session, now)
        give_a_bill(session, now)
        give_a_log(session, now)
        give_a_webhook(session, now)
        session.execute(insert(ApprovalDelegation).values(**absent))
        session.execute(insert(ApprovalPolicyVersion).values(**rules))
        session.execute(insert(SavedView).values(**view))
        session.execute(insert(ApiClient).values(**program))
        connection = session.connection()
        tell(
            connection,
            "INFO",
            Message("demo", text=f"It says {MARK}"),
            correlation_id=MARK,
        )
        session.execute(insert(KnownPerson).values(**person))
        session.execute(insert(RoleRequest).values(**asked))
        journal = session.scalars(select(Journal.correlation_id)).first()
    return {
        "number": "1",
        "upload": str(uploaded.id),
        "journal": str(journal),
        "person": PERSON,
        "message": MARK,
        "list": "journals",
    }
