"""Several bounded looks into a table, as one."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CompoundSelect, Select, select, union


def ids_of(ways: Sequence[Select[Any]]) -> Select[Any]:
    """The ids of several bounded looks; neither store limits a part of a union."""
    parts: CompoundSelect[Any] = union(
        *(select(way.subquery().c.id.label("id")) for way in ways)
    )
    return select(parts.subquery().c.id)
