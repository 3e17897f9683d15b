"""A backup that is not as it was written is refused before anything is touched."""

import base64
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import SecretStr
from sqlalchemy import select, text

from giroscope.cli.backup_folder import digest_of, write_manifest
from giroscope.features.documents import Document, Vault
from giroscope.kernel.database import Database
from tests import commands
from tests.backup.backup_desk import (
    MASTER_KEY,
    OTHER,
    BackupDesk,
    environment,
    every_row,
    keep_document,
)
from tests.backup.mortal_restore import restore_until

pytestmark = pytest.mark.both_stores

REASON = ("--reason", "a drill")


class Kept(NamedTuple):
    """A folder of backups, with one in it."""

    root: Path
    backup: Path

    def place(self, realm: str) -> Path:
        """A tenant's."""
        return self.backup / "realms" / realm

    def told(self, realm: str) -> dict[str, Any]:
        """Its manifest."""
        found: dict[str, Any] = json.loads(
            (self.place(realm) / "manifest.json").read_bytes()
        )
        return found

    def rows(self, realm: str) -> Path:
        """The file of its rows."""
        (path,) = self.place(realm).glob("rows.*")
        return path

    def document(self, realm: str) -> Path:
        """One of its documents."""
        folder = self.root / "documents" / realm / self.told(realm)["keyFingerprint"]
        return next(folder.iterdir())

    def seal(self, realm: str, **changed: object) -> None:
        """Change a manifest as somebody could who has the master key."""
        told = self.told(realm) | changed
        for one in told["files"]:
            if (self.place(realm) / one["name"]).exists():
                one["sha256"] = digest_of(self.place(realm) / one["name"])
        entry = write_manifest(self.place(realm), told, MASTER_KEY)
        whole = json.loads((self.backup / "manifest.json").read_bytes())
        for one in whole["realms"]:
            if one["name"] == realm:
                one["manifest"] = entry
        write_manifest(self.backup, whole, MASTER_KEY)


def _rows_changed(kept: Kept) -> None:
    data = kept.rows(OTHER).read_bytes()
    mark = f"mark-of-{OTHER}".encode()
    kept.rows(OTHER).write_bytes(data.replace(mark, mark[::-1]))


def _manifest_changed(kept: Kept) -> None:
    path = kept.place(OTHER) / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"documents": 1', b'"documents": 0'))


def _rows_cut(kept: Kept) -> None:
    os.truncate(kept.rows(OTHER), 100)


def _rows_linked(kept: Kept) -> None:
    moved = kept.rows(OTHER).rename(kept.root / "elsewhere")
    (kept.place(OTHER) / ("rows" + Path(kept_name(kept)).suffix)).symlink_to(moved)


def kept_name(kept: Kept) -> str:
    """What the file of rows is called in the manifest."""
    return next(
        str(one["name"]) for one in kept.told(OTHER)["files"]
        if one["name"] != "documents"
    )  # fmt: skip


def _document_missing(kept: Kept) -> None:
    kept.document(OTHER).unlink()


def _document_changed(kept: Kept) -> None:
    data = bytearray(kept.document(OTHER).read_bytes())
    data[-1] ^= 1
    kept.document(OTHER).write_bytes(data)


def _document_linked(kept: Kept) -> None:
    path = kept.document(OTHER)
    path.symlink_to(path.rename(kept.root / "elsewhere"))


def _folder_linked(kept: Kept) -> None:
    moved = kept.place(OTHER).rename(kept.root / "elsewhere")
    kept.place(OTHER).symlink_to(moved, target_is_directory=True)


def _another_tenant(kept: Kept) -> None:
    shutil.rmtree(kept.place(OTHER))
    shutil.copytree(kept.place("giroscope"), kept.place(OTHER))


def _another_key(kept: Kept) -> None:
    kept.seal(OTHER, wrappedKey=kept.told("giroscope")["wrappedKey"])


def _no_key(kept: Kept) -> None:
    kept.seal(OTHER, wrappedKey=base64.b64encode(b"\0" * 60).decode())


def _path_named(kept: Kept) -> None:
    (kept.place(OTHER) / "documents").write_text("../../../../etc/passwd\n")
    kept.seal(OTHER)


def _file_named(kept: Kept) -> None:
    told = kept.told(OTHER)
    told["files"][0]["name"] = "../../../../etc/passwd"
    write_manifest(kept.place(OTHER), told, MASTER_KEY)
    kept.seal(OTHER)


def _newer(kept: Kept) -> None:
    kept.seal(OTHER, revision="9999")


BAD: dict[str, tuple[Callable[[Kept], None], str]] = {
    "a row": (_rows_changed, "was changed since it was written"),
    "the manifest": (_manifest_changed, "was changed since it was written"),
    "cut": (_rows_cut, "was changed since it was written"),
    "a link for rows": (_rows_linked, "is a link; a backup has none"),
    "no document": (_document_missing, "is missing"),
    "another document": (_document_changed, "is not the document it was"),
    "a link for a document": (_document_linked, "is a link; a backup has none"),
    "a link for a folder": (_folder_linked, "is a link; a backup has none"),
    "another tenant": (_another_tenant, "is of another tenant or another backup"),
    "another tenant's key": (_another_key, "is another tenant's"),
    "no key": (_no_key, "does not open with the master key"),
    "a path for a document": (_path_named, "no document is named ../../"),
    "a path for a file": (_file_named, "names other files than a backup"),
    "a newer version": (_newer, "is of a newer version of the product"),
}


@pytest.mark.usefixtures("two")
def test_what_was_changed_is_refused_in_a_sentence_and_nothing_is_touched(
    desk: BackupDesk, database: Database, vault: Vault, realm: str, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    name = Path(desk.backup(whole)["folder"]).name
    before = every_row(database, realm)
    database.rest(OTHER)
    database.drop_realm(OTHER)
    vault.forget(OTHER)
    said = {}
    for case, (spoil, _) in BAD.items():
        kept = Kept(tmp_path / "kept", tmp_path / "kept" / name)
        shutil.copytree(whole, kept.root)
        spoil(kept)
        words = ("restore", "--from", kept.root, "--realm", OTHER, *REASON)
        code, out, err = desk.run(*words)
        said[case] = err
        assert (code, out, err.count("\n")) == (2, "", 1), case
        shutil.rmtree(kept.root)
    assert {case: sentence in said[case] for case, (_, sentence) in BAD.items()} == (
        dict.fromkeys(BAD, True)
    ), said
    assert database.realms() == [realm]
    assert every_row(database, realm) == before
    folder = desk.settings.data_dir / "documents" / OTHER
    assert not any(path.is_file() for path in folder.rglob("*"))

    other = SecretStr(base64.b64encode(b"\7" * 32).decode())
    desk.settings = desk.settings.model_copy(update={"master_key": other})
    code, _, err = desk.run("restore", "--from", whole, "--realm", OTHER, *REASON)
    assert (code, "with another master key than" in err) == (2, True)
    for words, sentence in (
        (("--realm", "nobody"), "no backup of nobody"),
        (("--backup", "../kept"), "no backup ../kept"),
    ):
        code, _, err = desk.run("restore", "--from", tmp_path, *words, *REASON)
        assert (code, sentence in err) == (2, True), err


@pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
@pytest.mark.usefixtures("two")
def test_rows_that_say_more_than_rows_are_not_said(
    desk: BackupDesk, database: Database, tmp_path: Path
) -> None:
    """Even by somebody who has the master key: only rows are taken from the file."""
    told = desk.backup(tmp_path / "kept")
    kept = Kept(tmp_path / "kept", Path(told["folder"]))
    before = every_row(database, OTHER)
    written = kept.rows(OTHER).read_bytes()
    for more, sentence in (
        (b"DROP SCHEMA realm_giroscope CASCADE;\n", "holds what no backup writes"),
        (b'COPY "realm_limits" ("name") FROM stdin;\n\\.\n', "holds other tables"),
        (b'COPY "pg_authid" ("rolname") FROM stdin;\n\\.\n', "holds other tables"),
        (b'COPY "realm_limits" ("name", "value") FROM stdin;\nx\t1\n\\.\n',
         "holds other rows than its manifest says"),
    ):  # fmt: skip
        kept.rows(OTHER).write_bytes(written + more)
        kept.seal(OTHER)
        words = ("--realm", OTHER, "--replace", "--backup", kept.backup.name)
        code, _, err = desk.run("restore", "--from", kept.root, *words, *REASON)
        assert (code, sentence in err) == (2, True), err
        assert every_row(database, OTHER) == before
        for aside in set(kept.root.glob("2*")) - {kept.backup}:
            shutil.rmtree(aside)


def test_one_that_is_killed_leaves_the_old_tenant_or_the_new_one(
    desk: BackupDesk, two: Database, vault: Vault, realm: str, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    name = Path(desk.backup(kept)["folder"]).name
    restored = every_row(two, OTHER)
    newer = keep_document(two, vault, OTHER, b"newer than the backup")
    with two.job_connection(OTHER) as connection:
        connection.execute(text("UPDATE realm_limits SET value = 8"))
        connection.commit()
    old = every_row(two, OTHER)
    for boundary in ("document", "settled", "in place"):
        two.rest(OTHER)
        words = ("--from", kept, "--backup", name, "--realm", OTHER, "--replace")
        done = commands.begin(
            tmp_path, boundary, "restore", *words, *REASON,
            environment=os.environ | environment(desk.settings),
            program=restore_until,
        ).ended()  # fmt: skip
        assert done.code == -9, done.err
        found = every_row(two, OTHER)
        expected = restored if boundary == "in place" else old
        for table in ("realm_limits", "documents", "realm_keys", "alembic_version"):
            assert found[table] == expected[table], boundary
        with two.snapshot(OTHER) as connection:
            for sha256 in connection.scalars(select(Document.sha256)):
                assert b"".join(vault.chunks(OTHER, sha256))
        assert (newer in str(found["documents"])) == (boundary != "in place")
        assert two.realms() == sorted((OTHER, realm))
    two.rest(OTHER)
    told = desk.restore(kept, "--backup", name, "--realm", OTHER, "--replace")
    assert [one["name"] for one in told["realms"]] == [OTHER]
    assert not (desk.settings.data_dir / "restoring").exists()
    assert every_row(two, OTHER)["realm_limits"] == restored["realm_limits"]
