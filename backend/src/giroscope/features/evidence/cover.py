"""The pack's PDF: what is in it for people to read, on as few pages as it takes.

Drawn with the fonts of an invoice, and as fit for an archive.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from giroscope.features.billing.archival import VERSION, Facts, archive, with_line_ends
from giroscope.features.billing.paper import BODY, BOLD, drawable
from giroscope.features.evidence.words import (
    KINDS,
    PARTS,
    RECALLS,
    SENDING,
    STANDINGS,
    WORDS,
    called,
    instant,
    money,
    on,
    state_of,
)
from giroscope.features.journals.export import SOURCES

_WIDTH, _HEIGHT = A4
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, _WIDTH - 56.0, _HEIGHT - 56.0, 72.0
_VALUES = _LEFT + 120
_SIZE, _SMALL, _LEAD = 8.5, 7.0, 12.0
_GREY = 0.42
_MOST = 40
"""Lines of one section; the rest stands in the record."""

Line = tuple[str, str]
"""What stands on the left in grey, and what is said of it."""


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
        sections = _Sections(self._about, self._language)
        for title, lines in sections.all():
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
            (words["journal"], name),
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
            more = self._words["more"].format(count=len(lines) - _MOST)
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


class _Sections:
    """What the pages say, section by section; draws nothing."""

    def __init__(self, about: Mapping[str, Any], language: str) -> None:
        self._about, self._record = about, about["record"]
        self._language, self._words = language, WORDS[language]
        self._at = partial(instant, language=language)
        self._money = partial(money, language=language)

    def all(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """Each section that the record has something for; some say that it has not."""
        words, record = self._words, self._record
        yield words["figures"], list(self._figures())
        yield words["files"], list(self._files())
        if record["validation"]:
            yield words["checks"], list(self._checks(record["validation"]))
        if record["approval"]:
            yield words["behind"], list(self._behind(record["approval"]))
            yield words["approvals"], list(self._approvals())
        if self._about["sendings"]:
            yield words["sending"], list(self._sendings())
        if record["counts"]["payments"]:
            yield words["answers"], list(self._answers())
        if record["recalls"]:
            yield words["recalls"], list(self._recalls())
        yield words["statements"], list(self._statements())
        yield words["trail"], list(self._trail())

    def _figures(self) -> Iterator[Line]:
        record, words = self._record, self._words
        state = state_of(record, self._language)
        if record["needsAttention"]:
            state = f"{state} · {words['attention']}"
        yield words["state"], state
        if record["account"]:
            account = record["account"]
            named = filter(
                None, (account["iban"] or account["number"], account["name"])
            )
            yield words["account"], "  ".join(named)
        if record["executionDate"]:
            yield words["executionDate"], on(record["executionDate"], self._language)
        yield words["source"], called(SOURCES, record["source"], self._language)
        for label, sums in (("total", record["totals"]), ("unpaid", record["unpaid"])):
            for one in sums:
                amount = self._money(one["amount"], one["currency"])
                key = "payment" if one["count"] == 1 else "payments"
                count = words[key].format(count=one["count"])
                yield words[label], f"{amount}  ({count})" if self._pays else amount
        if self._pays:
            yield words["counted"], words["counts"].format(**record["counts"])

    @property
    def _pays(self) -> bool:
        return bool(self._record["counts"]["payments"])

    def _files(self) -> Iterator[Line]:
        for one in self._record["documents"]:
            size = self._words["bytes"].format(size=one["size"])
            kind = called(KINDS, one["kind"], self._language)
            yield kind, f"{one['name']}, {size}, {self._at(one['received'])}"
            yield "", f"SHA-256 {one['sha256']}"

    def _checks(self, found: Mapping[str, Any]) -> Iterator[Line]:
        standing = called(STANDINGS, found["standing"], self._language)
        counts = self._words["found"].format(**found["counts"])
        yield standing, f"{counts}, {self._at(found['checked'])}"
        for one in found["groups"]:
            yield one["code"], f"{one['title'][self._language]} ({one['count']})"

    def _behind(self, approval: Mapping[str, Any]) -> Iterator[Line]:
        for one in approval["behind"]:
            part = called(PARTS, one["part"], self._language)
            yield one["person"], f"{part}, {self._at(one['at'])}"

    def _approvals(self) -> Iterator[Line]:
        words = self._words
        for case in self._about["documents"]:
            for one in case["decisions"]:
                said = [words[one["decision"]], self._at(one["at"])]
                if one.get("forPerson"):
                    said.append(words["for"].format(name=one["forPerson"]))
                proof = one["proof"]
                said.append(
                    words["passkey"].format(name=proof["passkey"]["name"])
                    if proof
                    else words["noPasskey"]
                )
                if one.get("undone"):
                    said.append(words["undone"].format(at=self._at(one["undone"])))
                if one.get("reason"):
                    said.append(one["reason"])
                yield one["person"], ", ".join(said)
                yield "", f"SHA-256 {one['sha256']}"

    def _sendings(self) -> Iterator[Line]:
        for one in self._about["sendings"]:
            state = called(SENDING, one["state"], self._language)
            since = self._at(one["sent"] or one["since"])
            yield one["bank"] or "", f"{state}, {since}"
            for attempt in one["attempts"]:
                label = self._words["attempt"].format(number=attempt["number"])
                state = called(SENDING, attempt["state"], self._language)
                times = [self._at(at) for at in (attempt["left"],) if at]
                said = [state, *times, attempt["bankText"], attempt["bankReference"]]
                yield label, ", ".join(filter(None, said))
                if attempt["requestSha256"]:
                    yield "", f"SHA-256 {attempt['requestSha256']}"

    def _answers(self) -> Iterator[Line]:
        for one in self._record["answers"]:
            yield one["document"]["name"], self._at(one["stated"] or one["received"])
            for line in one["lines"]:
                codes = [line["status"] and _code(line["status"])]
                codes += [_reason(reason) for reason in line["reasons"]]
                yield line["batch"] or "", ", ".join(filter(None, codes))
            for said in one["payments"]:
                yield "", f"{said['count']} \N{MULTIPLICATION SIGN} {_code(said)}"

    def _recalls(self) -> Iterator[Line]:
        for one in self._record["recalls"]:
            state = called(RECALLS, one["state"], self._language)
            asked = f"{one['askedBy']}, {self._at(one['asked'])}"
            yield one["caseId"], f"{one['reasonText']}, {state}, {asked}"
            for said in one["answers"]:
                told = filter(None, (said["answer"], said["code"], said["meaning"]))
                yield "", f"{said['count']} \N{MULTIPLICATION SIGN} {' '.join(told)}"

    def _statements(self) -> Iterator[Line]:
        words = self._words
        for one in self._record["statements"]:
            account = one["account"]
            currency = one["currency"] or account["currency"]
            days = [on(one[name], self._language) for name in ("fromDate", "toDate")]
            period = " \N{EN DASH} ".join(dict.fromkeys(filter(None, days)))
            said = [period]
            for name in ("opening", "closing"):
                amount = one[name]
                told = (
                    words["unstated"]
                    if amount is None
                    else self._money(amount, currency)
                )
                said.append(f"{words[name]} {told}")
            if one["balanced"] is not None:
                said.append(words["addsUp" if one["balanced"] else "addsNotUp"])
            yield account["iban"] or account["number"], ", ".join(filter(None, said))

    def _trail(self) -> Iterator[Line]:
        links, words = self._about["links"], self._words
        count = len(links["events"])
        yield "", words["events"].format(count=count, all=links["head"]["count"])
        yield "", words["anchors"].format(count=len(links["anchors"]))


def _code(status: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (status["code"], status["meaning"])))


def _reason(reason: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (reason["code"], reason["meaning"], reason["text"])))
