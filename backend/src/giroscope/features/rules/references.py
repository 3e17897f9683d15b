"""What rules name by its id: accounts, connections, methods of the ERP, labels."""

from sqlalchemy import column, select, table
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.banks import Account, BankConnection
from giroscope.features.rules.errors import UnknownReference
from giroscope.features.rules.model import Body, Field
from giroscope.features.rules.tables import RuleLabel

# The room of the ERP stands above this one, so its table is named, not imported.
_METHODS = table("erp_methods", column("id"), column("name"), column("code"))

_IDS = {
    Field.ACCOUNT: Account.id,
    Field.CONNECTION: BankConnection.id,
    Field.ERP_METHOD: _METHODS.c.id,
}


async def ensure_known(session: AsyncSession, body: Body) -> None:
    """Pass silently, or refuse.

    Raises:
        UnknownReference: Something that it names by id is not there.
    """
    for field, named in _named(body).items():
        column_ = _IDS[field]
        found = await session.execute(select(column_).where(column_.in_(named)))
        if named - set(found.scalars()):
            raise UnknownReference(path="blocks")
    labels = set(body.labels)
    if labels:
        found = await session.execute(
            select(RuleLabel.id).where(RuleLabel.id.in_(labels))
        )
        if labels - set(found.scalars()):
            raise UnknownReference(path="actions")


def _named(body: Body) -> dict[Field, set[int]]:
    named: dict[Field, set[int]] = {}
    for block in body.blocks:
        for one in block.conditions:
            if one.field in _IDS and one.values:
                named.setdefault(one.field, set()).update(map(int, one.values))
    return named


async def names(session: AsyncSession) -> dict[Field, dict[str, str]]:
    """What people call everything that conditions can name, by field and id."""
    accounts = await session.execute(
        select(
            Account.id, Account.number, Account.name, Account.nickname, Account.currency
        )
        .where(Account.joined_into.is_(None))
        .order_by(Account.number, Account.id)
    )
    connections = await session.execute(
        select(BankConnection.id, BankConnection.name).order_by(
            BankConnection.sort_name, BankConnection.id
        )
    )
    methods = await session.execute(
        select(_METHODS.c.id, _METHODS.c.code, _METHODS.c.name).order_by(
            _METHODS.c.name, _METHODS.c.id
        )
    )
    return {
        Field.ACCOUNT: {
            str(row.id): " · ".join(
                filter(None, (row.nickname or row.name, row.number, row.currency))
            )
            for row in accounts
        },
        Field.CONNECTION: {str(row.id): row.name for row in connections},
        Field.ERP_METHOD: {str(row.id): row.name or row.code for row in methods},
    }
