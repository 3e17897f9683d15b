"""What a real Tryton refuses once somebody has taken a key or a right away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import tryton_world as world
from tryton_server import Books, Tryton

from erplink import (
    Connector,
    NotAllowed,
    SignInRefused,
)

pytestmark = pytest.mark.integration


Opened = Callable[..., Connector]


@pytest.fixture(scope="session")
def changed_books(tryton: Tryton) -> Books:
    """Books whose rights the tests below take away and give back."""
    return tryton.books()


def test_a_withdrawn_key_is_no_sign_in(changed_books: Books, opened: Opened) -> None:
    (user,) = changed_books.find("res.user", [["login", "=", world.USER]], "id")
    spare = "f" * 128
    made = changed_books.call(
        "model.res.user.application.create",
        [{"key": spare, "user": user["id"], "application": "rest"}],
    )
    connector = opened(changed_books, key=spare)
    connector.list_companies()
    changed_books.call("model.res.user.application.cancel", made)
    with pytest.raises(SignInRefused):
        connector.list_companies()


def test_a_company_of_others_is_not_an_empty_one(
    changed_books: Books, opened: Opened
) -> None:
    (user,) = changed_books.find("res.user", [["login", "=", world.USER]], "id")
    changed_books.call(
        "model.res.user.write", [user["id"]], {"companies": [["remove", [2]]]}
    )
    with pytest.raises(NotAllowed) as caught:
        opened(changed_books, company="2").fetch_payments(None, 10)
    assert caught.value.detail == "Havnens Ejendomme ApS"
    companies = opened(changed_books).list_companies()
    assert [one.native_id for one in companies] == ["1"]


def test_a_missing_right_is_named(changed_books: Books, opened: Opened) -> None:
    (user,) = changed_books.find("res.user", [["login", "=", world.USER]], "id")
    (group,) = changed_books.find("res.group", [["name", "=", "Payment"]], "id")
    (more,) = changed_books.find("res.group", [["name", "=", "Payment Approval"]], "id")
    connector = opened(changed_books)
    assert all(one.may for one in connector.rights())
    both = [group["id"], more["id"]]
    changed_books.call(
        "model.res.user.write", [user["id"]], {"groups": [["remove", both]]}
    )
    try:
        missing = {(one.resource, one.is_write) for one in opened(
            changed_books).rights() if not one.may}  # fmt: skip
        assert ("account.payment", False) in missing
        assert ("account.payment", True) in missing
        assert ("account.statement", False) not in missing
        assert ("account.payment.process", True) in missing
        with pytest.raises(NotAllowed):
            opened(changed_books).fetch_payments(None, 10)
        with pytest.raises(NotAllowed):
            opened(changed_books).list_payment_methods()
    finally:
        changed_books.call(
            "model.res.user.write", [user["id"]], {"groups": [["add", both]]}
        )
