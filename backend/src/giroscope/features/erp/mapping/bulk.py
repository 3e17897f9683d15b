"""What people do with many mappings at once: set fields, bring in a sheet."""

from dataclasses import replace
from datetime import date
from typing import Annotated, Any

import strawberry
from sqlalchemy import Connection as Sql
from sqlalchemy import select

from giroscope.features.erp.mapping import acts
from giroscope.features.erp.mapping.import_sheet import Line, bring_in
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import ErpMapping
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.graph import Info, Problem, mutation
from giroscope.kernel.paging import row_id
from giroscope.kernel.selection import BulkOutcome, Selection, in_turn, portion_of


@strawberry.input(description="What is set in each; null leaves it as it is.")
class ErpMappingSet:
    """What is set in each of many mappings."""

    is_enabled: bool | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    charge_bearer: str | None = None
    category_purpose: str | None = None
    batch_booking: bool | None = None
    debtor_account: str | None = None

    def of(self, rule: Rule) -> Rule:
        """The rule with these fields set."""
        said = {name: value for name, value in vars(self).items() if value is not None}
        return replace(rule, **said)


@strawberry.type(description="What a line of a sheet comes to.")
class ErpImportLine:
    """What a line of a sheet comes to."""

    line: int
    act: str = strawberry.field(
        description="CREATE CHANGE SAME REFUSED, or REQUESTED: it pays from another"
        " account, which another account manager confirms."
    )
    label: str
    message: str | None
    field: str | None


@strawberry.type(description="A sheet of mappings, line by line.")
class ErpImport:
    """A sheet of mappings."""

    lines: list[ErpImportLine]
    is_written: bool = strawberry.field(
        description="Nothing is written where a line is refused."
    )


ErpImportOutcome = Annotated[ErpImport | Problem, strawberry.union("ErpImportOutcome")]


@strawberry.input(description="Mappings by their ids.")
class ErpMappingSelection:
    """Which mappings are meant."""

    ids: list[strawberry.ID]
    after: str | None = None
    matching: strawberry.Private[None] = None
    expected_count: strawberry.Private[None] = None


@strawberry.type
class ErpMappingBulkMutation:
    """What people do with many mappings at once."""

    @mutation("erp.change", "Sets the same fields in many mappings.")
    async def set_erp_mappings(
        self,
        info: Info,
        selection: ErpMappingSelection,
        set: ErpMappingSet,
    ) -> BulkOutcome:
        """Set."""
        if all(value is None for value in vars(set).values()):
            raise InvalidInput("Say what is to be set", path="set")
        actor, now = info.context.actor, info.context.clock()
        chosen = Selection.of(selection, None)
        async with info.context.reading() as session:
            portion = await portion_of(session, chosen, ErpMapping.id, ErpMapping.id)

        def act(own: Sql, key: int) -> None:
            acts.save(own, actor, set.of(_stored(own, key)), now)

        async def one(key: str) -> None:
            number = row_id(key)
            if number is None:
                raise NotFound
            async with info.context.writing() as session:
                await session.run_sync(lambda held: act(held.connection(), number))

        return await in_turn(portion, {}, one)

    @mutation("erp.change", "Brings mappings in from a sheet, or tells what it would.")
    async def import_erp_mappings(
        self, info: Info, csv: str, dry_run: bool = True
    ) -> ErpImportOutcome:
        """Import."""
        actor, now = info.context.actor, info.context.clock()
        async with info.context.writing() as session:
            lines: list[Line] = await session.run_sync(
                lambda held: list(
                    bring_in(held.connection(), actor, csv, now, is_trial=dry_run)
                )
            )
        return ErpImport(
            lines=[
                ErpImportLine(
                    line=one.number, act=one.act, label=one.label,
                    message=one.message or None, field=one.field or None,
                )
                for one in lines
            ],
            is_written=not dry_run and all(one.act != "REFUSED" for one in lines),
        )  # fmt: skip


def _stored(connection: Sql, mapping_id: int) -> Rule:
    row: Any = connection.execute(
        select(ErpMapping).where(
            ErpMapping.id == mapping_id, ErpMapping.removed.is_(None)
        )
    ).one_or_none()
    if row is None:
        raise NotFound("There is no such mapping")
    return Rule.of(row)
