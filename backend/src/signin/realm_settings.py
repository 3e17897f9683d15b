"""What a realm may set for itself, under Keycloak's names, and what that means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from signin.settings import Lifetimes

_LIFETIMES = {
    "accessTokenLifespan": "access",
    "accessCodeLifespan": "code",
    "ssoSessionIdleTimeout": "idle",
    "ssoSessionMaxLifespan": "session",
    "actionTokenGeneratedByAdminLifespan": "admin_link",
    "actionTokenGeneratedByUserLifespan": "own_link",
}
_SHORTEST, _LONGEST = 30, 90 * 86_400

_TEXT, _FLAG = "displayName", "enabled"
_MAX_DISPLAY_NAME = 200


class InvalidRealmSetting(ValueError):
    """A realm cannot be set that way."""

    def __init__(self, name: str) -> None:
        """Name the setting."""
        super().__init__(f"not a realm setting, or not a value for it: {name!r}")


def check_settings(settings: Mapping[str, Any]) -> None:
    """Pass silently; raises `InvalidRealmSetting` for the first that cannot be."""
    for name, value in settings.items():
        if not _is_possible(name, value):
            raise InvalidRealmSetting(name)


def lifetimes_of(defaults: Lifetimes, settings: Mapping[str, Any]) -> Lifetimes:
    """Lay a realm's own lifetimes over the provider's."""
    own = {
        field: settings[name] for name, field in _LIFETIMES.items() if name in settings
    }
    return Lifetimes(**(asdict(defaults) | own))


def lifetimes_as_settings(lifetimes: Lifetimes) -> dict[str, int]:
    """Spell lifetimes as Keycloak does."""
    values = asdict(lifetimes)
    return {name: values[field] for name, field in _LIFETIMES.items()}


def _is_possible(name: str, value: object) -> bool:
    if name == _TEXT:
        return isinstance(value, str) and 0 < len(value) <= _MAX_DISPLAY_NAME
    if name == _FLAG:
        return isinstance(value, bool)
    return (
        name in _LIFETIMES
        and isinstance(value, int)
        and not isinstance(value, bool)
        and _SHORTEST <= value <= _LONGEST
    )
