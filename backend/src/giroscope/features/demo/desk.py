"""Asks a simulator that runs beside the product on this machine, and nobody else."""

from collections.abc import Collection
from typing import Any

import httpx2

from giroscope.kernel.authorities import believed
from giroscope.kernel.errors import Unavailable

GONE, NOT_POSSIBLE = 404, 409
"""Nothing of that name is there; it cannot be done as things are."""
_PATIENCE_SECONDS = 10.0


class Desk:
    """Where a simulator serves whoever comes to it in person."""

    def __init__(
        self, name: str, port: int, base: str, absent: type[Unavailable]
    ) -> None:
        self._name = name
        self._address = f"http://127.0.0.1:{port}/{base}"
        self._absent = absent

    def ask(
        self,
        verb: str,
        path: str,
        told: Any = None,
        *,
        as_well: Collection[int] = (),
    ) -> Any:
        """What it answers; these statuses are as good as a success.

        Raises:
            Unavailable: As it was named, where nobody answers or it refuses.
        """
        try:
            answer = httpx2.request(
                verb, self._address + path, json=told, timeout=_PATIENCE_SECONDS,
                trust_env=False, verify=believed(),
            )  # fmt: skip
            said = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            raise self._absent from error
        if answer.is_success or answer.status_code in as_well:
            return said
        raise self._absent(f"{self._name} says: {_reason(said)}")


def _reason(said: Any) -> str:
    """Why it refuses, wherever in its answer that stands."""
    inner = said.get("error", said)
    return str(inner.get("message") or inner.get("detail") or "?")
