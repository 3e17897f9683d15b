"""Refusals around approving and signing, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class BadRule(InvalidInput):
    """This rule cannot be used."""

    code = "approvals.bad_rule"


class TooManyRules(BadRule):
    """There are at most 50 rules."""

    code = "approvals.too_many_rules"


class RuleNameTaken(BadRule):
    """Two rules have the same name."""

    code = "approvals.rule_name_taken"


class BadRuleName(BadRule):
    """A rule needs a name of up to 80 characters."""

    code = "approvals.bad_rule_name"


class BadStepCount(BadRule):
    """A rule asks for 1 to 9 approvals."""

    code = "approvals.bad_step_count"


class NamesNoApprover(BadRule):
    """Somebody named does not have the payment approver role."""

    code = "approvals.names_no_approver"


class CannotBeMet(BadRule):
    """Each approval must come from another person; name more of them."""

    code = "approvals.cannot_be_met"


class BadRuleAmount(BadRule):
    """Enter an amount above zero."""

    code = "approvals.bad_rule_amount"


class BadRuleCurrency(BadRule):
    """A currency has three letters."""

    code = "approvals.bad_rule_currency"


class BadSignInMinutes(BadRule):
    """A fresh sign-in counts for 1 to 720 minutes."""

    code = "approvals.bad_sign_in_minutes"


class PasskeyNeeded(Forbidden):
    """A rule requires your passkey: open the journal and approve it there."""

    code = "approvals.passkey_needed"


class FreshSignInNeeded(Forbidden):
    """A rule requires a recent sign-in or a passkey: sign in again first."""

    code = "approvals.fresh_sign_in_needed"


class NotProven(Conflict):
    """The approvals of this file do not verify; it is not sent."""

    code = "approvals.not_proven"


class HeldByRule(Conflict):
    """A rule holds payments in this file until somebody releases them."""

    code = "approvals.held_by_rule"


class TooManyNamed(BadRule):
    """At most 50 can be named at once."""

    code = "approvals.too_many_named"


class ReasonNeeded(InvalidInput):
    """Enter a reason; it is kept with the decision."""

    code = "approvals.reason_needed"


class NoCase(Conflict):
    """This journal is not submitted for approval."""

    code = "approvals.no_case"


class DocumentChanged(Conflict):
    """The file has changed since you opened it; review it before you decide."""

    code = "approvals.document_changed"


class InvalidDocument(Conflict):
    """The payment file has errors and cannot be sent; upload a corrected one."""

    code = "approvals.invalid"


class AlreadyRejected(Conflict):
    """The payments were rejected; nothing will be sent."""

    code = "approvals.rejected"


class Expired(Conflict):
    """The approval deadline has passed; nothing will be sent."""

    code = "approvals.expired"


class AlreadyReleased(Conflict):
    """The payments were signed; they can only be stopped at the bank now."""

    code = "approvals.released"


class Answered(Conflict):
    """A bank has answered for these payments already; they went another way."""

    code = "approvals.answered"


class Complete(Conflict):
    """All approvals are there already; somebody has to sign."""

    code = "approvals.complete"


class Incomplete(Conflict):
    """Approvals are missing; sign when all are there."""

    code = "approvals.incomplete"


class NotApprover(Forbidden):
    """You don't have the payment approver role; sign in again if that has changed."""

    code = "approvals.not_approver"


class OwnUpload(Forbidden):
    """You submitted these payments; somebody else approves and signs them."""

    code = "approvals.own_upload"


class TiedToUploader(Forbidden):
    """You and the submitter count as one person; somebody else decides."""

    code = "approvals.tied_to_uploader"


class StandsBehind(Forbidden):
    """You, or somebody linked to you, prepared this file."""

    code = "approvals.behind_file"


class DecidedBehind(Conflict):
    """Somebody who prepared the payment file decided about it."""

    code = "approvals.decided_behind"


class AlreadyApproved(Conflict):
    """You have approved these payments; each approval comes from another person."""

    code = "approvals.already_approved"


class TiedToApprover(Forbidden):
    """You and somebody who approved count as one person; a third one is needed."""

    code = "approvals.tied_to_approver"


class NotYourTurn(Forbidden):
    """The rules require somebody else's approval, or somebody else's first."""

    code = "approvals.not_your_turn"


class NothingToUndo(Conflict):
    """You have no decision here to withdraw."""

    code = "approvals.nothing_to_undo"


class NotReopenable(Conflict):
    """It cannot be resubmitted: upload a new file with a later execution date."""

    code = "approvals.not_reopenable"


class ApproverGone(Conflict):
    """An approval is void: its giver is no longer an approver. Another is needed."""

    code = "approvals.approver_gone"


class NoConnection(Conflict):
    """No connection sends from this account; connect the bank."""

    code = "approvals.no_connection"


class SeveralConnections(Conflict):
    """Its accounts are served by different connections; make one file for each bank."""

    code = "approvals.several_connections"


class NothingPending(Conflict):
    """This version is not pending; reload the page."""

    code = "approvals.nothing_pending"


class OnePending(Conflict):
    """A change of the rules is already pending; decide it first."""

    code = "approvals.one_pending"


class NoChange(Conflict):
    """These rules are already active."""

    code = "approvals.no_change"


class SameManager(Forbidden):
    """An account manager other than the proposer decides."""

    code = "approvals.same_manager"


class ManagersNotIndependent(Forbidden):
    """You and the proposer count as one person; another account manager decides."""

    code = "approvals.managers_not_independent"


class NotProposer(Forbidden):
    """Only the proposer can withdraw a change."""

    code = "approvals.not_proposer"


class BadDelegation(InvalidInput):
    """This delegation is not possible."""

    code = "approvals.bad_delegation"
