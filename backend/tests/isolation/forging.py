"""Tokens that must not count, each wrong in one way."""

import base64
import hmac
import json
from collections.abc import Callable

from joserfc.jwk import RSAKey

from giroscope.kernel.access import GRANTS
from tests.kernel.issuer import Issuer


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _unsigned(issuer: Issuer, realm: str, algorithm: str) -> str:
    head = {"alg": algorithm, "kid": f"{realm}-1"}
    parts = (json.dumps(part).encode() for part in (head, issuer.claims(realm)))
    return ".".join(map(_text, parts))


def _none(issuer: Issuer, realm: str) -> str:
    return f"{_unsigned(issuer, realm, 'none')}."


def _confused(issuer: Issuer, realm: str) -> str:
    """HS256, with the public key everybody can read as the secret."""
    said = _unsigned(issuer, realm, "HS256")
    public = issuer.keys[realm].as_pem(private=False)
    return f"{said}.{_text(hmac.digest(public, said.encode(), 'sha256'))}"


def _tampered(issuer: Issuer, realm: str) -> str:
    head, _, seal = issuer.token(realm).split(".")
    claims = issuer.claims(realm, *GRANTS) | {"sub": "somebody else"}
    return f"{head}.{_text(json.dumps(claims).encode())}.{seal}"


WRONG: dict[str, Callable[[Issuer, str], str]] = {
    "no token": lambda _i, _r: "",
    "no JWT": lambda _i, _r: "nonsense",
    "alg none": _none,
    "HS256 with the public key": _confused,
    "tampered payload": _tampered,
    "expired": lambda i, r: i.token(r, *GRANTS, exp=1),
    "wrong audience": lambda i, r: i.token(r, *GRANTS, aud="account"),
    "wrong client": lambda i, r: i.token(r, *GRANTS, azp="other-console"),
    "an ID token": lambda i, r: i.token(r, *GRANTS, typ="ID"),
    "unknown key": lambda i, r: i.token(
        r, *GRANTS, signed_by=RSAKey.generate_key(2048), header={"kid": "unknown"}
    ),
    "somebody's own key": lambda i, r: i.token(
        r, *GRANTS, signed_by=RSAKey.generate_key(2048)
    ),
    "another tenant's": lambda i, r: i.token(_other(r), *GRANTS),
    "another tenant's key": lambda i, r: i.token(
        r, *GRANTS, signed_by=i.keys[_other(r)]
    ),
    "another tenant's key and its name": lambda i, r: i.token(
        r,
        *GRANTS,
        signed_by=i.keys[_other(r)],
        header={"kid": f"{_other(r)}-1"},
    ),
}


def _other(realm: str) -> str:
    return "acme" if realm == "giroscope" else "giroscope"
