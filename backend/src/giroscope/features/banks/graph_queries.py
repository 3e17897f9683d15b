"""Questions about connections to banks."""

import strawberry

from giroscope.features.banks import queries
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.directory import PROFILES
from giroscope.features.banks.nodes import BankFileNode, BankNode, BankPaused
from giroscope.features.banks.profile_nodes import BankProfileNode, ConnectionType
from giroscope.features.banks.tables import ONLY_ROW, BankPause, ConnectionState
from giroscope.kernel.graph import (
    Connection,
    Info,
    list_query,
    listed,
    loader,
    number,
    numbers,
    query,
)
from giroscope.kernel.paging import PageRequest


@strawberry.input
class BankFilter:
    """What the list of connections is narrowed to."""

    states: list[ConnectionState] | None = None
    types: list[ConnectionType] | None = None


@strawberry.input
class BankFileFilter:
    """What the list of received files is narrowed to."""

    bank_ids: list[strawberry.ID] | None = None


@strawberry.type
class BankConnectionQuery:
    """Questions about connections."""

    @list_query("banks.read")
    async def banks(
        self,
        info: Info,
        request: PageRequest,
        filter: BankFilter | None = None,
    ) -> Connection[BankNode]:
        """Connections to banks, by name."""
        now, wanted = info.context.clock(), filter or BankFilter()
        rows = queries.connections(
            wanted.states and [one.value for one in wanted.states],
            wanted.types and [one.value for one in wanted.types],
        )
        return await listed(
            info, rows, queries.NAME_ORDER, request, lambda row: BankNode.of(row, now)
        )

    @query("banks.read")
    async def bank(self, info: Info, id: strawberry.ID) -> BankNode | None:
        """One connection."""
        row = await loader(info, "bank", queries.connections_by_id).load(number(id))
        return BankNode.of(row, info.context.clock()) if row else None

    @list_query("banks.read")
    async def bank_files(
        self,
        info: Info,
        request: PageRequest,
        filter: BankFileFilter | None = None,
    ) -> Connection[BankFileNode]:
        """What banks gave, newest first."""
        rows = queries.files(numbers(filter.bank_ids if filter else None, "bankIds"))
        return await listed(info, rows, queries.FILE_ORDER, request, BankFileNode.of)

    @query("banks.read", "The banks that can be connected.")
    async def bank_profiles(self, info: Info) -> list[BankProfileNode]:
        """The directory, without simulated banks where none runs."""
        banks = info.context.borrow(Banks)
        return [
            BankProfileNode.of(one, banks)
            for one in PROFILES.values()
            if not one.is_simulated or banks.addresses.is_simulated
        ]

    @query("banks.read", "Since when all banks stand still, if they do.")
    async def banks_paused(self, info: Info) -> BankPaused | None:
        """The pause of the whole realm."""
        async with info.context.reading() as session:
            row = await session.get(BankPause, ONLY_ROW)
        if row is None:
            return None
        return BankPaused(since=row.paused, by=row.paused_by_name, reason=row.reason)
