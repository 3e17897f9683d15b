"""What this room refuses, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict


class AlreadyMatched(Conflict):
    """It is matched already; look again."""

    code = "reconciliation.already_matched"


class NoCandidate(Conflict):
    """The two do not belong together any more; look at the candidates again."""

    code = "reconciliation.no_candidate"


class NotMatched(Conflict):
    """No person has matched it, or it was undone already."""

    code = "reconciliation.not_matched"


class InClosedMonth(Conflict):
    """The month of an entry is closed; reopen it first."""

    code = "reconciliation.closed_month"
