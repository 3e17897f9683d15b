"""Deals tests out to processes: whatever shares a server that starts slowly, to one."""

from pathlib import PurePosixPath

from xdist.scheduler import LoadFileScheduling

_SHARING = frozenset({"tests/erplink", "tests/identity", "tests/users"})
"""Folders with a Keycloak or a Tryton of their own."""


class SideBySide(LoadFileScheduling):  # type: ignore[misc]
    """A file stays together; a folder that shares a server does so too."""

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        above = {str(folder) for folder in PurePosixPath(file).parents}
        return next(iter(above & _SHARING), file)
