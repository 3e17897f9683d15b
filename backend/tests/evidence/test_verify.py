"""Whatever is changed in a pack afterwards is found, and named by its file."""

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from giroscope.features.evidence import layout
from giroscope.features.evidence.signature import Signer
from giroscope.features.evidence.verify import Verdict, verify

Files = dict[str, bytes]


def read(path: Path) -> Files:
    """The files of a pack."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(path: Path, files: Files) -> Path:
    """A pack of these files."""
    changed = path.with_name("changed.zip")
    with zipfile.ZipFile(changed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return changed


def sealed(files: Files) -> Files:
    """The files with hashes and a signature that fit them, by a key of one's own."""
    signer = Signer(1, Ed25519PrivateKey.generate())
    files = {**files, layout.PUBLIC_KEY: signer.pem}
    manifest = orjson.loads(files[layout.MANIFEST])
    for one in manifest["files"]:
        if one["name"] == layout.SUMS:
            listed = [each for each in manifest["files"] if each is not one]
            files[layout.SUMS] = layout.sums(listed)
        content = files[one["name"]]
        one["size"] = len(content)
        one["sha256"] = hashlib.sha256(content).hexdigest()
    files[layout.MANIFEST] = layout.pretty(manifest)
    files[layout.SIGNATURE] = signer.sign(files[layout.MANIFEST])
    return files


def faults(verdict: Verdict) -> set[tuple[str, str]]:
    """What failed, and in which file."""
    return {(one.what, one.file) for one in verdict.checks if not one.is_good}


async def test_one_changed_byte_is_found_in_whichever_file_it_is(pack: Path) -> None:
    files = read(pack)
    assert verify(written(pack, files)).is_good
    for name, content in files.items():
        middle = len(content) // 2
        other = bytes([content[middle] ^ 1])
        changed = content[:middle] + other + content[middle + 1 :]
        verdict = verify(written(pack, {**files, name: changed}))
        assert not verdict.is_good, name
        if name not in {layout.MANIFEST, layout.SIGNATURE}:
            assert ("files", name) in faults(verdict), name


async def test_a_file_that_was_left_out_or_added_is_named(pack: Path) -> None:
    files = read(pack)
    for name in files:
        rest = {other: files[other] for other in files if other != name}
        verdict = verify(written(pack, rest))
        assert not verdict.is_good
        assert name in {file for _, file in faults(verdict)}, name
    added = verify(written(pack, {**files, "originals/more.xml": b"<x/>"}))
    assert faults(added) == {("files", "originals/more.xml")}


def _events(files: Files, change: Callable[[list[bytes]], list[bytes]]) -> Files:
    lines = change(files[layout.EVENTS].splitlines())
    return sealed({**files, layout.EVENTS: b"".join(one + b"\n" for one in lines)})


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[1:],
        lambda lines: [lines[1], lines[0], *lines[2:]],
        lambda lines: [*lines, lines[-1]],
        lambda lines: [lines[0].replace(b"2026", b"2025", 1), *lines[1:]],
    ],
    ids=["removed", "reordered", "doubled", "altered"],
)
async def test_events_are_held_against_their_links_though_hashes_were_made_anew(
    pack: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    verdict = verify(written(pack, _events(read(pack), change)))
    assert faults(verdict) == {("trail", layout.EVENTS)}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("decision",), "REJECT"),
        (("personId",), "bo"),
        (("proof", "signature"), "AAAA"),
        (("proof", "statement"), "{}"),
        (("sha256",), "0" * 64),
    ],
    ids=["decision", "person", "signature", "statement", "document"],
)
async def test_what_a_device_signed_is_verified_though_hashes_were_made_anew(
    pack: Path, place: tuple[str, ...], value: str
) -> None:
    files = read(pack)
    record = orjson.loads(files[layout.RECORDS["journal"]])
    decision: Any = record["documents"][0]["decisions"][0]
    for name in place[:-1]:
        decision = decision[name]
    decision[place[-1]] = value
    changed = sealed({**files, layout.RECORDS["journal"]: layout.pretty(record)})
    found = faults(verify(written(pack, changed)))
    assert found == {("approvals", layout.RECORDS["journal"])}


async def test_a_pack_signed_by_another_key_is_not_the_companys(pack: Path) -> None:
    files = read(pack)
    key = orjson.loads(files[layout.MANIFEST])["key"]["fingerprint"]
    assert verify(pack, key.upper().replace(" ", ":")).is_good
    forged = written(pack, sealed(files))
    assert verify(forged).is_good
    assert faults(verify(forged, key)) == {("signature", layout.PUBLIC_KEY)}


@pytest.mark.parametrize(
    "name", ["../out.xml", "/etc/x", "originals/a/b", "originals/..", "audit\\x", "C:x"]
)
async def test_a_name_that_leads_out_of_the_pack_is_refused(
    pack: Path, name: str
) -> None:
    verdict = verify(written(pack, {**read(pack), name: b"x"}))
    assert {what for what, _ in faults(verdict)} == {"archive"}


def test_what_is_no_pack_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("x", b"y")
    text = tmp_path / "text.zip"
    text.write_bytes(b"no archive")
    for path, said in (
        (other, "it is missing"),
        (text, "it is no ZIP file"),
        (tmp_path / "none.zip", "there is no such file"),
    ):
        (check,) = verify(path).checks
        assert not check.is_good
        assert said in check.said
    assert capsys.readouterr().err == ""


async def test_a_file_that_unpacks_to_more_than_is_told_is_not_read_on(
    pack: Path,
) -> None:
    files = read(pack)
    with zipfile.ZipFile(pack.with_name("changed.zip"), "w") as archive:
        for name, content in files.items():
            packed = b"0" * (200 << 20) if name == layout.COVER else content
            archive.writestr(name, packed, zipfile.ZIP_DEFLATED)
    verdict = verify(pack.with_name("changed.zip"))
    assert ("files", layout.COVER) in faults(verdict)
