"""Why an exchange failed, in both languages, as whoever spoke would say it.

An entry keeps the English sentence, and its cause, which trouble of one kind shares.
Both are told anew whenever they are read, so entries of any age are.
"""

from collections.abc import Mapping
from typing import Final

import banklink
import erplink
from giroscope.features.logs.causes import cause_of
from giroscope.features.logs.tables import LogType
from giroscope.kernel import sayings as kernel
from sayings import Sayings, Words

_OF_TYPE: Final[Mapping[LogType, Sayings]] = {
    LogType.BANK: banklink.SAYINGS,
    LogType.ERP: erplink.SAYINGS,
    LogType.IDENTITY: kernel.SAYINGS,
    LogType.MAIL: kernel.SAYINGS,
}


def failure_in_both(log_type: str, failure: str | None) -> Words | None:
    """What went wrong; None where an answer came."""
    if not failure:
        return None
    sayings = _OF_TYPE.get(LogType(log_type), kernel.SAYINGS)
    return sayings.in_both(failure)


def cause_in_both(log_type: str, cause: str, failure: str | None) -> Words:
    """The cause that was kept, in both languages.

    Where no answer came, it follows from what went wrong. Else it holds a status and
    the words of whoever answered.
    """
    told = failure_in_both(log_type, failure)
    danish = cause_of(None, told.da, None) if told else None
    return Words(cause, danish or cause)
