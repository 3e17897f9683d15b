"""The command line: what it prints, what it does, and how it ends."""

import json
import os
import signal
import sqlite3
from pathlib import Path
from time import monotonic, sleep

import pytest
from postgres import free_port

from giroscope.cli import COMMANDS, main
from giroscope.kernel.secrets import new_key_text
from giroscope.serve.preparing import close_to_others
from giroscope.settings import Settings
from tests.commands import begin

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>'
    "<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-02T08:00:00Z</CreDtTm></GrpHdr>"
    "<Stmt><Id>S1</Id><ElctrncSeqNb>7</ElctrncSeqNb>"
    "<CreDtTm>2026-03-02T08:00:00Z</CreDtTm>"
    "<Acct><Id><IBAN>DK5000400440116243</IBAN></Id><Ccy>DKK</Ccy></Acct>"
)
BALANCE = (
    "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
    '<Amt Ccy="DKK">{amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
    "<Dt><Dt>2026-03-02</Dt></Dt></Bal>"
)
ENTRY = (
    '<Ntry><NtryRef>R{n}</NtryRef><Amt Ccy="DKK">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
    "<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>"
    "<ValDt><Dt>2026-03-02</Dt></ValDt><NtryDtls><TxDtls><Refs>"
    "<EndToEndId>E{n}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>"
)


def _statement(entries: int) -> str:
    body = "".join(ENTRY.format(n=n) for n in range(entries))
    opening = BALANCE.format(code="OPBD", amount=100)
    closing = BALANCE.format(code="CLBD", amount=100 + entries)
    return f"{HEAD}{opening}{closing}{body}</Stmt></BkToCstmrStmt></Document>"


@pytest.fixture
def statement(tmp_path: Path) -> Path:
    path = tmp_path / "statement.xml"
    path.write_text(_statement(3))
    return path


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "var"
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(folder))
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: giroscope {command}" in capsys.readouterr().out


def test_unknown_command_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["fly"])
    assert ended.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


def test_setting_that_cannot_be_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIROSCOPE_PORT", "high")
    assert main(["doctor"]) == 2
    assert "GIROSCOPE_PORT" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["DOCUMENTS_URL", "ANCHORS_URL"])
@pytest.mark.parametrize(
    "address", ["s3://", "s3:///x", "s3://two words/x", "ftp://host/x", "papers"]
)
def test_a_store_that_cannot_be_is_named(
    name: str,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(f"GIROSCOPE_{name}", address)
    assert main(["doctor"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"giroscope: GIROSCOPE_{name}: It names no store: s3://")


@pytest.mark.parametrize(
    "address",
    ["s3://bucket", "s3://key@bucket/a/b", "GS://bucket/a", "az://box/a",
     "https://box.blob.example/a", "file:///srv/two words"],
)  # fmt: skip
def test_a_store_that_can_be_is_taken(address: str) -> None:
    assert Settings(documents_url=address, anchors_url=address).anchors_url == address


def test_an_empty_address_is_none() -> None:
    assert Settings(documents_url="").documents_url is None


def test_inspect_prints_one_object_for_one_file(
    statement: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(statement), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["version"] == "camt.053.001.08"
    assert told["statements"][0]["balanced"] is True


def test_inspect_prints_a_list_for_several_and_2_for_a_bad_one(
    statement: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.xml"
    assert main(["inspect", str(statement), str(missing), "--json"]) == 2
    good, bad = json.loads(capsys.readouterr().out)
    assert good["findings"] == []
    assert [f["code"] for f in bad["findings"]] == ["cannot_open"]


def test_inspect_tells_people_whether_it_adds_up(
    statement: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(statement)]) == 0
    out = capsys.readouterr().out
    assert "DK5000400440116243" in out
    assert "adds up" in out


def test_realm_is_made_once_with_its_people(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["realm", "create", "acme", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["users"] == ["admin", "operator", "approver", "manager", "viewer"]
    assert len(told["password"]) >= 12
    assert main(["realm", "list", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["name"], listed["signIn"]) == ("acme", True)
    assert main(["realm", "create", "acme"]) == 0
    assert "already" in capsys.readouterr().out
    assert main(["realm", "create", "../acme"]) == 2
    assert [path.name for path in (data_dir / "realms").glob("*.sqlite3")] == [
        "acme.sqlite3"
    ]


def _modes(folder: Path) -> set[str]:
    return {
        f"{'d' if path.is_dir() else 'f'}{path.stat().st_mode & 0o777:03o}"
        for path in (folder, *folder.rglob("*"))
    }


def test_what_is_written_is_its_owners_alone_and_doctor_finds_what_is_not(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert _modes(data_dir) == {"d700", "f600"}
    capsys.readouterr()
    main(["doctor"])
    assert "open to their owner alone" in capsys.readouterr().out
    database = data_dir / "realms" / "giroscope.sqlite3"
    database.chmod(0o644)
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert f"others may open {database}" in told
    assert f"chmod -R go= {data_dir}" in told
    # A start mends it.
    assert close_to_others(data_dir) == 1
    assert _modes(data_dir) == {"d700", "f600"}


@pytest.mark.usefixtures("data_dir")
def test_another_master_key_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", new_key_text())
    monkeypatch.setenv("GIROSCOPE_IDENTITY_URL", "http://127.0.0.1:9")
    # A Giroscope that runs beside has the usual one.
    monkeypatch.setenv("GIROSCOPE_PORT", str(free_port()))
    capsys.readouterr()
    for words in (["serve"], ["serve", "--only", "web"], ["worker"],
                  ["import", __file__, "--realm", "giroscope"],
                  ["audit", "verify", "--realm", "giroscope"]):  # fmt: skip
        assert main(words) == 1, words
        told = capsys.readouterr()
        assert "encrypted with another master key" in told.err, words
        assert "Traceback" not in told.err + told.out


@pytest.mark.parametrize("key", ["abc", "QUJD"])
@pytest.mark.usefixtures("data_dir")
def test_a_master_key_that_is_none_is_a_sentence(
    key: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", key)
    capsys.readouterr()
    assert main(["audit", "verify", "--realm", "giroscope"]) == 2
    told = capsys.readouterr().err
    assert told == (
        "giroscope: The master key must be 32 bytes in base64, as"
        " `openssl rand -base64 32` prints them.\n"
    )


def test_doctor_finds_a_key_that_others_may_read(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    (data_dir / "master.key").chmod(0o644)
    capsys.readouterr()
    assert main(["doctor", "--json"]) == 1
    checks = {c["name"]: c for c in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["master key"]["ok"] is False
    assert "chmod 600" in checks["master key"]["remedy"]
    assert checks["realm giroscope"]["ok"] is True


def test_doctor_finds_a_key_that_is_lost(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    (data_dir / "master.key").unlink()
    capsys.readouterr()
    assert main(["doctor"]) == 1
    assert "backup" in capsys.readouterr().out
    assert not (data_dir / "master.key").exists(), "a new key opens nothing"


def test_import_stores_reads_and_tells(data_dir: Path, statement: Path) -> None:
    words = ("import", statement, "--realm", "giroscope", "--json")
    done = begin(statement.parent, *words).ended()
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert (told["state"], told["kind"]) == ("IMPORTED", "STATEMENT")
    assert told["counts"]["new"] == 3
    again = begin(statement.parent, *words).ended()
    assert again.code == 0, again.err
    assert json.loads(again.out)["duplicateOf"] == told["upload"]
    assert data_dir.is_dir()


def test_import_refuses_what_is_no_bank_file(data_dir: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear bank")
    done = begin(tmp_path, "import", letter, "--realm", "giroscope", "--json").ended()
    assert done.code == 2, done.err
    told = json.loads(done.out)
    assert told["state"] == "REFUSED"
    assert told["findings"][0]["severity"] == "error"
    assert data_dir.is_dir()


def test_import_into_a_realm_that_is_not_there_is_bad_input(
    data_dir: Path, statement: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(statement), "--realm", "nowhere"]) == 2
    assert "no realm named nowhere" in capsys.readouterr().err
    assert not (data_dir / "realms" / "nowhere.sqlite3").exists()


@pytest.mark.integration
def test_import_that_was_killed_ends_with_the_same_rows(
    data_dir: Path, tmp_path: Path
) -> None:
    path, entries = tmp_path / "large.xml", 20_000
    path.write_text(_statement(entries))
    words = ("import", path, "--realm", "giroscope", "--json")
    first = begin(tmp_path, *words)
    _wait_until_running(data_dir / "realms" / "giroscope.sqlite3")
    os.kill(first.pid, signal.SIGKILL)
    assert first.ended().code == -signal.SIGKILL
    done = begin(tmp_path, *words).ended()
    assert done.code == 0, done.err
    assert json.loads(done.out)["state"] == "KNOWN"
    with sqlite3.connect(data_dir / "realms" / "giroscope.sqlite3") as database:
        rows = database.execute("SELECT count(*), sum(amount) FROM transactions")
        assert rows.fetchone() == (entries, entries * 100_000)
        states = database.execute("SELECT state FROM uploads ORDER BY id").fetchall()
    database.close()
    assert states == [("IMPORTED",), ("KNOWN",)]


def _wait_until_running(path: Path) -> None:
    deadline = monotonic() + 60
    while monotonic() < deadline:
        if path.exists():
            database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            try:
                found = database.execute(
                    "SELECT 1 FROM jobs WHERE state = 'RUNNING' AND done > 0"
                ).fetchone()
            except sqlite3.OperationalError:
                found = None
            finally:
                database.close()
            if found:
                return
        sleep(0.02)
    pytest.fail("the import did not begin")
