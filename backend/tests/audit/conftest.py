"""A realm whose chain has begun, and somebody who can write to its database."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from giroscope.features.audit import Subject, record_now
from giroscope.features.audit.anchors import Anchor
from giroscope.features.audit.verify import Verdict, verify
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database

ANN = Actor("ann", "giroscope", "ann", "Ann Holm", frozenset())
NOON = datetime(2026, 11, 2, 12, 0, 0, 123456, UTC)
_TRIGGERS = (
    "audit_events_update",
    "audit_events_delete",
    "audit_events_replace",
    "chain_heads_delete",
    "chain_heads_update",
    "chain_heads_replace",
)

Intrude = Callable[..., None]
Check = Callable[..., Verdict]


@pytest.fixture
def say(database: Database, realm: str) -> Callable[[int], None]:
    """Record some events, each in its own transaction."""

    def record(count: int, **more: Any) -> None:
        for number in range(count):
            with database.job_connection(realm) as connection:
                record_now(
                    connection,
                    ANN,
                    "rooms.act",
                    Subject("thing", str(number), f"Thing {number}"),
                    was={"state": "OLD"},
                    now={"state": "NEW", "number": number},
                    at=NOON,
                    **more,
                )
                connection.commit()

    return record


@pytest.fixture
def intrude(database: Database, realm: str) -> Intrude:
    """Do what the database would refuse, as its owner can: without the triggers."""

    def run(*statements: str, **values: Any) -> None:
        with database.job_connection(realm) as connection:
            if database.is_sqlite:
                for trigger in _TRIGGERS:
                    connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {trigger}")
            else:
                for table in ("audit_events", "chain_heads"):
                    connection.exec_driver_sql(
                        f"ALTER TABLE {table} DISABLE TRIGGER USER"
                    )
            for statement in statements:
                connection.execute(text(statement), values)
            connection.commit()

    return run


@pytest.fixture
def check(database: Database, realm: str) -> Check:
    """Verify the realm's chain."""

    def run(anchor: Anchor | None = None) -> Verdict:
        with database.snapshot(realm) as connection:
            return verify(connection, anchor)

    return run
