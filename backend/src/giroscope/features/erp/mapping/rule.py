"""A mapping as a value: what it matches, what it makes, and which one takes a payment.

Decides only. Exceptions for an account come before defaults; then the lower position,
then the older row. Nothing is taken by a rule that does not match it wholly.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from decimal import Decimal
from typing import Any

from erplink import OpenPayment
from giroscope.features.erp.mapping.tables import ReferenceRule, Target


@dataclass(frozen=True, slots=True)
class Rule:
    """What a mapping says; an empty string matches or leaves out everything."""

    method: str
    target: Target
    charge_bearer: str
    reference_rule: ReferenceRule
    valid_from: date
    account: str = ""
    position: int = 1
    currency: str = ""
    creditor_country: str = ""
    reference_kind: str = ""
    slip_type: str = ""
    amount_from: Decimal | None = None
    amount_to: Decimal | None = None
    debtor_account: str = ""
    service_level: str = ""
    local_instrument: str = ""
    category_purpose: str = ""
    instruction_priority: str = "NORM"
    batch_booking: bool | None = None
    valid_to: date | None = None
    is_enabled: bool = True
    id: int = 0
    version: int = 0

    @classmethod
    def of(cls, row: Any) -> "Rule":
        """From its row."""
        named = {name: getattr(row, name) for name in _NAMES}
        return cls(**_typed(named), id=row.id, version=row.version)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Rule":
        """From what `as_data` gave."""
        dated = {
            name: date.fromisoformat(data[name]) if data[name] else None
            for name in ("valid_from", "valid_to")
        }
        exact = {
            name: None if data[name] is None else Decimal(data[name])
            for name in ("amount_from", "amount_to")
        }
        return cls(**_typed({**data, **dated, **exact}))

    def columns(self) -> dict[str, Any]:
        """As the values of a row."""
        said = asdict(self)
        return {name: said[name] for name in _NAMES}

    def as_data(self) -> dict[str, Any]:
        """As plain data, for the history."""
        return {
            name: str(value) if isinstance(value, date | Decimal) else value
            for name, value in self.columns().items()
        }

    def is_valid_on(self, day: date) -> bool:
        """Whether it may take payments that day."""
        ends = self.valid_to
        return self.is_enabled and self.valid_from <= day and (not ends or day <= ends)

    def matches(self, payment: OpenPayment) -> bool:
        """Whether the payment is one of those it is for."""
        creditor = payment.creditor
        country = creditor.country or creditor.iban[:2]
        return (
            self.method == payment.method
            and self.account in {"", payment.account}
            and self.currency in {"", payment.currency}
            and self.creditor_country in {"", country.upper()}
            and self.reference_kind in {"", payment.reference_kind.name}
            and self.slip_type in {"", payment.slip_type}
            and (self.amount_from is None or self.amount_from <= payment.amount)
            and (self.amount_to is None or payment.amount <= self.amount_to)
        )

    def covers(self, other: "Rule") -> bool:
        """Whether everything that the other takes would match this one, too."""
        return (
            self.method == other.method
            and all(
                getattr(self, name) in {"", getattr(other, name)} for name in _MATCHERS
            )
            and _reaches(self.amount_from, other.amount_from, is_low=True)
            and _reaches(self.amount_to, other.amount_to, is_low=False)
            and self.is_enabled
            and self.valid_from <= other.valid_from
            and (
                self.valid_to is None
                or (other.valid_to is not None and other.valid_to <= self.valid_to)
            )
        )

    def asks_the_same(self, other: "Rule") -> bool:
        """Whether the two match the very same payments."""
        names = ("method", *_MATCHERS, "amount_from", "amount_to")
        return all(getattr(self, name) == getattr(other, name) for name in names)


_MATCHERS = ("account", "currency", "creditor_country", "reference_kind", "slip_type")
_NAMES = tuple(
    field.name for field in fields(Rule) if field.name not in {"id", "version"}
)


def _typed(named: dict[str, Any]) -> dict[str, Any]:
    return {
        **named,
        "target": Target(named["target"]),
        "reference_rule": ReferenceRule(named["reference_rule"]),
    }


def _reaches(own: Decimal | None, other: Decimal | None, *, is_low: bool) -> bool:
    if own is None:
        return True
    if other is None:
        return False
    return own <= other if is_low else own >= other


def in_order(rules: Iterable[Rule]) -> Sequence[Rule]:
    """The rules in the order in which they are asked."""
    return sorted(rules, key=lambda rule: (rule.account == "", rule.position, rule.id))


def chosen(ordered: Sequence[Rule], payment: OpenPayment, day: date) -> Rule | None:
    """The rule that takes the payment; None holds it, since nothing is defaulted."""
    return next(
        (rule for rule in ordered if rule.is_valid_on(day) and rule.matches(payment)),
        None,
    )


def shadowed(ordered: Sequence[Rule]) -> Iterator[tuple[Rule, Rule]]:
    """Rules that never take a payment, each with the earlier one that takes all."""
    for place, rule in enumerate(ordered):
        earlier = (one for one in ordered[:place] if one.covers(rule))
        first = next(earlier, None)
        if first is not None and rule.is_enabled:
            yield rule, first
