"""Corrected payments in the graph: what stands for what, and what was corrected."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import strawberry
from sqlalchemy import and_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from bankfiles import Address
from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.payments.progress import PaymentProgress, shown
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.kernel.graph import Info, loader

Place = tuple[str, int]
"""A journal, and the position of a payment in its file."""
_R = PaymentReplacement


@strawberry.type(description="What was corrected: the value before and after.")
class PaymentChange:
    """What was corrected."""

    field: str = strawberry.field(
        description="`account`, `bic`, `address` or `executionDate`."
    )
    before: str | None
    after: str | None


@strawberry.type(
    description="The other payment of a corrected one and its replacement."
)
class PaymentLink:
    """The other payment of a corrected one and its replacement."""

    correlation_id: strawberry.ID
    position: int
    payment_id: strawberry.ID | None = strawberry.field(
        description="None until its file is imported, or once it was taken back."
    )
    progress: PaymentProgress | None
    changes: list[PaymentChange]
    corrected_at: datetime
    corrected_by: str
    is_live: bool = strawberry.field(
        description="Whether the replacement stands for the original."
    )
    is_held: bool = strawberry.field(
        description="Whether the original is not refused or returned any more."
    )

    @classmethod
    def of(cls, row: Any, place: Place) -> "PaymentLink":
        """From a replacement, with the payment at the other end."""
        one: PaymentReplacement = row.PaymentReplacement
        return cls(
            correlation_id=strawberry.ID(place[0]),
            position=place[1],
            payment_id=strawberry.ID(str(row.id)) if row.id is not None else None,
            progress=shown(row.progress, row.of_file) if row.progress else None,
            changes=[
                PaymentChange(field=name, before=pair[0], after=pair[1])
                for name, pair in one.changes.items()
            ],
            corrected_at=one.created_at,
            corrected_by=one.created_by_name,
            is_live=one.ended_at is None,
            is_held=one.held_at is not None,
        )


@strawberry.type(name="PostalAddress", description="An address in fields of its own.")
class AddressNode:
    """An address in fields of its own, and what stands in free lines."""

    street: str | None
    building: str | None
    post_code: str | None
    town: str | None
    country: str | None
    lines: list[str]

    @classmethod
    def of(cls, address: Address) -> "AddressNode":
        """As the file has it."""
        return cls(
            street=address.street, building=address.building,
            post_code=address.post_code, town=address.town, country=address.country,
            lines=list(address.lines),
        )  # fmt: skip


async def replacements_of(
    session: AsyncSession, places: Iterable[Place]
) -> dict[Place, Any]:
    """What stands for each of these payments, with how far it is."""
    rows = await session.execute(
        _linked(_R.correlation_id, _R.position).where(
            tuple_(_R.original_correlation_id, _R.original_position).in_(list(places)),
            _R.ended_at.is_(None),
        )
    )
    return {
        (row[0].original_correlation_id, row[0].original_position): row for row in rows
    }


async def originals_of(
    session: AsyncSession, places: Iterable[Place]
) -> dict[Place, Any]:
    """For what each of these payments stands, with how far that is."""
    rows = await session.execute(
        _linked(_R.original_correlation_id, _R.original_position).where(
            tuple_(_R.correlation_id, _R.position).in_(list(places))
        )
    )
    return {(row[0].correlation_id, row[0].position): row for row in rows}


def _linked(journal: Any, position: Any) -> Any:
    """Replacements with the payment at this end."""
    return (
        select(_R, Payment.id, Payment.progress, PaymentBatch.progress.label("of_file"))
        .outerjoin(
            Payment,
            and_(Payment.correlation_id == journal, Payment.position == position),
        )
        .outerjoin(PaymentBatch, PaymentBatch.id == Payment.batch_id)
    )


async def replaced_by(info: Info, place: Place) -> PaymentLink | None:
    """The payment that stands for this one."""
    row = await loader(info, "replacement", replacements_of).load(place)
    if row is None:
        return None
    other = row[0].correlation_id, row[0].position
    return PaymentLink.of(row, other)


async def replaces(info: Info, place: Place) -> PaymentLink | None:
    """The payment for which this one stands, or stood until it was stopped."""
    row = await loader(info, "replaced payment", originals_of).load(place)
    if row is None:
        return None
    other = row[0].original_correlation_id, row[0].original_position
    return PaymentLink.of(row, other)
