"""What the mails with invoices and reminders say, in English and in Danish."""

from giroscope.features.billing.paper_words import WORDS, day, money
from giroscope.features.billing.reference import spaced
from giroscope.features.billing.tables import Invoice, InvoiceKind, InvoiceReminder

_SAY = {
    "en": {
        "invoice": "{kind} {number} from {seller}",
        "hello": "Hello,",
        "attached": "attached is {kind} {number} over {total} {currency}.",
        "pay": "Please pay it by {due} to {iban}, with the reference {reference}.",
        "nothing": "There is nothing to pay.",
        "reminder": "Reminder {nth} of invoice {number}",
        "overdue": "invoice {number} of {issued} was to be paid by {due}. {left}"
        " {currency} are still owed.",
        "fee": "A reminder fee of {fee} {currency} is added (rentelov § 9 b), so that"
        " {left} {currency} are owed in all.",
        "by": "Please pay by {by} to {iban}, with the reference {reference}.",
        "crossed": "If you have paid in the last days, please disregard this mail.",
        "bye": "Kind regards\n{seller}",
    },
    "da": {
        "invoice": "{kind} {number} fra {seller}",
        "hello": "Hej",
        "attached": "Vedhæftet er {kind} {number} på {total} {currency}.",
        "pay": "Betal venligst senest {due} til {iban} med referencen {reference}.",
        "nothing": "Der er intet at betale.",
        "reminder": "Rykker {nth} for faktura {number}",
        "overdue": "Faktura {number} af {issued} skulle være betalt senest {due}. Der"
        " mangler {left} {currency}.",
        "fee": "Der er tillagt et rykkergebyr på {fee} {currency} (rentelovens § 9 b),"
        " så der i alt skyldes {left} {currency}.",
        "by": "Betal venligst senest {by} til {iban} med referencen {reference}.",
        "crossed": "Har I betalt i de seneste dage, kan I se bort fra denne mail.",
        "bye": "Venlig hilsen\n{seller}",
    },
}


def invoice_letter(invoice: Invoice) -> tuple[str, str]:
    """Subject and text of the mail that carries an invoice or a credit note."""
    say, values = _SAY[invoice.language], _values(invoice)
    is_owed = invoice.kind == InvoiceKind.INVOICE and invoice.total > 0
    parts = ("hello", "attached", "pay" if is_owed else "nothing", "bye")
    kind = WORDS[invoice.language][invoice.kind]
    return (
        say["invoice"].format(**values, kind=kind),
        _joined([say[name].format(**values, kind=kind.lower()) for name in parts]),
    )


def reminder_letter(invoice: Invoice, reminder: InvoiceReminder) -> tuple[str, str]:
    """Subject and text of a reminder."""
    say = _SAY[invoice.language]
    values = _values(invoice) | {
        "nth": str(reminder.number),
        "fee": money(reminder.fee, invoice.language),
        "by": day(reminder.pay_by, invoice.language),
    }
    owed = invoice.outstanding
    before = values | {"left": money(owed - reminder.fee, invoice.language)}
    parts = [say["hello"], say["overdue"].format(**before)]
    if reminder.fee:
        parts.append(say["fee"].format(**values))
    parts += [say[name].format(**values) for name in ("by", "crossed", "bye")]
    return say["reminder"].format(**values), _joined(parts)


def _values(invoice: Invoice) -> dict[str, str]:
    language = invoice.language
    return {
        "number": invoice.number or "",
        "seller": invoice.seller["name"],
        "total": money(invoice.total, language),
        "left": money(invoice.outstanding, language),
        "currency": invoice.currency,
        "issued": day(invoice.issued, language),
        "due": day(invoice.due, language),
        "iban": spaced(invoice.seller["account"]["iban"]),
        "reference": spaced(invoice.reference or ""),
    }


def _joined(parts: list[str]) -> str:
    return "\n\n".join(parts) + "\n"
