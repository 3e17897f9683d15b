"""What the ERP refuses, each with the code and status its interface tells."""

from __future__ import annotations


class Refused(Exception):
    """The ERP does not do it; the sentence says why."""

    code = "refused"
    status = 400

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class NotUnderstood(Refused):
    """What was asked for makes no sense."""

    code = "bad_request"


class KeyRefused(Refused):
    """The key is unknown, or it has run out."""

    code = "key_refused"
    status = 401


class NoRight(Refused):
    """The key lacks the right."""

    code = "no_right"
    status = 403


class NoSuchThing(Refused):
    """It names something the ERP does not have."""

    code = "not_found"
    status = 404


class NotPossible(Refused):
    """The record is not in a state in which this can be done."""

    code = "not_possible"
    status = 409


class IdUsed(Refused):
    """The client's id was used for something else."""

    code = "id_used"
    status = 409


class Unfit(Refused):
    """A value is not one the books take."""

    code = "invalid"
    status = 422


class PeriodClosed(Refused):
    """The day lies in a period that is closed."""

    code = "period_closed"
    status = 422


class TooOften(Refused):
    """The key has asked more often than it may within a minute."""

    code = "too_many_calls"
    status = 429
