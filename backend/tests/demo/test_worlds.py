"""What a wish comes to is what its files hold; the same wish is the same bytes."""

import io
from collections import Counter
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any

import pytest

import bankfiles
from giroscope.features.demo.company import accounts, partners
from giroscope.features.demo.days import bank_days, counted
from giroscope.features.demo.files import files
from giroscope.features.demo.wishes import Preset, Wish, usual
from giroscope.features.payments.checks.names import payee_key
from giroscope.kernel.errors import InvalidInput

TODAY = date(2026, 11, 21)
SMALL = [one for one in Preset if one is not Preset.LARGE]


def _small(preset: Preset, **changes: Any) -> Wish:
    return replace(usual(preset, TODAY, seed=7), **{"days": 9, "a_day": 5} | changes)


def _pictures(wish: Wish) -> list[dict[str, Any]]:
    made = [(one.name, b"".join(one.blocks)) for one in files(wish)]
    return [bankfiles.inspect(io.BytesIO(content), name) for name, content in made]


@pytest.mark.parametrize("preset", SMALL)
def test_a_plan_counts_what_the_files_hold(preset: Preset) -> None:
    wish = _small(preset)
    pictures = _pictures(wish)
    statements = [one for picture in pictures for one in picture.get("statements", ())]
    counts = counted(wish)
    assert counts.files == len(pictures)
    assert counts.statements == len(statements)
    assert counts.transactions == sum(one["entries"] for one in statements)
    assert counts.payments == sum(one.get("count") or 0 for one in pictures)
    assert counts.accounts == len({one["account"]["iban"] for one in statements})
    assert all(one["balanced"] for one in statements)
    assert [
        found for one in pictures for found in one["findings"]
        if found["severity"] == "error"
    ] == []  # fmt: skip


def _hash(wish: Wish) -> str:
    made = sha256()
    for one in files(wish):
        made.update(one.name.encode())
        for block in one.blocks:
            made.update(block)
    return made.hexdigest()


def test_the_same_wish_gives_the_same_bytes_and_another_seed_others() -> None:
    wish = _small(Preset.REJECTS)
    assert _hash(wish) == _hash(replace(wish))
    assert _hash(wish) != _hash(replace(wish, seed=8))


def test_what_was_left_in_the_evening_is_there_in_the_morning() -> None:
    closing: dict[str, int] = {}
    for day in bank_days(_small(Preset.MULTI_CURRENCY)):
        for one in day.statements:
            assert closing.get(one.account.iban, one.opening) == one.opening
            closing[one.account.iban] = one.closing
    assert len(closing) == 6


def test_each_preset_breaks_one_thing() -> None:
    rejected = [
        status
        for picture in _pictures(_small(Preset.REJECTS))
        for status in (picture.get("status") or {}).get("transactions", {})
    ]
    assert set(rejected) == {"ACSC", "RJCT"}
    days = list(bank_days(_small(Preset.STATEMENT_GAP)))
    seen = Counter(one.number for day in days for one in day.statements)
    assert min(seen.values()) == 2, "one account has no statement of one day"
    batch = [
        entry
        for day in bank_days(_small(Preset.BATCH_BOOKINGS))
        for one in day.statements
        for entry in one.entries
        if len(entry.payments) > 1
    ]
    assert all(
        -one.amount == sum(part.amount for part in one.payments) for one in batch
    )
    assert batch
    twice = [one.message_id for day in bank_days(_small(Preset.DUPLICATES))
             for one in day.orders]  # fmt: skip
    assert any(one.endswith("-B") for one in twice)
    paid = [
        payment
        for day in bank_days(_small(Preset.ADDRESS_FAILURES))
        for order in day.orders
        for payment in order.payments
    ]
    assert {one.partner.address.form for one in paid} == {None, "unstructured"}
    assert {one.rejected for one in paid} == {"", "BE04"}


def test_a_payee_is_the_same_in_every_variant() -> None:
    known = [{one.name: one.iban for one in partners(seed)} for seed in (1, 2, 77)]
    for one in known:
        assert len({payee_key(name) for name in one}) == len(one) == 60
    together = {pair for one in known for pair in one.items()}
    assert len({name for name, _ in together}) == len(together)


def test_account_numbers_have_right_check_digits() -> None:
    owned = accounts(_small(Preset.MULTI_CURRENCY, accounts=12))
    numbers = {one.iban for one in (*owned, *partners(7))}
    for one in numbers:
        # ISO 13616: the country at the end, letters as numbers, and 97 leaves 1.
        turned = "".join(str(int(sign, 36)) for sign in one[4:] + one[:4])
        assert int(turned) % 97 == 1, one
    assert len(numbers) == len(owned) + len(partners(7))


def test_a_mid_size_company_has_the_figures_it_is_promised() -> None:
    counts = counted(usual(Preset.CLEAN_MONTH, TODAY))
    assert counts.accounts == 12
    assert counts.transactions >= 20_000
    assert counts.payments >= 900


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"days": 0}, "days"),
        ({"days": 93}, "days"),
        ({"accounts": 41}, "accounts"),
        ({"a_day": 5_001}, "a_day"),
        ({"payments_a_day": -1}, "payments_a_day"),
        ({"currencies": 7}, "currencies"),
        ({"seed": -1}, "seed"),
        ({"days": 92, "accounts": 40, "a_day": 5_000}, "a_day"),
    ],
)
def test_what_is_not_possible_is_refused_at_its_field(
    changes: dict[str, int], path: str
) -> None:
    wish = usual(Preset.REJECTS, TODAY)
    with pytest.raises(InvalidInput) as refused:
        replace(wish, **changes)
    assert refused.value.path == path
