"""What a person may have to do before a sign-in is complete, under Keycloak's names."""

from __future__ import annotations

from collections.abc import Iterable

UPDATE_PASSWORD = "UPDATE_PASSWORD"  # noqa: S105 - an action, not a password
CONFIGURE_TOTP = "CONFIGURE_TOTP"
VERIFY_EMAIL = "VERIFY_EMAIL"

# The order in which they are asked for, which is Keycloak's.
REQUIRED_ACTIONS = (CONFIGURE_TOTP, UPDATE_PASSWORD, VERIFY_EMAIL)


def in_order(actions: Iterable[str]) -> tuple[str, ...]:
    """Keep the actions there are, each once, in the order they are asked for."""
    wanted = set(actions)
    return tuple(action for action in REQUIRED_ACTIONS if action in wanted)
