"""Fields of a record: each kind is read exactly, or named as not as promised."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from erplink import ContractChanged, OpenPayment
from erplink._fields import BadField, Fields, values_of
from erplink._settings import required
from erplink.errors import NotConfigured
from erplink.registry import makers

RECORD = {
    "text": "Gebyr", "empty": "", "number": 7, "flag": True, "amount": "10.50",
    "exact": Decimal("0.1"), "day": "2026-03-02", "moment": "2026-03-02T09:00:00Z",
    "local": "2026-03-02T09:00:00", "list": ["a"], "rows": [{"a": 1}],
    "inner": {"b": "c"}, "none": None,
}  # fmt: skip


def test_each_kind_is_read() -> None:
    one = Fields(RECORD, "A record")
    assert (one.text("empty"), one.given("number"), one.given("text")) == (
        "", "7", "Gebyr",
    )  # fmt: skip
    assert (one.perhaps("gone"), one.perhaps("none"), one.perhaps("number")) == (
        "", "", "7",
    )  # fmt: skip
    assert one.flag("flag") is True
    assert (one.amount("amount"), one.amount("exact")) == (
        Decimal("10.50"), Decimal("0.1"),
    )  # fmt: skip
    assert one.whole("number") == 7
    assert one.day("day") == date(2026, 3, 2)
    assert one.moment("moment") == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert one.texts("list") == ("a",)
    assert [inner.whole("a") for inner in one.each("rows", "A row")] == [1]
    assert one.inner("inner").text("b") == "c"


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (Fields.text, "number"),
        (Fields.text, "gone"),
        (Fields.given, "empty"),
        (Fields.given, "flag"),
        (Fields.perhaps, "list"),
        (Fields.perhaps, "inner"),
        (Fields.flag, "number"),
        (Fields.amount, "text"),
        (Fields.amount, "flag"),
        (Fields.amount, "none"),
        (Fields.whole, "flag"),
        (Fields.whole, "exact"),
        (Fields.day, "text"),
        (Fields.day, "number"),
        (Fields.moment, "local"),
        (Fields.moment, "text"),
        (Fields.texts, "rows"),
        (Fields.texts, "text"),
        (Fields.rows, "inner"),
        (Fields.inner, "list"),
    ],
)
def test_another_kind_is_told_by_its_name(
    read: Callable[[Fields, str], Any], name: str
) -> None:
    with pytest.raises(ContractChanged) as caught:
        read(Fields(RECORD, "A record"), name)
    assert "record" in caught.value.message


def test_infinite_amounts_and_records_that_are_none() -> None:
    for text in ("NaN", "Infinity"):
        with pytest.raises(BadField):
            Fields({"amount": text}, "A record").amount("amount")
    with pytest.raises(BadField):
        Fields([], "A record")


def test_payments_that_cannot_be_read_are_told_unless_none_can() -> None:
    def read(record: Any) -> OpenPayment:
        raise BadField(record["lacks"], "It lacks something.")

    def names(record: Any) -> tuple[str, str]:
        return record["id"], ""

    different = [{"id": "1", "lacks": "a"}, {"id": "2", "lacks": "b"}]
    items, unreadable = values_of(different, read, names)
    assert items == ()
    assert [(one.native_id, one.field) for one in unreadable] == [
        ("1", "a"),
        ("2", "b"),
    ]
    with pytest.raises(ContractChanged):
        values_of([different[0], different[0]], read, names)
    assert len(values_of(different[:1], read, names)[1]) == 1


@pytest.mark.parametrize("kind", sorted(makers()))
def test_every_connector_says_what_it_needs_in_both_languages(kind: str) -> None:
    description = makers()[kind].description
    names = [one.name for one in description.settings]
    assert len(names) == len(set(names))
    for one in description.settings:
        assert all((one.label.en, one.label.da, one.help.en, one.help.da))
    needed = [one for one in description.settings if one.is_required]
    blank = {one.name: "" for one in description.settings}
    if any(not one.default for one in needed):
        with pytest.raises(NotConfigured):
            required(description, blank)
