"""Methods and mappings as the graph shows them."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import strawberry

from giroscope.features.erp.mapping import queries
from giroscope.features.erp.mapping.graph_enums import Act, ReferenceRule, Target
from giroscope.features.erp.mapping.legality import Flaw
from giroscope.features.erp.mapping.products import PRODUCTS, Product
from giroscope.features.erp.mapping.sentences import PRODUCT_WORDS
from giroscope.features.erp.mapping.tables import ErpMapping, ErpMappingVersion
from giroscope.features.erp.mapping.words import sentence
from giroscope.kernel.graph import Info, NamedValue, loader
from giroscope.kernel.text import LocalizedText


@strawberry.type(name="ErpHint", description="Something wrong or worth telling.")
class HintNode:
    """Something wrong or worth telling."""

    code: str
    field: str = strawberry.field(description="The field of the form that mends it.")
    text: LocalizedText
    values: list[NamedValue]
    other: strawberry.ID | None = strawberry.field(
        description="The other mapping it is about."
    )

    @classmethod
    def of(cls, flaw: Flaw) -> "HintNode":
        """From what the rules found."""
        return cls(
            code=flaw.code,
            field=flaw.field,
            text=LocalizedText.of(sentence(flaw.code, flaw.values)),
            values=NamedValue.of(dict(flaw.values)),
            other=None if flaw.other is None else strawberry.ID(str(flaw.other)),
        )


@strawberry.type(name="ErpMatchers", description="Which payments; null matches all.")
class MatchersNode:
    """Which payments of the method."""

    currency: str | None
    creditor_country: str | None
    reference_kind: str | None
    slip_type: str | None
    amount_from: Decimal | None
    amount_to: Decimal | None

    @classmethod
    def of(cls, rule: Any) -> "MatchersNode":
        """From a rule."""
        return cls(
            currency=rule.currency or None,
            creditor_country=rule.creditor_country or None,
            reference_kind=rule.reference_kind or None,
            slip_type=rule.slip_type or None,
            amount_from=rule.amount_from,
            amount_to=rule.amount_to,
        )


@strawberry.type(name="ErpMappingFilled", description="What a mapping makes.")
class FilledNode:
    """What a mapping makes, with what stands where nobody chose."""

    target: Target
    charge_bearer: str
    service_level: str | None
    local_instrument: str | None
    category_purpose: str | None
    instruction_priority: str
    batch_booking: bool | None
    reference_rule: ReferenceRule

    @classmethod
    def of(cls, rule: Any) -> "FilledNode":
        """From a rule."""
        return cls(
            target=Target(rule.target),
            charge_bearer=rule.charge_bearer,
            service_level=rule.service_level or None,
            local_instrument=rule.local_instrument or None,
            category_purpose=rule.category_purpose or None,
            instruction_priority=rule.instruction_priority,
            batch_booking=rule.batch_booking,
            reference_rule=ReferenceRule(rule.reference_rule),
        )


@strawberry.type(name="ErpFieldChange", description="A field that was changed.")
class ChangeNode:
    """A field that was changed."""

    field: str
    was: str | None
    now: str | None


@strawberry.type(name="ErpMappingVersion", description="What was done to a mapping.")
class MappingVersionNode:
    """What was done to a mapping."""

    number: int
    act: Act
    at: datetime
    by: str
    changes: list[ChangeNode]

    @classmethod
    def of(
        cls, row: ErpMappingVersion, before: ErpMappingVersion | None
    ) -> "MappingVersionNode":
        """From its row and the one before."""
        was = before.rule if before else {}
        changes = [
            ChangeNode(field=_camel(name), was=_text(was.get(name)), now=_text(value))
            for name, value in row.rule.items()
            if before is not None and was.get(name) != value
        ]
        return cls(
            number=row.number, act=Act(row.act), at=row.at, by=row.by_name,
            changes=changes,
        )  # fmt: skip


@strawberry.type(name="ErpMapping", description="Which payments become which product.")
class MappingNode:
    """Which payments become which product."""

    row: strawberry.Private[ErpMapping]
    id: strawberry.ID
    version: int
    position: int
    method: str = strawberry.field(description="Native id of the ERP's method.")
    account: str | None = strawberry.field(
        description="Native id of the ERP's account it is an exception for."
    )
    matchers: MatchersNode
    debtor_account: str | None = strawberry.field(
        description="The account here that pays; null: the one the ERP has chosen."
    )
    makes: FilledNode
    valid_from: date
    valid_to: date | None
    is_enabled: bool
    is_removed: bool
    changed: datetime
    changed_by: str

    @classmethod
    def of(cls, row: ErpMapping) -> "MappingNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            version=row.version,
            position=row.position,
            method=row.method,
            account=row.account or None,
            matchers=MatchersNode.of(row),
            debtor_account=row.debtor_account or None,
            makes=FilledNode.of(row),
            valid_from=row.valid_from,
            valid_to=row.valid_to,
            is_enabled=row.is_enabled,
            is_removed=row.removed is not None,
            changed=row.changed,
            changed_by=row.changed_by_name,
        )

    @strawberry.field
    async def used(self, info: Info) -> int:
        """How many payments it has taken."""
        fetch = queries.used_by_mapping
        return await loader(info, "erp mapping used", fetch).load(self.row.id) or 0

    @strawberry.field
    async def hints(self, info: Info) -> list[HintNode]:
        """What people should know of it."""
        found = await loader(info, "erp mapping hints", _hints(info)).load(self.row.id)
        return [HintNode.of(one) for one in found or []]

    @strawberry.field
    async def history(self, info: Info) -> list[MappingVersionNode]:
        """What was done to it, the latest first."""
        fetch = queries.versions
        rows = await loader(info, "erp mapping versions", fetch).load(self.row.id) or []
        older: list[ErpMappingVersion | None] = [*rows[1:], None]
        return [
            MappingVersionNode.of(row, before)
            for row, before in zip(rows, older, strict=True)
        ]


def _hints(info: Info) -> Any:
    from_now = info.context.clock()

    async def fetch(session: Any, ids: list[int]) -> dict[int, list[Flaw]]:
        return await session.run_sync(  # type: ignore[no-any-return]
            lambda held: queries.hints_of(held.connection(), ids, from_now)
        )

    return fetch


@strawberry.type(name="ErpTargetInfo", description="A product and its choices.")
class TargetNode:
    """A product and its choices; the first of each stands where nobody chose."""

    target: Target
    name: LocalizedText
    currency: str | None = strawberry.field(description="The only one it carries.")
    charge_bearers: list[str]
    service_levels: list[str]
    local_instruments: list[str]
    reference_rules: list[ReferenceRule]
    slip_type: str | None
    is_instant: bool

    @classmethod
    def of(cls, product: Product) -> "TargetNode":
        """From the table of products."""
        return cls(
            target=product.target,
            name=LocalizedText.of(PRODUCT_WORDS[product.target]),
            currency=product.currency or None,
            charge_bearers=list(product.bearers),
            service_levels=list(product.levels),
            local_instruments=list(filter(None, product.instruments)),
            reference_rules=list(product.references),
            slip_type=product.card or None,
            is_instant=product.is_instant,
        )


def every_target() -> Sequence[TargetNode]:
    """Every product, in the order in which they are offered."""
    return [TargetNode.of(product) for product in PRODUCTS.values()]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _text(value: Any) -> str | None:
    return None if value is None or value == "" else str(value)
