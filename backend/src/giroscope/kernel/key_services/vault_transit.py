"""A key of Vault's transit engine, asked with a token that its agent keeps."""

from base64 import b64decode, b64encode
from typing import Any

import httpx2

from giroscope.kernel.authorities import believed
from giroscope.kernel.key_services.service import KeyServiceRefuses
from giroscope.kernel.outage import KeyServiceAway

TIMEOUT = httpx2.Timeout(5.0)
_NOT_NOW = frozenset({429, 472, 473})
"""Asked too much, and of standbys that hand nothing on."""
_OF_ANOTHER_KEY = "message authentication failed"
"""Some versions say so with 500, as if it could be better the next time."""
_LONGEST_REASON = 200


class VaultTransit:
    """A key by the address of its server, its engine's mount and its name."""

    def __init__(self, address: str, token: str, namespace: str | None) -> None:
        scheme, _, rest = address.partition("://")
        host, _, path = rest.partition("/")
        self._mount, _, self._name = path.rpartition("/")
        self._server = f"{scheme}://{host}"
        self._headers = {"X-Vault-Request": "true"}
        # A proxy of Vault's own on this machine brings one itself.
        if token:
            self._headers["X-Vault-Token"] = token
        if namespace:
            self._headers["X-Vault-Namespace"] = namespace

    def wrap(self, key: bytes) -> str:
        """The key, encrypted there, in Vault's own form."""
        return self._asked(
            "encrypt", "plaintext", b64encode(key).decode(), "ciphertext"
        )

    def unwrap(self, wrapped: str) -> bytes:
        """The key, decrypted there, by whichever version of its key wrapped it."""
        told = self._asked("decrypt", "ciphertext", wrapped, "plaintext")
        try:
            return b64decode(told, validate=True)
        except ValueError as error:
            raise KeyServiceAway("Vault answers what is no key") from error

    def _asked(self, verb: str, name: str, value: str, wanted: str) -> str:
        address = f"{self._server}/v1/{self._mount}/{verb}/{self._name}"
        try:
            with httpx2.Client(timeout=TIMEOUT, verify=believed()) as client:
                answer = client.post(address, json={name: value}, headers=self._headers)
        except httpx2.HTTPError as error:
            raise KeyServiceAway(f"Vault does not answer: {error}") from error
        status = answer.status_code
        is_of_another_key = _OF_ANOTHER_KEY in _reason(answer)
        if (status >= 500 or status in _NOT_NOW) and not is_of_another_key:
            raise KeyServiceAway(f"Vault does not answer now: {_reason(answer)}")
        if status != 200:
            raise KeyServiceRefuses(f"Vault refuses: {_reason(answer)}")
        found = _json(answer)
        data = found.get("data") if isinstance(found, dict) else None
        told = data.get(wanted) if isinstance(data, dict) else None
        if not isinstance(told, str):
            raise KeyServiceAway("Vault answers what is no answer of Vault")
        return told


def _json(answer: httpx2.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        return None


def _reason(answer: httpx2.Response) -> str:
    found = _json(answer)
    errors = found.get("errors") if isinstance(found, dict) else None
    words = "; ".join(map(str, errors)) if isinstance(errors, list) else ""
    return f"{answer.status_code} {words}".strip()[:_LONGEST_REASON]
