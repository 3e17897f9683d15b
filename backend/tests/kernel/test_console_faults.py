"""Faults of the console come into the log under the id a person can quote."""

from typing import Any

import pytest
from structlog.testing import capture_logs

pytestmark = pytest.mark.served

PATH = "/api/console-faults"
INCIDENT = "0af7651916cd43dd8448eb211c80319c"
REPORT: dict[str, Any] = {
    "incident": INCIDENT,
    "error": "TypeError",
    "screen": "/journals/statements",
    "release": "0.1.0",
    "places": ["at Fragile (/assets/index-Dk3_a.js:12:345)", "in ListPage"],
}


async def _report(api: Any, report: object = REPORT, **who: Any) -> Any:
    async with api.client(**who) as client:
        return await client.post(
            PATH, json=report, headers={"traceparent": f"00-{INCIDENT}-{'1' * 16}-01"}
        )


async def test_an_incident_shown_in_a_browser_is_found_in_the_log(api: Any) -> None:
    with capture_logs() as lines:
        answer = await _report(api)
    assert answer.status_code == 204
    [line] = [one for one in lines if one["event"] == "console.fault"]
    assert line["log_level"] == "error"
    assert {key: line[key] for key in REPORT} == REPORT
    assert (line["realm"], line["actor"]) == ("giroscope", "user-1")
    assert line["trace"] == INCIDENT


async def test_nobody_reports_without_being_signed_in(api: Any) -> None:
    with capture_logs() as lines:
        answer = await _report(api, token="")
    assert answer.status_code == 401
    assert not [one for one in lines if one["event"] == "console.fault"]


@pytest.mark.parametrize(
    "change",
    [
        {"incident": "quote me"},
        {"incident": None},
        {"error": "Customer Jensen not found"},
        {"screen": "/journals?q=DK5000440116243"},
        {"screen": "https://elsewhere.example/"},
        {"release": "x" * 81},
        {"places": ["line\nforged"]},
        {"places": ["x" * 301]},
        {"places": ["at f"] * 41},
        {"places": "at f"},
    ],
)
async def test_what_is_of_another_shape_never_comes_into_the_log(
    api: Any, change: dict[str, Any]
) -> None:
    with capture_logs() as lines:
        answer = await _report(api, {**REPORT, **change})
    assert answer.status_code == 400
    assert answer.json()["code"] == "no_report"
    assert not [one for one in lines if one["event"] == "console.fault"]


async def test_a_message_beside_the_report_is_left_out(api: Any) -> None:
    with capture_logs() as lines:
        answer = await _report(api, {**REPORT, "message": "typed by somebody"})
    assert answer.status_code == 204
    assert "typed by somebody" not in str(lines)


@pytest.mark.parametrize("report", [[], "fault", None, 7])
async def test_a_report_is_an_object(api: Any, report: object) -> None:
    assert (await _report(api, report)).status_code == 400


async def test_a_report_is_short(api: Any) -> None:
    answer = await _report(api, {**REPORT, "more": "x" * 20_000})
    assert answer.status_code == 413


async def test_a_browser_that_reports_without_end_is_told_to_wait(api: Any) -> None:
    codes = [(await _report(api)).status_code for _ in range(6)]
    assert codes[:4] == [204] * 4
    assert 429 in codes[4:]
    # Another person is not kept from reporting.
    assert (await _report(api, user="user-2")).status_code == 204
