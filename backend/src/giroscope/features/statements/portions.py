"""What booked statements tell, as many entries at a time as memory has room for.

Entries are held against others of their amount only, and are named like one of these.
So those of one amount are read together, and each portion is settled by itself.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, bindparam, text

from giroscope.features.statements.relations import Fate, Judge, Version, touch
from giroscope.features.statements.tables import Status
from giroscope.features.statements.versions import Entries, entries_in

AT_ONCE = 20_000
"""So many entries are read at a time, unless more are of one amount."""
_TOLD = """
WITH told AS (
  SELECT 1 AS is_shown, id, id AS named, coalesce(own_id, id) AS own, amount, state,
    detail_count
  FROM transactions WHERE parent_id IS NULL AND statement_id IN :ids
  UNION ALL
  SELECT 0, own_id, entry_id, own_id, amount, state, detail_count
  FROM report_entries WHERE parent_id IS NULL AND statement_id IN :ids
), names AS (
  SELECT named AS name, amount FROM told UNION ALL SELECT own, amount FROM told
)
"""
# What waits is held against more. A booking may get any id that an entry of it had.
_TIED = f"""{_TOLD}
SELECT 1 FROM told WHERE state <> 0
UNION ALL
SELECT 1 FROM (
  SELECT name FROM names WHERE name IS NOT NULL
  GROUP BY name HAVING min(amount) <> max(amount)
) AS shared LIMIT 1
"""
_BATCHES = f"{_TOLD} SELECT 1 FROM told WHERE detail_count > 1 LIMIT 1"
_CUT = f"""
INSERT INTO entries_in_portions (portion, is_shown, id) {_TOLD}
SELECT (rank() OVER (ORDER BY amount) - 1) / :size, is_shown, id FROM told
"""
_BEGIN = """
CREATE TEMPORARY TABLE entries_in_portions (
  portion BIGINT, is_shown INTEGER, id BIGINT, PRIMARY KEY (portion, is_shown, id)
)
"""
_END = "DROP TABLE IF EXISTS entries_in_portions"
_LISTED = "SELECT DISTINCT portion FROM entries_in_portions ORDER BY portion"


class Portions:
    """The entries of booked statements, read anew whenever they are gone through."""

    def __init__(self, connection: Connection, versions: Mapping[int, Version]) -> None:
        self._connection, self._versions = connection, versions

    def can_be_cut(self) -> bool:
        """Whether they are many, and none waits or was one booking with another's."""
        many = sum(
            version.entries
            for version in self._versions.values()
            if version.status is not Status.REPEATED
        )
        return many > AT_ONCE and self._ask(_TIED).first() is None

    def cut(self) -> None:
        """Note which entry is in which portion."""
        self._connection.execute(text(_END))
        self._connection.execute(text(_BEGIN))
        self._ask(_CUT, size=AT_ONCE)
        if self._connection.dialect.name != "sqlite":
            self._connection.execute(text("ANALYZE entries_in_portions"))

    def __iter__(self) -> Iterator[Entries]:
        """Portion by portion."""
        for portion in self._connection.execute(text(_LISTED)).scalars().all():
            yield entries_in(self._connection, portion)

    def are_apart(self, fates: Mapping[int, Fate], judge: Judge) -> bool:
        """Whether these fates hold no entry against one of another amount.

        Statements that share days are held against each other by their balances, and
        batches against what another format lists singly.
        """
        current = [
            version for version in self._versions.values()
            if fates[version.id].status is Status.CURRENT
        ]  # fmt: skip
        if any(touch(one, other) for one, other in combinations(current, 2)):
            return False
        alike = (
            judge.move_alike(self._versions[one], kept)
            for one, fate in fates.items()
            if fate.status is Status.SAME
            and (kept := self._versions.get(fate.related_id or 0)) is not None
        )
        return all(alike) or self._ask(_BATCHES).first() is None

    def _ask(self, sql: str, **values: Any) -> Any:
        asked = text(sql).bindparams(bindparam("ids", expanding=True))
        ids = sorted(self._versions)
        return self._connection.execute(asked, {"ids": ids, **values})
