"""Refusals of this room, each with its code and its sentence."""

from giroscope.kernel.errors import Conflict, Forbidden, InvalidInput


class BadRule(InvalidInput):
    """This rule cannot be used as it is."""

    code = "rules.bad_rule"


class NoConditions(BadRule):
    """A rule needs at least one condition: without any it would fit everything."""

    code = "rules.no_conditions"


class NoActions(BadRule):
    """A rule has to do something."""

    code = "rules.no_actions"


class BadRuleName(BadRule):
    """A rule needs a name of up to 80 characters."""

    code = "rules.bad_name"


class NoSuchField(BadRule):
    """These records do not have this field."""

    code = "rules.no_such_field"


class NoSuchOperator(BadRule):
    """This field cannot be compared like that."""

    code = "rules.no_such_operator"


class BadValue(BadRule):
    """This value does not fit the field."""

    code = "rules.bad_value"


class CurrencyNeeded(BadRule):
    """An amount is compared in a currency; say which."""

    code = "rules.currency_needed"


class BadAction(BadRule):
    """This cannot be done with these records."""

    code = "rules.bad_action"


class UnknownReference(BadRule):
    """What the rule names is not there."""

    code = "rules.unknown_reference"


class TooManyOfThem(BadRule):
    """A rule has at most 10 blocks, 50 conditions and 10 actions."""

    code = "rules.too_many"


class TooManyRules(Conflict):
    """There are at most 1,000 rules; archive some."""

    code = "rules.too_many_rules"


class BadPlace(BadRule):
    """A rule is put before another, after another, or at a place from 1."""

    code = "rules.bad_place"


class RuleChangedMeanwhile(Conflict):
    """Somebody else has changed this rule; look at it again."""

    code = "rules.changed_meanwhile"


class NoRuleDraft(Conflict):
    """There is nothing to put in force: the rule has no draft."""

    code = "rules.no_draft"


class RuleDraftInTheWay(Conflict):
    """The rule has a draft already; discard it first."""

    code = "rules.draft_in_the_way"


class RuleWaits(Conflict):
    """A change of this rule waits for a second person; decide or withdraw it first."""

    code = "rules.waits"


class NothingWaits(Conflict):
    """Nothing of this rule waits for a decision."""

    code = "rules.nothing_waits"


class RuleNotPossible(Conflict):
    """The rule cannot go from its state to that one."""

    code = "rules.not_possible"


class SameRulePerson(Forbidden):
    """Somebody else has to confirm this: you asked for it."""

    code = "rules.same_person"


class RulePeopleNotIndependent(Forbidden):
    """One person could be using your account and that of whoever asked."""

    code = "rules.not_independent"


class RuleNotActive(Conflict):
    """Only an active rule can be applied."""

    code = "rules.not_active"


class RunInTheWay(Conflict):
    """A test or an application runs already; wait for its end or cancel it."""

    code = "rules.run_in_the_way"


class PreviewNeeded(Conflict):
    """The rule is not the one that the preview showed; make a new preview."""

    code = "rules.preview_needed"


class NoHold(Conflict):
    """No payment of this journal is held by a rule."""

    code = "rules.no_hold"


class NotYoursToLift(Forbidden):
    """A payment approver who did not submit the payments releases them."""

    code = "rules.not_approver"


class OwnToLift(RulePeopleNotIndependent):
    """Whoever prepared the payments cannot release them; another approver can."""

    code = "rules.own_payments"


class BadRuleFile(InvalidInput):
    """This is no file of rules."""

    code = "rules.bad_file"


class BadRange(InvalidInput):
    """The last day is before the first."""

    code = "rules.bad_range"
