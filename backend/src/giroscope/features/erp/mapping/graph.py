"""The mapping of payment methods in the graph."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import Connection as Sql

from erplink import PaymentMethod
from giroscope.features.erp.books import FETCH_JOB, LISTS_JOB
from giroscope.features.erp.mapping import acts, queries
from giroscope.features.erp.mapping.check import Checked, Sample, checked
from giroscope.features.erp.mapping.context import Sheet, sheet_of
from giroscope.features.erp.mapping.inputs import (
    ErpMappingFilter,
    ErpMappingInput,
    ErpMappingOrder,
)
from giroscope.features.erp.mapping.legality import number_of
from giroscope.features.erp.mapping.nodes import (
    FilledNode,
    HintNode,
    MappingNode,
    TargetNode,
    every_target,
)
from giroscope.features.erp.mapping.products import PRODUCTS, PayingBank
from giroscope.features.erp.mapping.suggest import Suggestion, suggested
from giroscope.features.erp.mapping.tables import ErpMapping, Listed, Target
from giroscope.features.erp.mapping.words import remedy, sentence
from giroscope.features.erp.nodes import erp_said
from giroscope.features.erp.open_connection import (
    active_connection,
    active_connection_of,
)
from giroscope.kernel.graph import (
    Connection,
    Info,
    Money,
    NamedValue,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.text import LocalizedText


@strawberry.type(name="ErpReason", description="Why a product is suggested.")
class ReasonNode:
    """Why a product is suggested."""

    code: str = strawberry.field(
        description="`by_code`, `by_name`, `by_currency` or `by_payments`."
    )
    values: list[NamedValue]


@strawberry.type(name="ErpSuggestion", description="What a method most likely is.")
class SuggestionNode:
    """What a method most likely is."""

    target: Target
    reasons: list[ReasonNode]

    @classmethod
    def of(cls, found: Suggestion) -> "SuggestionNode":
        """From what was found."""
        return cls(
            target=found.target,
            reasons=[
                ReasonNode(code=one.code, values=NamedValue.of(dict(one.values)))
                for one in found.reasons
            ],
        )


@strawberry.type(name="ErpNeed", description="What payments of a method lack.")
class NeedNode:
    """What payments of a method lack."""

    code: str
    count: int
    text: LocalizedText
    remedy: LocalizedText | None

    @classmethod
    def of(cls, code: str, count: int, method: str = "") -> "NeedNode":
        """From a reason for holding payments."""
        mend = remedy(code)
        return cls(
            code=code,
            count=count,
            text=LocalizedText.of(sentence(code, {"method": method} if method else {})),
            remedy=LocalizedText.of(mend) if mend else None,
        )


@strawberry.type(name="ErpMethod", description="A payment method of the ERP.")
class MethodNode:
    """A payment method of the ERP."""

    native_id: str
    code: str
    name: str
    currency: str | None
    is_active: bool
    is_outbound: bool
    state: str = strawberry.field(description="UNMAPPED MAPPED HELD or UNUSED.")
    suppliers: int = strawberry.field(description="Of the last 90 days.")
    payments: int
    held: int
    mappings: list[strawberry.ID] = strawberry.field(
        description="In the order in which they are asked."
    )
    suggestion: SuggestionNode | None
    needs: list[NeedNode]


@strawberry.type(name="ErpOwnAccount", description="A bank account of the company.")
class OwnAccountNode:
    """A bank account of the company, and the bank that pays from it."""

    native_id: str
    name: str
    currency: str
    number: str
    is_blocked: bool
    bank: str | None = strawberry.field(
        description="The connection that pays from it; null where none does."
    )
    bank_id: strawberry.ID | None
    targets: list[Target] = strawberry.field(description="What that bank carries.")


@strawberry.type(name="ErpMethods", description="The ERP's own lists, as last read.")
class MethodsNode:
    """The ERP's own lists, as last read."""

    fetched: datetime | None
    failed: datetime | None
    failure_code: str | None
    failure: str | None
    said: LocalizedText | None = strawberry.field(description="The failure, in words.")
    is_fetching: bool
    unmapped: int
    methods: list[MethodNode]
    accounts: list[OwnAccountNode]


@strawberry.type(name="ErpSample", description="A payment as it would be made.")
class SampleNode:
    """A payment as it would be made."""

    is_made_up: bool
    number: str
    creditor: str
    amount: Money
    text: LocalizedText | None = strawberry.field(
        description="The payment in a sentence; null where it could not be made."
    )
    faults: list[HintNode]

    @classmethod
    def of(cls, sample: Sample) -> "SampleNode":
        """From what was found."""
        payment = sample.payment
        return cls(
            is_made_up=sample.is_made_up,
            number=payment.number,
            creditor=payment.creditor.name,
            amount=Money(amount=payment.amount, currency=payment.currency),
            text=LocalizedText.of(sample.words) if sample.words else None,
            faults=[HintNode.of(one) for one in sample.faults],
        )


@strawberry.type(name="ErpMappingCheck", description="A mapping while it is filled in.")
class CheckNode:
    """A mapping while it is filled in."""

    problems: list[HintNode] = strawberry.field(description="It cannot be saved so.")
    hints: list[HintNode]
    makes: FilledNode
    matching: int = strawberry.field(description="Of the method's latest payments.")
    needs: list[NeedNode] = strawberry.field(description="What those lack.")
    sample: SampleNode | None

    @classmethod
    def of(cls, found: Checked) -> "CheckNode":
        """From what was found."""
        sample = found.sample
        return cls(
            problems=[HintNode.of(one) for one in found.problems],
            hints=[HintNode.of(one) for one in found.hints],
            makes=FilledNode.of(found.rule),
            matching=found.matching,
            needs=[NeedNode.of(code, count) for code, count in found.unfit],
            sample=SampleNode.of(sample) if sample else None,
        )


@strawberry.type
class ErpMappingQuery:
    """Questions about the mapping."""

    @query("erp.read", "The ERP's methods and accounts; empty where none is in use.")
    async def erp_methods(self, info: Info) -> MethodsNode:
        """The ERP's own lists."""
        now = info.context.clock()
        async with info.context.reading() as session:
            return await session.run_sync(lambda held: _methods(held.connection(), now))

    @list_query("erp.read")
    async def erp_mappings(
        self,
        info: Info,
        request: PageRequest,
        filter: ErpMappingFilter | None = None,
        order_by: ErpMappingOrder | None = None,
    ) -> Connection[MappingNode]:
        """Mappings of the books in use."""
        rows = (filter or ErpMappingFilter()).rows()
        order = ErpMappingOrder.of(order_by)
        return await listed(info, rows, order, request, MappingNode.of)

    @query("erp.read")
    async def erp_mapping(self, info: Info, id: strawberry.ID) -> MappingNode | None:
        """One mapping, removed ones too."""
        async with info.context.reading() as session:
            found = await session.get(ErpMapping, number(id))
        return MappingNode.of(found) if found else None

    @query("erp.read", "What is wrong with a mapping, and what it would make.")
    async def erp_mapping_check(
        self,
        info: Info,
        mapping: ErpMappingInput,
        id: strawberry.ID | None = None,
    ) -> CheckNode | None:
        """Judge a mapping that is not saved yet; null where no ERP is in use."""
        now = info.context.clock()
        rule = mapping.rule(number(id) if id else 0, 0, now)
        async with info.context.reading() as session:
            books = await active_connection_of(session)
            if books is None:
                return None
            books_id = books.id
            found = await session.run_sync(
                lambda held: checked(held.connection(), books_id, rule, now)
            )
        return CheckNode.of(found)

    @query("erp.read", "Every product, and what can be chosen with it.")
    async def erp_targets(self, info: Info) -> list[TargetNode]:
        """Every product."""
        del info
        return list(every_target())


@strawberry.type
class ErpMappingMutation:
    """What people do with mappings."""

    @mutation(
        "erp.change",
        "Saves a new mapping, or changes the one named. Null where it pays from another"
        " account: another account manager confirms it, see `erpRequests`.",
    )
    async def save_erp_mapping(
        self,
        info: Info,
        mapping: ErpMappingInput,
        id: strawberry.ID | None = None,
        version: int | None = None,
    ) -> Outcome:
        """Save."""
        actor, now = info.context.actor, info.context.clock()
        rule = mapping.rule(number(id) if id else 0, version or 0, now)
        saved = await _acted(info, lambda own: acts.save(own, actor, rule, now))
        return Success(id=None if saved is None else strawberry.ID(str(saved)))

    @mutation("erp.change", "Takes a mapping away; it can be put back.")
    async def remove_erp_mapping(
        self,
        info: Info,
        id: strawberry.ID,
        version: int,
    ) -> Outcome:
        """Remove."""
        actor, now = info.context.actor, info.context.clock()
        await _acted(
            info, lambda own: acts.remove(own, actor, number(id), version, now)
        )
        return Success(id=id)

    @mutation("erp.change", "Takes back the last change of a mapping.")
    async def undo_erp_mapping(self, info: Info, id: strawberry.ID) -> Outcome:
        """Undo."""
        actor, now = info.context.actor, info.context.clock()
        await _acted(info, lambda own: acts.undo(own, actor, number(id), now))
        return Success(id=id)


async def _acted(info: Info, act: Callable[[Sql], Any]) -> Any:
    async with info.context.writing() as session:
        return await session.run_sync(lambda held: act(held.connection()))


def _methods(connection: Sql, now: datetime) -> MethodsNode:
    books = active_connection(connection)
    if books is None:
        return MethodsNode(
            fetched=None, failed=None, failure_code=None, failure=None, said=None,
            is_fetching=False, unmapped=0, methods=[], accounts=[],
        )  # fmt: skip
    sheet = sheet_of(connection, books.id)
    reading = queries.readings(connection, books.id).get(Listed.METHODS.value)
    used = queries.used_by_method(connection, books.id, now)
    held = queries.held_by_reason(connection, books.id)
    methods = [
        _method(connection, books.id, one, sheet, used, held)
        for one in sheet.known.methods.values()
    ]
    methods.sort(key=lambda one: (_PLACES[one.state], one.code))
    return MethodsNode(
        fetched=reading.read if reading else None,
        failed=reading.failed if reading else None,
        failure_code=reading.code if reading else None,
        failure=reading.message if reading else None,
        said=erp_said(reading.message) if reading else None,
        is_fetching=queries.is_at_work(connection, (FETCH_JOB, LISTS_JOB), books.id),
        unmapped=sum(one.state == "UNMAPPED" for one in methods),
        methods=methods,
        accounts=[
            _account(one, sheet.known.banks.get(number_of(one)))
            for one in sheet.known.accounts.values()
        ],
    )


_PLACES = {"UNMAPPED": 0, "HELD": 1, "MAPPED": 2, "UNUSED": 3}


def _method(
    connection: Sql, books_id: int, method: PaymentMethod, sheet: Sheet,
    used: dict[str, queries.Used], held: dict[str, list[tuple[str, int]]],
) -> MethodNode:  # fmt: skip
    rules = [rule for rule in sheet.rules if rule.method == method.native_id]
    own = used.get(method.native_id, queries.Used())
    found = None
    if not rules:
        paid = queries.samples(connection, books_id, method.native_id)
        found = suggested(method, paid)
    return MethodNode(
        native_id=method.native_id,
        code=method.code,
        name=method.name,
        currency=method.currency or None,
        is_active=method.is_active,
        is_outbound=method.is_outbound,
        state=_state(method, own, is_mapped=any(rule.is_enabled for rule in rules)),
        suppliers=own.suppliers,
        payments=own.payments,
        held=own.held,
        mappings=[strawberry.ID(str(rule.id)) for rule in rules],
        suggestion=SuggestionNode.of(found) if found else None,
        needs=[
            NeedNode.of(*one, method.code) for one in held.get(method.native_id, [])
        ],
    )


def _state(method: PaymentMethod, used: queries.Used, *, is_mapped: bool) -> str:
    if is_mapped:
        return "HELD" if used.held else "MAPPED"
    is_used = method.is_active and method.is_outbound
    return "UNMAPPED" if is_used or used.held else "UNUSED"


def _account(account: Any, bank: PayingBank | None) -> OwnAccountNode:
    return OwnAccountNode(
        native_id=account.native_id,
        name=account.name,
        currency=account.currency,
        number=number_of(account),
        is_blocked=account.is_blocked,
        bank=bank.name if bank else None,
        bank_id=strawberry.ID(str(bank.connection_id)) if bank else None,
        targets=[
            target
            for target, product in PRODUCTS.items()
            if bank is not None and bank.carries(product)
        ],
    )
