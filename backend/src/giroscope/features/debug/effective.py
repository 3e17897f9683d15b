"""The settings this process runs with, by name; secrets never leave it."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from giroscope.settings import Settings, is_secret, variable_of

# Whose name or password it is, is nobody's to read although it is no secret by type.
_WITHHELD = frozenset({"smtp_username", "identity_admin_user"})


class SettingOrigin(StrEnum):
    """Where a setting comes from."""

    ENVIRONMENT = "ENVIRONMENT"
    DEFAULT = "DEFAULT"


@dataclass(frozen=True, slots=True)
class EffectiveSetting:
    """One setting; a secret has no value here, only whether it is set."""

    name: str
    value: str | None
    origin: SettingOrigin
    is_secret: bool
    is_set: bool


def effective(settings: Settings) -> list[EffectiveSetting]:
    """Every setting, by name."""
    return [_setting(settings, name) for name in sorted(Settings.model_fields)]


def _setting(settings: Settings, name: str) -> EffectiveSetting:
    value = getattr(settings, name)
    is_withheld = name in _WITHHELD or is_secret(name)
    origin = (
        SettingOrigin.ENVIRONMENT
        if name in settings.model_fields_set
        else SettingOrigin.DEFAULT
    )
    is_set = value not in (None, "")
    shown = None if is_withheld or not is_set else _shown(value)
    return EffectiveSetting(variable_of(name), shown, origin, is_withheld, is_set)


def _shown(value: object) -> str:
    """As text; an address without who signs in there and with what."""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    return _bare(shown) if "://" in shown else shown


def _bare(address: str) -> str:
    """An address as the database driver reads it, which takes odd passwords too."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        return "…"
    bare = URL.create(
        url.drivername, host=url.host, port=url.port, database=url.database
    ).render_as_string()
    return bare if url.username is None else bare.replace("://", "://…@", 1)
