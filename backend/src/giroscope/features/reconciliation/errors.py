"""What this room refuses, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, InvalidInput


class AlreadyMatched(Conflict):
    """It is matched already; look again."""

    code = "reconciliation.already_matched"


class NoCandidate(Conflict):
    """The two do not belong together any more; look at the candidates again."""

    code = "reconciliation.no_candidate"


class NotClear(Conflict):
    """No candidate is worth that much alone; look at it yourself."""

    code = "reconciliation.not_clear"


class NotMatched(Conflict):
    """No person has matched it, or it was undone already."""

    code = "reconciliation.not_matched"


class InClosedMonth(Conflict):
    """The month of an entry is closed; reopen it first."""

    code = "reconciliation.closed_month"


class NotSoMany(InvalidInput):
    """Choose between 1 and 100 payments."""

    code = "reconciliation.not_so_many"


class NotAccounted(Conflict):
    """The payments do not come to the entry; say why, or look at the rest again."""

    code = "reconciliation.not_accounted"


class BeyondLimit(Conflict):
    """The difference is larger than your company allows."""

    code = "reconciliation.beyond_limit"


class NoteNeeded(InvalidInput):
    """Say what the difference is, in 500 characters at most."""

    code = "reconciliation.note_needed"


class BadLimit(InvalidInput):
    """The limit is an amount from 0 to 10,000."""

    code = "reconciliation.bad_limit"


class LimitChanged(Conflict):
    """Somebody else has changed the limit; look at it again."""

    code = "reconciliation.limit_changed"


class BadScore(InvalidInput):
    """Entries are matched automatically from a score of 90 to 100."""

    code = "reconciliation.bad_score"


class AutomaticChanged(Conflict):
    """Somebody else has changed automatic matching; look at it again."""

    code = "reconciliation.automatic_changed"
