"""The parts of the page, each from what the bank shows of itself."""

from __future__ import annotations

from markupsafe import Markup

from banksim.console import views
from banksim.console.api import STATES
from banksim.console.views import Shown
from banksim.fault_kinds import MEANING, FaultKind
from banksim.house import Bank
from simulating.page import (
    Column,
    Section,
    button,
    moment,
    options,
    table,
)

_FEW = 60


def all_of(bank: Bank) -> list[Section]:
    """Every part, in the order of the page."""
    return [
        Section("day", "The day", _day(bank)),
        Section("agreements", "Agreements", _agreements(bank)),
        Section("accounts", "Accounts", _accounts(bank)),
        Section("faults", "Faults", _faults(bank)),
        Section("received", "Files received", _uploads(bank)),
        Section("payments", "Payments", _payments(bank)),
        Section("files", "Files laid out", _files(bank)),
        Section("exchanges", "Latest requests", _exchanges(bank)),
    ]


def _button(
    text: str, what: str, *, is_quiet: bool = True, about: str = "", **values: str
) -> Markup:
    """A button of the page whose values stand beside it."""
    return button(text, what, values, is_quiet=is_quiet, about=about)


def _day(bank: Bank) -> Markup:
    clock = views.clock(bank)
    pace = clock["paceSeconds"]
    by_itself = (
        f"By itself a file goes on a stage every {pace:g} seconds, and the day"
        " follows the calendar."
        if pace is not None
        else "A file goes on only when told."
    )
    waiting = f"Received: {clock['received']}. Accepted: {clock['accepted']}."
    return Markup(
        "<p>{waiting} {by_itself}</p><div class='buttons'>{buttons}</div>"
    ).format(
        waiting=waiting,
        by_itself=by_itself,
        buttons=Markup().join(
            (
                _button("Accept what was received", "clock", to="stages"),
                _button("Pay what is due today", "clock", to="settlement"),
                _button("Close the day", "clock", is_quiet=False, to="next-day"),
            )
        ),
    )


_CARD = Markup(
    '<div class="card"><h3>{bank}</h3><dl>{rows}</dl>'
    '<div class="buttons">{buttons}</div></div>'
)
_ROW = Markup('<dt>{name}</dt><dd class="{look}">{value}</dd>')


def _agreements(bank: Bank) -> Markup:
    cards = Markup().join(_agreement(one) for one in views.agreements(bank))
    return Markup(
        "<p>As in the letters of the banks. A code works once.</p>"
        '<div class="cards">{cards}</div>'
    ).format(cards=cards)


def _agreement(one: Shown) -> Markup:
    lines = [
        ("Agreement", one["agreementId"], "mono"),
        ("Sender id", one["senderId"], "mono"),
        ("Signer id", one["signerId"], "mono"),
        ("Name", one["customer"], ""),
        ("Function id", one["functionId"], "mono"),
        ("Reg. no.", one["regNo"], "mono"),
        ("Country", one["countryCode"], ""),
        ("Activation code", one["activationCode"], "code"),
        ("Code", "can be used" if one["isCodeValid"] else "used", ""),
        ("State", one["state"], "good" if one["state"] == "open" else "bad"),
        ("Certificate", _certificate(one), ""),
    ]
    centre = f", {one['dataCentre'].upper()}" if one["dataCentre"] else ""
    return _CARD.format(
        bank=f"{one['bank']}{centre}",
        rows=Markup().join(
            _ROW.format(name=name, value=value, look=look)
            for name, value, look in lines
            if value
        ),
        buttons=_agreement_buttons(one),
    )


def _agreement_buttons(one: Shown) -> Markup:
    words = {"open": "Open", "locked": "Lock", "outdated": "Let run out"}
    name, bank = one["id"], one["bank"]
    made = [
        _button("New letter", "letter", about=bank, id=name),
        _button("Lay files back", "files", about=bank, id=name),
    ]
    made.extend(
        _button(words[state], "state", about=bank, id=name, state=state)
        for state in STATES
        if state != one["state"]
    )
    return Markup().join(made)


def _certificate(one: Shown) -> str:
    active = [c for c in one["certificates"] if c["state"] == "active"]
    if not active:
        return "none yet"
    return ", ".join(
        f"{c['environment'].lower()} until {c['expires'][:10]}" for c in active
    )


_CREDIT_FORM = Markup(
    """<form method="post" action="/do/credit">
<label>Account<select name="iban">{ibans}</select></label>
<label>Amount<input name="amount" inputmode="decimal" size="12" required
 value="100000.00"></label>
<button>Have it paid in</button></form>"""
)


def _accounts(bank: Bank) -> Markup:
    rows = views.account_list(bank)
    for row in rows:
        path = f"/api/sample-payment?account={row['iban']}&version=09&count=3"
        row["try"] = Markup(
            '<a href="{}" download="payments-{}.xml">pain.001</a>'
        ).format(path, row["iban"])
    form = _CREDIT_FORM.format(ibans=options(row["iban"] for row in rows))
    return form + table(
        "Balances in the books, and a payment file to try from each account",
        (
            Column("Agreement", "agreement"),
            Column("Account", "name"),
            Column("IBAN", "iban", "mono"),
            Column("Balance", "balance", "amount"),
            Column("Currency", "currency"),
            Column("In today", "incomingToday", "amount"),
            Column("Out today", "outgoingToday", "amount"),
            Column("To try", "try"),
        ),
        rows,
    )


_FAULT_FORM = Markup(
    """<form method="post" action="/do/fault">
<label>Fault<select name="kind">{kinds}</select></label>
<label>Agreement<select name="agreement">
<option value="">all</option>{who}</select></label>
<label>Operation<select name="operation">
<option value="">all</option>{which}</select></label>
<label>Times (empty: until removed)<input name="times" inputmode="numeric" size="6"
 value="1"></label>
<label>Parameters<input name="parameters" placeholder="code=31, seconds=5"></label>
<button>Set</button></form>"""
)


def _faults(bank: Bank) -> Markup:
    form = _FAULT_FORM.format(
        kinds=options(kind.value for kind in FaultKind),
        who=options(one.id for one in bank.customers.all()),
        which=options(views.OPERATION_NAMES),
    )
    rows = [views.fault(one) for one in bank.faults.all()]
    for row in rows:
        row["who"] = row["agreement"] or "all"
        row["what"] = row["operation"] or "all"
        row["left"] = "until removed" if row["left"] is None else row["left"]
        row["shown"] = ", ".join(f"{k}={v}" for k, v in row["parameters"].items())
        row["remove"] = _button(
            "Remove", "remove", about=row["kind"], id=str(row["id"])
        )
    columns = (
        Column("Fault", "kind"),
        Column("Agreement", "who"),
        Column("Operation", "what"),
        Column("Left", "left"),
        Column("Parameters", "shown"),
        Column("", "remove"),
    )
    meanings = Markup().join(
        _ROW.format(name=kind.value, value=MEANING[kind], look="") for kind in FaultKind
    )
    return Markup("{form}{table}<details><summary>What each fault does</summary>"
                  "<dl class='meanings'>{meanings}</dl></details>").format(
        form=form, table=table("Faults that are set", columns, rows),
        meanings=meanings,
    )  # fmt: skip


def _uploads(bank: Bank) -> Markup:
    rows = views.uploads(bank, _FEW)
    for row in rows:
        row["received"] = moment(row["received"])
    return table(
        f"The latest {_FEW}",
        (
            Column("Received (UTC)", "received"),
            Column("Agreement", "agreement"),
            Column("Message", "messageId", "mono"),
            Column("Payments", "payments", "amount"),
            Column("State", "state"),
            Column("Reason", "reason"),
        ),
        rows,
    )


def _payments(bank: Bank) -> Markup:
    rows = views.ledger(bank)["payments"][-_FEW:][::-1]
    for row in rows:
        row["state"] = ", ".join(dict.fromkeys(row["states"]))
        row["reason"] = ", ".join(dict.fromkeys(row["reasons"]))
    return table(
        f"The latest {_FEW}, with how often each was paid",
        (
            Column("End-to-end id", "endToEndId", "mono"),
            Column("Agreement", "agreement"),
            Column("Creditor", "creditor"),
            Column("Amount", "amount", "amount"),
            Column("Currency", "currency"),
            Column("Day", "day"),
            Column("Paid", "executed", "amount"),
            Column("State", "state"),
            Column("Reason", "reason"),
        ),
        rows,
    )


def _files(bank: Bank) -> Markup:
    rows = views.files(bank, _FEW)
    for row in rows:
        row["link"] = Markup('<a class="mono" href="/api/files/{0}">{0}</a>').format(
            row["reference"]
        )
    return table(
        f"The latest {_FEW}",
        (
            Column("Reference", "link"),
            Column("Agreement", "agreement"),
            Column("Kind", "kind"),
            Column("Account", "account", "mono"),
            Column("Day", "bookingDay"),
            Column("State", "state"),
        ),
        rows,
    )


def _exchanges(bank: Bank) -> Markup:
    rows = views.exchanges(bank)
    for row in rows:
        row["at"] = moment(row["at"])
    return table(
        "What was asked and what came of it",
        (
            Column("When (UTC)", "at"),
            Column("Agreement", "agreement"),
            Column("Operation", "operation", "mono"),
            Column("Outcome", "outcome"),
        ),
        rows,
    )
