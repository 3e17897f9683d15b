"""WebAuthn as this product uses it, over the library `webauthn`: options and answers.

Knows no tables. Users are always verified (PIN, finger, face): a device that lies
about decides nothing by itself.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from giroscope.features.passkeys.errors import BadPasskeyAnswer
from giroscope.kernel.access import Actor
from giroscope.kernel.identity.template import console_addresses
from giroscope.settings import Settings

TIMEOUT_SECONDS = 120
LONGEST_ANSWER = 20_000
# What an answer that is no answer makes the library raise besides its own.
_UNREADABLE = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError)


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Where a realm's console is opened, as browsers and devices name it."""

    hosts: Mapping[str, str]
    """The host of each origin."""
    id: str | None
    """None lets the browser take its own host: on this machine it has several names."""
    name: str

    @classmethod
    def of(cls, settings: Settings, realm: str) -> "RelyingParty":
        """By the public address of the installation, else by the machine's own names.

        The realm's sub-domain is part of it, so devices keep tenants apart as well.
        """
        origins = console_addresses(settings, realm)
        hosts = {origin: urlsplit(origin).hostname or "" for origin in origins}
        has_one = settings.public_url is not None
        return cls(hosts, hosts[origins[0]] if has_one else None, "Giroscope")


@dataclass(frozen=True, slots=True)
class Registered:
    """A new credential, as its device describes it."""

    credential_id: str
    public_key: bytes
    sign_count: int
    rp_id: str
    aaguid: str
    is_synced: bool
    transports: list[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser brought of a device, read but not verified."""

    credential: dict[str, Any]
    client_data: bytes
    challenge: bytes
    origin: str

    @property
    def credential_id(self) -> str:
        """The device's name of the key."""
        return str(self.credential.get("id", ""))

    @classmethod
    def of(cls, text: str) -> "Answer":
        """From the JSON of a `PublicKeyCredential`.

        Raises:
            BadPasskeyAnswer: It is none.
        """
        try:
            if len(text) > LONGEST_ANSWER:
                raise BadPasskeyAnswer
            credential = orjson.loads(text)
            client_data = base64url_to_bytes(credential["response"]["clientDataJSON"])
            said = orjson.loads(client_data)
            challenge = base64url_to_bytes(said["challenge"])
            return cls(credential, client_data, challenge, str(said["origin"]))
        except _UNREADABLE as error:
            raise BadPasskeyAnswer from error

    def part(self, name: str) -> bytes:
        """A part of the device's response.

        Raises:
            BadPasskeyAnswer: There is none of that name.
        """
        try:
            return base64url_to_bytes(self.credential["response"][name])
        except _UNREADABLE as error:
            raise BadPasskeyAnswer from error


def registration_options(
    party: RelyingParty, actor: Actor, challenge: bytes, known: Collection[str]
) -> str:
    """What a browser needs to have a device make a key, as JSON."""
    person = hashlib.sha256(f"{actor.realm}/{actor.id}".encode()).digest()
    options = webauthn.generate_registration_options(
        rp_id=party.id or "localhost",
        rp_name=party.name,
        user_id=person,
        user_name=actor.username,
        user_display_name=actor.name,
        challenge=challenge,
        timeout=TIMEOUT_SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=_descriptors(known),
    )
    told = orjson.loads(webauthn.options_to_json(options))
    if party.id is None:
        del told["rp"]["id"]
    return orjson.dumps(told).decode()


def assertion_options(
    party: RelyingParty, challenge: bytes, allowed: Collection[str]
) -> str:
    """What a browser needs to have one of these keys sign, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id or "localhost",
        challenge=challenge,
        timeout=TIMEOUT_SECONDS * 1000,
        allow_credentials=_descriptors(allowed),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    told = orjson.loads(webauthn.options_to_json(options))
    if party.id is None:
        del told["rpId"]
    return orjson.dumps(told).decode()


def registered(party: RelyingParty, answer: Answer) -> Registered:
    """The new key, if the device's answer verifies.

    Raises:
        BadPasskeyAnswer: It does not, or comes from another address.
    """
    rp_id = _host(party, answer)
    try:
        found = webauthn.verify_registration_response(
            credential=answer.credential,
            expected_challenge=answer.challenge,
            expected_rp_id=rp_id,
            expected_origin=answer.origin,
            require_user_verification=True,
        )
    except _UNREADABLE as error:
        raise BadPasskeyAnswer from error
    said = answer.credential["response"].get("transports")
    transports = [str(one)[:20] for one in said[:8]] if isinstance(said, list) else []
    return Registered(
        credential_id=bytes_to_base64url(found.credential_id),
        public_key=found.credential_public_key,
        sign_count=found.sign_count,
        rp_id=rp_id,
        aaguid=found.aaguid,
        is_synced=found.credential_device_type is CredentialDeviceType.MULTI_DEVICE,
        transports=transports,
    )


def asserted(party: RelyingParty, answer: Answer, key: Any) -> int:
    """The key's new count of signatures, if the device's answer verifies.

    Raises:
        BadPasskeyAnswer: It does not, comes from another address, or was copied.
    """
    if _host(party, answer) != key.rp_id:
        raise BadPasskeyAnswer
    return _verified(answer, key, int(key.sign_count))


def verify_kept(
    key: Any, challenge: bytes, client_data: bytes, data: bytes, signature: bytes
) -> None:
    """Verify what was kept of an answer once more, against this challenge.

    Raises:
        BadPasskeyAnswer: It is no signature of this key over this challenge.
    """
    told = {
        "id": key.credential_id,
        "rawId": key.credential_id,
        "type": "public-key",
        "response": {
            "clientDataJSON": bytes_to_base64url(client_data),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
        },
    }
    answer = Answer.of(orjson.dumps(told).decode())
    if answer.challenge != challenge:
        raise BadPasskeyAnswer
    # Its count was compared when it came; meanwhile the device has counted on.
    _verified(answer, key, 0)


def _verified(answer: Answer, key: Any, sign_count: int) -> int:
    try:
        found = webauthn.verify_authentication_response(
            credential=answer.credential,
            expected_challenge=answer.challenge,
            expected_rp_id=key.rp_id,
            expected_origin=answer.origin,
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    except _UNREADABLE as error:
        raise BadPasskeyAnswer from error
    return found.new_sign_count


def _host(party: RelyingParty, answer: Answer) -> str:
    host = party.hosts.get(answer.origin)
    if host is None:
        raise BadPasskeyAnswer("The device answered for another address than this one")
    return host


def _descriptors(ids: Collection[str]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in ids]
