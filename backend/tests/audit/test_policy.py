"""What may be written down: no secrets, one spelling, nothing endless."""

from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

import pytest

from giroscope.features.audit.policy import (
    MOST_BYTES,
    SecretInAudit,
    canonical,
    ensure_verb,
    is_secret_name,
    short,
)


class Colour(Enum):
    RED = "red"


SECRET_NAMES = [
    "password", "newPassword", "password_hash", "PASSWORD", "userpassword", "token",
    "accessToken", "refresh_token", "idToken", "client_secret", "clientSecret",
    "secretData", "key", "apiKey", "api_key", "apikey", "privateKey", "private_key_pem",
    "masterKey", "pin", "otp", "totpSeed", "credentials", "cookie", "Authorization",
    "passphrase", "recoveryCodes", "signature", "keys",
]  # fmt: skip
PLAIN_NAMES = [
    "name", "state", "keyboard", "monkey", "pinned", "keyId", "key_fingerprint",
    "tokenExpires", "passwordChanged", "credentialType", "secretVersion", "kind",
    "correlationId", "iban", "keyPurpose", "",
]  # fmt: skip


@pytest.mark.parametrize("name", SECRET_NAMES)
def test_value_under_a_secret_name_is_refused_at_any_depth(name: str) -> None:
    for values in (
        {name: "x"},
        {name: 1},
        {"outer": {name: "x"}},
        {"list": [{"deep": [{name: ["x"]}]}]},
        {name: {"inner": "x"}},
    ):
        with pytest.raises(SecretInAudit):
            canonical(values)


@pytest.mark.parametrize("name", PLAIN_NAMES)
def test_name_of_a_fact_is_no_secret(name: str) -> None:
    assert not is_secret_name(name)
    assert canonical({name: "x"}) is not None


def test_whether_a_secret_is_there_may_be_said() -> None:
    assert canonical({"password": True, "apiKey": None}) == (
        '{"apiKey":null,"password":true}'
    )


@pytest.mark.parametrize(
    "value",
    [
        "-----BEGIN PRIVATE KEY-----\nMIIE",
        "-----BEGIN RSA PRIVATE KEY-----",
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln",
        "Bearer abcdefghijk",
        "$argon2id$v=19$m=19456",
        "postgresql://user:hunter2@host/db",
    ],
)
def test_value_in_the_form_of_a_secret_is_refused_under_any_name(value: str) -> None:
    with pytest.raises(SecretInAudit):
        canonical({"note": f"see {value}"})


def test_the_same_values_have_one_spelling() -> None:
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == '{"a":{"c":3,"d":2},"b":1}'
    assert canonical({"a": {"c": 3, "d": 2}, "b": 1}) == '{"a":{"c":3,"d":2},"b":1}'
    assert canonical(None) is canonical({}) is None


def test_values_are_written_exactly() -> None:
    values: dict[str, Any] = {
        "amount": Decimal("1234567890123.45678"),
        "day": date(2026, 11, 2),
        "at": datetime(2026, 11, 2, 12, tzinfo=UTC),
        "id": UUID(int=7),
        "roles": {"b", "a"},
        "colour": Colour.RED,
        "large": 2**60,
        "half": "\ud800\0",
    }
    assert canonical(values) == (
        '{"amount":"1234567890123.45678","at":"2026-11-02T12:00:00+00:00",'
        '"colour":"red","day":"2026-11-02","half":"?\ufffd",'
        '"id":"00000000-0000-0000-0000-000000000007","large":"1152921504606846976",'
        '"roles":["a","b"]}'
    )


def test_what_has_no_one_spelling_or_no_end_is_refused() -> None:
    with pytest.raises(TypeError):
        canonical({"ratio": 0.1})
    with pytest.raises(ValueError, match="too many"):
        canonical({"text": "x" * MOST_BYTES})


@pytest.mark.parametrize("verb", ["uploads", "Uploads.create", "a.b.c", "a b.c", ""])
def test_verb_is_a_room_and_an_act(verb: str) -> None:
    assert ensure_verb("uploads.hand_in") == "uploads.hand_in"
    with pytest.raises(ValueError, match="is no verb"):
        ensure_verb(verb)


def test_names_are_one_line_that_fits() -> None:
    assert short("a\n\x1b[31m b\0", 20) == "a [31m b"
    assert short("abcdef", 4) == "abc…"
    assert short(None, 4) is None
