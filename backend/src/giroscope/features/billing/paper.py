"""The PDF of an invoice: made once when it gets its number, kept, and sent as it is.

Everything the law wants of a full invoice stands on it (momsbekendtgørelsen § 58). Its
fonts are embedded and its text can be selected; the same invoice gives the same bytes.
"""

import hashlib
import io
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from sqlalchemy.orm import Session

from giroscope.features.billing.archival import VERSION, Facts, archive, with_line_ends
from giroscope.features.billing.invoicing import lines_of
from giroscope.features.billing.paper_words import WORDS, day, money, quantity, span
from giroscope.features.billing.reference import spaced
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoiceLine,
    InvoicePaper,
)

MEDIA_TYPE = "application/pdf"
BODY, BOLD = "InvoiceBody", "InvoiceBold"
_WIDTH, _HEIGHT = A4
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, _WIDTH - 56.0, _HEIGHT - 56.0, 96.0
_META = 340.0
"""Where the right column begins."""
_PRICE, _QUANTITY, _TEXT_WIDTH = _RIGHT - 90.0, _RIGHT - 185.0, 232.0
_SIZE, _SMALL, _LEAD = 8.5, 7.0, 12.5
_GREY = 0.42


def made(session: Session, invoice: Invoice, now: datetime) -> InvoicePaper:
    """The paper of an invoice that has its number."""
    credited = session.get(Invoice, invoice.credits_id) if invoice.credits_id else None
    of = None if credited is None else credited.number
    content = render(invoice, lines_of(session, invoice.id), of)
    digest = hashlib.sha256(content).hexdigest()
    return InvoicePaper(invoice_id=invoice.id, sha256=digest, made=now, content=content)


def file_name(invoice: Invoice) -> str:
    """What the file is called: its kind and number."""
    kind = WORDS[invoice.language][invoice.kind].lower().replace(" ", "-")
    return f"{kind}-{invoice.number}.pdf"


def render(
    invoice: Invoice, lines: Sequence[InvoiceLine], credits_number: str | None = None
) -> bytes:
    """The bytes of the PDF; drawn again where it has more pages than one."""
    sheet = _Sheet(invoice, lines, credits_number, pages=1)
    content = sheet.bytes()
    if sheet.pages == 1:
        return content
    return _Sheet(invoice, lines, credits_number, sheet.pages).bytes()


@cache
def _register() -> frozenset[int]:
    """Have the fonts at hand, once in a process; gives the signs they have.

    Bitstream Vera comes with the library and may be embedded by anybody.
    """
    body = TTFont(BODY, "Vera.ttf")
    pdfmetrics.registerFont(body)
    pdfmetrics.registerFont(TTFont(BOLD, "VeraBd.ttf"))
    return frozenset(body.face.charToGlyph)


def drawable(text: str) -> str:
    """The text in signs of the font: ą, which it lacks, is drawn as a."""
    signs = _register()
    return "".join(one if ord(one) in signs else _nearest(one, signs) for one in text)


def _nearest(sign: str, signs: frozenset[int]) -> str:
    plain = unicodedata.normalize("NFKD", sign)
    return "".join(one for one in plain if ord(one) in signs) or "?"


class _Sheet:
    """Draws from the top of a page downwards, and goes on on another."""

    def __init__(
        self,
        invoice: Invoice,
        lines: Sequence[InvoiceLine],
        credits_number: str | None,
        pages: int,
    ) -> None:
        _register()
        self._invoice, self._lines = invoice, lines
        self._credits, self.pages = credits_number, pages
        self._words = WORDS[invoice.language]
        self._buffer = io.BytesIO()
        # A canvas that begins with a font of its own names no other.
        self._canvas = Canvas(
            self._buffer, pagesize=A4, invariant=1, lang=invoice.language,
            pageCompression=1, initialFontName=BODY, pdfVersion=VERSION,
        )  # fmt: skip
        title = f"{self._words[invoice.kind]} {invoice.number}"
        made = invoice.finalised or invoice.drafted
        facts = Facts(title, invoice.seller["name"], invoice.language, made)
        archive(self._canvas, facts)
        self._y = _TOP

    def bytes(self) -> bytes:
        """The finished file."""
        self._draw()
        self.pages = int(self._canvas.getPageNumber())
        self._canvas.save()
        return with_line_ends(self._buffer.getvalue())

    def _draw(self) -> None:
        self._frame()
        self._head()
        self._table()
        self._sums()
        self._sentences()
        if self._invoice.kind == InvoiceKind.INVOICE:
            self._payment()

    def _head(self) -> None:
        invoice, buyer = self._invoice, self._invoice.buyer
        self._text(_LEFT, _TOP, invoice.seller["name"], 13, BOLD)
        title = self._words[invoice.kind]
        self._text(_META, _TOP, title, 18, BOLD)
        self._y = _TOP - 48
        address = _address(buyer, invoice.seller["country"], self._words)
        for number, text in enumerate(address):
            self._text(_LEFT, self._y - number * _LEAD, text, _SIZE,
                       BODY if number else BOLD)  # fmt: skip
        place = self._y
        for label, value in self._facts():
            self._text(_META, place, label, _SIZE, grey=True)
            room = _RIGHT - _META - 8 - self._width(label)
            self._right(_RIGHT, place, value, _SIZE * min(1, room / self._width(value)))
            place -= _LEAD
        below = self._y - len(address) * _LEAD
        self._y = min(place, below) - 22

    def _facts(self) -> Iterator[tuple[str, str]]:
        """What stands on the right: number, days, the buyer's own marks."""
        invoice, words, language = self._invoice, self._words, self._invoice.language
        yield words["number"], invoice.number or ""
        is_note = invoice.kind == InvoiceKind.CREDIT_NOTE
        yield words["credited" if is_note else "issued"], day(invoice.issued, language)
        if not is_note:
            yield words["due"], day(invoice.due, language)
        period = span(invoice.from_date, invoice.to_date, language)
        yield words["delivered"], period
        if self._credits:
            yield words["credits"], self._credits
        for name in ("order_number", "ean", "contact"):
            if invoice.buyer.get(name):
                yield words[name], invoice.buyer[name]

    def _table(self) -> None:
        self._columns()
        language = self._invoice.language
        for line in self._lines:
            texts = [*self._wrapped(line.text, _TEXT_WIDTH)]
            self._room(len(texts) * _LEAD + _LEAD)
            top = self._y
            for text in texts:
                self._text(_LEFT, self._y, text, _SIZE)
                self._y -= _LEAD
            period = span(line.from_date, line.to_date, language)
            self._text(_LEFT, self._y + 1, period, _SMALL, grey=True)
            # A sum that is given back has no number and no unit.
            amount = line.unit and f"{quantity(line.quantity, language)} {line.unit}"
            self._right(_QUANTITY + 40, top, amount, _SIZE)
            self._right(_PRICE + 20, top, self._money(line.unit_price), _SIZE)
            self._right(_RIGHT, top, self._money(line.net), _SIZE)
            self._y -= _LEAD + 3
        self._rule()

    def _columns(self) -> None:
        words = self._words
        self._text(_LEFT, self._y, words["text"], _SMALL, grey=True)
        self._right(_QUANTITY + 40, self._y, words["quantity"], _SMALL, grey=True)
        self._right(_PRICE + 20, self._y, words["unit_price"], _SMALL, grey=True)
        self._right(_RIGHT, self._y, words["net"], _SMALL, grey=True)
        self._y -= 5
        self._rule()

    def _sums(self) -> None:
        invoice, words = self._invoice, self._words
        self._room(4 * _LEAD)
        rate = quantity(invoice.vat_rate, invoice.language)
        vat = words["vat"].format(rate=rate, net=self._money(invoice.net))
        for label, amount in ((words["sum"], invoice.net), (vat, invoice.vat)):
            self._text(_META - 40, self._y, label, _SIZE)
            self._right(_RIGHT, self._y, self._money(amount), _SIZE)
            self._y -= _LEAD
        self._y -= 3
        total = words["total"].format(currency=invoice.currency)
        self._text(_META - 40, self._y, total, 11, BOLD)
        self._right(_RIGHT, self._y, self._money(invoice.total), 11, BOLD)
        self._y -= 2 * _LEAD

    def _sentences(self) -> None:
        invoice, words = self._invoice, self._words
        is_note = invoice.kind == InvoiceKind.CREDIT_NOTE
        said = [
            words[invoice.vat_treatment],
            words["prices"],
            words["returned"] if is_note else invoice.seller.get("interest", ""),
        ]
        for sentence in filter(None, said):
            for text in self._wrapped(sentence, _RIGHT - _LEFT):
                self._room(_LEAD)
                self._text(_LEFT, self._y, text, _SIZE)
                self._y -= _LEAD

    def _payment(self) -> None:
        invoice, words = self._invoice, self._words
        account = invoice.seller["account"]
        facts = [
            (words["bank"], account["bank"]),
            (words["account"], account["number"]),
            ("IBAN", spaced(account["iban"])),
            ("BIC", account["bic"]),
            (words["reference"], spaced(invoice.reference or "")),
            (words["amount"], f"{self._money(invoice.total)} {invoice.currency}"),
            (words["due"], day(invoice.due, invoice.language)),
        ]
        shown = [(label, value) for label, value in facts if value]
        self._room((len(shown) + 4) * _LEAD)
        self._y -= _LEAD
        self._text(_LEFT, self._y, words["pay"], 10, BOLD)
        self._y -= _LEAD + 3
        for label, value in shown:
            self._text(_LEFT, self._y, label, _SIZE, grey=True)
            self._text(_LEFT + 110, self._y, value, _SIZE)
            self._y -= _LEAD
        self._text(_LEFT, self._y, words["note"], _SMALL, grey=True)

    def _frame(self) -> None:
        """What stands on every page: who sells, and which page it is."""
        seller, words = self._invoice.seller, self._words
        place = f"{seller['address']}, {seller['postcode']} {seller['city']}"
        numbers = (
            f"{words['cvr']} {seller['company_number']}"
            f"   {words['vat_number']} {seller['vat_number']}"
        )
        reached = "   ".join(
            filter(None, (seller["mail"], seller["phone"], seller["web"]))
        )
        sender = f"{seller['name']}, {place}, {seller['country']}"
        for number, text in enumerate((sender, numbers, reached)):
            self._text(_LEFT, 64 - number * 10, text, _SMALL, grey=True)
        number = self._canvas.getPageNumber()
        page = words["page"].format(page=number, pages=self.pages)
        self._right(_RIGHT, 44, page, _SMALL, grey=True)
        if seller.get("is_example"):
            self._right(_RIGHT, _HEIGHT - 30, words["example"], _SMALL, grey=True)

    def _room(self, height: float) -> None:
        """Go on on another page where this one has no room left."""
        if self._y - height < _BOTTOM:
            self._canvas.showPage()
            self._frame()
            self._y = _TOP

    def _rule(self) -> None:
        self._canvas.setStrokeGray(0.75)
        self._canvas.setLineWidth(0.5)
        self._canvas.line(_LEFT, self._y, _RIGHT, self._y)
        self._y -= _LEAD + 2

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = BODY,
        *,
        grey: bool = False,
    ) -> None:
        self._canvas.setFillGray(_GREY if grey else 0)
        self._canvas.setFont(font, size)
        self._canvas.drawString(x, y, drawable(text))

    def _right(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = BODY,
        *,
        grey: bool = False,
    ) -> None:
        width = self._width(text, size, font)
        self._text(x - width, y, text, size, font, grey=grey)

    def _width(self, text: str, size: float = _SIZE, font: str = BODY) -> float:
        return float(pdfmetrics.stringWidth(drawable(text), font, size))

    def _wrapped(self, text: str, width: float) -> list[str]:
        return list(simpleSplit(drawable(text), BODY, _SIZE, width))

    def _money(self, amount: Decimal) -> str:
        return money(amount, self._invoice.language)


def _address(buyer: dict[str, Any], home: str, words: dict[str, str]) -> list[str]:
    """The buyer's lines, the country where it is not ours; no empty ones."""
    place = f"{buyer['postcode']} {buyer['city']}".strip()
    if buyer["country"] != home:
        # As mail across borders is addressed.
        place = f"{buyer['country']}{'-' if buyer['postcode'] else ' '}{place}"
    lines = [buyer["name"], *buyer["address"].splitlines(), place]
    if buyer["company_number"]:
        lines.append(f"{words['company_number']} {buyer['company_number']}")
    if buyer["vat_number"]:
        lines.append(f"{words['vat_number']} {buyer['vat_number']}")
    return [line for line in lines if line]
