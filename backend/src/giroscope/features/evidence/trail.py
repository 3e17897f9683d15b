"""The part of the audit trail that tells of a record, with what ties it to the whole.

Only events that are as they were written leave; one that was changed stops the pack.
"""

import hashlib
from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, tuple_

from giroscope.features.audit.actions import CHAIN
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.errors import ChainBroken
from giroscope.features.audit.queries import chain_state
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.audit.verify import is_genuine, sealed_content
from giroscope.features.evidence.layout import canonical

_MOST = 20_000
"""Events of one record; beyond that the pack says how many it left out."""


class Trail(NamedTuple):
    """Events as lines, and how they stand in the chain."""

    lines: list[bytes]
    links: dict[str, Any]


def trail_of(
    connection: Connection,
    realm: str,
    about: Collection[tuple[str, str]],
    store: AnchorStore,
) -> Trail:
    """The events about these subjects, the oldest first.

    Raises:
        ChainBroken: One of them is not as it was written.
        AnchorsUnreadable: The store of the anchors does not answer.
    """
    subject = tuple_(AuditEvent.subject_kind, AuditEvent.subject_id)
    keys = CHAIN.keys(connection)
    rows = connection.execute(
        select(AuditEvent.__table__)
        .where(subject.in_(list(about)))
        .order_by(AuditEvent.id.desc())
        .limit(_MOST + 1)
    ).all()
    lines, links = [], []
    for row in reversed(rows[:_MOST]):
        if not is_genuine(row, keys):
            raise ChainBroken(f"Event {row.sequence} was changed after it was written")
        line = canonical({**sealed_content(row), "hash": row.hash})
        lines.append(line)
        links.append(
            {
                "sequence": row.sequence,
                "previous": row.previous,
                "hash": row.hash,
                "sha256": hashlib.sha256(line).hexdigest(),
            }
        )
    state = chain_state(connection)
    kept = store.of(realm, CHAIN.identity(keys), keys)
    return Trail(
        lines,
        {
            "events": links,
            "earlierEventsLeftOut": len(rows) > _MOST,
            "head": {"count": state.count, "hash": state.head},
            "lastVerified": {
                "at": state.verified and state.verified.isoformat(),
                "count": state.verified_count,
                "intact": state.is_intact,
            },
            "anchors": _next_anchors([one["sequence"] for one in links], kept),
        },
    )


def _next_anchors(numbers: list[int], kept: Any) -> list[dict[str, Any]]:
    """Of each event the first anchor that was noted after it, each once."""
    sealed = sorted((one.anchor.length, one) for one in kept if one.is_sealed)
    found = {}
    for number in numbers:
        after = next((one for length, one in sealed if length >= number), None)
        if after is not None:
            found[after.anchor.length, after.at] = {
                "at": after.at.isoformat(),
                "count": after.anchor.length,
                "hash": after.anchor.hash,
            }
    return list(found.values())
