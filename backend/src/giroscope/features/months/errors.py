"""What this room refuses, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, InvalidInput


class MonthNotOver(Conflict):
    """The month is not over yet; close it when it is."""

    code = "months.not_over"


class MonthNotComplete(InvalidInput):
    """Statements are missing or do not add up; say why the month is closed anyway."""

    code = "months.not_complete"


class MonthClosed(Conflict):
    """The month is closed already; look again."""

    code = "months.closed"


class MonthOpen(Conflict):
    """The month is not closed; look again."""

    code = "months.open"
