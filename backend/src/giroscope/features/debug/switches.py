"""What is switched on in this installation, and which settings decide it."""

from typing import NamedTuple

from giroscope.settings import Settings

PRODUCTION = "production"


class Switch(NamedTuple):
    """A part of the product that some installations have and others do not."""

    code: str
    is_on: bool
    decided_by: tuple[str, ...]
    """Names of settings."""


def switches(settings: Settings) -> list[Switch]:
    """All of them, in the order in which they are told."""
    identity = "GIROSCOPE_IDENTITY_URL"
    kind = ("GIROSCOPE_ENVIRONMENT", identity)
    return [
        Switch(
            "SIMULATED_BANK",
            settings.has_bank_simulator,
            ("GIROSCOPE_BANK_SIMULATOR_PORT", *kind),
        ),
        Switch(
            "SIMULATED_ERP",
            settings.has_erp_simulator,
            ("GIROSCOPE_ERP_SIMULATOR_PORT", *kind),
        ),
        Switch("EMBEDDED_SIGN_IN", settings.is_embedded_identity, (identity,)),
        Switch(
            "PUBLIC_SIGN_IN",
            settings.is_embedded_identity and settings.allow_public_sign_in,
            ("GIROSCOPE_ALLOW_PUBLIC_SIGN_IN", identity),
        ),
        Switch("MAIL_SERVER", settings.smtp_host is not None, ("GIROSCOPE_SMTP_HOST",)),
        Switch("GRAPH_EXPLORER", may_explore(settings), kind),
    ]


def may_explore(settings: Settings) -> bool:
    """Whether questions to the graph may be written by hand on the screen."""
    return settings.kind != PRODUCTION
