"""A backup as it is found: nothing of it is believed before it is proven.

The manifests are sealed by the master key and name the hash of all rows; documents are
named by their own. Nothing is changed here.
"""

import base64
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory
from alembic.util import CommandError

from giroscope.cli.backup_folder import (
    FORMAT,
    MANIFEST,
    BackupDamaged,
    BackupFolder,
    digest_of,
    fingerprint,
    lines_of,
    plain,
    read_manifest,
)
from giroscope.features.documents import Vault
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.migrate import MIGRATIONS
from giroscope.kernel.secrets import MasterKey, SecretDamaged, unwrap
from giroscope.kernel.tables import REALM_KEY_PURPOSE
from giroscope.kernel.tenancy import realm_name
from giroscope.settings import Settings

ROWS = {"sqlite": "rows.sqlite3", "postgresql": "rows.copy"}
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PART_BYTES = 8 << 20


class NoSuchBackup(InvalidInput):
    """There is no backup, or it does not hold the tenant."""


class KeptTenant:
    """One tenant of a backup, whose manifest and files are proven."""

    def __init__(self, backup: "KeptBackup", told: dict[str, Any], key: bytes) -> None:
        self.backup = backup
        self.name: str = told["name"]
        self.told = told
        self.key = key
        """The tenant's own."""
        self._place: Path = backup.path / "realms" / self.name
        folder = backup.folder.documents(self.name, told["keyFingerprint"])
        self._documents = folder
        self._vault = Vault(
            backup.settings.model_copy(
                update={"documents_url": backup.folder.folder.as_uri()}
            ),
            lambda _: key,
        )

    @property
    def store(self) -> str:
        """Which store its rows are of."""
        return str(self.backup.told["store"])

    @property
    def rows(self) -> Path:
        """The file of its rows."""
        return self._place / ROWS[self.store]

    def listed(self) -> Iterator[str]:
        """The hashes of all documents that its rows name."""
        return lines_of(self._place / "documents")

    def documents(self) -> Iterator[str]:
        """The hashes of the documents it holds, without those the store lacked."""
        lacking = set(self.told["lacking"])
        return (one for one in self.listed() if one not in lacking)

    def ensure_documents(self) -> int:
        """Open every document; tells how many.

        Raises:
            BackupDamaged: One is missing, or is not what it was.
        """
        count = 0
        for sha256 in self.documents():
            if not _SHA256.fullmatch(sha256):
                raise BackupDamaged(f"{self.name}: no document is named {sha256[:80]}")
            plain(self._documents / sha256, self.backup.folder.folder)
            folder = self._documents.relative_to(self.backup.folder.folder)
            try:
                for _ in self._vault.chunks(str(folder), sha256):
                    pass
            except SecretDamaged as error:
                raise BackupDamaged(
                    f"{self._documents / sha256} is not the document it was: {error}"
                ) from error
            count += 1
        return count

    def open_key(self, wrapped: bytes) -> bytes:
        """What the master key wrapped for this tenant."""
        return unwrap(self.backup.key, wrapped, REALM_KEY_PURPOSE)

    def sealed(self, sha256: str) -> Iterator[bytes]:
        """A document as it lies in the store, a part at a time."""
        path = plain(self._documents / sha256, self.backup.folder.folder)
        with path.open("rb") as file:
            while part := file.read(_PART_BYTES):
                yield part


class KeptBackup:
    """One backup of a folder."""

    def __init__(
        self, settings: Settings, folder: BackupFolder, name: str, key: MasterKey
    ) -> None:
        self.settings = settings
        self.folder = folder
        self.name = name
        self.key = key
        self.path = folder.folder / name
        self.told = read_manifest(self.path, folder.folder, key)
        if self.told["format"] != FORMAT:
            raise BackupDamaged(
                f"{self.path} is of the format {self.told['format']}; this version"
                f" reads {FORMAT}"
            )

    @property
    def names(self) -> list[str]:
        """Whose rows are in it."""
        return [one["name"] for one in self.told["realms"]]

    def tenant(self, name: str) -> KeptTenant:
        """A tenant whose manifest, rows and key are proven; documents are not yet.

        Raises:
            BackupDamaged: Something is not as it was written.
            NoSuchBackup: The tenant is not in it.
        """
        realm_name(name)
        entry = next((one for one in self.told["realms"] if one["name"] == name), None)
        if entry is None:
            raise NoSuchBackup(f"{name} is not in {self.path}")
        place, root = self.path / "realms" / name, self.folder.folder
        told = read_manifest(place, root, self.key)
        whole = entry["manifest"]["sha256"]
        if told["name"] != name or digest_of(place / MANIFEST) != whole:
            raise BackupDamaged(f"{place} is of another tenant or another backup")
        expected = {"documents", ROWS[self.told["store"]]}
        if {one["name"] for one in told["files"]} != expected:
            raise BackupDamaged(f"{place / MANIFEST} names other files than a backup")
        for one in told["files"]:
            path = plain(place / one["name"], root)
            if digest_of(path) != one["sha256"]:
                raise BackupDamaged(f"{path} was changed since it was written")
        _ensure_known(told["revision"])
        return KeptTenant(self, told, self._key_of(told))

    def _key_of(self, told: dict[str, Any]) -> bytes:
        try:
            wrapped = base64.b64decode(told["wrappedKey"])
            key = unwrap(self.key, wrapped, REALM_KEY_PURPOSE)
        except (SecretDamaged, ValueError) as error:
            raise BackupDamaged(
                f"The key of {told['name']} does not open with the master key"
                f" {fingerprint(self.key)}"
            ) from error
        if fingerprint(key) != told["keyFingerprint"]:
            raise BackupDamaged(f"The key of {told['name']} is another tenant's")
        return key


def newest(
    settings: Settings,
    folder: BackupFolder,
    key: MasterKey,
    only: Collection[str] = (),
    name: str | None = None,
) -> KeptBackup:
    """The backup of that name; else the newest with these tenants, or of all.

    Raises:
        NoSuchBackup: There is none.
    """
    if name is not None:
        if name not in folder.names():
            raise NoSuchBackup(f"There is no backup {name} in {folder.folder}")
        return KeptBackup(settings, folder, name, key)
    for one in reversed(folder.names()):
        found = KeptBackup(settings, folder, one, key)
        if set(only) <= set(found.names) if only else found.told["whole"]:
            return found
    whose = f" of {', '.join(only)}" if only else ""
    raise NoSuchBackup(f"There is no backup{whose} in {folder.folder}")


def _ensure_known(revision: str) -> None:
    try:
        ScriptDirectory(str(MIGRATIONS)).get_revision(revision)
    except CommandError as error:
        raise BackupDamaged(
            f"The backup is of a newer version of the product (tables {revision});"
            " restore it with that version or a later one"
        ) from error
