"""Sealed streams come back whole or not at all."""

import base64
import io
from pathlib import Path

import pytest
from pydantic import SecretStr

from giroscope.kernel.secrets import (
    SEGMENT_BYTES,
    BadMasterKey,
    MasterKey,
    Sealer,
    SecretDamaged,
    derive,
    load_master_key,
    renew_own_key,
    rewrap_file,
    unseal,
    unwrap,
    wrap,
    wrapped_in_file,
)
from giroscope.settings import Settings

KEY = bytes(range(32))


def _sealed(data: bytes) -> bytes:
    sealer = Sealer(KEY)
    return sealer.header + b"".join(sealer.seal(data)) + sealer.finish()


@pytest.mark.parametrize(
    "size",
    [0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES],
)
def test_sealed_stream_comes_back(size: int) -> None:
    data = bytes(size)
    assert b"".join(unseal(KEY, io.BytesIO(_sealed(data)))) == data


@pytest.mark.parametrize("cut", [0, 3, 20, 21, -1, -17, SEGMENT_BYTES + 36])
def test_cut_stream_is_noticed(cut: int) -> None:
    sealed = _sealed(bytes(2 * SEGMENT_BYTES + 5))
    with pytest.raises(SecretDamaged):
        list(unseal(KEY, io.BytesIO(sealed[:cut])))


def test_changed_stream_is_noticed() -> None:
    sealed = bytearray(_sealed(b"an order"))
    sealed[-1] ^= 1
    with pytest.raises(SecretDamaged):
        list(unseal(KEY, io.BytesIO(bytes(sealed))))


def test_secret_opens_for_its_purpose_only() -> None:
    wrapped = wrap(KEY, b"secret", "realm key")
    assert unwrap(KEY, wrapped, "realm key") == b"secret"
    with pytest.raises(SecretDamaged):
        unwrap(KEY, wrapped, "another")
    with pytest.raises(SecretDamaged):
        unwrap(derive(KEY, "x"), wrapped, "realm key")


def test_master_key_is_made_once_and_private(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "var")
    key = load_master_key(settings)
    path = tmp_path / "var" / "master.key"
    assert load_master_key(settings) == key
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "short", "AAAA", "!" * 44])
def test_master_key_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    settings = Settings(data_dir=tmp_path, master_key=SecretStr(text))
    with pytest.raises(ValueError):  # noqa: PT011 - base64 and length say it differently
        load_master_key(settings)


def test_segments_cannot_change_places_or_be_left_out() -> None:
    sealed = _sealed(bytes(2 * SEGMENT_BYTES) + b"the end")
    head, size = 20, SEGMENT_BYTES + 16
    first, second = sealed[head : head + size], sealed[head + size : head + 2 * size]
    last = sealed[head + 2 * size :]
    for parts in ((second, first, last), (first, last), (second, last), (first,),
                  (first, first, last), (first, second, last, last)):  # fmt: skip
        with pytest.raises(SecretDamaged):
            list(unseal(KEY, io.BytesIO(sealed[:head] + b"".join(parts))))


def test_a_stream_is_sealed_anew_each_time_and_opens_with_its_key_alone() -> None:
    one, other = _sealed(b"an order"), _sealed(b"an order")
    assert one[20:] != other[20:]
    with pytest.raises(SecretDamaged):
        list(unseal(derive(KEY, "x"), io.BytesIO(one)))
    with pytest.raises(SecretDamaged):
        list(unseal(KEY, io.BytesIO(b"GSD2" + one[4:])))


def test_a_secret_is_wrapped_anew_each_time() -> None:
    assert wrap(KEY, b"secret", "x") != wrap(KEY, b"secret", "x")
    wrapped = bytearray(wrap(KEY, b"secret", "x"))
    wrapped[3] ^= 1
    with pytest.raises(SecretDamaged):
        unwrap(KEY, bytes(wrapped), "x")
    with pytest.raises(SecretDamaged):
        unwrap(KEY, bytes(wrapped[:27]), "x")


def test_a_key_derived_for_one_purpose_or_salt_is_no_other() -> None:
    made = [derive(KEY, "a"), derive(KEY, "b"), derive(KEY, "a", b"salt"),
            derive(KEY, "a", b"sal2"), derive(bytes(32), "a")]  # fmt: skip
    assert len(set(made)) == 5
    assert {len(one) for one in made} == {32}
    assert derive(KEY, "a") == made[0]


OLDER, OTHER = bytes(range(1, 33)), bytes(range(2, 34))


def test_the_key_before_is_that_of_the_settings_or_of_the_data_directory(
    tmp_path: Path,
) -> None:
    text = base64.b64encode(OLDER).decode()
    given = base64.b64encode(KEY).decode()
    file = tmp_path / "given"
    file.write_text(text + "\n")
    both = Settings(
        data_dir=tmp_path / "a",
        master_key=SecretStr(given),
        old_master_key=SecretStr(text),
    )
    assert (load_master_key(both), load_master_key(both).older) == (KEY, (OLDER,))
    of_files = Settings(
        data_dir=tmp_path / "b", master_key_file=file, old_master_key_file=file
    )
    assert (load_master_key(of_files), load_master_key(of_files).older) == (OLDER, ())
    own = Settings(data_dir=tmp_path / "c")
    first = load_master_key(own)
    renew_own_key(own)
    second = load_master_key(own)
    assert (second != first, second.older) == (True, (bytes(first),))
    renew_own_key(own)
    assert load_master_key(own) == second, "it is not begun again before it has ended"
    old = tmp_path / "c" / "master.key.old"
    assert old.stat().st_mode & 0o777 == 0o600
    # Who gives a key is not helped by one that lies about.
    given_too = own.model_copy(update={"master_key": SecretStr(given)})
    assert load_master_key(given_too).older == ()


def test_a_key_file_that_was_named_and_is_not_there_is_not_made(tmp_path: Path) -> None:
    named = Settings(data_dir=tmp_path, master_key_file=tmp_path / "gone")
    with pytest.raises(BadMasterKey, match="No such file"):
        load_master_key(named)
    assert list(tmp_path.iterdir()) == []


def test_a_secret_in_a_file_is_that_of_who_came_first(tmp_path: Path) -> None:
    path, key = tmp_path / "var" / "secret", MasterKey.of(KEY)
    assert wrapped_in_file(path, key, "x", b"first") == b"first"
    assert wrapped_in_file(path, key, "x", b"second") == b"first"
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"first" not in base64.b64decode(path.read_bytes())
    with pytest.raises(SecretDamaged):
        wrapped_in_file(path, MasterKey.of(OLDER), "x", b"third")
    assert rewrap_file(path, key, "x") is False
    assert rewrap_file(path, MasterKey.of(OLDER, KEY), "x") is True
    assert wrapped_in_file(path, MasterKey.of(OLDER), "x", b"third") == b"first"
    with pytest.raises(SecretDamaged):
        rewrap_file(path, MasterKey.of(OTHER, KEY), "x")
