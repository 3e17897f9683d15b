"""Who did what: append-only, chained by keyed hashes, one chain for each realm.

Lends `record` for a change of an asynchronous session, `record_now` for a job or a
command, and `ingest` for what happened elsewhere, such as sign-ins.
"""

from giroscope.features.audit.actions import (
    OutsideEvent,
    ingest,
    record,
    record_now,
)
from giroscope.features.audit.policy import SecretInAudit, without_secret
from giroscope.features.audit.tables import AuditOutcome, Subject

__all__ = [
    "AuditOutcome",
    "OutsideEvent",
    "SecretInAudit",
    "Subject",
    "ingest",
    "record",
    "record_now",
    "without_secret",
]
