"""What makes an invoice's PDF fit for an archive: PDF/A-2u (ISO 19005-2).

An archived file says of itself what it is, in XMP as in the document's own facts; it
names the colours it was drawn for; and it depends on no font of the reader's machine.
The drawing itself uses black and greys, embedded fonts and nothing else.
"""

import re
import struct
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import (
    XMP,
    PDFArray,
    PDFCatalog,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)
from reportlab.pdfgen.canvas import Canvas

VERSION = (1, 7)
_MADE_BY = "Giroscope"
_INTENTS = "OutputIntents"
_PLACE = re.compile(rb"(\d{10}) 00000 n")
_END = re.compile(rb"(?<!\n)endstream\nendobj\n\Z")
_PACKET_ID = "W5M0MpCehiHzreSzNTczkc9d"
"""By which programs that know no PDF find the packet: ISO 16684-1, 7.3.2."""
_PACKET = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="{packet_id}"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/">
   <pdfaid:part>2</pdfaid:part>
   <pdfaid:conformance>U</pdfaid:conformance>
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
   <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
   <pdf:Producer>{made_by}</pdf:Producer>
   <xmp:CreatorTool>{made_by}</xmp:CreatorTool>
   <xmp:CreateDate>{made}</xmp:CreateDate>
   <xmp:ModifyDate>{made}</xmp:ModifyDate>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


class Facts(NamedTuple):
    """What the file says of itself."""

    title: str
    author: str
    language: str
    made: datetime


def archive(canvas: Canvas, facts: Facts) -> None:
    """Have the canvas write an archival file; say it before anything is drawn."""
    made = facts.made.astimezone(UTC)
    canvas.setTitle(facts.title)
    canvas.setAuthor(facts.author)
    canvas.setSubject(facts.title)
    canvas.setCreator(_MADE_BY)
    canvas.setProducer(_MADE_BY)
    canvas.setDateFormatter(lambda *_: f"D:{made:%Y%m%d%H%M%S}Z")
    packet = _PACKET.format(
        packet_id=_PACKET_ID, title=escape(facts.title), author=escape(facts.author),
        language=facts.language, made_by=_MADE_BY, made=f"{made:%Y-%m-%dT%H:%M:%SZ}",
    ).encode()  # fmt: skip
    catalog = canvas._doc.Catalog  # noqa: SLF001 - a canvas lends it in no other way
    catalog.Metadata = XMP(creator=lambda _document: packet)
    # The library knows no entry of this name, but writes those that it is told.
    catalog.__NoDefault__ = [*PDFCatalog.__NoDefault__, _INTENTS]
    setattr(catalog, _INTENTS, PDFArray([_intent()]))


def with_line_ends(content: bytes) -> bytes:
    """The file with an end of line before every `endstream`: ISO 19005-2, 6.1.7.1.

    The library writes none where a stream's bytes end otherwise. Each object moves by
    as many bytes as were added before it, and the table of objects follows.
    """
    table = int(content.rsplit(b"startxref\n", 1)[1].split()[0])
    starts = sorted(int(one) for one in _PLACE.findall(content, table))
    moved, body = {}, content[: starts[0]]
    for start, end in zip(starts, [*starts[1:], table], strict=True):
        moved[start] = len(body)
        body += _END.sub(rb"\n\g<0>", content[start:end])
    tail = _PLACE.sub(
        lambda found: b"%010d 00000 n" % moved[int(found[1])], content[table:]
    )
    return body + tail.replace(b"startxref\n%d" % table, b"startxref\n%d" % len(body))


def _intent() -> PDFDictionary:
    """The colours it was drawn for: greys."""
    profile = PDFStream(PDFDictionary({"N": 1}), gray_profile(), [PDFZCompress])
    return PDFDictionary(
        {
            "Type": PDFName("OutputIntent"),
            "S": PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": PDFString("Gray gamma 2.2"),
            "Info": PDFString("Gray gamma 2.2"),
            "DestOutputProfile": profile,
        }
    )


@cache
def gray_profile() -> bytes:
    """A colour profile of greys (ICC.1:2004): white is D50, the curve is gamma 2.2."""
    white = struct.pack(">3i", 0xF6D6, 0x10000, 0xD32D)
    parts = {
        b"desc": _words("Gray gamma 2.2"),
        b"cprt": _words("No rights are reserved"),
        b"wtpt": b"XYZ " + bytes(4) + white,
        b"kTRC": b"curv" + bytes(4) + struct.pack(">IHxx", 1, round(2.2 * 256)),
    }
    place = 128 + 4 + 12 * len(parts)
    index, body = struct.pack(">I", len(parts)), b""
    for name, part in parts.items():
        index += name + struct.pack(">II", place + len(body), len(part))
        body += part + bytes(-len(part) % 4)
    head = struct.pack(
        ">I4xI4s4s4s6H4s24xI12s48x",
        place + len(body), 0x04200000, b"mntr", b"GRAY", b"XYZ ",
        2026, 1, 1, 0, 0, 0, b"acsp", 0, white,
    )  # fmt: skip
    return head + index + body


def _words(text: str) -> bytes:
    """A text of the profile, in English."""
    coded = text.encode("utf-16-be")
    return (
        b"mluc" + bytes(4) + struct.pack(">II4sII", 1, 12, b"enUS", len(coded), 28)
        + coded
    )  # fmt: skip
