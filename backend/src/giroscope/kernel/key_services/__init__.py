"""Where a master key is unwrapped that lies open on no machine: AWS KMS, or Vault.

The service has a key of its own that never leaves it. What it wrapped stands in the
settings; each process asks for it once, at its start.
"""

from threading import Lock

from giroscope.kernel.key_services.service import (
    KeyService,
    KeyServiceRefuses,
    NoKeyService,
)
from giroscope.settings import Settings

__all__ = [
    "KeyService",
    "KeyServiceRefuses",
    "NoKeyService",
    "key_service",
    "unwrapped",
]

_GIVEN: dict[tuple[str | None, str], bytes] = {}
_ONE_AT_A_TIME = Lock()


def key_service(settings: Settings) -> KeyService:
    """The service that the settings name.

    Raises:
        NoKeyService: They name none.
    """
    if settings.key_service is None:
        raise NoKeyService
    kind, _, address = settings.key_service.partition(":")
    # What speaks to AWS takes a third of a second to load, and most do without.
    if kind == "aws-kms":
        from giroscope.kernel.key_services.aws_kms import AwsKms  # noqa: PLC0415

        return AwsKms(address)
    from giroscope.kernel.key_services.vault_transit import (  # noqa: PLC0415
        VaultTransit,
    )

    token = settings.vault_token
    return VaultTransit(
        address, token.get_secret_value() if token else "", settings.vault_namespace
    )


def unwrapped(settings: Settings, wrapped: str) -> bytes:
    """What the service gives for it; a process asks once.

    Raises:
        NoKeyService: The settings name none.
        KeyServiceAway, KeyServiceRefuses: It does not give it.
    """
    asked = (settings.key_service, wrapped)
    with _ONE_AT_A_TIME:
        if asked not in _GIVEN:
            _GIVEN[asked] = key_service(settings).unwrap(wrapped)
        return _GIVEN[asked]
