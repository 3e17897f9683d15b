"""An argon2id hash in the two halves that Keycloak stores it in."""

from __future__ import annotations

import base64
import json


def split_hash(password_hash: str) -> tuple[str, str]:
    """Write `secretData` and `credentialData` of a hash; the second is no secret."""
    _, _, version, cost, salt, value = password_hash.split("$")
    costs = dict(part.split("=") for part in cost.split(","))
    digest = _padded(value)
    secret = {"value": digest, "salt": _padded(salt), "additionalParameters": {}}
    data = {
        "hashIterations": int(costs["t"]),
        "algorithm": "argon2",
        "additionalParameters": {
            "hashLength": [str(len(base64.b64decode(digest)))],
            "memory": [costs["m"]],
            "type": ["id"],
            "version": ["1.3" if version == "v=19" else "1.0"],
            "parallelism": [costs["p"]],
        },
    }
    return json.dumps(secret), json.dumps(data)


def _padded(text: str) -> str:
    """Add the padding that argon2 leaves away."""
    return text + "=" * (-len(text) % 4)
