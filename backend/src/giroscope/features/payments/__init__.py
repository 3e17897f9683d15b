"""Payment orders and their fate. Lends loading, checking, following and undoing."""

from giroscope.features.payments.answers import apply_statuses, reported_status
from giroscope.features.payments.checks import (
    PaymentCheck,
    PaymentFlag,
    Standing,
    standing,
)
from giroscope.features.payments.follow import (
    follow_anew,
    match_bookings,
    proofs,
    untie_vanished,
)
from giroscope.features.payments.identify import journal_named, strangers
from giroscope.features.payments.load import (
    PaymentLoader,
    StatusLoader,
    has_payments,
    remove_payments,
    remove_statuses,
)
from giroscope.features.payments.moves import tell_moves
from giroscope.features.payments.policy import PaymentState, payment_state
from giroscope.features.payments.progress import (
    PaymentOutcome,
    PaymentProgress,
    progress_in,
)
from giroscope.features.payments.progress_sums import forget_sums, keep_progress
from giroscope.features.payments.proof import (
    bookings_by_statement,
    doubtful_and_returned,
    journals_booked_on,
)
from giroscope.features.payments.reasons import meaning_of
from giroscope.features.payments.stages import STAGES, Doubt
from giroscope.features.payments.tables import (
    Payment,
    PaymentBatch,
    PaymentSum,
    StatusReport,
)
from giroscope.kernel.banking_days import (
    Calendar,
    calendars_of,
    is_closed,
)

__all__ = [
    "STAGES",
    "Calendar",
    "Doubt",
    "Payment",
    "PaymentBatch",
    "PaymentCheck",
    "PaymentFlag",
    "PaymentLoader",
    "PaymentOutcome",
    "PaymentProgress",
    "PaymentState",
    "PaymentSum",
    "Standing",
    "StatusLoader",
    "StatusReport",
    "apply_statuses",
    "bookings_by_statement",
    "calendars_of",
    "doubtful_and_returned",
    "follow_anew",
    "forget_sums",
    "has_payments",
    "is_closed",
    "journal_named",
    "journals_booked_on",
    "keep_progress",
    "match_bookings",
    "meaning_of",
    "payment_state",
    "progress_in",
    "proofs",
    "remove_payments",
    "remove_statuses",
    "reported_status",
    "standing",
    "strangers",
    "tell_moves",
    "untie_vanished",
]
