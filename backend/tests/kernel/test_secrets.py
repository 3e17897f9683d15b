"""Sealed streams come back whole or not at all."""

import io
from pathlib import Path

import pytest
from pydantic import SecretStr

from giroscope.kernel.secrets import (
    SEGMENT_BYTES,
    Sealer,
    SecretDamaged,
    derive,
    load_master_key,
    unseal,
    unwrap,
    wrap,
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
