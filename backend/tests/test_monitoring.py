"""Alerts and dashboard ask for what is told, and every alarm has its runbook."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml

from giroscope.cli.doctor import LOOKS
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.measures import Family, TenantMeasures
from giroscope.kernel.metrics import Metrics, RequestCounts
from giroscope.measures import MEASURES
from giroscope.settings import Settings

ROOT = Path(__file__).parents[2]
_MONITORING = ROOT / "deploy" / "monitoring"
_RUNBOOK = (ROOT / "docs" / "runbook.md").read_text("utf-8")
_SELECTOR = re.compile(r"\b((?:giroscope|process)_\w+)(?:\{([^}]*)\})?")
_RULES = [
    rule
    for group in yaml.safe_load((_MONITORING / "alerts.yml").read_text("utf-8"))[
        "groups"
    ]
    for rule in group["rules"]
]
_PANELS = json.loads((_MONITORING / "dashboard.json").read_text("utf-8"))["panels"]
_ASKED = [rule["expr"] for rule in _RULES] + [
    target["expr"] for panel in _PANELS for target in panel["targets"]
]
_STATES = {
    "giroscope_jobs": {"QUEUED", "RUNNING", "FAILED"},
    "giroscope_job_oldest_seconds": {"QUEUED", "RUNNING"},
    "giroscope_send_oldest_seconds": {"WAITING", "LEAVING", "UNKNOWN"},
}


def _families(settings: Settings) -> dict[str, Family]:
    tenants = TenantMeasures(Database(settings), MEASURES, system_clock)
    told = Metrics(settings, tenants, RequestCounts()).families
    return {family.name: family for family in told}


def _selectors() -> Iterator[tuple[str, str]]:
    for expression in _ASKED:
        yield from _SELECTOR.findall(expression)


@pytest.mark.parametrize("expression", _ASKED)
def test_what_is_asked_is_promql(expression: str) -> None:
    promql_parser.parse(expression.replace("$__rate_interval", "1m"))


def test_all_that_is_asked_is_told_and_all_that_is_told_is_shown(
    settings: Settings,
) -> None:
    told = _families(settings)
    named = {name for name, _ in _selectors()}
    assert named - set(told) == set()
    assert set(told) - named == {"process_start_time_seconds"}


def test_a_rate_is_of_what_counts_up_and_nothing_else_is(settings: Settings) -> None:
    told = _families(settings)
    for expression in _ASKED:
        rated = set(re.findall(r"(?:rate|increase)\((\w+)", expression))
        bare = {name for name, _ in _SELECTOR.findall(expression)} - rated
        assert {told[name].kind for name in rated} <= {"counter"}, expression
        assert {told[name].kind for name in bare} <= {"gauge"}, expression


def test_a_state_that_is_asked_for_is_one_that_there_is() -> None:
    for name, labels in _selectors():
        for states in re.findall(r'state=~?"([^"]+)"', labels):
            known = _STATES.get(name, {"WAITING", "LEAVING", "UNKNOWN"})
            assert set(states.split("|")) <= known, (name, states)


@pytest.mark.parametrize("rule", _RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_says_where_the_runbook_tells_what_to_do(rule: Any) -> None:
    page, _, place = rule["annotations"]["runbook_url"].partition("#")
    assert (ROOT / page).is_file()
    assert place == rule["alert"].lower()
    assert f"\n### {rule['alert']}\n" in _RUNBOOK
    assert rule["labels"]["severity"] in {"critical", "warning"}


def test_the_runbook_tells_of_no_alert_that_there_is_not() -> None:
    told = set(re.findall(r"^### (\w+)$", _RUNBOOK, re.MULTILINE))
    assert told == {rule["alert"] for rule in _RULES}


def test_the_runbook_tells_of_everything_that_doctor_looks_at(
    settings: Settings,
) -> None:
    found = {check.name for look in LOOKS for check in look(settings)}
    general = {re.sub(r"^realm .*", "realm …", name) for name in found}
    general = {re.sub(r".* port$", "… port", name) for name in general}
    assert len(general) > 7
    assert {name for name in general if f"`{name}`" not in _RUNBOOK} == set()
