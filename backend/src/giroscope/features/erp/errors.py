"""Refusals of the ERP room, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class NoConnector(InvalidInput):
    """There is no connector for this ERP here."""

    code = "erp.no_connector"


class NoSuchSetting(InvalidInput):
    """This ERP has no setting of that name."""

    code = "erp.no_such_setting"


class BadSetting(InvalidInput):
    """This cannot be the value of the setting."""

    code = "erp.bad_setting"


class LooksSecret(InvalidInput):
    """This has the form of a secret, and this setting is shown to everybody."""

    code = "erp.looks_secret"


class ChangedMeanwhile(Conflict):
    """Somebody has changed the configuration meanwhile; look at it again."""

    code = "erp.changed_meanwhile"


class NoDraft(Conflict):
    """There is no draft; change something first."""

    code = "erp.no_draft"


class DraftInTheWay(Conflict):
    """There is a draft already; activate or discard it first."""

    code = "erp.draft_in_the_way"


class NoConfiguration(Conflict):
    """No ERP is configured yet."""

    code = "erp.not_configured"


class NotComplete(Conflict):
    """Something that the ERP needs is not set."""

    code = "erp.not_complete"


class NotValidated(Conflict):
    """Validate the draft as it is now; it can be activated when it is valid."""

    code = "erp.not_validated"


class Invalid(Conflict):
    """A check has failed; mend what it names, and validate again."""

    code = "erp.invalid"


class SecretGone(Conflict):
    """The secret of this version was destroyed; give it anew."""

    code = "erp.secret_gone"


class BadDocument(InvalidInput):
    """This is no set-up that was exported here."""

    code = "erp.bad_document"


class BadOrigin(InvalidInput):
    """Give an origin: scheme, host and perhaps a port, nothing behind it."""

    code = "erp.bad_origin"


class OriginNotSecure(InvalidInput):
    """The pages of an accounting system have to come by https."""

    code = "erp.origin_not_secure"


class TooManyOrigins(Conflict):
    """The list is full; take an origin off it first."""

    code = "erp.too_many_origins"


class NothingToCheck(InvalidInput):
    """Name checks that there are."""

    code = "erp.nothing_to_check"


class NoConversation(Conflict):
    """The ERP did not answer as it should."""

    code = "erp.conversation_failed"


class AtWork(Conflict):
    """The checks run already; wait until they have ended."""

    code = "erp.at_work"


class NotAtWork(Conflict):
    """No check is running."""

    code = "erp.not_at_work"


class RequestOver(Conflict):
    """This was decided, replaced or left too long; ask for it anew."""

    code = "erp.request_over"


class SamePerson(Forbidden):
    """Another account manager confirms it than the one who asked."""

    code = "erp.same_person"


class NotIndependent(Forbidden):
    """You and who asked count as one person; another account manager confirms it."""

    code = "erp.not_independent"


class RequesterGone(Conflict):
    """Who asked manages accounts no longer; ask for it anew."""

    code = "erp.requester_gone"


class NotRequester(Forbidden):
    """Only who asked withdraws the request."""

    code = "erp.not_requester"


class NoManager(Forbidden):
    """You manage accounts no longer; sign in again if this has changed."""

    code = "erp.no_manager"


class AccountNeedsRequest(Conflict):
    """The account it pays from would change: save the mapping with it instead."""

    code = "erp.account_needs_request"
