"""The parts of the page, each from what the ERP shows of itself."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from erpsim.console import views
from erpsim.console.control import OPERATION_NAMES
from erpsim.console.views import Shown
from erpsim.console.words import Words
from erpsim.fault_kinds import MEANING, FaultKind
from erpsim.house import Erp
from erpsim.keys import RIGHTS
from simulating.languages import DANISH, ENGLISH
from simulating.page import (
    Column,
    Section,
    button,
    moment,
    options,
    table,
    with_code,
)

_FEW = 60


@dataclass(frozen=True, slots=True)
class View:
    """Whose books are shown, in which language."""

    erp: Erp
    company: str
    words: Words
    payment: str = ""
    """The one payment that is asked for; all of them where it is empty."""
    statement: str = ""

    def button(self, text: str, what: str, about: str = "", **values: str) -> Markup:
        """A button that comes back to this view."""
        kept = {"company": self.company, "lang": self.words.language, **values}
        return button(self.words[text], what, about=about, values=kept)

    def table(self, caption: str, columns: list[Column], rows: list[Shown]) -> Markup:
        """A table in the view's language."""
        return table(caption, columns, rows, self.words.page)

    def all_again(self, part: str) -> Markup:
        """Leads from one record back to all of them."""
        return Markup('<p><a href="/?company={}&lang={}#{}">{}</a></p>').format(
            self.company, self.words.language, part, self.words["all_again"]
        )

    def kept(self) -> Markup:
        """What a form carries to come back to this view."""
        return Markup(
            '<input type="hidden" name="company" value="{}">'
            '<input type="hidden" name="lang" value="{}">'
        ).format(self.company, self.words.language)


def heading(view: View) -> Markup:
    """What stands below the title: the companies and the other language."""
    words = view.words
    names = {one["id"]: one["name"] for one in views.companies(view.erp)}
    other = ENGLISH if words.language == DANISH else DANISH
    return Markup(
        '<p class="soft">{what}</p><form method="get" action="/"><label>{company}'
        '<select name="company">{names}</select></label>'
        '<input type="hidden" name="lang" value="{lang}">'
        '<button class="quiet">{show}</button></form>'
        '<p><a href="/?company={chosen}&lang={other}" lang="{other}">{language}</a></p>'
    ).format(
        what=words["what"],
        company=words["company"],
        names=options(names, view.company),
        lang=words.language,
        show=words["show"],
        chosen=view.company,
        other=other,
        language=words["language"],
    )


def all_of(view: View) -> list[Section]:
    """Every part, in the order of the page."""
    parts = (
        ("invoice", _new_invoice),
        ("invoices", _invoices),
        ("payments", _payments),
        ("items", _items),
        ("accounts", _accounts),
        ("lines", _lines),
        ("ledger", _ledger),
        ("key", _key),
        ("faults", _faults),
        ("requests", _requests),
    )
    return [Section(name, view.words[name], part(view)) for name, part in parts]


_INVOICE_FORM = Markup(
    """<form method="post" action="/do/enter">{kept}
<label>{supplier}<select name="supplier">{suppliers}</select></label>
<label>{number}<input name="number" maxlength="35"></label>
<label>{amount}<input name="amount" inputmode="decimal" size="12" required></label>
<label>{due}<input name="due" type="date"></label>
<label>{reference}<input name="reference" maxlength="140" size="28"></label>
<button name="approve" value="true">{enter_approve}</button>
<button class="quiet">{enter}</button></form>"""
)


def _new_invoice(view: View) -> Markup:
    words = view.words
    suppliers = {
        one["id"]: f"{one['name']}: {one['method']}, {one['currency']}"
        for one in views.suppliers(view.erp, view.company)
    }
    return _INVOICE_FORM.format(
        kept=view.kept(),
        supplier=words["supplier"],
        suppliers=options(suppliers),
        number=words["invoice_number"],
        amount=words["amount"],
        due=words["due"],
        reference=words["reference_hint"],
        enter_approve=words["enter_approve"],
        enter=words["enter_only"],
    )


def _invoices(view: View) -> Markup:
    words = view.words
    rows = views.invoices(view.erp, view.company, _FEW)
    for row in rows:
        is_waiting = row["state"] == "RECEIVED"
        row["do"] = (
            view.button("approve", "approve", about=row["number"], id=str(row["id"]))
            if is_waiting
            else ""
        )
        row["state"] = words[row["state"]]
    columns = [
        Column(words["supplier"], "supplier"),
        Column(words["number"], "number", "mono short"),
        Column(words["amount"], "amount", "amount"),
        Column(words["currency"], "currency"),
        Column(words["due"], "due", "short"),
        Column(words["reference"], "reference", "mono"),
        Column(words["state"], "state"),
        Column("", "do"),
    ]
    return view.table(words["latest"].format(n=_FEW), columns, rows)


_MANY_FORM = Markup(
    """<form method="post" action="/do/many">{kept}
<label>{many}<input name="count" inputmode="numeric" size="8" value="1000"></label>
<button class="quiet">{make}</button></form>"""
)


def _payments(view: View) -> Markup:
    words = view.words
    rows = views.payments(view.erp, view.company, _FEW, view.payment)
    for row in rows:
        row["supplier"] = row["creditor"]["name"]
        row["way"] = row["method"].removeprefix(f"{view.company}-")
        row["past"] = _history(view, row)
        row["do"] = (
            view.button("again", "again", about=row["number"], id=row["id"])
            if row["canBeMadeAgain"]
            else ""
        )
        look = {"BOOKED": "good", "REJECTED": "bad", "RETURNED": "bad"}
        row["state"] = Markup('<span class="{}">{}</span>').format(
            look.get(row["state"], ""), words[row["state"]]
        )
    columns = [
        Column(words["number"], "number", "mono short"),
        Column(words["supplier"], "supplier"),
        Column(words["amount"], "amount", "amount"),
        Column(words["currency"], "currency"),
        Column(words["due"], "dueDate", "short"),
        Column(words["method"], "way", "mono"),
        Column(words["state"], "state"),
        Column(words["history"], "past"),
        Column("", "do"),
    ]
    if view.payment:
        return view.table(words["payment"], columns, rows) + view.all_again("payments")
    form = _MANY_FORM.format(kept=view.kept(), many=words["many"], make=words["make"])
    return view.table(words["latest"].format(n=_FEW), columns, rows) + form


def _history(view: View, row: Shown) -> Markup:
    """What became of a payment, event by event."""
    events = Markup().join(
        Markup("<li>{} {}{}</li>").format(
            moment(one["at"]),
            view.words[one["state"]],
            "".join(
                f", {one[name]}"
                for name in ("reasonCode", "reason", "bankReference")
                if one[name]
            ),
        )
        for one in row["history"]
    )
    return Markup("<details><summary>{} {}</summary><ol>{}</ol></details>").format(
        len(row["history"]),
        Markup('<span class="unseen">{}: {}</span>').format(
            view.words["history"], row["number"]
        ),
        events,
    )


_ITEM_FORM = Markup(
    """<form method="post" action="/do/item">{kept}
<label>{side}<select name="side">{sides}</select></label>
<label>{name}<input name="name" maxlength="140" required></label>
<label>{number}<input name="number" maxlength="35" required></label>
<label>{amount}<input name="amount" inputmode="decimal" size="12" required></label>
<label>{due}<input name="due" type="date"></label>
<label>{reference}<input name="reference" maxlength="140" size="28"></label>
<button>{enter}</button></form>"""
)


def _items(view: View) -> Markup:
    words = view.words
    rows = views.items(view.erp, view.company, _FEW)
    for row in rows:
        row["name"] = row["party"]["name"]
        row["side"], row["state"] = words[row["side"]], words[row["state"]]
    names = ("side", "name", "number", "amount", "due", "reference")
    columns = [
        Column(words["side"], "side"),
        Column(words["name"], "name"),
        Column(words["number"], "number", "mono short"),
        Column(words["amount"], "amount", "amount"),
        Column(words["currency"], "currency"),
        Column(words["due"], "dueDate", "short"),
        Column(words["reference"], "reference", "mono"),
        Column(words["state"], "state"),
    ]
    form = _ITEM_FORM.format(
        kept=view.kept(),
        sides=options({one: words[one] for one in ("RECEIVABLE", "PAYABLE")}),
        enter=words["enter_only"],
        **{name: words[name] for name in names},
    )
    return form + view.table(words["latest"].format(n=_FEW), columns, rows)


def _accounts(view: View) -> Markup:
    words = view.words
    rows = views.bank_accounts(view.erp, view.company)
    for row in rows:
        is_blocked = row["isBlocked"]
        row["do"] = view.button(
            "unblock" if is_blocked else "block",
            "block",
            about=row["name"],
            id=row["id"],
            blocked="false" if is_blocked else "true",
        )
    columns = [
        Column(words["account"], "ledger", "mono"),
        Column(words["name"], "name"),
        Column("IBAN", "iban", "mono"),
        Column(words["balance"], "balance", "amount"),
        Column(words["currency"], "currency"),
        Column(words["last_statement"], "latest"),
        Column("", "do"),
    ]
    return view.table(words["accounts"], columns, rows)


def _lines(view: View) -> Markup:
    words = view.words
    columns = [
        Column(words["booked"], "booked", "short"),
        Column(words["account"], "account"),
        Column(words["statement"], "statement", "mono"),
        Column(words["amount"], "amount", "amount"),
        Column(words["currency"], "currency"),
        Column(words["text"], "text"),
        Column(words["counterparty"], "counterparty"),
        Column(words["bank_reference"], "bankReference", "mono"),
        Column(words["payment"], "payment", "mono"),
    ]
    rows = views.lines(view.erp, view.company, _FEW, view.statement)
    if view.statement:
        return view.table(words["statement"], columns, rows) + view.all_again("lines")
    return view.table(words["latest"].format(n=_FEW), columns, rows)


def _ledger(view: View) -> Markup:
    words = view.words
    shown = views.ledger(view.erp, view.company)
    off = {k: v for k, v in shown["totals"].items() if float(v)}
    line = Markup('<p class="{}">{}</p>').format(
        "bad" if off else "good",
        words["not_adding"].format(totals=off) if off else words["adds_up"],
    )
    columns = [
        Column(words["account"], "account", "mono"),
        Column(words["name"], "name"),
        Column(words["balance"], "balance", "amount"),
        Column(words["currency"], "currency"),
    ]
    return line + view.table(words["ledger"], columns, shown["accounts"])


_KEY_FORM = Markup(
    """<p>{line}</p><p class="mono wrapped">{key}</p>
<form method="post" action="/do/key">{kept}
<label>{valid}<input name="expires" type="date" value="{expires}"></label>
<fieldset><legend>{rights}</legend>{boxes}</fieldset>
<button>{save}</button></form>
<div class="buttons">{renew}</div>"""
)
_BOX = Markup(
    '<label><input type="checkbox" name="right" value="{right}"{on}> {right}</label>'
)
_PERIOD_FORM = Markup(
    """<form method="post" action="/do/period">{kept}
<input type="hidden" name="id" value="{company}">
<label>{until}<input name="until" type="date" value="{closed}"></label>
<button class="quiet">{save}</button></form>"""
)


def _key(view: View) -> Markup:
    words = view.words
    shown = views.key(view.erp)
    boxes = Markup().join(
        _BOX.format(right=one, on=Markup(" checked") if one in shown["rights"] else "")
        for one in RIGHTS
    )
    form = _KEY_FORM.format(
        line=with_code(words["key_line"]),
        key=shown["key"],
        kept=view.kept(),
        valid=words["valid_until"],
        expires=shown["expires"],
        rights=words["rights"],
        boxes=boxes,
        save=words["save"],
        renew=view.button("new_key", "renew"),
    )
    companies = {one["id"]: one for one in views.companies(view.erp)}
    return form + _PERIOD_FORM.format(
        kept=view.kept(),
        company=view.company,
        until=words["closed_until"],
        closed=companies[view.company]["closedUntil"] or "",
        save=words["save"],
    )


_FAULT_FORM = Markup(
    """<form method="post" action="/do/fault">{kept}
<label>{fault}<select name="kind">{kinds}</select></label>
<label>{operation}<select name="operation">
<option value="">{all}</option>{which}</select></label>
<label>{times}<input name="times" inputmode="numeric" size="6" value="1"></label>
<label>{parameters}<input name="parameters" placeholder="seconds=5"></label>
<button>{set}</button></form>"""
)


def _faults(view: View) -> Markup:
    words = view.words
    names = ("fault", "operation", "all", "times", "parameters", "set")
    form = _FAULT_FORM.format(
        kept=view.kept(),
        kinds=options(kind.value for kind in FaultKind),
        which=options(OPERATION_NAMES),
        **{name: words[name] for name in names},
    )
    rows = [views.fault(one) for one in view.erp.faults.all()]
    for row in rows:
        row["what"] = row["operation"] or words["all"]
        row["left"] = words["until_removed"] if row["left"] is None else row["left"]
        row["shown"] = ", ".join(f"{k}={v}" for k, v in row["parameters"].items())
        row["do"] = view.button("remove", "remove", row["kind"], id=str(row["id"]))
    columns = [
        Column(words["fault"], "kind"),
        Column(words["operation"], "what"),
        Column(words["left"], "left"),
        Column(words["parameters"], "shown"),
        Column("", "do"),
    ]
    meanings = Markup().join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(kind.value, with_code(MEANING[kind]))
        for kind in FaultKind
    )
    return Markup(
        "{form}{table}<details><summary>{summary}</summary>"
        '<dl class="meanings" lang="en">{meanings}</dl></details>'
    ).format(
        form=form,
        table=view.table(words["faults_set"], columns, rows),
        summary=words["meanings"],
        meanings=meanings,
    )


def _requests(view: View) -> Markup:
    words = view.words
    rows = views.requests(view.erp, _FEW)
    for row in rows:
        row["at"] = moment(row["at"])
    columns = [
        Column(words["when"], "at"),
        Column(words["operation"], "operation", "mono"),
        Column(words["outcome"], "outcome"),
    ]
    return view.table(words["latest"].format(n=_FEW), columns, rows)
