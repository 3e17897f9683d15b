"""The JSON API: what the page can do, for tests and scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from banksim.bank import accounts
from banksim.bank.customers import LOCKED, OPEN, OUTDATED
from banksim.bank.new_customers import CannotOpen, NewAccount
from banksim.bank.payment_file import VERSIONS
from banksim.bank.sample import payment_file
from banksim.console import views
from banksim.demo import BANK_CONNECT_DEMOS, NORDEA_DEMO
from banksim.fault_kinds import MEANING, FaultKind
from banksim.house import Bank
from simulating.amounts import BadAmount, from_text

_BAD_REQUEST, _NOT_FOUND, _CREATED = 400, 404, 201
_MOST_DAYS, _MOST_PAYMENTS = 60, 20_000
_MOST_ROWS = 1_000_000
_MOST_AT_ONCE = 100_000_000_000
"""In minor units."""
STATES = (OPEN, LOCKED, OUTDATED)
STEPS = ("stages", "settlement", "next-day")

_NAME = re.compile(r"[a-z0-9-]{1,40}")

Handler = Callable[[Bank, dict[str, str], dict[str, Any]], Any]


class NotUnderstood(Exception):
    """What was asked for makes no sense; the message says why."""


class NoSuchThing(Exception):
    """It names something the bank does not have."""


def routes(bank: Bank) -> list[Route]:
    """The addresses of the API."""

    def route(path: str, method: str, handler: Handler) -> Route:
        return Route(f"/api/{path}", _endpoint(bank, handler), methods=[method])

    return [
        route("agreements", "GET", lambda b, _p, _v: views.agreements(b)),
        route("agreements/{id}", "PUT", open_agreement),
        route("agreements/{id}", "DELETE", forget_agreement),
        route("agreements/{id}/letter", "POST", order_letter),
        route("agreements/{id}/state", "POST", set_state),
        route("agreements/{id}/files", "POST", lay_back),
        route("accounts", "GET", lambda b, _p, _v: views.account_list(b)),
        route("accounts/{iban}/credits", "POST", pay_in),
        route("clock", "GET", lambda b, _p, _v: views.clock(b)),
        route("clock", "POST", advance),
        route("uploads", "GET", lambda b, n, _v: views.uploads(b, _limit(n, 1000))),
        route("ledger", "GET", _ledger),
        route("files", "GET", lambda b, n, _v: views.files(b, _limit(n, 500))),
        route("files/{reference}", "GET", _file),
        route("sample-payment", "GET", sample),
        route("directory", "GET", lambda b, _p, _v: views.directory(b)),
        route("exchanges", "GET", lambda b, _p, _v: views.exchanges(b, 500)),
        route("faults", "GET", _faults),
        route("faults", "POST", set_fault),
        route("faults", "DELETE", lambda b, _p, _v: {"removed": b.faults.remove()}),
        route("faults/{id}", "DELETE", remove_fault),
    ]


def _endpoint(bank: Bank, handler: Handler) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        names = {**request.query_params, **request.path_params}
        try:
            values = await _values(request)
            shown = await run_in_threadpool(_handled, bank, handler, names, values)
        except NotUnderstood as error:
            return JSONResponse({"detail": str(error)}, _BAD_REQUEST)
        except NoSuchThing as error:
            return JSONResponse({"detail": str(error)}, _NOT_FOUND)
        if isinstance(shown, bytes):
            return Response(shown, media_type="application/xml")
        return JSONResponse(shown, _CREATED if handler is set_fault else 200)

    return endpoint


def _handled(
    bank: Bank, handler: Handler, names: dict[str, str], values: dict[str, Any]
) -> Any:
    bank.catch_up()
    return handler(bank, names, values)


async def _values(request: Request) -> dict[str, Any]:
    data = await request.body()
    if not data:
        return {}
    try:
        values = json.loads(data)
    except ValueError as error:
        raise NotUnderstood("The body is no JSON") from error
    if not isinstance(values, dict):
        raise NotUnderstood("The body is no object")
    return values


def open_agreement(bank: Bank, names: dict[str, str], values: dict[str, Any]) -> Any:
    """A customer on Corporate Access with accounts of their own."""
    if not _NAME.fullmatch(names["id"]):
        raise NotUnderstood("A name has small letters, digits and hyphens, 40 at most")
    if any(one.id == names["id"] for one in (NORDEA_DEMO, *BANK_CONNECT_DEMOS)):
        raise NotUnderstood("This agreement is the bank's from the beginning")
    try:
        wanted = [_new_account(one) for one in values["accounts"]]
        opened = bank.open_agreement(names["id"], str(values["customer"]), wanted)
    except (KeyError, TypeError, ValueError, BadAmount) as error:
        raise NotUnderstood(
            "customer is a name; accounts have iban, name, currency, balance and"
            " statements"
        ) from error
    except CannotOpen as refusal:
        raise NotUnderstood(str(refusal)) from refusal
    shown = views.agreements(bank)
    return next(one for one in shown if one["id"] == opened.id)


def _new_account(told: dict[str, Any]) -> NewAccount:
    currency = str(told["currency"])
    return NewAccount(
        str(told["iban"]), str(told["name"]), currency,
        from_text(str(told["balance"]), currency), int(told["statements"]),
    )  # fmt: skip


def forget_agreement(bank: Bank, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """An agreement that was opened here, with everything that is its."""
    if any(one.id == names["id"] for one in (NORDEA_DEMO, *BANK_CONNECT_DEMOS)):
        raise NotUnderstood("This agreement is the bank's from the beginning")
    if not bank.forget_agreement(names["id"]):
        raise NoSuchThing("There is no such agreement")
    return {"forgotten": names["id"]}


def order_letter(bank: Bank, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """A new activation code for an agreement."""
    with bank.store.transaction():
        code = bank.customers.new_letter(names["id"], bank.options.seed, bank.now())
    if code is None:
        raise NoSuchThing("There is no such agreement")
    return {"activationCode": code}


def set_state(bank: Bank, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Open, lock or let an agreement run out."""
    state = values.get("state")
    if state not in STATES:
        raise NotUnderstood(f"state is one of {', '.join(STATES)}")
    with bank.store.transaction():
        if not bank.customers.set_state(names["id"], state):
            raise NoSuchThing("There is no such agreement")
    return {"state": state}


def lay_back(bank: Bank, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Let every file of an agreement count as not yet fetched."""
    if values.get("state") != "NEW":
        raise NotUnderstood("state is NEW")
    if bank.customers.by_id(names["id"]) is None:
        raise NoSuchThing("There is no such agreement")
    with bank.store.transaction():
        return {"files": bank.mailbox.lay_back(names["id"])}


def pay_in(bank: Bank, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Have another customer pay in on one of the bank's accounts."""
    account = _account(bank, names["iban"])
    try:
        amount = from_text(str(values.get("amount")), account.currency)
    except BadAmount as error:
        raise NotUnderstood(str(error)) from error
    if not 0 < amount <= _MOST_AT_ONCE:
        raise NotUnderstood("amount is more than nothing, and a billion at most")
    bank.pay_in(account, amount)
    return next(one for one in views.account_list(bank) if one["iban"] == account.iban)


def advance(bank: Bank, _names: dict[str, str], values: dict[str, Any]) -> Any:
    """Move the bank on: stages, settlement, or days."""
    step = values.get("to")
    if step not in STEPS:
        raise NotUnderstood(f"to is one of {', '.join(STEPS)}")
    days = values.get("days", 1)
    if not isinstance(days, int) or not 1 <= days <= _MOST_DAYS:
        raise NotUnderstood(f"days is a number from 1 to {_MOST_DAYS}")
    if step == "stages":
        bank.do_stages()
    elif step == "settlement":
        bank.settle()
    else:
        for _ in range(days):
            bank.next_day()
    return views.clock(bank)


def _ledger(bank: Bank, names: dict[str, str], _values: dict[str, Any]) -> Any:
    return views.ledger(
        bank,
        names.get("agreement"),
        names.get("messageId"),
        names.get("endToEndId"),
    )


def _file(bank: Bank, names: dict[str, str], _values: dict[str, Any]) -> Any:
    found = bank.mailbox.by_reference(names["reference"])
    if found is None:
        raise NoSuchThing("There is no such file")
    return found.content


def sample(bank: Bank, names: dict[str, str], _values: dict[str, Any]) -> bytes:
    """A payment file to try, from one of the bank's accounts."""
    account = _account(bank, names.get("account", ""))
    version = names.get("version", "09")
    if f"pain.001.001.{version}" not in VERSIONS:
        raise NotUnderstood("version is 03 or 09")
    count = names.get("count", "3")
    if not count.isdigit() or not 1 <= int(count) <= _MOST_PAYMENTS:
        raise NotUnderstood(f"count is a number from 1 to {_MOST_PAYMENTS}")
    owner = bank.customers.by_id(account.agreement)
    name = owner.customer if owner else ""
    with bank.store.transaction():
        number = int(bank.store.value("samples") or "0") + 1
        bank.store.keep("samples", str(number))
    return payment_file(
        account, name, version, int(count), bank.today(), bank.now(), number=number
    )


def _limit(names: dict[str, str], usual: int) -> int:
    """How many of the newest are asked for."""
    told = names.get("limit", str(usual))
    if not told.isdigit() or not 1 <= int(told) <= _MOST_ROWS:
        raise NotUnderstood(f"limit is a number from 1 to {_MOST_ROWS}")
    return int(told)


def _account(bank: Bank, iban: str) -> accounts.Account:
    account = accounts.find(bank.store, "IBAN", iban)
    if account is None:
        raise NoSuchThing("account is the IBAN of one of the bank's accounts")
    return account


def _faults(bank: Bank, _names: dict[str, str], _values: dict[str, Any]) -> Any:
    return {
        "set": [views.fault(one) for one in bank.faults.all()],
        "kinds": {kind.value: MEANING[kind] for kind in FaultKind},
    }


def set_fault(bank: Bank, _names: dict[str, str], values: dict[str, Any]) -> Any:
    """Set a fault."""
    try:
        kind = FaultKind(str(values.get("kind")))
    except ValueError as error:
        raise NotUnderstood("kind is none; GET /api/faults lists them") from error
    agreement, operation = values.get("agreement"), values.get("operation")
    if agreement is not None and bank.customers.by_id(agreement) is None:
        raise NotUnderstood("agreement is none of the bank's")
    if operation is not None and operation not in views.OPERATION_NAMES:
        raise NotUnderstood("operation is none of a protocol's")
    times, parameters = values.get("times"), values.get("parameters") or {}
    if times is not None and (not isinstance(times, int) or times < 1):
        raise NotUnderstood("times is a number from 1")
    if not isinstance(parameters, dict):
        raise NotUnderstood("parameters is an object")
    made = bank.faults.set(
        kind,
        agreement=agreement,
        operation=operation,
        times=times,
        parameters=parameters,
    )
    return views.fault(made)


def remove_fault(bank: Bank, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """Remove one fault."""
    if not names["id"].isdigit() or not bank.faults.remove(int(names["id"])):
        raise NoSuchThing("There is no such fault")
    return {"removed": 1}
