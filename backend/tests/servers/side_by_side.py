"""Deals tests out to processes: whatever shares a server that starts slowly, to one.

What takes long begins early, so that no process is left with it when the others are
done: folders that share a server first, then what kills and starts processes.
"""

from pathlib import PurePosixPath
from typing import Any

from xdist.scheduler import LoadFileScheduling

_SHARING = {
    "tests/erplink": "Tryton",
    "tests/identity": "Keycloak",
    "tests/users": "Keycloak",
}
"""Folders, and the server that they share."""
_LONG = (
    "/killing/",
    "/breaking/",
    "tests/demo/",
    "tests/serve/",
    "bad_ends",
    "demo_command",
    "migrate",
    "test_cli",
)
"""Files of few tests that take long."""


class SideBySide(LoadFileScheduling):  # type: ignore[misc]
    """A file stays together; a folder that shares a server does so too."""

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        above = map(str, PurePosixPath(file).parents)
        return next((_SHARING[each] for each in above if each in _SHARING), file)

    def _assign_work_unit(self, node: Any) -> None:
        waiting = list(self.workqueue)
        long = [one for one in waiting if any(part in one for part in _LONG)]
        shared = [one for one in waiting if one in _SHARING.values()]
        for one in reversed([*shared, *long]):
            self.workqueue.move_to_end(one, last=False)
        super()._assign_work_unit(node)
