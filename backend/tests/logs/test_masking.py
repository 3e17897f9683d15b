"""What must not be seen is hidden, whatever dress it comes in; nothing else is."""

import base64
import gzip
import json
import zlib

import pytest

from giroscope.features.logs.masking import Choice, Masking, without_secrets
from giroscope.features.logs.masking.dress import NOT_SHOWN
from giroscope.features.logs.masking.rules import FIELDS, KEPT, Hidden, hidden_by_name
from giroscope.features.logs.masking.values import account

IBAN = "DK5000400440116243"
BBAN = "00400440116243"
NAME = "Jane Doe"
PAYMENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">
<MsgId>GS-20261121-000000123456789</MsgId><CreDtTm>2026-11-21T13:00:00</CreDtTm>
<Cdtr><Nm>{NAME}</Nm></Cdtr><CdtrAcct><Id><IBAN>{IBAN}</IBAN></Id></CdtrAcct>
<DbtrAcct><Id><Othr><Id>{BBAN}</Id></Othr></Id></DbtrAcct>
<EndToEndId>E2E-20261121000777</EndToEndId><InstdAmt Ccy="DKK">1250.00</InstdAmt>
<Ustrd>Rent from jane  doe, {IBAN[:4]} {IBAN[4:8]} {IBAN[8:12]} {IBAN[12:]}</Ustrd>
</Document>""".encode()


OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-"


def shown(body: bytes | str, **choice: bool) -> str:
    data = body.encode() if isinstance(body, str) else body
    return Masking(Choice(**choice)).of(data)


def is_hidden(text: str) -> bool:
    """Whether neither the middle of an account nor a name is in it."""
    bare = "".join(sign for sign in text if sign.isalnum()).upper()
    return "0040044011" not in bare and "JANEDOE" not in bare


def test_a_payment_keeps_what_support_needs_and_hides_people_and_accounts() -> None:
    text = shown(PAYMENT)
    assert is_hidden(text)
    assert "DK50***6243" in text
    assert "<Nm>J***</Nm>" in text
    for kept in (
        "GS-20261121-000000123456789", "2026-11-21T13:00:00", "E2E-20261121000777",
        '<InstdAmt Ccy="DKK">1250.00</InstdAmt>',
    ):  # fmt: skip
        assert kept in text


@pytest.mark.parametrize(
    "dressed",
    [
        base64.b64encode(PAYMENT),
        base64.encodebytes(PAYMENT),
        base64.urlsafe_b64encode(PAYMENT).rstrip(b"="),
        base64.b64encode(gzip.compress(PAYMENT)),
        base64.b64encode(zlib.compress(PAYMENT)),
        base64.b64encode(base64.b64encode(PAYMENT)),
    ],
)
def test_what_an_envelope_carries_is_undressed_and_hidden(dressed: bytes) -> None:
    for envelope in (
        b"<Envelope><Content>%s</Content></Envelope>" % dressed,
        b"<Envelope><![CDATA[%s]]></Envelope>" % dressed,
        json.dumps({"content": dressed.decode()}).encode(),
        b"data: %s end" % dressed,
        b"<Broken><Content>%s" % dressed,
    ):
        text = shown(envelope)
        assert is_hidden(text), text
        assert dressed[:40].decode() not in text
        assert "GS-20261121-000000123456789" in text, text


@pytest.mark.parametrize(
    "text",
    [
        f"<a>{''.join(f'&#{ord(sign)};' for sign in IBAN)}</a>",
        f"<a>&#68;K{IBAN[2:]}",
        json.dumps({"note": f"\\u0044K{IBAN[2:]}"}),
        '{"note": "' + "".join(f"\\u{ord(sign):04x}" for sign in IBAN) + '"}',
        f"iban {IBAN[:2]} {IBAN[2:4]}-{IBAN[4:8]}.{IBAN[8:12]}\u00a0{IBAN[12:]}",
        f"iban {IBAN.lower()}",
        "\u200b".join(IBAN),
        f"konto 0040-{BBAN[4:]}, 0040 {BBAN[4:]}",
        "typed wrongly: DK51 0040 0440 1162 43",
        f"<Ustrd>{IBAN[:9]}</Ustrd><Ustrd>{NAME}</Ustrd><Nm>{NAME}</Nm>",
        f"<x><Nm>{NAME}</Nm><Ustrd>JANE\nDOE {BBAN}</Ustrd></x>",
        json.dumps({"a": json.dumps({"b": json.dumps({"iban": IBAN, "nm": NAME})})}),
        f"<x>{f'<y><Nm>{NAME}</Nm></y>'.replace('<', '&lt;')}</x>",
        f"<x><!-- {IBAN} --><?note {IBAN}?></x>",
        f'<x owner="{NAME}" note="{IBAN}"/>',
        f'{{"name": "{NAME}", "name": "{NAME}", "memo": "for {NAME}"',
        f"a=1&iban={IBAN}&name=Jane+Doe",
        f":20:X\r\n:25:{BBAN}\r\n:86:?31{IBAN}?32{NAME}?33Jane Doe\r\n{IBAN}",
        f":86:/NAME/{NAME}/IBAN/{IBAN}/REMI/x",
        f"<STMTTRN><ACCTID>{BBAN}<NAME>{NAME}\n<MEMO>from {NAME}",
    ],
)
def test_escaped_split_and_broken_texts_hide_as_well(text: str) -> None:
    found = shown(text)
    assert is_hidden(found), found


@pytest.mark.parametrize(
    "text",
    [
        "client_id=a&client_secret=hunter22&grant_type=client_credentials",
        "grant_type=password&username=a&pass%77ord=hunter22",
        '{"credentials": [{"type": "password", "value": "hunter22"}]}',
        '{"access_token": "hunter22", "nested": {"apiKey": "hunter22"}}',
        '{"password": ["hunter22"], "clientSecret": {"v": "hunter22"}}',
        "Authorization: Basic hunter22hunter22",
        "authorization: bearer hunter22hunter22\r\nCookie: s=hunter22",
        "Set-Cookie: session=hunter22; Path=/",
        "<x><Password>hunter22</Password><w:Token xmlns:w='u'>hunter22</w:Token></x>",
        "<x password='hunter22' Pin='hunter22'/>",
        "<x><ActivationCode>hunter22</ActivationCode><PIN>hunter22",
        "https://hunter:hunter22@erp.example/?key=hunter22",
        "open https://x.example/action-token?key=hunter22&a=1 now",
        "api_key: hunter22",
        "-----BEGIN PRIVATE KEY-----\nhunter22\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nhunter22",
    ],
)
def test_secrets_are_hidden_whatever_a_realm_chooses(text: str) -> None:
    found = shown(text, names=False, accounts=False)
    assert "hunter22" not in found, found


def test_a_realm_chooses_what_else_is_hidden() -> None:
    open_ = shown(PAYMENT, names=False, accounts=False)
    assert f"<Nm>{NAME}</Nm>" in open_
    assert IBAN in open_
    closed = shown(PAYMENT, amounts=True, texts=True)
    assert "1250.00" not in closed
    assert "Rent" not in closed
    assert "E2E-20261121000777" in closed


def test_addresses_keep_their_place_and_lose_what_lets_in() -> None:
    masking = Masking(Choice())
    found = masking.of_uri(f"https://u:p@erp.example/a/{IBAN}/b?key=abc&page=2")
    assert found == "https://u:***@erp.example/a/DK50***6243/b?key=***&page=2"


@pytest.mark.parametrize(
    "body", [b"", b"\x00\x01\x02" * 50, b"\xff\xfeA\x00", b"[" * 100_000, b"<" * 5_000]
)
def test_nothing_breaks_the_mask(body: bytes) -> None:
    assert isinstance(shown(body), str)


def test_what_is_no_text_is_told_by_its_length_and_digest() -> None:
    assert shown(b"\x00\x01\x02" * 50).startswith("[bytes, 150 bytes, sha256 ")


def test_a_mask_that_fails_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_values: object) -> str:
        raise RuntimeError

    monkeypatch.setattr(Masking, "of_text", fail)
    assert shown(PAYMENT) == NOT_SHOWN


def test_a_bomb_of_nested_dresses_ends() -> None:
    body = PAYMENT
    for _ in range(10):
        body = base64.b64encode(gzip.compress(body))
    assert "nested too deeply" in shown(b"<x>%s</x>" % body)


def test_entities_are_not_followed() -> None:
    bomb = f'<!DOCTYPE x [<!ENTITY a "{IBAN}">]><x>&a;</x>'
    assert is_hidden(shown(bomb))


def test_numbers_of_json_stay_exact() -> None:
    text = '{"rate": 1234567890123.45678, "id": 12345678901234567890, "n": 1.10}'
    found = shown(text, accounts=False)
    assert json.loads(found, parse_float=str, parse_int=str) == {
        "rate": "1234567890123.45678", "id": "12345678901234567890", "n": "1.10",
    }  # fmt: skip


def test_no_rule_contradicts_another() -> None:
    fields = [name for names in FIELDS.values() for name in names]
    assert len(fields) == len(set(fields))
    assert KEPT.isdisjoint(fields)
    assert hidden_by_name("{urn:x}IBAN") is Hidden.ACCOUNT
    assert hidden_by_name("x:client-secret") is Hidden.SECRET
    assert hidden_by_name("KeyName") is None


@pytest.mark.parametrize(
    "name",
    [
        "timestamp-272f21e2-abb9-4311-864c-4e892fab9f8a",
        "X509-272f21e2-abb9-4311-864c-4e892fab9f8a",
        f"{OASIS}wss-soap-message-security-1.0#Base64Binary",
        f"{OASIS}wss-x509-token-profile-1.0#X509v3",
    ],
)
def test_names_that_messages_carry_are_not_taken_for_base64(name: str) -> None:
    body = f'<a Id="{name}"><b URI="#{name}">{name}</b></a>'.encode()
    assert Masking(Choice()).of(body).count(name) == 3


def test_what_hides_behind_such_a_name_does_not_stay() -> None:
    packed = base64.urlsafe_b64encode(PAYMENT).decode().rstrip("=")
    for name in ("X509-272f21e2-abb9-4311-864c-4e892fab9f8a", "org/wss/2004/01/oasis-"):
        shown = Masking(Choice()).of(f"<a>{name}{packed}</a>".encode())
        assert packed[:60] not in shown


def test_base64_that_only_looks_like_text_is_not_shown_as_one() -> None:
    noise = base64.b64encode(bytes(range(0xA1, 0xE1))).decode()
    assert "[end of base64]" not in Masking(Choice()).of(f"<a>{noise}</a>".encode())


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("DE89 3704 0044 0532 0130 00", "DE89***3000"),
        ("DK5000400440116243", "DK50***6243"),
        ("MT84MALT011000012345MTLCAST001S", "MT84***001S"),
        ("0040-0440116243", "004***243"),
        ("1234567", "1***7"),
        ("123", "***"),
        ("", "***"),
    ],
)
def test_of_an_account_so_much_is_shown_at_either_end(number: str, shown: str) -> None:
    assert account(number) == shown


@pytest.mark.parametrize(
    "text",
    ["we sent bearer abc.def-123 to it", "Basic dXNlcjpwYXNz", "Negotiate YIIabc==",
     "api_key=abcdef", "https://anna:secret1@erp.example/x", "Cookie: a=b; c=d",
     "code=abcdef", '"password": "hunter2"', "eyJhbGciOiJ.abc.def"],
)  # fmt: skip
def test_what_lets_somebody_in_is_taken_out_of_any_text(text: str) -> None:
    left = without_secrets(text)
    assert "***" in left
    for part in ("abc", "dXNl", "YII", "secret1", "a=b", "hunter2"):
        assert part not in left


@pytest.mark.parametrize("what", list(Hidden))
def test_a_realm_hides_what_is_usual_or_what_it_chose(what: Hidden) -> None:
    usual = {Hidden.SECRET, Hidden.NAME, Hidden.ACCOUNT}
    assert Choice().hides(what) is (what in usual)
    none = Choice(names=False, accounts=False, amounts=False, texts=False)
    assert none.hides(what) is (what is Hidden.SECRET), "secrets are always hidden"
    every = Choice(amounts=True, texts=True)
    assert every.hides(what)
