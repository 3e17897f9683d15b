"""The parts of the page, each from what the bank shows of itself."""

from __future__ import annotations

from markupsafe import Markup

from banksim.console import views
from banksim.console.api import STATES
from banksim.console.views import Shown
from banksim.console.words import Say
from banksim.fault_kinds import FaultKind
from banksim.house import Bank
from simulating.languages import DANISH, ENGLISH
from simulating.page import (
    Column,
    Section,
    button,
    moment,
    options,
    table,
)

_FEW = 60


_OTHER = Markup('<a href="/?lang={language}" lang="{language}">{name}</a>')


def heading(bank: Bank, say: Say) -> Markup:
    """What stands below the title: the bank's day, and the other language."""
    other = ENGLISH if say.language == DANISH else DANISH
    name = {ENGLISH: "English", DANISH: "Dansk"}[other]
    return Markup('<p class="day">{day}</p><p>{other}</p>').format(
        day=say("Booking day {day}", day=bank.today().isoformat()),
        other=_OTHER.format(language=other, name=name),
    )


def all_of(bank: Bank, say: Say) -> list[Section]:
    """Every part, in the order of the page."""
    return [
        Section("day", say("The day"), _day(bank, say)),
        Section("agreements", say("Agreements"), _agreements(bank, say)),
        Section("accounts", say("Accounts"), _accounts(bank, say)),
        Section("faults", say("Faults"), _faults(bank, say)),
        Section("received", say("Files received"), _uploads(bank, say)),
        Section("payments", say("Payments"), _payments(bank, say)),
        Section("files", say("Files laid out"), _files(bank, say)),
        Section("exchanges", say("Latest requests"), _exchanges(bank, say)),
    ]


def _button(
    text: str, what: str, *, is_quiet: bool = True, about: str = "", **values: str
) -> Markup:
    """A button of the page whose values stand beside it."""
    return button(text, what, values, is_quiet=is_quiet, about=about)


def _day(bank: Bank, say: Say) -> Markup:
    clock = views.clock(bank)
    pace = clock["paceSeconds"]
    by_itself = (
        say(
            "By itself a file goes on a stage every {seconds} seconds, and the day"
            " follows the calendar.",
            seconds=f"{pace:g}",
        )
        if pace is not None
        else say("A file goes on only when told.")
    )
    waiting = say(
        "Received: {received}. Accepted: {accepted}.",
        received=clock["received"],
        accepted=clock["accepted"],
    )
    return Markup(
        "<p>{waiting} {by_itself}</p><div class='buttons'>{buttons}</div>"
    ).format(
        waiting=waiting,
        by_itself=by_itself,
        buttons=Markup().join(
            (
                _button(say("Accept what was received"), "clock", to="stages"),
                _button(say("Pay what is due today"), "clock", to="settlement"),
                _button(say("Close the day"), "clock", is_quiet=False, to="next-day"),
            )
        ),
    )


_CARD = Markup(
    '<div class="card"><h3>{bank}</h3><dl>{rows}</dl>'
    '<div class="buttons">{buttons}</div></div>'
)
_ROW = Markup('<dt>{name}</dt><dd class="{look}">{value}</dd>')


def _agreements(bank: Bank, say: Say) -> Markup:
    cards = Markup().join(_agreement(one, say) for one in views.agreements(bank))
    return Markup('<p>{once}</p><div class="cards">{cards}</div>').format(
        once=say("As in the letters of the banks. A code works once."), cards=cards
    )


def _agreement(one: Shown, say: Say) -> Markup:
    lines = [
        (say("Agreement"), one["agreementId"], "mono"),
        (say("Sender id"), one["senderId"], "mono"),
        (say("Signer id"), one["signerId"], "mono"),
        (say("Name"), one["customer"], ""),
        (say("Function id"), one["functionId"], "mono"),
        (say("Reg. no."), one["regNo"], "mono"),
        (say("Country"), one["countryCode"], ""),
        (say("Activation code"), one["activationCode"], "code"),
        (say("Code"), say("can be used" if one["isCodeValid"] else "used"), ""),
        (say("State"), say(one["state"]), "good" if one["state"] == "open" else "bad"),
        (say("Certificate"), _certificate(one, say), ""),
    ]
    centre = f", {one['dataCentre'].upper()}" if one["dataCentre"] else ""
    return _CARD.format(
        bank=f"{one['bank']}{centre}",
        rows=Markup().join(
            _ROW.format(name=name, value=value, look=look)
            for name, value, look in lines
            if value
        ),
        buttons=_agreement_buttons(one, say),
    )


def _agreement_buttons(one: Shown, say: Say) -> Markup:
    words = {"open": "Open", "locked": "Lock", "outdated": "Let run out"}
    name, bank = one["id"], one["bank"]
    made = [
        _button(say("New letter"), "letter", about=bank, id=name),
        _button(say("Lay files back"), "files", about=bank, id=name),
    ]
    made.extend(
        _button(say(words[state]), "state", about=bank, id=name, state=state)
        for state in STATES
        if state != one["state"]
    )
    return Markup().join(made)


def _certificate(one: Shown, say: Say) -> str:
    active = [c for c in one["certificates"] if c["state"] == "active"]
    if not active:
        return say("none yet")
    until = say("until")
    return ", ".join(
        f"{c['environment'].lower()} {until} {c['expires'][:10]}" for c in active
    )


_CREDIT_FORM = Markup(
    """<form method="post" action="/do/credit">
<label>{account}<select name="iban">{ibans}</select></label>
<label>{amount}<input name="amount" inputmode="decimal" size="12" required
 value="100000.00"></label>
<button>{pay_in}</button></form>"""
)


def _accounts(bank: Bank, say: Say) -> Markup:
    rows = views.account_list(bank)
    for row in rows:
        path = f"/api/sample-payment?account={row['iban']}&version=09&count=3"
        row["try"] = Markup(
            '<a href="{}" download="payments-{}.xml">pain.001</a>'
        ).format(path, row["iban"])
    form = _CREDIT_FORM.format(
        ibans=options(row["iban"] for row in rows),
        account=say("Account"),
        amount=say("Amount"),
        pay_in=say("Have it paid in"),
    )
    return form + table(
        say("Balances in the books, and a payment file to try from each account"),
        (
            Column(say("Agreement"), "agreement"),
            Column(say("Account"), "name"),
            Column(say("IBAN"), "iban", "mono"),
            Column(say("Balance"), "balance", "amount"),
            Column(say("Currency"), "currency"),
            Column(say("In today"), "incomingToday", "amount"),
            Column(say("Out today"), "outgoingToday", "amount"),
            Column(say("To try"), "try"),
        ),
        rows,
        say.page,
    )


_FAULT_FORM = Markup(
    """<form method="post" action="/do/fault">
<label>{fault}<select name="kind">{kinds}</select></label>
<label>{agreement}<select name="agreement">
<option value="">{all}</option>{who}</select></label>
<label>{operation}<select name="operation">
<option value="">{all}</option>{which}</select></label>
<label>{times}<input name="times" inputmode="numeric" size="6"
 value="1"></label>
<label>{parameters}<input name="parameters" placeholder="code=31, seconds=5"></label>
<button>{set}</button></form>"""
)


def _faults(bank: Bank, say: Say) -> Markup:
    form = _FAULT_FORM.format(
        kinds=options(kind.value for kind in FaultKind),
        who=options(one.id for one in bank.customers.all()),
        which=options(views.OPERATION_NAMES),
        fault=say("Fault"),
        agreement=say("Agreement"),
        operation=say("Operation"),
        times=say("Times (empty: until removed)"),
        parameters=say("Parameters"),
        all=say("all"),
        set=say("Set"),
    )
    rows = [views.fault(one) for one in bank.faults.all()]
    for row in rows:
        row["who"] = row["agreement"] or say("all")
        row["what"] = row["operation"] or say("all")
        row["left"] = say("until removed") if row["left"] is None else row["left"]
        row["shown"] = ", ".join(f"{k}={v}" for k, v in row["parameters"].items())
        row["remove"] = _button(
            "Remove", "remove", about=row["kind"], id=str(row["id"])
        )
    columns = (
        Column(say("Fault"), "kind"),
        Column(say("Agreement"), "who"),
        Column(say("Operation"), "what"),
        Column(say("Left"), "left"),
        Column(say("Parameters"), "shown"),
        Column("", "remove"),
    )
    meanings = Markup().join(
        _ROW.format(name=kind.value, value=say.fault(kind), look="")
        for kind in FaultKind
    )
    return Markup("{form}{table}<details><summary>{what}</summary>"
                  "<dl class='meanings'>{meanings}</dl></details>").format(
        form=form, table=table(say("Faults that are set"), columns, rows, say.page),
        what=say("What each fault does"),
        meanings=meanings,
    )  # fmt: skip


def _uploads(bank: Bank, say: Say) -> Markup:
    rows = views.uploads(bank, _FEW)
    for row in rows:
        row["received"] = moment(row["received"])
    return table(
        say("The latest {count}", count=_FEW),
        (
            Column(say("Received (UTC)"), "received"),
            Column(say("Agreement"), "agreement"),
            Column(say("Message"), "messageId", "mono"),
            Column(say("Payments"), "payments", "amount"),
            Column(say("State"), "state"),
            Column(say("Reason"), "reason"),
        ),
        rows,
        say.page,
    )


def _payments(bank: Bank, say: Say) -> Markup:
    rows = views.ledger(bank)["payments"][-_FEW:][::-1]
    for row in rows:
        row["state"] = ", ".join(dict.fromkeys(row["states"]))
        row["reason"] = ", ".join(dict.fromkeys(row["reasons"]))
    return table(
        say("The latest {count}, with how often each was paid", count=_FEW),
        (
            Column(say("End-to-end id"), "endToEndId", "mono"),
            Column(say("Agreement"), "agreement"),
            Column(say("Creditor"), "creditor"),
            Column(say("Amount"), "amount", "amount"),
            Column(say("Currency"), "currency"),
            Column(say("Day"), "day"),
            Column(say("Paid"), "executed", "amount"),
            Column(say("State"), "state"),
            Column(say("Reason"), "reason"),
        ),
        rows,
        say.page,
    )


def _files(bank: Bank, say: Say) -> Markup:
    rows = views.files(bank, _FEW)
    for row in rows:
        row["link"] = Markup('<a class="mono" href="/api/files/{0}">{0}</a>').format(
            row["reference"]
        )
    return table(
        say("The latest {count}", count=_FEW),
        (
            Column(say("Reference"), "link"),
            Column(say("Agreement"), "agreement"),
            Column(say("Kind"), "kind"),
            Column(say("Account"), "account", "mono"),
            Column(say("Day"), "bookingDay"),
            Column(say("State"), "state"),
        ),
        rows,
        say.page,
    )


def _exchanges(bank: Bank, say: Say) -> Markup:
    rows = views.exchanges(bank)
    for row in rows:
        row["at"] = moment(row["at"])
    return table(
        say("What was asked and what came of it"),
        (
            Column(say("When (UTC)"), "at"),
            Column(say("Agreement"), "agreement"),
            Column(say("Operation"), "operation", "mono"),
            Column(say("Outcome"), "outcome"),
        ),
        rows,
        say.page,
    )
