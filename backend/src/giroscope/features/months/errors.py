"""What this room refuses, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


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


class SecondPersonNeeded(Conflict):
    """Two people close a month here: propose it, and somebody else confirms."""

    code = "months.second_person_needed"


class MonthProposed(Conflict):
    """Somebody has proposed to close this month already; look again."""

    code = "months.proposed"


class MonthNotProposed(Conflict):
    """Nobody proposes to close this month any more; look again."""

    code = "months.not_proposed"


class MonthMoved(Conflict):
    """The month has changed since you opened it; look again before you confirm."""

    code = "months.moved"


class OwnMonth(Forbidden):
    """You proposed to close this month; somebody else confirms or rejects."""

    code = "months.own_proposal"


class CountsAsProposer(Forbidden):
    """You and the proposer count as one person; somebody else decides."""

    code = "months.not_independent"


class NotMonthsProposer(Forbidden):
    """Only the proposer can withdraw this."""

    code = "months.not_proposer"
