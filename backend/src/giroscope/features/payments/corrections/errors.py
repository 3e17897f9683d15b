"""Refusals around correcting payments, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, InvalidInput


class NotFinal(Conflict):
    """Only rejected and returned payments can be resubmitted; look again."""

    code = "corrections.not_final"


class InDoubt(Conflict):
    """The bank contradicts itself on this payment; ask it before you pay again."""

    code = "corrections.in_doubt"


class SeenBefore(Conflict):
    """The bank has this payment already; look at the first one before you pay again."""

    code = "corrections.seen_before"


class UnknownAnswer(Conflict):
    """The bank's code for this payment is unknown here; ask it before you pay again."""

    code = "corrections.unknown_answer"


class InRecall(Conflict):
    """This payment is under recall; wait for the bank's answer."""

    code = "corrections.in_recall"


class AlreadyCorrected(Conflict):
    """This payment has been resubmitted already; open the one that replaces it."""

    code = "corrections.already"


class NotCorrectable(Conflict):
    """The original file cannot be written anew; pay by a new file of your ERP."""

    code = "corrections.not_writable"


class OriginalPaid(Conflict):
    """A payment is on hold: the one it replaces is no longer rejected or returned."""

    code = "corrections.original_paid"


class NothingChosen(InvalidInput):
    """Choose 1 to 200 payments."""

    code = "corrections.nothing_chosen"


class InvalidAccount(InvalidInput):
    """This is no valid account number: an IBAN has a length and check digits."""

    code = "corrections.invalid_account"


class InvalidBic(InvalidInput):
    """A BIC has 8 or 11 characters."""

    code = "corrections.invalid_bic"


class InvalidAddress(InvalidInput):
    """An address has a town, and a country as a code of two letters."""

    code = "corrections.invalid_address"


class DayPast(InvalidInput):
    """The execution date has passed, or is more than a year ahead."""

    code = "corrections.day_past"


class DayClosed(InvalidInput):
    """Banks are closed on this date."""

    code = "corrections.day_closed"
