"""The realm's approval rules as data: when one applies, and whom it asks for.

All rules that apply must be met; one approval may count in several of them. Where none
applies, one approver who is not the uploader is enough: four eyes, and never less.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from giroscope.features.banks import normalised
from giroscope.features.payments.approvals.errors import (
    BadRuleAmount,
    BadRuleCurrency,
    BadRuleName,
    BadSignInMinutes,
    BadStepCount,
    CannotBeMet,
    NamesNoApprover,
    RuleNameTaken,
    TooManyNamed,
    TooManyRules,
)
from giroscope.kernel.columns import is_storable

MOST_RULES = 50
MOST_STEPS = 9
MOST_MINUTES = 720
_MOST_NAMED = 50
_LONGEST_NAME = 80
_CURRENCY_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One approval that a rule asks for."""

    persons: tuple[str, ...] = ()
    """Who may give it; nobody named means everybody with the role."""

    def takes(self, person: str) -> bool:
        """Whether an approval in this person's place can be this step."""
        return not self.persons or person in self.persons


@dataclass(frozen=True, slots=True)
class Facts:
    """What of a payment document the rules ask about."""

    totals: Mapping[str, Decimal]
    """Sums by currency; they are never added together."""
    accounts: frozenset[str]
    connection_id: int
    has_new_payee: bool
    """Whether it pays an account that nothing was paid to before."""
    has_changed_payee: bool
    """Whether it pays a known payee on an account that is not known as theirs."""


@dataclass(frozen=True, slots=True)
class Rule:
    """If all its conditions hold, all its steps are needed."""

    name: str
    steps: tuple[Step, ...]
    is_in_order: bool = False
    amount_from: Decimal | None = None
    currency: str | None = None
    accounts: tuple[str, ...] = ()
    new_payee: bool = False
    connections: tuple[int, ...] = ()
    needs_passkey: bool = False
    """Whether a device of each approver signs what is approved and sent."""
    sign_in_minutes: int | None = None
    """So long after signing in somebody may approve and sign without a passkey."""
    changed_payee: bool = False

    def applies(self, facts: Facts) -> bool:
        """Whether a document of these facts needs this rule's approvals."""
        amounts = [
            total
            for currency, total in facts.totals.items()
            if self.currency in {None, currency}
        ]
        return (
            bool(amounts)
            and (self.amount_from is None or max(amounts) >= self.amount_from)
            and (not self.accounts or not facts.accounts.isdisjoint(self.accounts))
            and (not self.connections or facts.connection_id in self.connections)
            and (not self.new_payee or facts.has_new_payee)
            and (not self.changed_payee or facts.has_changed_payee)
        )

    def as_data(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "name": self.name,
            "steps": [list(step.persons) for step in self.steps],
            "inOrder": self.is_in_order,
            "amountFrom": None if self.amount_from is None else str(self.amount_from),
            "currency": self.currency,
            "accounts": list(self.accounts),
            "newPayee": self.new_payee,
            "changedPayee": self.changed_payee,
            "connections": list(self.connections),
            "needsPasskey": self.needs_passkey,
            "signInMinutes": self.sign_in_minutes,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Rule":
        """From its stored form."""
        amount = data["amountFrom"]
        return cls(
            name=data["name"],
            steps=tuple(Step(tuple(persons)) for persons in data["steps"]),
            is_in_order=data["inOrder"],
            amount_from=None if amount is None else Decimal(amount),
            currency=data["currency"],
            accounts=tuple(data["accounts"]),
            new_payee=data["newPayee"],
            # Rules that were put in force before there was this condition lack it.
            changed_payee=data.get("changedPayee", False),
            connections=tuple(data["connections"]),
            # Versions that were proposed before these were known say nothing of them.
            needs_passkey=data.get("needsPasskey", False),
            sign_in_minutes=data.get("signInMinutes"),
        )


FOUR_EYES = Rule("", (Step(),))
"""What holds where no rule of the realm applies; it has no name of its own."""

CHANGED_PAYEE = Rule("", (Step(), Step()), changed_payee=True)
"""A changed payee account takes two approvers, where no rule of the realm says else."""


def applying(rules: Sequence[Rule], facts: Facts) -> tuple[Rule, ...]:
    """The rules a document of these facts has to meet."""
    found = tuple(rule for rule in rules if rule.applies(facts))
    if facts.has_changed_payee and not any(rule.changed_payee for rule in found):
        return (*found, CHANGED_PAYEE)
    return found or (FOUR_EYES,)


def ensure_sound(rules: Sequence[Rule], approvers: frozenset[str]) -> tuple[Rule, ...]:
    """The rules with accounts and currencies as they are compared.

    Raises:
        BadRule: One cannot be met, or says nothing; the path names it.
    """
    if len(rules) > MOST_RULES:
        raise TooManyRules(path="rules")
    found = tuple(_sound(rule, place) for place, rule in enumerate(rules))
    for place, rule in enumerate(found):
        named = {person for step in rule.steps for person in step.persons}
        if named - approvers:
            raise NamesNoApprover(path=f"rules.{place}.steps")
        if not can_be_met(rule):
            raise CannotBeMet(path=f"rules.{place}.steps")
    if len({rule.name.casefold() for rule in found}) != len(found):
        raise RuleNameTaken(path="rules")
    return found


def can_be_met(rule: Rule) -> bool:
    """Whether different people could give all approvals."""
    steps = [step.persons for step in rule.steps if step.persons]
    return len(_filled(steps)) == len(steps)


def _filled(steps: Sequence[tuple[str, ...]]) -> dict[str, int]:
    """A person for as many steps as can be (augmenting paths)."""
    taken: dict[str, int] = {}

    def find(step: int, seen: set[str]) -> bool:
        for person in steps[step]:
            if person in seen:
                continue
            seen.add(person)
            if person not in taken or find(taken[person], seen):
                taken[person] = step
                return True
        return False

    for step in range(len(steps)):
        find(step, set())
    return taken


def _sound(rule: Rule, place: int) -> Rule:
    path = f"rules.{place}"
    name = rule.name.strip()
    if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
        raise BadRuleName(path=f"{path}.name")
    if not 1 <= len(rule.steps) <= MOST_STEPS:
        raise BadStepCount(path=f"{path}.steps")
    amount = rule.amount_from
    if amount is not None and (not is_storable(amount) or amount <= 0):
        raise BadRuleAmount(path=f"{path}.amountFrom")
    currency = (rule.currency or "").strip().upper() or None
    if currency is not None and not (
        len(currency) == _CURRENCY_LETTERS and currency.isascii() and currency.isalpha()
    ):
        raise BadRuleCurrency(path=f"{path}.currency")
    minutes = rule.sign_in_minutes
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise BadSignInMinutes(path=f"{path}.signInMinutes")
    lists = (rule.accounts, rule.connections, *(step.persons for step in rule.steps))
    if any(len(named) > _MOST_NAMED for named in lists):
        raise TooManyNamed(path=path)
    return Rule(
        name=name,
        steps=tuple(Step(tuple(dict.fromkeys(s.persons))) for s in rule.steps),
        is_in_order=rule.is_in_order,
        amount_from=amount,
        currency=currency,
        accounts=tuple(dict.fromkeys(normalised(one)[:70] for one in rule.accounts)),
        new_payee=rule.new_payee,
        changed_payee=rule.changed_payee,
        connections=tuple(dict.fromkeys(rule.connections)),
        needs_passkey=rule.needs_passkey,
        sign_in_minutes=rule.sign_in_minutes,
    )
