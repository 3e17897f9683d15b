"""Who did what: append-only, chained by keyed hashes, one chain for each realm.

Lends `record` for a change of an asynchronous session, `record_now` for a job or a
command, `ingest` for what happened elsewhere, such as sign-ins, and `latest_acts` for
what was acted upon lately; `genuine_acts` proves what somebody did to one thing.
"""

from giroscope.features.audit.actions import (
    OutsideEvent,
    ingest,
    record,
    record_now,
)
from giroscope.features.audit.acts import latest_acts, newest_act
from giroscope.features.audit.policy import SecretInAudit, without_secret
from giroscope.features.audit.tables import AuditOutcome, Subject
from giroscope.features.audit.verify import genuine_acts

__all__ = [
    "AuditOutcome",
    "OutsideEvent",
    "SecretInAudit",
    "Subject",
    "genuine_acts",
    "ingest",
    "latest_acts",
    "newest_act",
    "record",
    "record_now",
    "without_secret",
]
