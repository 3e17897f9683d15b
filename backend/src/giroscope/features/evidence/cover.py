"""The pack's PDF: what is in it for people to read, on as few pages as it takes.

Drawn with the fonts of an invoice, and as fit for an archive.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from giroscope.features.billing.archival import VERSION, Facts, archive, with_line_ends
from giroscope.features.billing.paper import BODY, BOLD, drawable
from giroscope.features.evidence.layout import RECORDS
from giroscope.features.evidence.sections import OF_KIND, Line
from giroscope.features.evidence.words import WORDS, instant

_WIDTH, _HEIGHT = A4
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, _WIDTH - 56.0, _HEIGHT - 56.0, 72.0
_VALUES = _LEFT + 120
_SIZE, _SMALL, _LEAD = 8.5, 7.0, 12.0
_GREY = 0.42
_MOST = 40
"""Lines of one section; the rest stands in the record."""


def drawn(about: Mapping[str, Any], language: str) -> bytes:
    """The bytes of the PDF; drawn again to know how many pages there are."""
    first = _Sheet(about, language, pages=1)
    content = first.bytes()
    if first.pages == 1:
        return content
    return _Sheet(about, language, first.pages).bytes()


class _Sheet:
    """Draws from the top of a page downwards, and goes on on another."""

    def __init__(self, about: Mapping[str, Any], language: str, pages: int) -> None:
        drawable("")
        self._about, self._language, self.pages = about, language, pages
        self._words = WORDS[language]
        self._buffer = io.BytesIO()
        # A canvas that begins with a font of its own names no other.
        self._canvas = Canvas(
            self._buffer, pagesize=A4, invariant=1, lang=language, pageCompression=1,
            initialFontName=BODY, pdfVersion=VERSION,
        )  # fmt: skip
        title = f"{self._words['title']} {about['about']['id']}"
        archive(self._canvas, Facts(title, about["company"], language, about["now"]))
        self._y = _TOP

    def bytes(self) -> bytes:
        """The finished file."""
        self._frame()
        self._head()
        for title, lines in OF_KIND[self._about["about"]["kind"]](
            self._about, self._language
        ).all():
            self._section(title, lines)
        self.pages = int(self._canvas.getPageNumber())
        self._canvas.save()
        return with_line_ends(self._buffer.getvalue())

    def _head(self) -> None:
        about, words = self._about, self._words
        self._text(_LEFT, self._y, words["title"], 18, BOLD)
        self._y -= 20
        self._text(_LEFT, self._y, about["company"], 11, BOLD)
        self._y -= 2 * _LEAD
        if about["holdsDemoData"]:
            self._text(_LEFT, self._y, words["demo"], _SIZE, BOLD)
            self._y -= 1.5 * _LEAD
        name = about["about"]["name"] or about["about"]["id"]
        made = about["made"]
        by = f"{made['by']} ({made['byId']}), {made['product']}"
        for line in (
            (words[about["about"]["kind"]], name),
            (words["id"], about["about"]["id"]),
            (words["made"], instant(about["now"], self._language)),
            (words["by"], by),
            (words["key"], about["key"]["fingerprint"]),
        ):
            self._line(line)
        self._y -= 4
        for text in self._wrapped(words["note"], _RIGHT - _LEFT, _SMALL):
            self._text(_LEFT, self._y, text, _SMALL, grey=True)
            self._y -= 9
        self._y -= 8

    def _section(self, title: str, lines: Sequence[Line]) -> None:
        # A title never stands alone at the end of a page.
        self._room(3 * _LEAD)
        self._text(_LEFT, self._y, title, 10, BOLD)
        self._y -= 5
        self._canvas.setStrokeGray(0.75)
        self._canvas.setLineWidth(0.5)
        self._canvas.line(_LEFT, self._y, _RIGHT, self._y)
        self._y -= _LEAD
        for line in lines[:_MOST] or [("", self._words["none"])]:
            self._line(line)
        if len(lines) > _MOST:
            record = RECORDS[self._about["about"]["kind"]]
            more = self._words["more"].format(count=len(lines) - _MOST, record=record)
            self._line(("", more))
        self._y -= 8

    def _line(self, line: Line) -> None:
        label, value = line
        width = _VALUES - _LEFT - 8
        left = self._wrapped(label, width) or [""]
        right = self._wrapped(value, _RIGHT - _VALUES) or [""]
        for at in range(max(len(left), len(right))):
            self._room(_LEAD)
            if at < len(left):
                self._text(_LEFT, self._y, left[at], _SIZE, grey=True)
            if at < len(right):
                self._text(_VALUES, self._y, right[at], _SIZE)
            self._y -= _LEAD

    def _frame(self) -> None:
        """What stands on every page: whose it is, and which page it is."""
        about = self._about
        self._text(
            _LEFT, 44, f"{about['company']}   {about['about']['id']}", _SMALL, grey=True
        )
        number = self._canvas.getPageNumber()
        page = self._words["page"].format(page=number, pages=self.pages)
        width = float(pdfmetrics.stringWidth(drawable(page), BODY, _SMALL))
        self._text(_RIGHT - width, 44, page, _SMALL, grey=True)

    def _room(self, height: float) -> None:
        """Go on on another page where this one has no room left."""
        if self._y - height < _BOTTOM:
            self._canvas.showPage()
            self._frame()
            self._y = _TOP

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

    def _wrapped(self, text: str, width: float, size: float = _SIZE) -> list[str]:
        """Lines that fit; what has no blank, as a hash, is cut where it must be."""
        found = []
        for line in simpleSplit(drawable(text), BODY, size, width):
            rest = line
            while pdfmetrics.stringWidth(rest, BODY, size) > width:
                fits = len(rest)
                while pdfmetrics.stringWidth(rest[:fits], BODY, size) > width:
                    fits -= 1
                found.append(rest[:fits])
                rest = rest[fits:]
            found.append(rest)
        return found
