"""Two entries are one booking by evidence, never against it, and each only once."""

from datetime import timedelta
from typing import Any

import pytest

from giroscope.features.statements.sameness import (
    PENDING,
    Item,
    Pairing,
    contradict,
    folded_name,
    is_evidence,
    same_content,
    same_money,
    same_money_and_day,
    same_money_and_value,
    sums,
)
from tests.statements.version_factory import item, march, units

NONE: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("left", "right", "within", "across"),
    [
        # Said of each: what one format may not do, and what two formats may not.
        (NONE, NONE, False, False),
        ({"units": units("6.00")}, NONE, True, True),
        ({"units": units("-5.00")}, NONE, True, True),
        ({"currency": "EUR"}, NONE, True, True),
        # Formats mark reversals differently.
        ({"reversal": True}, NONE, True, False),
        ({"end_to_end_id": "E1"}, {"end_to_end_id": "E2"}, True, True),
        ({"end_to_end_id": "E1"}, {"end_to_end_id": "E1"}, False, False),
        # What only one tells is no contradiction.
        ({"end_to_end_id": "E1", "name": "Alma", "bank_reference": "R1",
          "account": "DK1", "remittance": "Faktura"}, NONE, False, False),
        # Names are cut, and written in capitals.
        ({"name": "Alma"}, {"name": "Bo"}, True, True),
        ({"name": "Havnens Fisk ApS"}, {"name": "HAVNENS FISK"}, False, False),
        ({"name": "Havnens Fisk ApS"}, {"name": "Fisk ApS"}, True, True),
        ({"name": "Alma"}, {"name": " - "}, False, False),
        # An account's last ten signs are the same by IBAN and by national number.
        ({"account": "DK50 5051 0000 1314"}, {"account": "50510000001314"}, True, True),
        ({"account": "DK5050510000001314"}, {"account": "50510000001314"},
         False, False),
        # Formats have references and texts of their own.
        ({"bank_reference": "R1"}, {"bank_reference": "R2"}, True, False),
        ({"reference": "RF1"}, {"reference": "RF2"}, True, False),
        ({"remittance": "Faktura 7"}, {"remittance": "Faktura 8"}, True, False),
        ({"remittance": "Faktura 7, tak"}, {"remittance": "faktura 7"}, False, False),
        # The bank's own remark, the state and the details tell no booking apart.
        ({"text": "Card"}, {"text": "Wire"}, False, False),
        ({"state": PENDING}, NONE, False, False),
        ({"detail_count": 3}, NONE, False, False),
    ],
)  # fmt: skip
def test_a_value_that_both_tell_and_tell_differently_contradicts(
    left: dict[str, Any], right: dict[str, Any], *, within: bool, across: bool
) -> None:
    one, other = item(1)._replace(**left), item(2)._replace(**right)
    for first, second in ((one, other), (other, one)):
        assert contradict(first, second, is_one_format=True, dates=True) is within
        assert contradict(first, second, is_one_format=False, dates=True) is across


@pytest.mark.parametrize("name", ["booked", "valued"])
def test_days_contradict_only_where_they_are_asked(name: str) -> None:
    later: dict[str, Any] = {name: march(3)}
    one, other = item(1), item(2)._replace(**later)
    assert contradict(one, other, is_one_format=False, dates=True)
    assert not contradict(one, other, is_one_format=True, dates=False)
    none: dict[str, Any] = {name: None}
    silent = other._replace(**none)
    assert not contradict(one, silent, is_one_format=True, dates=True)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (NONE, NONE, False),
        ({"bank_reference": "R1"}, {"bank_reference": "R1"}, True),
        ({"bank_reference": "R1"}, {"bank_reference": "R2"}, False),
        ({"end_to_end_id": "E1"}, {"end_to_end_id": "E1"}, True),
        ({"end_to_end_id": "E1"}, NONE, False),
        ({"name": "Alma", "remittance": "7"}, {"name": "ALMA", "remittance": "7"},
         False),
        ({"name": "Alma", "remittance": "A-7"}, {"name": "ALMA", "remittance": "a 7"},
         True),
        ({"remittance": "Faktura"}, {"reference": "FAKTURA"}, True),
        ({"text": "Faktura 7"}, {"text": "Faktura 7"}, False),
    ],
)  # fmt: skip
def test_evidence_is_a_value_that_few_bookings_share(
    left: dict[str, Any], right: dict[str, Any], *, expected: bool
) -> None:
    one, other = item(1)._replace(**left), item(2)._replace(**right)
    assert is_evidence(one, other) is is_evidence(other, one) is expected


def _paired(pairing: Pairing) -> set[tuple[int, int]]:
    return {(left.own_id, right.own_id) for left, right in pairing.pairs}


def test_of_equal_entries_each_is_paired_once_and_the_rest_is_left() -> None:
    left = [item(number) for number in (1, 2, 3)]
    right = [item(number) for number in (11, 12)]
    pairing = Pairing(left, right)
    pairing.by(same_content)
    assert _paired(pairing) == {(1, 11), (2, 12)}
    assert (list(pairing.left), list(pairing.right)) == ([3], [])
    pairing.by(same_money)
    assert len(pairing.pairs) == 2


def test_of_several_that_fit_the_nearest_in_time_come_together() -> None:
    pairing = Pairing(
        [item(1, day=2), item(2, day=8)], [item(11, day=9), item(12, day=2)]
    )
    pairing.by(same_money, fits=lambda *_: True)
    assert _paired(pairing) == {(1, 12), (2, 11)}


def test_one_is_paired_with_the_nearest_and_not_with_the_first() -> None:
    pairing = Pairing([item(1, day=8)], [item(11, day=2), item(12, day=9)])
    pairing.by(same_money, fits=lambda *_: True)
    assert _paired(pairing) == {(1, 12)}


def test_what_does_not_fit_stays_and_may_fit_by_another_key() -> None:
    pairing = Pairing([item(1, day=2)], [item(11, day=3), item(12, "6.00")])
    pairing.by(same_money, fits=lambda one, other: one.day == other.day)
    pairing.by(same_money_and_day)
    assert pairing.pairs == []
    pairing.by(same_money_and_value, fits=lambda *_: True)
    assert pairing.pairs == []
    pairing.by(same_money)
    assert _paired(pairing) == {(1, 11)}
    assert list(pairing.right) == [12]


def test_the_value_date_is_the_day_where_none_is_told() -> None:
    assert same_money_and_value(item(1, valued=None)) == same_money_and_value(item(2))


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ({"position": 9, "line": 9, "statement_id": 9}, True),
        ({"detail_count": 2, "entry_key": b"", "occurrence": 2, "entry_id": 7}, True),
        *(({name: "other"}, False) for name in (
            "currency", "bank_reference", "end_to_end_id", "name", "account",
            "remittance", "reference", "text",
        )),
        ({"units": 1}, False), ({"booked": march(3)}, False),
        ({"valued": march(3)}, False), ({"reversal": True}, False),
        ({"state": PENDING}, False),
    ],
)  # fmt: skip
def test_content_is_what_a_person_would_compare(
    changed: dict[str, Any], *, is_same: bool
) -> None:
    one = item(1)
    assert (one.content == one._replace(**changed).content) is is_same


def test_only_booked_entries_move_a_balance() -> None:
    told = [item(1), item(2, "-2.00"), item(3, "9.00")._replace(state=PENDING)]
    assert sums(told) == units("3.00")


def test_names_are_compared_without_case_marks_and_blanks() -> None:
    assert folded_name("Østerbro  Bageri A/S") == folded_name("ØSTERBRO BAGERI AS")
    assert folded_name(None) == folded_name(" .-/ ") == ""


def test_many_equal_entries_are_paired_in_a_moment() -> None:
    left = [item(number) for number in range(1, 3_001)]
    right = [one._replace(own_id=one.own_id + 5_000) for one in left]
    pairing = Pairing(left, right)
    pairing.by(same_money, fits=_are_near)
    assert len(pairing.pairs) == 3_000


def _are_near(one: Item, other: Item) -> bool:
    return abs(one.day - other.day) <= timedelta(days=3)
