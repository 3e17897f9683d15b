"""The key of the embedded sign-in's secrets, in a file that the master key wraps."""

from pathlib import Path

from giroscope.kernel.secrets import (
    MasterKey,
    derive,
    load_master_key,
    rewrap_file,
    wrapped_in_file,
)
from giroscope.settings import Settings

_PURPOSE = "sign-in key"


def sign_in_key(settings: Settings) -> bytes:
    """The key; it stays the same when the master key is replaced.

    Raises:
        SecretDamaged: Another master key wrapped it.
    """
    master_key = load_master_key(settings)
    first = derive(master_key, "sign-in")
    return wrapped_in_file(_path(settings), master_key, _PURPOSE, first)


def rewrap_sign_in_key(settings: Settings, master_key: MasterKey) -> bool:
    """Wrap it by the present master key; whether that changed anything.

    Raises:
        SecretDamaged: Neither this master key nor the one before it wrapped it.
    """
    path = _path(settings)
    return path.exists() and rewrap_file(path, master_key, _PURPOSE)


def _path(settings: Settings) -> Path:
    return settings.data_dir / "sign-in.key"
