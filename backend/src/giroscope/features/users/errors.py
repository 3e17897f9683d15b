"""Refusals of account management, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class OwnRights(Forbidden):
    """Nobody changes their own roles; ask another account manager."""

    code = "users.own_rights"


class OwnAccount(Forbidden):
    """This is not done to oneself; use your profile, or ask another manager."""

    code = "users.own_account"


class NoManagerAnyMore(Forbidden):
    """You are no account manager any more; sign in again to see what has changed."""

    code = "users.no_manager"


class LastManager(Conflict):
    """This is the last account manager who can sign in; make another one first."""

    code = "users.last_manager"


class RoleConflict(Conflict):
    """Who uploads payments may not approve them too; this realm does not allow both."""

    code = "users.role_conflict"


class ManageAndApprove(Conflict):
    """Nobody manages accounts and approves payments; say why where it has to be."""

    code = "users.manage_and_approve"


class UnknownRole(InvalidInput):
    """Only the roles of Giroscope can be given and taken here."""

    code = "users.unknown_role"


class BadMail(InvalidInput):
    """This is no mail address."""

    code = "users.bad_mail"


class NotInvited(Conflict):
    """This person has signed in already, or is disabled; there is no invitation."""

    code = "users.not_invited"


class ApproversAccount(Conflict):
    """An approver's or account manager's mail and password are theirs alone."""

    code = "users.approvers_account"


class OnlyAtTheShell(Forbidden):
    """Only the operator at the command line does this without a second person."""

    code = "users.only_at_the_shell"


class UnknownPerson(InvalidInput):
    """Nobody here is called so, or several are; give the id that `list` shows."""

    code = "users.unknown_person"


class MailWorks(Conflict):
    """The invitation was sent by mail; a password is only told where mail fails."""

    code = "users.mail_works"


class SamePerson(Forbidden):
    """A second account manager decides: not who asked, nor whom it concerns."""

    code = "users.second_person"


class NotIndependent(Forbidden):
    """You and who asked count as one: another account manager decides this."""

    code = "users.not_independent"


class AlreadyDecided(Conflict):
    """This request was decided, withdrawn, or its seven days are over."""

    code = "users.request_closed"


class RequesterGone(Conflict):
    """Who asked for this role is no account manager any more; ask for it anew."""

    code = "users.requester_gone"


class NotRequester(Forbidden):
    """Only the person who asked for a role withdraws the request."""

    code = "users.not_requester"


class StillNeeded(Conflict):
    """Payments wait in which this person has a part; decide about them first."""

    code = "users.still_needed"


class NotDisabled(Conflict):
    """Disable this person first; then nothing more is done in their name."""

    code = "users.not_disabled"
