"""People who stand behind a payment file; none of them counts as its second person.

Lends the model and its store. Who may approve, `approvals.policy` decides by it, and
the process that sends asks it once more.
"""

from giroscope.features.payments.behind.actors import (
    BehindFile,
    behind_files,
    behind_names,
    keep_behind,
)
from giroscope.features.payments.behind.tables import Part, PaymentActor

__all__ = [
    "BehindFile",
    "Part",
    "PaymentActor",
    "behind_files",
    "behind_names",
    "keep_behind",
]
