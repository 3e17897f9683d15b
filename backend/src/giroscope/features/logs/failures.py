"""Why an exchange failed, in both languages, as whoever spoke would say it.

An entry keeps the English sentence, and its cause, which trouble of one kind shares.
Both are told anew whenever they are read, so entries of any age are.
"""

from giroscope.features.logs.causes import cause_of
from giroscope.kernel.text import in_both
from localization import Words


def failure_in_both(failure: str | None) -> Words | None:
    """What went wrong; None where an answer came."""
    return in_both(failure) if failure else None


def cause_in_both(cause: str, failure: str | None) -> Words:
    """The cause that was kept, in both languages.

    Where no answer came, it follows from what went wrong. Else it holds a status and
    the words of whoever answered.
    """
    told = failure_in_both(failure)
    danish = cause_of(None, told.da, None) if told else None
    return Words(cause, danish or cause)
