"""Every code has its text in every language, and every text its code and values."""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax.ast import (
    Message as Entry,
)
from fluent.syntax.ast import (
    VariableReference,
)
from fluent.syntax.visitor import Visitor

import localization
from banklink.registry import descriptions
from localization import DEFAULT, LANGUAGES, PSEUDO, Amount, Message, render
from localization.catalogue import areas, path_of, texts_of

_SOURCES = Path(localization.__file__).parents[1]
_FAMILIES = {
    # One for each kind of document, meter, role, state or check: said in parts.
    "billing", "billing_line", "erp_check", "erp", "finding", "import", "journal",
    "personal_data", "rule", "send", "recall", "status_reason", "status_remedy",
}  # fmt: skip
_RECOGNISED = {
    # Found in a text: what raises them still raises a sentence.
    "bank_connection", "billing_plans", "demo_data", "erp_connection", "kernel",
    "link", "machine", "sending", "upload",
}  # fmt: skip
_BEHIND = re.compile("(_for)?(_why)?$")
"""What an approval is told with: for whom, and why."""
descriptions()  # bring their catalogues
ALL = [(area, name) for area in areas() for name in sorted(texts_of(area, DEFAULT))]


class _Holes(Visitor):  # type: ignore[misc]
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(  # noqa: N802 - called so by Fluent
        self, node: VariableReference
    ) -> None:
        self.names.add(node.id.name)


def _holes(entry: Entry) -> set[str]:
    seen = _Holes()
    seen.visit(entry)
    return seen.names


def _of_protocols() -> set[str]:
    """Labels of what protocols ask for, and what they fail with: tested with them."""
    return {area for one in descriptions() for area in (one.area, f"{one.area}_said")}


@cache
def _said() -> dict[str, list[tuple[str, ast.Call]]]:
    """Each code that a source says, with the calls that say it."""
    found: dict[str, list[tuple[str, ast.Call]]] = {}
    for path in sorted(_SOURCES.rglob("*.py")):
        for call in _calls(ast.parse(path.read_text("utf-8"))):
            code = ast.literal_eval(call.args[0])
            found.setdefault(code, []).append((path.name, call))
    return found


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "Message"
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield node


@cache
def _literals() -> set[str]:
    """Every text in the sources that reads as a code."""
    code = re.compile(r"""["']([a-z_]+\.[A-Za-z_0-9]+)["']""")
    return {
        one
        for path in _SOURCES.rglob("*.py")
        for one in code.findall(path.read_text("utf-8"))
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_no_other(language: str) -> None:
    assert areas(language) == areas()
    for area in areas():
        told, own = texts_of(area, DEFAULT), texts_of(area, language)
        assert set(own) == set(told), area
        assert all(entry.value is not None for entry in own.values())


def test_every_code_that_is_said_has_a_text_and_its_values() -> None:
    for code, calls in _said().items():
        area, _, name = code.partition(".")
        assert name in texts_of(area, DEFAULT), code
        needed = {
            hole for one in LANGUAGES for hole in _holes(texts_of(area, one)[name])
        }
        for file, call in calls:
            given = {keyword.arg for keyword in call.keywords}
            assert None in given or needed <= given, (code, file, needed - given)


def test_no_text_is_there_that_nobody_says() -> None:
    known = _FAMILIES | _RECOGNISED | _of_protocols()
    said = _literals()
    assert [
        f"{area}.{name}"
        for area, name in ALL
        if area not in known and f"{area}.{_BEHIND.sub('', name)}" not in said
    ] == []


@pytest.mark.parametrize("area", areas())
def test_no_text_is_the_same_twice_in_a_file(area: str) -> None:
    for language in LANGUAGES:
        path = path_of(area, language)
        assert path is not None
        names = re.findall(r"(?m)^([A-Za-z]\w*) =", path.read_text("utf-8"))
        assert len(names) == len(set(names))


@pytest.mark.parametrize(("area", "name"), ALL)
def test_what_comes_from_a_catalogue_is_seen_in_the_pseudo_language(
    area: str, name: str
) -> None:
    # A value stays as it is, so that hard-coded text would be seen in it.
    holes: dict[str, Any] = dict.fromkeys(_holes(texts_of(area, DEFAULT)[name]), "1")
    words = re.sub(r"[\W\d_]+", "", render(Message(f"{area}.{name}", **holes), PSEUDO))
    assert not re.search("[a-zA-Z]", words)


def test_the_findings_of_a_reader_are_those_of_the_docs() -> None:
    listed = (_SOURCES.parents[1] / "docs" / "findings.md").read_text("utf-8")
    codes = re.findall(r"(?m)^\| `(\w+)`", listed)
    assert sorted(codes) == sorted(texts_of("finding", DEFAULT))


@pytest.mark.parametrize(
    ("currency", "english", "danish"),
    [
        ("DKK", "1,250.50", "1.250,50"),
        ("HUF", "1,250.50", "1.250,50"),
        ("OMR", "1,250.500", "1.250,500"),
        ("CLF", "1,250.5000", "1.250,5000"),
    ],
)
def test_an_amount_has_the_decimals_of_its_currency(
    currency: str, english: str, danish: str
) -> None:
    due = Message(
        "billing.overdue",
        number="G-7",
        amount=Amount(Decimal("1250.5"), currency),
        due="2026-11-01",
    )
    assert f" {english} {currency} " in render(due)
    assert f" {danish} {currency} " in render(due, "da")


def test_an_amount_without_a_minor_unit_has_decimals_only_where_they_count() -> None:
    def due(amount: str) -> str:
        value = Amount(Decimal(amount), "UGX")
        return render(Message("billing.overdue", number="G", amount=value, due="x"))

    assert " 1,250 UGX " in due("1250")
    assert " 1,250.5 UGX " in due("1250.50")
