"""What people and scripts do in the ERP, over JSON under `/control` and by the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from erpsim import demo, slips
from erpsim.console import views
from erpsim.fault_kinds import MEANING, FaultKind
from erpsim.house import Erp
from erpsim.interface import OPERATIONS
from erpsim.keys import RIGHTS
from erpsim.new_companies import NewAccount, NewBooks, NewSupplier
from erpsim.open_items import RECEIVABLE, NewItem
from erpsim.payables import Bill
from erpsim.refusals import NoSuchThing, NotUnderstood, Refused

OPERATION_NAMES = tuple(one.name for one in OPERATIONS)
_MOST_PAYMENTS = 200_000
_DUE_AFTER = timedelta(days=8)

Handler = Callable[[Erp, dict[str, str], dict[str, Any]], Any]


def routes(erp: Erp) -> list[Route]:
    """The addresses of the control."""

    def route(path: str, method: str, handler: Handler) -> Route:
        return Route(f"/control/{path}", _endpoint(erp, handler), methods=[method])

    return [
        route("suppliers", "GET", lambda e, n, _v: views.suppliers(e, _company(n))),
        route("invoices", "GET", lambda e, n, _v: views.invoices(e, _company(n))),
        route("invoices", "POST", enter),
        route("invoices/{id}/approval", "POST", approve),
        route("payments", "GET", lambda e, n, _v: views.payments(e, _company(n), 1000)),
        route("payments", "POST", make_many),
        route("payments/{id}/again", "POST", pay_again),
        route("open-items", "GET", lambda e, n, _v: views.items(e, _company(n))),
        route("open-items", "POST", enter_item),
        route("open-items/many", "POST", make_many_items),
        route("statements", "GET", lambda e, n, _v: views.lines(e, _company(n), 1000)),
        route("ledger", "GET", lambda e, n, _v: views.ledger(e, _company(n))),
        route("companies", "GET", lambda e, _n, _v: views.companies(e)),
        route("companies/{id}", "PUT", open_books),
        route("companies/{id}", "DELETE", forget_books),
        route("companies/{id}/closed-until", "POST", close_period),
        route("bank-accounts/{id}/blocked", "POST", block),
        route("key", "GET", lambda e, _n, _v: views.key(e)),
        route("key", "POST", set_key),
        route("requests", "GET", lambda e, _n, _v: views.requests(e, 500)),
        route("faults", "GET", _faults),
        route("faults", "POST", set_fault),
        route("faults", "DELETE", lambda e, _n, _v: {"removed": e.faults.remove()}),
        route("faults/{id}", "DELETE", remove_fault),
    ]


def _endpoint(erp: Erp, handler: Handler) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        names = {**request.query_params, **request.path_params}
        try:
            values = _values(await request.body())
            shown = await run_in_threadpool(done, erp, handler, names, values)
        except Refused as refused:
            told = {"code": refused.code, "message": refused.message}
            return JSONResponse({"error": told}, refused.status)
        return JSONResponse(shown)

    return endpoint


def done(
    erp: Erp, handler: Handler, names: dict[str, str], values: dict[str, Any]
) -> Any:
    """Do one thing, whole or not at all.

    Raises:
        Refused: It cannot be done.
    """
    with erp.store.transaction():
        return handler(erp, names, values)


def enter(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Enter a supplier's invoice; what a slip needs is printed where it is left out."""
    supplier = str(values.get("supplier", ""))
    number = str(values.get("number") or _next_number(erp))
    bill = Bill(
        supplier,
        number,
        str(values.get("amount", "")).replace(" ", "").replace(",", "."),
        _day(values.get("due"), erp.now().date() + _DUE_AFTER),
        _day(values.get("issued"), erp.now().date()),
        str(values.get("reference") or _printed(erp, supplier, number)),
    )
    made = erp.payables.enter(bill)
    if values.get("approve"):
        return approve(erp, {**names, "id": str(made)}, {})
    return {"invoice": made}


def approve(erp: Erp, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """Approve an invoice for payment."""
    invoice = _id(names)
    return {"invoice": invoice, "payment": erp.payables.approve(invoice, erp.now())}


def pay_again(erp: Erp, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """Make a payment again that came to nothing."""
    return {"payment": erp.payables.pay_again(_id(names), erp.now())}


def make_many(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Make many small open payments."""
    day = erp.now().date() + _DUE_AFTER
    return {"made": erp.payables.make_many(_company(names), _count(values), day)}


def enter_item(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Enter what a customer owes, or what a supplier collects."""
    issued = _day(values.get("issued"), erp.now().date())
    item = NewItem(
        str(values.get("side") or RECEIVABLE), str(values.get("party", "")),
        str(values.get("name", "")).strip(), str(values.get("account", "")),
        str(values.get("number", "")).strip(), str(values.get("reference", "")),
        str(values.get("amount", "")).replace(" ", "").replace(",", "."),
        str(values.get("currency") or "DKK"), issued,
        _day(values.get("due"), issued + _DUE_AFTER),
    )  # fmt: skip
    return {"item": erp.items.enter(_company(names), item, erp.now())}


def make_many_items(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Make many small receivables."""
    now = erp.now()
    made = erp.items.make_many(_company(names), _count(values), now.date(), now)
    return {"made": made}


def open_books(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """A company with its bank accounts and suppliers, made on first sight."""
    try:
        books = NewBooks(
            names["id"], str(values["name"]), str(values.get("registration", "")),
            [NewAccount(**_texts(one)) for one in values["accounts"]],
            [NewSupplier(**_texts(one)) for one in values["suppliers"]],
        )  # fmt: skip
    except (KeyError, TypeError, AttributeError) as error:
        raise NotUnderstood(
            "A company has a name, accounts and suppliers, each whole"
        ) from error
    made = erp.opening.open(books)
    return next(one for one in views.companies(erp) if one["id"] == made["id"])


def forget_books(erp: Erp, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """A company that was opened here, with everything that is its."""
    if not erp.opening.forget(names["id"]):
        raise NoSuchThing("There is no such company")
    return {"forgotten": names["id"]}


def close_period(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Close the books until a day, or open them again."""
    until = values.get("until") or None
    if until is not None:
        until = _day(until, erp.now().date()).isoformat()
    changed = erp.store.changed(
        "UPDATE companies SET closed_until = ? WHERE id = ?", until, names["id"]
    )
    if not changed:
        raise NoSuchThing("There is no such company")
    return {"closedUntil": until}


def block(erp: Erp, names: dict[str, str], values: dict[str, Any]) -> Any:
    """Block a bank account, or open it again."""
    is_blocked = str(values.get("blocked")).lower() == "true"
    changed = erp.store.changed(
        "UPDATE bank_accounts SET is_blocked = ? WHERE id = ?",
        int(is_blocked),
        names["id"],
    )
    if not changed:
        raise NoSuchThing("There is no such bank account")
    return {"blocked": is_blocked}


def set_key(erp: Erp, _names: dict[str, str], values: dict[str, Any]) -> Any:
    """Make a new key, or change what it may do and until when."""
    if values.get("renew"):
        erp.keys.renew(erp.now())
    if "rights" in values:
        rights = values["rights"]
        if not isinstance(rights, list) or any(one not in RIGHTS for one in rights):
            raise NotUnderstood(f"rights are some of {', '.join(RIGHTS)}", "rights")
        erp.keys.set_rights(rights)
    if values.get("expires"):
        erp.keys.set_expiry(_day(values["expires"], erp.now().date()))
    return views.key(erp)


def set_fault(erp: Erp, _names: dict[str, str], values: dict[str, Any]) -> Any:
    """Set a fault."""
    try:
        kind = FaultKind(str(values.get("kind")))
    except ValueError as error:
        raise NotUnderstood("kind is none; GET /control/faults lists them") from error
    operation, times = values.get("operation"), values.get("times")
    parameters = values.get("parameters")
    if operation is not None and operation not in OPERATION_NAMES:
        raise NotUnderstood(f"operation is one of {', '.join(OPERATION_NAMES)}")
    if times is not None and (not isinstance(times, int) or times < 1):
        raise NotUnderstood("times is a number from 1", "times")
    if parameters is not None and not isinstance(parameters, dict):
        raise NotUnderstood("parameters is an object", "parameters")
    made = erp.faults.set(kind, operation=operation, times=times, parameters=parameters)
    return views.fault(made)


def remove_fault(erp: Erp, names: dict[str, str], _values: dict[str, Any]) -> Any:
    """Remove one fault."""
    if not erp.faults.remove(_id(names)):
        raise NoSuchThing("There is no such fault")
    return {"removed": 1}


def _faults(erp: Erp, _names: dict[str, str], _values: dict[str, Any]) -> Any:
    return {
        "set": [views.fault(one) for one in erp.faults.all()],
        "kinds": {kind.value: MEANING[kind] for kind in FaultKind},
    }


def _values(data: bytes) -> dict[str, Any]:
    try:
        values = json.loads(data) if data else {}
    except (ValueError, RecursionError) as error:
        raise NotUnderstood("The body is no JSON") from error
    if not isinstance(values, dict):
        raise NotUnderstood("The body is no object")
    return values


def _texts(told: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in told.items()}


def _next_number(erp: Erp) -> str:
    found = erp.store.one("SELECT COALESCE(MAX(id), 0) + 1 n FROM invoices")
    return f"{erp.now():%Y}-{found['n']:05d}"


def _printed(erp: Erp, supplier: str, number: str) -> str:
    """What the supplier's slip for this invoice would say."""
    row = erp.store.row("SELECT slip_type FROM suppliers WHERE id = ?", supplier)
    digits = "".join(sign for sign in number if sign.isascii() and sign.isdigit())
    if row is None or not digits:
        return ""
    return slips.payment_id(row["slip_type"], int(digits[-12:]))


def _count(values: dict[str, Any]) -> int:
    count = values.get("count")
    if not isinstance(count, int) or not 1 <= count <= _MOST_PAYMENTS:
        raise NotUnderstood(f"count is a number from 1 to {_MOST_PAYMENTS}", "count")
    return count


def _company(names: dict[str, str]) -> str:
    return names.get("company") or demo.TRADE


def _id(names: dict[str, str]) -> int:
    text = names.get("id", "")
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise NoSuchThing("There is nothing with this id")
    return int(text)


def _day(value: object, default: date) -> date:
    if not value:
        return default
    try:
        return date.fromisoformat(str(value))
    except ValueError as error:
        raise NotUnderstood("A day is YYYY-MM-DD") from error
