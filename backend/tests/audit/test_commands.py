"""`giroscope audit`: exit codes, what is printed, and what is written down of it."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from giroscope.cli import main
from giroscope.settings import Settings


@pytest.fixture
def cli(settings: Settings, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> Any:
    """Run `giroscope audit …` on the realm; tells exit code and output."""
    assert settings.master_key is not None
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY", settings.master_key.get_secret_value())
    if settings.database_url is not None:
        monkeypatch.setenv("GIROSCOPE_DATABASE_URL", settings.database_url)

    def run(*words: str, realm: str = "giroscope") -> tuple[int, str]:
        code = main(["audit", *words, "--realm", realm])
        said = capfd.readouterr()
        return code, said.out if code == 0 or said.out else said.err

    return run


def test_whole_trail_is_told_with_what_to_note(cli: Any, say: Any) -> None:
    say(3)
    code, text = cli("verify", "--json")
    told = json.loads(text)
    assert (code, told["count"], told["intact"]) == (0, 3, True)
    assert cli("verify", "--anchor", told["anchor"])[0] == 0
    code, text = cli("verify")
    assert (code, text.splitlines()[0]) == (
        0, "giroscope: all 5 events are as they were written",
    )  # fmt: skip


def test_first_fault_is_named_and_ends_with_1(cli: Any, say: Any, intrude: Any) -> None:
    say(3)
    intrude("UPDATE audit_events SET verb = 'x.y' WHERE sequence = 2")
    code, text = cli("verify")
    assert code == 1
    assert "Event 2 was changed after it was written" in text
    code, text = cli("verify", "--json")
    assert json.loads(text)["firstFault"] == {
        "sequence": 2, "what": "CHANGED",
        "message": "Event 2 was changed after it was written",
    }  # fmt: skip
    assert code == 1


def test_an_anchor_is_noted_once_a_day_and_compared_by_itself(
    cli: Any, say: Any
) -> None:
    say(2)
    first = cli("anchor")
    assert first[0] == 0
    assert "as 2:" in first[1]
    say(1)
    assert cli("anchor") == first
    assert "compared: 1" in cli("verify")[1]
    assert cli("accept-restore", "--reason", " ")[0] == 2
    assert cli("accept-restore", "--reason", "disk lost")[0] == 0
    assert cli("verify")[0] == 0


def test_bad_input_ends_with_2(cli: Any) -> None:
    assert cli("verify", "--anchor", "3:x")[0] == 2
    assert cli("verify", realm="nowhere")[0] == 2
    assert cli("export", "--from", "soon")[0] == 2


def test_export_writes_every_event_and_is_itself_written_down(
    cli: Any, say: Any, tmp_path: Path
) -> None:
    say(2)
    code, text = cli("export")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (code, [row["sequence"] for row in rows]) == (0, ["1", "2", "3"])
    assert rows[2]["verb"] == "audit.export"
    assert rows[2]["actorKind"] == "SHELL"
    assert rows[2]["agent"].startswith("command line, account ")
    target = tmp_path / "trail.csv"
    assert cli("export", "--output", str(target), "--dialect", "excel-da")[0] == 0
    assert target.read_bytes().startswith("\ufeffsequence;".encode())
    assert target.stat().st_mode & 0o777 == 0o600
    assert cli("export", "--output", str(target))[0] == 1
