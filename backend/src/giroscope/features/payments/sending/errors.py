"""Refusals around sending, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class SentBefore(Conflict):
    """A file with this message id went to this bank already; give it a new one."""

    code = "sending.sent_before"


class NothingToSend(Conflict):
    """These payments were not signed, so there is nothing on its way."""

    code = "sending.nothing"


class TooLateToCancel(Conflict):
    """It has left, or is leaving; only the bank can stop it now."""

    code = "sending.too_late"


class NotUndecided(Conflict):
    """It is known what became of these payments; there is nothing to decide."""

    code = "sending.not_undecided"


class NotResendable(Conflict):
    """Sending these payments again could pay them twice."""

    code = "sending.not_resendable"


class NoRecall(Conflict):
    """What stands in the queue as a request for recall asks no payments back."""

    code = "sending.no_recall"


class SecondPerson(Forbidden):
    """Somebody independent sends it again: not who decided that it did not arrive."""

    code = "sending.second_person"


class ReasonNeeded(InvalidInput):
    """Say why: the reason is kept with the decision."""

    code = "sending.reason_needed"
