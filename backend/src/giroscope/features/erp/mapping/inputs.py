"""What people say of a mapping, and how a list of them is narrowed and sorted."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

import strawberry
from sqlalchemy import Select

from giroscope.features.banks import normalised
from giroscope.features.erp.mapping import queries
from giroscope.features.erp.mapping.graph_enums import ReferenceRule, Target
from giroscope.features.erp.mapping.legality import default_reference
from giroscope.features.erp.mapping.products import PRODUCTS
from giroscope.features.erp.mapping.rule import Rule
from giroscope.kernel.clock import day_of
from giroscope.kernel.columns import is_storable
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import Order
from giroscope.kernel.sorting import SortDirection

_LONGEST = 80


@strawberry.input(description="Which payments of the method; null matches all.")
class ErpMatchersInput:
    """Which payments of the method."""

    currency: str | None = None
    creditor_country: str | None = None
    reference_kind: str | None = None
    slip_type: str | None = None
    amount_from: Decimal | None = None
    amount_to: Decimal | None = None


@strawberry.input(description="A mapping; what is null is chosen by the product.")
class ErpMappingInput:
    """A mapping as somebody fills it in."""

    method: str
    target: Target
    account: str | None = None
    matchers: ErpMatchersInput | None = None
    position: int | None = None
    debtor_account: str | None = None
    charge_bearer: str | None = None
    service_level: str | None = None
    local_instrument: str | None = None
    category_purpose: str | None = None
    instruction_priority: str | None = None
    batch_booking: bool | None = None
    reference_rule: ReferenceRule | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    is_enabled: bool = True

    def rule(self, mapping_id: int, version: int, now: datetime) -> Rule:
        """As a value, with the id and version of the one it changes; 0 for a new one.

        Raises:
            InvalidInput: Something is longer or larger than can be kept.
        """
        only = self.matchers or ErpMatchersInput()
        for name, amount in (
            ("amountFrom", only.amount_from), ("amountTo", only.amount_to),
        ):  # fmt: skip
            if amount is not None and not is_storable(amount):
                raise InvalidInput("This is no amount", path=name)
        account = self.debtor_account
        return Rule(
            method=_short(self.method, "method"),
            target=self.target,
            charge_bearer=_code(self.charge_bearer, "chargeBearer"),
            reference_rule=self.reference_rule
            or default_reference(PRODUCTS[self.target]),
            valid_from=self.valid_from or day_of(now),
            account=_short(self.account, "account"),
            position=_position(self.position),
            currency=_code(only.currency, "currency"),
            creditor_country=_code(only.creditor_country, "creditorCountry"),
            reference_kind=_code(only.reference_kind, "referenceKind"),
            slip_type=_code(only.slip_type, "slipType"),
            amount_from=only.amount_from,
            amount_to=only.amount_to,
            debtor_account=normalised(_short(account, "debtorAccount", 34)),
            service_level=_code(self.service_level, "serviceLevel"),
            local_instrument=_code(self.local_instrument, "localInstrument"),
            category_purpose=_code(self.category_purpose, "categoryPurpose"),
            instruction_priority=_code(
                self.instruction_priority, "instructionPriority"
            ),
            batch_booking=self.batch_booking,
            valid_to=self.valid_to,
            is_enabled=self.is_enabled,
            id=mapping_id,
            version=version,
        )


@strawberry.input
class ErpMappingFilter:
    """What the list of mappings is narrowed to."""

    methods: list[str] | None = None
    targets: list[Target] | None = None
    is_enabled: bool | None = None
    is_removed: bool = False
    text: str | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        targets = self.targets
        return queries.Wanted(
            methods=self.methods,
            targets=None if targets is None else [one.value for one in targets],
            is_enabled=self.is_enabled,
            is_removed=self.is_removed,
            text=self.text,
        ).rows()


@strawberry.enum
class ErpMappingOrderField(Enum):
    """What mappings can be sorted by."""

    POSITION = "POSITION"
    METHOD = "METHOD"
    TARGET = "TARGET"
    CHANGED = "CHANGED"


@strawberry.input
class ErpMappingOrder:
    """How the list is sorted."""

    field: ErpMappingOrderField
    direction: SortDirection

    @classmethod
    def of(cls, asked: "ErpMappingOrder | None") -> Order:
        """As the query takes it; by method unless told otherwise."""
        if asked is None:
            return replace(queries.ORDERS["METHOD"], is_descending=False)
        order = queries.ORDERS[asked.field.value]
        return replace(order, is_descending=asked.direction is SortDirection.DESC)


def _short(text: str | None, path: str, longest: int = _LONGEST) -> str:
    said = (text or "").strip().replace("\0", "")
    if len(said) > longest:
        raise InvalidInput(f"At most {longest} characters", path=path)
    return said


def _code(text: str | None, path: str) -> str:
    return _short(text, path, 4).upper()


def _position(value: int | None) -> int:
    if value is not None and not 0 <= value <= 100_000:
        raise InvalidInput("A position is between 0 and 100,000", path="position")
    return value or 0
