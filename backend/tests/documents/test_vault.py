"""What the vault gives back is what it was given, or nothing."""

import hashlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from giroscope.features.documents import Vault
from giroscope.kernel.errors import TooLarge
from giroscope.kernel.secrets import SEGMENT_BYTES, SecretDamaged
from giroscope.settings import Settings

KEYS = {"acme": bytes(range(32)), "other": bytes(range(32, 64))}
TAG = 16
HEAD = 20


@pytest.fixture
def made(tmp_path: Path) -> Vault:
    """A vault of two realms."""
    settings = Settings(data_dir=tmp_path, max_upload_bytes=4 * SEGMENT_BYTES)
    return Vault(settings, KEYS.__getitem__)


def files(folder: Path) -> list[Path]:
    """Everything the store holds."""
    return [path for path in (folder / "documents").rglob("*") if path.is_file()]


def pattern(size: int) -> bytes:
    """Bytes of which no two segments are equal."""
    return (b"%08d" * (size // 8 + 1) % tuple(range(size // 8 + 1)))[:size]


BORDERS = [0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES]


@pytest.mark.parametrize("size", BORDERS)
def test_bytes_come_back_as_they_were(made: Vault, size: int) -> None:
    data = pattern(size)
    stored = made.keep_now("acme", [data[: size // 3], data[size // 3 :]])
    assert stored.sha256 == hashlib.sha256(data).hexdigest()
    assert (stored.size, stored.head) == (size, data[: 1 << 16])
    assert b"".join(made.chunks("acme", stored.sha256)) == data
    with made.open("acme", stored.sha256) as stream:
        assert stream.read() == data


@pytest.mark.parametrize("size", [0, 5, SEGMENT_BYTES + 1])
async def test_draft_that_is_kept_is_the_same_as_bytes_kept_at_once(
    made: Vault, size: int, tmp_path: Path
) -> None:
    data = pattern(size)
    for _ in range(2):
        draft = await made.receive("acme")
        for start in range(0, size, 300_001):
            await draft.write(data[start : start + 300_001])
        stored = await draft.keep()
        assert stored == made.keep_now("acme", [data])
    assert b"".join(made.chunks("acme", stored.sha256)) == data
    assert len(files(tmp_path)) == 1


async def test_draft_that_is_discarded_leaves_nothing(
    made: Vault, tmp_path: Path
) -> None:
    draft = await made.receive("acme")
    await draft.write(pattern(2 * SEGMENT_BYTES))
    await draft.discard()
    assert files(tmp_path) == []


async def test_too_many_bytes_are_refused_and_leave_nothing(
    made: Vault, tmp_path: Path
) -> None:
    segment = pattern(SEGMENT_BYTES)
    with pytest.raises(TooLarge):
        made.keep_now("acme", [segment] * 5)
    assert files(tmp_path) == []
    draft = await made.receive("acme")
    for _ in range(4):
        await draft.write(segment)
    with pytest.raises(TooLarge):
        await draft.write(segment)
    await draft.discard()
    assert files(tmp_path) == []


def test_what_is_stored_does_not_show_the_bytes(made: Vault, tmp_path: Path) -> None:
    data = b"Faktura 1234 til Havnens Fisk ApS" * 100
    made.keep_now("acme", [data])
    made.keep_now("other", [data])
    (one, two) = [path.read_bytes() for path in files(tmp_path)]
    assert b"Faktura" not in one
    assert one != two


SEALED = SEGMENT_BYTES + TAG
DAMAGE = {
    "a bit turned in the head": lambda b: bytes([b[0] ^ 1]) + b[1:],
    "a bit turned in the salt": lambda b: b[:9] + bytes([b[9] ^ 1]) + b[10:],
    "a bit turned inside": lambda b: b[:5000] + bytes([b[5000] ^ 1]) + b[5001:],
    "a bit turned at the end": lambda b: b[:-1] + bytes([b[-1] ^ 1]),
    "one byte less": lambda b: b[:-1],
    "one byte more": lambda b: b + b"\0",
    "the last segment gone": lambda b: b[: HEAD + 2 * SEALED],
    "only the head": lambda b: b[:HEAD],
    "half the head": lambda b: b[: HEAD // 2],
    "nothing": lambda _b: b"",
    "two segments exchanged": lambda b: (
        b[:HEAD] + b[HEAD + SEALED : HEAD + 2 * SEALED] + b[HEAD : HEAD + SEALED]
        + b[HEAD + 2 * SEALED :]
    ),
    "a segment twice": lambda b: b[: HEAD + SEALED] + b[HEAD:],
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_noticed(made: Vault, tmp_path: Path, name: str) -> None:
    stored = made.keep_now("acme", [pattern(2 * SEGMENT_BYTES + 100)])
    (path,) = files(tmp_path)
    path.write_bytes(DAMAGE[name](path.read_bytes()))
    with pytest.raises(SecretDamaged):
        list(made.chunks("acme", stored.sha256))


def test_document_in_the_place_of_another_is_noticed(
    made: Vault, tmp_path: Path
) -> None:
    first = made.keep_now("acme", [b"what was approved"])
    made.keep_now("acme", [b"what an attacker prefers"])
    by_name = {path.name: path for path in files(tmp_path)}
    other = next(path for name, path in by_name.items() if name != first.sha256)
    by_name[first.sha256].write_bytes(other.read_bytes())
    with pytest.raises(SecretDamaged):
        list(made.chunks("acme", first.sha256))


def test_key_of_another_realm_opens_nothing(made: Vault, tmp_path: Path) -> None:
    stored = made.keep_now("acme", [b"ours"])
    folder = tmp_path / "documents"
    (folder / "other").mkdir(exist_ok=True)
    (folder / "other" / stored.sha256).write_bytes(
        (folder / "acme" / stored.sha256).read_bytes()
    )
    with pytest.raises(SecretDamaged):
        list(made.chunks("other", stored.sha256))


def test_unknown_document_is_not_found(made: Vault) -> None:
    with pytest.raises(FileNotFoundError):
        list(made.chunks("acme", "0" * 64))


def test_what_a_killed_process_left_is_removed_a_day_later(
    made: Vault, tmp_path: Path
) -> None:
    kept = made.keep_now("acme", [b"whole"])
    half = tmp_path / "documents" / "acme" / "incoming" / "draft#1"
    half.parent.mkdir(exist_ok=True)
    half.write_bytes(b"half")
    now = datetime(2026, 11, 23, 8, tzinfo=UTC)
    os.utime(half, (now.timestamp(), now.timestamp()))
    assert made.sweep("acme", now) == 0
    assert made.sweep("other", now + timedelta(days=2)) == 0
    assert half.exists()
    assert made.sweep("acme", now + timedelta(days=2)) == 1
    assert [path.name for path in files(tmp_path)] == [kept.sha256]


async def test_as_many_bytes_as_are_accepted_are_taken_and_one_more_is_not(
    tmp_path: Path,
) -> None:
    limit = 1 << 20
    vault = Vault(Settings(data_dir=tmp_path, max_upload_bytes=limit), KEYS.__getitem__)
    assert vault.keep_now("acme", [bytes(limit - 1), b"x"]).size == limit
    with pytest.raises(TooLarge):
        vault.keep_now("acme", [bytes(limit), b"x"])
    draft = await vault.receive("acme")
    await draft.write(bytes(limit))
    with pytest.raises(TooLarge):
        await draft.write(b"x")
    await draft.discard()


def test_a_realm_that_goes_takes_its_own_documents_and_no_others(
    tmp_path: Path,
) -> None:
    keys = {"acme": bytes(32), "acme-two": bytes(32), "acm": bytes(32)}
    vault = Vault(Settings(data_dir=tmp_path), keys.__getitem__)
    kept = {realm: vault.keep_now(realm, [realm.encode()]) for realm in keys}
    vault.keep_now("acme", [b"another"])
    assert vault.forget("acme") == 2
    assert vault.forget("acme") == 0
    for realm in ("acme-two", "acm"):
        found = b"".join(vault.chunks(realm, kept[realm].sha256))
        assert found == realm.encode()
    vault.discard("acm", kept["acm"].sha256)
    vault.discard("acm", kept["acm"].sha256)
    with pytest.raises(FileNotFoundError):
        list(vault.chunks("acm", kept["acm"].sha256))


def test_a_draft_is_left_alone_for_a_day(tmp_path: Path) -> None:
    vault = Vault(Settings(data_dir=tmp_path), KEYS.__getitem__)
    folder = tmp_path / "documents" / "acme" / "incoming"
    folder.mkdir(parents=True)
    draft = folder / "draft"
    draft.touch()
    began = datetime(2026, 11, 2, 12, tzinfo=UTC)
    os.utime(draft, (began.timestamp(), began.timestamp()))
    day = timedelta(days=1)
    assert [vault.sweep("acme", began + after) for after in (timedelta(), day)] == [
        0,
        0,
    ]
    assert vault.sweep("other", began + 2 * day) == 0
    assert vault.sweep("acme", began + day + timedelta(seconds=1)) == 1
