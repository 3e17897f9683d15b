"""The operator's file: every setting reaches the endpoint, every slip is told."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from banklink import AgreementPlace, Environment, FileKind, HmacHash, KeyNaming
from banklink.bankconnect import protocol as bankconnect
from banklink.nordea import protocol as nordea
from banklink.protocol import Agreement, Surroundings
from giroscope.cli.__main__ import main
from giroscope.features.banks.addresses import Addresses, NoAddress
from giroscope.features.banks.directory import PROFILES, described
from giroscope.features.banks.operator_file import BadDirectory
from giroscope.settings import Settings

NORDEA, CONNECT = "nordea-dk", "bank-connect-bankdata"
NEEDED = {
    NORDEA: {
        "file_service": '"https://bank.test/files"',
        "certificate_service": '"https://bank.test/certificates"',
        "roots": '["root.pem"]',
    },
    CONNECT: {"address": '"https://bank.test/corporate"', "roots": '["root.pem"]'},
}
DOCS = Path(__file__).parents[3] / "docs" / "banks.md"


@pytest.fixture(params=["sqlite"])
def folder(tmp_path: Path) -> Path:
    (tmp_path / "root.pem").write_bytes(b"a root")
    return tmp_path


def addresses(folder: Path, text: str) -> Addresses:
    path = folder / "banks.toml"
    path.write_text(text, "utf-8")
    return Addresses(Settings(data_dir=folder, bank_directory=path))


def written(bank: str, **settings: str) -> str:
    lines = (f"{name} = {value}" for name, value in (NEEDED[bank] | settings).items())
    return "\n".join([f"[{bank}.PRODUCTION]", *lines])


def endpoint(folder: Path, bank: str, **settings: str) -> Any:
    profile, environment = PROFILES[bank], Environment.PRODUCTION
    told = addresses(folder, written(bank, **settings)).settings(profile, environment)
    agreement = Agreement(
        kind=profile.kind, bank=profile, environment=environment, parameters={}
    )
    way = nordea.endpoint if bank == NORDEA else bankconnect.endpoint
    return way(agreement, Surroundings(settings=told))


COMMON = [
    ("bank_names", '["Bank A", "Bank B"]', ("Bank A", "Bank B")),
    ("tls_roots", '["root.pem"]', (b"a root",)),
    ("accept_sha1", "true", True),
    ("software_id", '"Regnskab"', "Regnskab"),
    ("clock_skew", "2", timedelta(minutes=2)),
    ("largest_reply", "1000", 1000),
    ("connect_seconds", "3", 3.0),
    ("read_seconds", "1.5", 1.5),
    ("largest_file", "2000", 2000),
    ("compress_from", "10", 10),
    ("compress_from", "false", None),
]
OF_NORDEA = [
    ("receiver_id", '"NDEASESS"', "NDEASESS"),
    ("language", '"SV"', "SV"),
    ("agreement_place", '"service_id"', AgreementPlace.SERVICE_ID),
    ("hmac_hash", '"SHA256"', HmacHash.SHA256),
    ("sends", '{"pain.001" = "NDCORPAYS"}', {FileKind.PAYMENT: "NDCORPAYS"}),
    ("receives", '{"camt.053" = ["A", "B"]}', {FileKind.STATEMENT: ("A", "B")}),
    ("name_pattern", '"Name: (.+)"', "Name: (.+)"),
]
OF_CONNECT = [
    ("signs_before_encrypting", "true", True),
    ("key_naming", '"key_identifier"', KeyNaming.KEY_IDENTIFIER),
    ("service_format", '"CAMT"', "CAMT"),
    ("echoes_id", "false", False),
    ("refusal_codes", '["400", "409"]', frozenset({"400", "409"})),
    ("most_messages", "7", 7),
]
CASES = [
    *((bank, *case) for bank in (NORDEA, CONNECT) for case in COMMON),
    *((NORDEA, *case) for case in OF_NORDEA),
    *((CONNECT, *case) for case in OF_CONNECT),
]


@pytest.mark.parametrize(("bank", "name", "value", "expected"), CASES)
def test_a_setting_reaches_the_endpoint(
    bank: str, name: str, value: str, expected: object, folder: Path
) -> None:
    assert getattr(endpoint(folder, bank, **{name: value}), name) == expected
    assert getattr(endpoint(folder, bank), name) != expected or expected is None


def test_every_setting_is_tried_here_and_told_in_the_docs() -> None:
    tried = {(bank, name) for bank, name, _, _ in CASES}
    text = DOCS.read_text("utf-8")
    for bank, needed in NEEDED.items():
        names = set(described(PROFILES[bank].kind).settings)
        assert names == {n for b, n in tried if b == bank} | set(needed)
        assert [name for name in names if f"`{name}`" not in text and
                f"{name} =" not in text] == []  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[nordea-dk", "cannot be read"),
        ("nordea-dk = 1", "no table"),
        ("[nordea-dk]\nPRODUCTION = 1", "no table"),
        ("[danske.PRODUCTION]\naddress = 1", "no bank danske"),
        ("[folder.PRODUCTION]\naddress = 1", "no bank folder"),
        ("[nordea-simulated.TEST]\nroots = []", "no bank nordea-simulated"),
        (written(NORDEA).replace("PRODUCTION", "STAGING"), "PRODUCTION or TEST"),
        (written(NORDEA).replace("roots", "root"), "lacks roots"),
        (written(NORDEA, refusal_codes='["1"]'), "no setting refusal_codes"),
        (written(CONNECT, refusal_code='["1"]'), "no setting refusal_code"),
        (written(CONNECT, address='"http://bank.test/x"'), "https://"),
        (written(CONNECT, address='"ftp://bank.test/x"'), "https://"),
        (written(CONNECT, roots="[]"), "a list of texts"),
        (written(CONNECT, roots='"root.pem"'), "a list of texts"),
        (written(CONNECT, echoes_id='"no"'), "true or false"),
        (written(CONNECT, most_messages="0"), "above 0"),
        (written(CONNECT, most_messages="true"), "above 0"),
        (written(CONNECT, read_seconds='"60"'), "seconds"),
        (written(CONNECT, clock_skew="-1"), "seconds"),
        (written(CONNECT, key_naming='"name"'), "documented"),
        (written(CONNECT, service_format='""'), "a text"),
        (written(NORDEA, receives='{"camt.999" = ["A"]}'), "documented"),
        (written(NORDEA, sends="{}"), "a table"),
        (written(NORDEA, name_pattern='"(.+"'), "a regular expression"),
        (written(NORDEA, name_pattern='"Name"'), "with a group"),
    ],
)
def test_a_slip_is_told_with_its_place(text: str, said: str, folder: Path) -> None:
    with pytest.raises(BadDirectory) as caught:
        addresses(folder, text).ensure_sound()
    assert said in caught.value.reason
    assert str(folder) not in caught.value.message


def test_the_doctor_reads_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "banks.toml"
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(folder))
    monkeypatch.setenv("GIROSCOPE_BANK_DIRECTORY", str(path))
    path.write_text(written(NORDEA) + "\n" + written(CONNECT))
    main(["doctor"])
    assert f"2 in {path}" in capsys.readouterr().out
    path.write_text(written(NORDEA, hmac_hash='"MD5"'))
    assert main(["doctor"]) == 1
    assert "hmac_hash has to be" in capsys.readouterr().out


def test_a_root_that_is_missing_is_named(folder: Path) -> None:
    (folder / "root.pem").unlink()
    with pytest.raises(NoAddress, match=r"root\.pem"):
        addresses(folder, written(CONNECT)).ensure_sound()


def test_only_a_simulated_bank_lays_its_letter_open(folder: Path) -> None:
    beside = Addresses(Settings(data_dir=folder, bank_simulator_port=8123))
    simulated = PROFILES["nordea-simulated"]
    assert beside.letter_page(simulated) == "http://localhost:8123/"
    assert beside.letter_page(PROFILES[NORDEA]) is None
    alone = Addresses(Settings(data_dir=folder, bank_simulator_port=0))
    assert alone.letter_page(simulated) is None
