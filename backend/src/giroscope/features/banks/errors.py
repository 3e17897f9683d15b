"""Refusals of the banks room, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class BadField(InvalidInput):
    """This is not how the bank writes it; compare it with the letter."""

    code = "banks.bad_field"


class BadCode(InvalidInput):
    """This is not how an activation code of this bank looks."""

    code = "banks.bad_code"


class BadAccount(InvalidInput):
    """This is no account number: an IBAN, or registration number and account."""

    code = "banks.bad_account"


class BadNickname(InvalidInput):
    """A nickname has 40 characters at most."""

    code = "banks.bad_nickname"


class NicknameTaken(Conflict):
    """Another account in this currency has this nickname already."""

    code = "banks.nickname_taken"


class BadSchedule(InvalidInput):
    """Fetching is every 5 to 720 minutes, or 0 for never, between two full hours."""

    code = "banks.bad_schedule"


class AccountServedElsewhere(Conflict):
    """Another connection pays from this account already."""

    code = "banks.account_served"


class AgreementConnected(Conflict):
    """This agreement is connected already."""

    code = "banks.agreement_connected"


class ChangedMeanwhile(Conflict):
    """Somebody has changed this connection meanwhile; look at it again."""

    code = "banks.changed_meanwhile"


class NotActivated(Conflict):
    """This connection has no certificate yet: activate it with the bank's code."""

    code = "banks.not_activated"


class NotPossibleNow(Conflict):
    """This is not possible in the connection's present state."""

    code = "banks.not_possible_now"


class AtWork(Conflict):
    """The connection is busy with this already; wait until it has ended."""

    code = "banks.at_work"


class Paused(Conflict):
    """This connection is paused; resume it first."""

    code = "banks.paused"


class NotPaused(Conflict):
    """This is not paused."""

    code = "banks.not_paused"


class CertificateUsedElsewhere(Conflict):
    """This certificate or key is in use elsewhere; one must not serve two places."""

    code = "banks.certificate_used_elsewhere"


class NotOurKey(Conflict):
    """The bank's certificate belongs to another key than the one made here."""

    code = "banks.not_our_key"


class HasHistory(Conflict):
    """Files came or went over this connection; revoke it instead of deleting it."""

    code = "banks.has_history"


class SecondPersonNeeded(Forbidden):
    """Another account manager decides: not who asked."""

    code = "banks.second_person"


class NotIndependent(Forbidden):
    """You and who asked count as one: another account manager decides this."""

    code = "banks.not_independent"


class RequestClosed(Conflict):
    """This request was decided, withdrawn, or its seven days are over."""

    code = "banks.request_closed"


class NoReason(InvalidInput):
    """Say why; it stands in the trail."""

    code = "banks.no_reason"


class BankSaysNo(Conflict):
    """The bank has refused this."""

    code = "banks.refused"


class BankUnreached(Conflict):
    """The bank was not reached, or its answer cannot be believed; nothing is lost."""

    code = "banks.unreached"


class JoinWithItself(InvalidInput):
    """Choose two different accounts to join."""

    code = "banks.join_with_itself"


class JoinsCurrencies(Conflict):
    """These accounts have different currencies and cannot be joined."""

    code = "banks.join_currencies"


class JoinHidesCurrency(Conflict):
    """Only the other account has a currency: keep that one and join this one."""

    code = "banks.join_hides_currency"


class AccountJoined(Conflict):
    """One of these accounts is joined into another already; undo that first."""

    code = "banks.account_joined"


class AccountNotJoined(Conflict):
    """This account is not joined into another."""

    code = "banks.account_not_joined"
