"""A realm with a bank connection and people who upload, approve and manage."""

import base64
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from giroscope.app import create_app
from giroscope.features.journals import approve
from giroscope.features.passkeys import graph as passkey_graph
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobStarter
from giroscope.settings import Settings
from tests.kernel.issuer import IDENTITY, Issuer
from tests.payments.approvals.approval_desk import Desk, StoppedClock


@pytest.fixture(scope="session")
def issuer() -> Issuer:
    return Issuer()


@pytest.fixture
def world_clock() -> StoppedClock:
    return StoppedClock()


def _subject(token: str) -> str:
    """Whose token it is."""
    content = token.split(".")[1]
    padded = content + "=" * (-len(content) % 4)
    return str(json.loads(base64.urlsafe_b64decode(padded))["sub"])


@pytest.fixture
async def desk(
    settings: Settings,
    database: Database,
    issuer: Issuer,
    import_bytes: Callable[..., Any],
    world_clock: StoppedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Desk]:
    """The product with its people; no bank is connected yet."""
    changed = settings.model_copy(update={"identity_url": IDENTITY})

    async def is_live(_realm: str, token: str) -> bool:
        return _subject(token) not in made.signed_out

    app = create_app(changed, world_clock, fetch_keys=issuer.fetch, is_live=is_live)
    made = Desk(app, database, issuer, import_bytes, world_clock)
    made.add_people()

    async def approvers_at(*_: object) -> frozenset[str]:
        return frozenset(made.approvers)

    async def managers_at(*_: object) -> frozenset[str]:
        return frozenset(made.managers)

    monkeypatch.setattr(approve, "approvers_at", approvers_at)
    monkeypatch.setattr(approve, "managers_at", managers_at)
    monkeypatch.setattr(passkey_graph, "managers_at", managers_at)
    monkeypatch.setattr(JobStarter, "start", lambda *_: None)
    async with app.router.lifespan_context(app):
        yield made


@pytest.fixture
def bank(desk: Desk) -> int:
    """A connection that pays from the account of the files here."""
    return desk.connect_bank()
