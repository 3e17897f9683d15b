"""An invoice's paper is an archival file, as another library reads it.

The whole of ISO 19005-2 is not checked here: docs/decisions says by what it was.
"""

import io
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from PIL import ImageCms
from pypdf import PdfReader
from pypdf.generic import ContentStream

from giroscope.features.billing import paper
from giroscope.features.billing.archival import gray_profile, with_line_ends
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceKind,
    InvoiceLine,
    VatTreatment,
)
from tests.billing.billed_tenant import BUYER

DAY = date(2026, 11, 21)
COLOURED = {b"rg", b"RG", b"k", b"K", b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN"}
ISSUED = datetime(2026, 11, 21, 8, 15, tzinfo=UTC)


@pytest.fixture(params=[1, 60])
def content(request: pytest.FixtureRequest, catalogue: Catalogue) -> bytes:
    """The paper of an invoice of one line, and of as many as take pages."""
    seller = catalogue.seller.model_dump(exclude={"accounts"})
    invoice = Invoice(
        kind=InvoiceKind.INVOICE.value, number="GIRO-A&B-00001", reference="RF18",
        issued=DAY, due=DAY, from_date=DAY, to_date=DAY, currency="DKK",
        net=Decimal(100), vat_treatment=VatTreatment.DOMESTIC.value,
        vat_rate=Decimal(25), vat=Decimal(25), total=Decimal(125), language="da",
        seller={**seller, "account": catalogue.account("DKK").model_dump()},
        buyer={**BUYER, "vat_number": ""}, finalised=ISSUED,
    )  # fmt: skip
    line = InvoiceLine(
        text="Ærlig øl på ås", from_date=DAY, to_date=DAY, quantity=Decimal(1),
        unit="år", unit_price=Decimal(100), net=Decimal(100),
    )  # fmt: skip
    return paper.render(invoice, [line] * request.param)


@pytest.fixture
def read(content: bytes) -> PdfReader:
    """Strictly: whatever is not as it should be is an error."""
    return PdfReader(io.BytesIO(content), strict=True)


def test_it_says_of_itself_that_it_is_pdf_a_2u(read: PdfReader) -> None:
    told = read.xmp_metadata
    assert told is not None
    packet = told.stream.get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part>" in packet
    assert "<pdfaid:conformance>U</pdfaid:conformance>" in packet
    # It has to be found by programs that know no PDF, so it is not compressed.
    assert "/Filter" not in told.stream


def test_what_it_says_twice_it_says_alike(read: PdfReader) -> None:
    told, known = read.xmp_metadata, read.metadata
    assert told is not None
    assert known is not None
    assert told.dc_title == {"x-default": known.title}
    assert known.title == "Faktura GIRO-A&B-00001"
    assert told.dc_creator == [known.author]
    assert known.author == "Eksempel Software ApS"
    assert told.xmp_create_date == ISSUED.replace(tzinfo=None)
    assert known.creation_date == known.modification_date == ISSUED
    assert told.pdf_producer == known.producer == known.creator == "Giroscope"
    assert told.dc_language == [read.root_object["/Lang"]] == ["da"]


def test_no_font_is_left_to_the_readers_machine(read: PdfReader) -> None:
    found = 0
    for page in read.pages:
        fonts: Any = page["/Resources"]["/Font"]
        for name in fonts:
            font = fonts[name]
            assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]
            assert "/ToUnicode" in font, font["/BaseFont"]
            found += 1
    assert found >= 2 * len(read.pages)
    assert "Ærlig øl på ås" in read.pages[0].extract_text()


def test_greys_are_what_its_profile_says(read: PdfReader) -> None:
    intents: Any = read.root_object["/OutputIntents"]
    (intent,) = intents
    assert intent["/S"] == "/GTS_PDFA1"
    profile = intent["/DestOutputProfile"]
    assert profile["/N"] == 1
    assert profile.get_data() == gray_profile()
    # Another library reads the profile, and translates with it.
    own = ImageCms.ImageCmsProfile(io.BytesIO(gray_profile()))
    assert own.profile.xcolor_space.strip() == "GRAY"
    assert own.profile.connection_space.strip() == "XYZ"
    assert own.profile.profile_description == "Gray gamma 2.2"
    assert own.profile.version < 5
    for page in read.pages:
        drawn = page.get_contents()
        assert drawn is not None
        asked = {operator for _, operator in ContentStream(drawn, read).operations}
        assert asked & {b"g", b"G"}
        assert asked.isdisjoint(COLOURED)


def test_every_stream_ends_with_its_line(content: bytes, read: PdfReader) -> None:
    assert re.search(rb"[^\r\n]endstream\nendobj", content) is None
    # A file whose streams end so already stays as it is.
    assert with_line_ends(content) == content
    for number in range(1, len(read.xref[0]) + 1):
        assert read.get_object(number) is not None
