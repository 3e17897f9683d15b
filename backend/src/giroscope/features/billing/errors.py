"""What the billing room refuses."""

from giroscope.kernel.errors import Conflict, InvalidInput, NotFound, Unavailable


class BadCatalogue(Unavailable):
    """The file of plans and prices has an error; the operator has to mend it."""

    code = "billing.bad_catalogue"


class NoSubscription(NotFound):
    """There is no subscription yet; it is made within a minute."""

    code = "billing.no_subscription"


class UnknownPlan(InvalidInput):
    """There is no such plan at this price."""

    code = "billing.unknown_plan"


class TooFewSeats(InvalidInput):
    """The plan begins with more seats."""

    code = "billing.too_few_seats"


class DetailsMissing(Conflict):
    """Fill in name, address and country first: an invoice has to name its buyer."""

    code = "billing.details_missing"


class NothingChanges(Conflict):
    """This is what you have already."""

    code = "billing.nothing_changes"


class NotNow(Conflict):
    """This change can only begin with the next period."""

    code = "billing.not_now"


class IsCancelled(Conflict):
    """The subscription is cancelled or going to pause; undo that first."""

    code = "billing.cancelled"


class NotCancelled(Conflict):
    """There is no cancellation to undo."""

    code = "billing.not_cancelled"


class NothingToCancel(Conflict):
    """Nothing is charged, so there is nothing to cancel."""

    code = "billing.nothing_to_cancel"


class NoChangeWaits(Conflict):
    """No change waits for the next period."""

    code = "billing.no_change_waits"


class PriceMoved(Conflict):
    """The price is not the one you were shown; look at it again."""

    code = "billing.price_moved"


class BadDetails(InvalidInput):
    """This cannot stand on an invoice."""

    code = "billing.bad_details"


class StillDraft(Conflict):
    """A draft has no number yet, and no paper."""

    code = "billing.draft"


class NothingToCredit(Conflict):
    """This is more than is left of the invoice to be credited."""

    code = "billing.nothing_to_credit"


class NobodyToMail(InvalidInput):
    """Nobody gets this mail; name an address."""

    code = "billing.nobody_to_mail"


class AlreadyQuestioned(Conflict):
    """This invoice is disputed already; the seller will answer."""

    code = "billing.already_questioned"


class NotQuestioned(Conflict):
    """Nobody disputes this invoice."""

    code = "billing.not_questioned"


class NoBilling(NotFound):
    """Nobody is billed by this installation: its operator sells nothing here."""

    code = "billing.none"
