"""What passkeys stand on, without a database: addresses, statements, their hashes."""

import hashlib
from pathlib import Path

import orjson
import pytest

from giroscope.features.passkeys.ceremony import Answer, RelyingParty
from giroscope.features.passkeys.challenges import canonical, digest_of, says
from giroscope.features.passkeys.errors import BadPasskeyAnswer
from giroscope.settings import Settings

CONTENT = {
    "decision": "APPROVE", "journal": "c1", "document": "ab" * 32, "payments": 2,
    "totals": [["DKK", "152.5"]], "payees": "cd" * 32,
}  # fmt: skip
WHOLE = {
    **CONTENT, "format": "giroscope decision 1", "realm": "acme", "person": "alba",
    "nonce": "n", "asked": "2026-11-24T08:00:00+00:00",
}  # fmt: skip


def _party(tmp_path: Path, realm: str, public_url: str | None) -> RelyingParty:
    settings = Settings(data_dir=tmp_path, public_url=public_url, host="127.0.0.1")
    return RelyingParty.of(settings, realm)


def test_a_realm_is_met_at_its_own_public_address_alone(tmp_path: Path) -> None:
    acme = _party(tmp_path, "acme", "https://{realm}.bank.example/")
    assert acme.id == "acme.bank.example"
    assert acme.hosts == {"https://acme.bank.example": "acme.bank.example"}
    shared = _party(tmp_path, "acme", "https://console.example:8443")
    assert shared.hosts == {"https://console.example:8443": "console.example"}


def test_on_this_machine_the_browser_takes_the_name_it_was_opened_by(
    tmp_path: Path,
) -> None:
    own = _party(tmp_path, "giroscope", None)
    assert own.id is None
    assert set(own.hosts.values()) == {
        "localhost", "127.0.0.1", "giroscope.localhost",
    }  # fmt: skip
    assert set(_party(tmp_path, "acme", None).hosts.values()) == {"acme.localhost"}


def test_the_challenge_is_the_hash_that_the_documentation_tells() -> None:
    statement = canonical(WHOLE)
    assert statement.startswith('{"asked":"2026-11-24T08:00:00+00:00","decision":')
    assert digest_of(statement) == hashlib.sha256(statement.encode("utf-8")).digest()
    assert says(statement, CONTENT, realm="acme", person="alba")


@pytest.mark.parametrize(
    "changes",
    [
        {"realm": "other"}, {"person": "bo"}, {"decision": "SIGN"},
        {"document": "ef" * 32}, {"payments": 3}, {"totals": [["DKK", "152.6"]]},
        {"payees": "00" * 32}, {"format": "giroscope decision 0"}, {"more": "words"},
    ],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_a_statement_about_anything_else_says_something_else(
    changes: dict[str, object],
) -> None:
    other = canonical({**WHOLE, **changes})
    assert not says(other, CONTENT, realm="acme", person="alba")


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", '{"response": {"clientDataJSON": "AAAA"}}', "x" * 30_000],
)
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadPasskeyAnswer):
        Answer.of(text)
    assert orjson.loads(canonical(WHOLE)) == WHOLE
