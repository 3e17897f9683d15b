"""`giroscope validate`: what it prints, and how it ends."""

import json
from pathlib import Path

import pytest

from giroscope.cli import BAD_INPUT, FAILED, OK, main
from tests.payments.payment_orders import File, Transfer


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command runs, with nothing of an installation."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(folder: Path, name: str, file: File) -> str:
    path = folder / name
    path.write_bytes(file.xml())
    return str(path)


def test_warnings_end_well_errors_of_payments_fail_and_bad_files_are_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = _write(folder, "good.xml", File())
    number = "<Othr><Id>040440116243</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>"
    slip = Transfer(account=number)
    refused = _write(folder, "refused.xml", File((slip,)))
    bad = _write(folder, "bad.xml", File(total="1.00"))
    assert main(["validate", good]) == OK
    assert main(["validate", refused]) == FAILED
    assert main(["validate", good, bad]) == BAD_INPUT
    assert main(["validate", str(folder / "none.xml")]) == BAD_INPUT
    said = capsys.readouterr()
    assert "bad.xml: INVALID" in said.out
    assert "Another control sum is stated" in said.out
    assert "none.xml" in said.err


def test_json_is_one_report_and_the_next_run_says_what_was_mended(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = _write(folder, "bad.xml", File(total="1.00"))
    good = _write(folder, "good.xml", File())
    main(["validate", "--json", bad])
    first = capsys.readouterr().out
    (folder / "first.json").write_text(first)
    assert json.loads(first)["standing"] == "invalid"
    assert main(["validate", "--json", "--previous", "first.json", good]) == OK
    rerun = json.loads(capsys.readouterr().out)["rerun"]
    assert "sum_differs" in {one["code"] for one in rerun["mended"]}
    assert main(["validate", "--previous", good, good]) == BAD_INPUT


def test_a_realm_that_is_not_there_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = _write(folder, "good.xml", File())
    assert main(["validate", "--realm", "nowhere", good]) == BAD_INPUT
    assert "nowhere" in capsys.readouterr().err
