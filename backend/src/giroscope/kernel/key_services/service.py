"""What every key service offers, and how it refuses."""

from typing import Protocol

from giroscope.kernel.errors import AppError, InvalidInput


class KeyService(Protocol):
    """A key that never leaves its service, and wraps what we give it."""

    def wrap(self, key: bytes) -> str:
        """The key as it can be written down.

        Raises:
            KeyServiceAway: It does not answer in time, or not now.
            KeyServiceRefuses: It answers, and will not do it.
        """

    def unwrap(self, wrapped: str) -> bytes:
        """The key that was wrapped.

        Raises:
            KeyServiceAway: It does not answer in time, or not now.
            KeyServiceRefuses: It answers, and will not do it.
        """


class KeyServiceRefuses(AppError):
    """The key service refuses."""

    code = "key_service_refuses"


class NoKeyService(InvalidInput):
    """Name the service that wraps the master key by GIROSCOPE_KEY_SERVICE."""
