"""Refusals of the exchange, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, InvalidInput


class NotWaiting(Conflict):
    """This is written already, or is being written."""

    code = "erp.not_waiting"


class NotHeld(Conflict):
    """This payment does not wait for anybody."""

    code = "erp.not_held"


class ReasonNeeded(InvalidInput):
    """Say why."""

    code = "erp.reason_needed"
