"""What an invoice on paper says, in English and in Danish, and how it writes figures.

The sentences on VAT are those the law asks for: momsbekendtgørelsen § 58 and § 59,
directive 2006/112/EC, articles 226 and 227.
"""

from datetime import date
from decimal import Decimal

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip
WORDS = {
    "en": {
        "INVOICE": "Invoice",
        "CREDIT_NOTE": "Credit note",
        "number": "Number",
        "issued": "Date",
        "credited": "Date",
        "due": "Payment due",
        "delivered": "Period of supply",
        "credits": "Credits invoice",
        "order_number": "Your order",
        "ean": "EAN",
        "contact": "Attention",
        "company_number": "Company no.",
        "vat_number": "VAT no.",
        "cvr": "CVR",
        "text": "Description",
        "quantity": "Quantity",
        "unit_price": "Unit price",
        "net": "Amount",
        "sum": "Total excl. VAT",
        "vat": "VAT {rate} % of {net}",
        "total": "Total {currency}",
        "pay": "Payment by bank transfer",
        "bank": "Bank",
        "account": "Account",
        "reference": "Reference",
        "amount": "Amount",
        "note": "Please give the reference: it is how we find your payment.",
        "returned": "The amount is set off against the invoice, or paid back.",
        "prices": "Unit prices are exclusive of VAT.",
        "REVERSE_CHARGE": "Reverse charge, buyer settles the VAT (directive"
        " 2006/112/EC, articles 44 and 196).",
        "OUTSIDE_EU": "No Danish VAT: the place of supply is outside the EU (momsloven"
        " § 16, stk. 1; directive 2006/112/EC, article 44).",
        "DOMESTIC": "",
        "page": "Page {page} of {pages}",
        "example": "Example from a trial installation: nothing is to be paid",
    },
    "da": {
        "INVOICE": "Faktura",
        "CREDIT_NOTE": "Kreditnota",
        "number": "Nummer",
        "issued": "Fakturadato",
        "credited": "Dato",
        "due": "Betalingsfrist",
        "delivered": "Leveringsperiode",
        "credits": "Krediterer faktura",
        "order_number": "Jeres ordre",
        "ean": "EAN-nr.",
        "contact": "Att.",
        "company_number": "CVR-nr.",
        "vat_number": "Momsnr.",
        "cvr": "CVR-nr.",
        "text": "Beskrivelse",
        "quantity": "Antal",
        "unit_price": "Pris pr. enhed",
        "net": "Beløb",
        "sum": "I alt ekskl. moms",
        "vat": "Moms {rate} % af {net}",
        "total": "I alt {currency}",
        "pay": "Betaling ved bankoverførsel",
        "bank": "Bank",
        "account": "Konto",
        "reference": "Reference",
        "amount": "Beløb",
        "note": "Angiv venligst referencen, så betalingen kan findes.",
        "returned": "Beløbet modregnes i fakturaen eller betales tilbage.",
        "prices": "Priser pr. enhed er ekskl. moms.",
        "REVERSE_CHARGE": "Omvendt betalingspligt, køber afregner momsen (reverse"
        " charge; momsloven § 16, stk. 1, direktiv 2006/112/EF, artikel 44 og 196).",
        "OUTSIDE_EU": "Uden dansk moms: leveringsstedet er uden for EU (momsloven § 16,"
        " stk. 1, direktiv 2006/112/EF, artikel 44).",
        "DOMESTIC": "",
        "page": "Side {page} af {pages}",
        "example": "Eksempel fra en prøveinstallation: der skal intet betales",
    },
}


def money(amount: Decimal, language: str) -> str:
    """With two decimals and the marks of the language."""
    return _marked(f"{amount:,.2f}", language)


def quantity(amount: Decimal, language: str) -> str:
    """Without needless zeros."""
    plain = f"{amount:,f}"
    whole, _, fraction = plain.partition(".")
    fraction = fraction.rstrip("0")
    return _marked(f"{whole}.{fraction}" if fraction else whole, language)


def day(value: date, language: str) -> str:
    """A day as people of the language write it."""
    if language == "da":
        return f"{value.day}.{value.month}.{value.year}"
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"


def span(first: date, last: date, language: str) -> str:
    """From one day to another, in little room."""
    if first == last:
        return day(first, language)
    if language == "da":
        return f"{day(first, language)} \N{EN DASH} {day(last, language)}"
    return f"{_short(first)} \N{EN DASH} {_short(last)}"


def _short(value: date) -> str:
    return f"{value.day} {_MONTHS[value.month - 1][:3]} {value.year}"


def _marked(text: str, language: str) -> str:
    return text.translate(str.maketrans(",.", ".,")) if language == "da" else text
