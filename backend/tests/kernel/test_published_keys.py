"""The keys a realm publishes: which of them verify, and what with."""

import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey

from giroscope.kernel.errors import Unauthenticated, Unavailable
from tests.kernel.issuer import Issuer
from tests.kernel.verifying import as_text, forged, verifier_of

KEYS: dict[str, tuple[Callable[[], Key], str]] = {
    "ES256": (lambda: ECKey.generate_key("P-256", {"kid": "k", "use": "sig"}), "EC"),
    "PS256": (
        lambda: RSAKey.generate_key(2048, {"kid": "k", "use": "sig", "alg": "PS256"}),
        "RSA",
    ),
}


@pytest.mark.parametrize("algorithm", KEYS)
async def test_a_key_says_which_algorithm_it_signs_with(
    issuer: Issuer, algorithm: str
) -> None:
    make, kind = KEYS[algorithm]
    key = make()
    assert key.key_type == kind

    async def fetch(_realm: str) -> Any:
        return {"keys": [key.as_dict(private=False)]}

    verifier = verifier_of(fetch)
    token = issuer.token(signed_by=key, algorithm=algorithm, header={"kid": "k"})
    assert (await verifier.actor("giroscope", token)).id == "user-1"
    if kind == "RSA":
        bare = RSAKey.import_key({**key.as_dict(private=True), "alg": "RS256"})
        other = issuer.token(signed_by=bare, header={"kid": "k"})
        with pytest.raises(Unauthenticated):
            await verifier.actor("giroscope", other)


async def test_ed25519_is_read_where_the_realm_has_such_a_key(issuer: Issuer) -> None:
    key = OKPKey.generate_key("Ed25519", {"kid": "k", "alg": "EdDSA"})

    async def fetch(_realm: str) -> Any:
        return {"keys": [key.as_dict(private=False)]}

    head = as_text(b'{"alg":"EdDSA","kid":"k"}')
    said = f"{head}.{as_text(json.dumps(issuer.claims()).encode())}"
    seal = key.private_key.sign(said.encode())  # type: ignore[union-attr]
    verifier = verifier_of(fetch)
    assert (await verifier.actor("giroscope", f"{said}.{as_text(seal)}")).id == "user-1"
    other = bytes([seal[0] ^ 1]) + seal[1:]
    with pytest.raises(Unauthenticated):
        await verifier.actor("giroscope", f"{said}.{as_text(other)}")


async def test_the_key_with_the_public_key_as_secret_is_no_key(issuer: Issuer) -> None:
    """A symmetric key among the published ones is passed over, not used."""
    public = issuer.keys["giroscope"].as_pem(private=False)

    async def fetch(realm: str) -> Any:
        shared = {"kty": "oct", "kid": "oct", "alg": "HS256", "k": as_text(public)}
        return {"keys": [shared, *issuer.jwks(realm)["keys"]]}

    said = forged(issuer, {"alg": "HS256", "kid": "oct"}).rpartition(".")[0]
    seal = hmac.digest(public, said.encode(), "sha256")
    with pytest.raises(Unauthenticated):
        await verifier_of(fetch).actor("giroscope", f"{said}.{as_text(seal)}")


@pytest.mark.parametrize(
    "document",
    [{}, [], None, {"keys": []}, {"keys": None}, {"keys": ["x"]},
     {"keys": [{"kty": "oct", "k": "c2VjcmV0", "kid": "giroscope-1"}]},
     {"keys": [{"kty": "RSA", "kid": "giroscope-1"}]},
     {"keys": [{"kty": "EC", "crv": "P-256", "kid": "x", "alg": "HS256"}]},
     {"keys": [{"kty": "RSA", "n": "AQAB", "e": "AQAB"}] * 100}],
)  # fmt: skip
async def test_a_key_document_without_keys_is_as_good_as_none(document: Any) -> None:
    async def fetch(_realm: str) -> Any:
        return document

    with pytest.raises(Unavailable):
        await verifier_of(fetch).actor("giroscope", "a.b.c")


async def test_keys_for_other_uses_are_passed_over(issuer: Issuer) -> None:
    async def fetch(realm: str) -> Any:
        encrypting = RSAKey.generate_key(2048, {"kid": "enc", "use": "enc"})
        return {
            "keys": [
                {"kty": "OKP", "crv": "Ed448000", "x": "AA", "kid": "new"},
                encrypting.as_dict(private=False) | {"alg": "RSA-OAEP"},
                ECKey.generate_key("P-256", {"kid": "ec"}).as_dict(private=False),
                *issuer.jwks(realm)["keys"],
            ]
        }

    assert (await verifier_of(fetch).actor("giroscope", issuer.token())).id == "user-1"
