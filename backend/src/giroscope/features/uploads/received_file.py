"""Takes one file in from a call that waits for what is said of it; nothing is kept."""

import re
from dataclasses import dataclass, field
from typing import BinaryIO

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

from giroscope.kernel.errors import InvalidInput, TooLarge
from giroscope.kernel.web import arriving

MOST_BYTES = 250_000_000
"""Longest file that is checked while somebody waits; longer ones can be uploaded."""
_MARGIN = 1 << 20
_LONGEST_NAME = 200
_LONGEST_TEXT = 1 << 20
_PREVIOUS = "validation-token"


@dataclass(slots=True)
class Received:
    """What came with one call."""

    file: BinaryIO
    name: str = "payments.xml"
    previous: str = ""
    size: int = 0
    has_file: bool = False


def ensure_length(request: Request, most: int) -> None:
    """Refuse what claims to be too long before a byte of it is read.

    Raises:
        InvalidInput: The length is no number.
        TooLarge: It is longer than what is checked.
    """
    claimed = request.headers.get("content-length", "0")
    if re.fullmatch(r"[0-9]{1,18}", claimed) is None:
        raise InvalidInput("The length of the request is no number")
    _ensure_below(int(claimed), most + _MARGIN, most)


def _ensure_below(size: int, allowed: int, most: int) -> None:
    if size > allowed:
        raise TooLarge(
            f"The file is larger than {most // 1_000_000} MB, the most that is checked"
            " at once. Split it, or give it on the page Upload payments."
        )


async def receive(request: Request, received: Received, most: int) -> None:
    """Take the body in, piece by piece.

    Raises:
        InvalidInput: It holds no file, or is damaged.
        TooLarge: It is longer than what is checked.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    received.previous = request.headers.get(_PREVIOUS, "")
    if name := request.query_params.get("name"):
        received.name = _shown(name)
    try:
        if kind == b"multipart/form-data":
            await _receive_form(request, received, options.get(b"boundary", b""), most)
        else:
            async for chunk in arriving(request):
                _write(received, chunk, most)
    except FormParserError as error:
        raise InvalidInput("The form is damaged; send it again") from error
    except ClientDisconnect as error:
        raise InvalidInput("The file ended before its end; send it again") from error
    if kind == b"multipart/form-data" and not received.has_file:
        raise InvalidInput(
            "The form holds no file in a field named “file”", path="file"
        )


def _write(received: Received, data: bytes, most: int) -> None:
    received.size += len(data)
    _ensure_below(received.size, most, most)
    received.file.write(data)


@dataclass(slots=True)
class _Form:
    """The parts of a form as they stream in; one is the file."""

    received: Received
    most: int
    part: bytes = b""
    header: bytes = b""
    value: bytes = b""
    texts: dict[bytes, bytearray] = field(default_factory=dict)
    is_whole: bool = False

    def on_header(self) -> None:
        """A header of a part has ended."""
        if self.header.lower() == b"content-disposition":
            _, options = parse_options_header(self.value)
            self.part = options.get(b"name", b"")
            if self.part == b"file":
                if self.received.has_file:
                    raise InvalidInput("One file is checked at a time", path="file")
                self.received.has_file = True
                named = options.get(b"filename", b"").decode("utf-8", "replace")
                self.received.name = _shown(named) if named else self.received.name
        self.header = self.value = b""

    def on_data(self, data: bytes) -> None:
        """A piece of a part."""
        if self.part == b"file":
            _write(self.received, data, self.most)
            return
        text = self.texts.setdefault(self.part[:40], bytearray())
        text += data
        if len(text) > _LONGEST_TEXT or len(self.texts) > 20:
            raise InvalidInput("The form holds more than a file and a token")


async def _receive_form(
    request: Request, received: Received, boundary: bytes, most: int
) -> None:
    if not boundary:
        raise InvalidInput("The form says nothing of how its parts are kept apart")
    form = _Form(received, most)

    def header_name(data: bytes, start: int, end: int) -> None:
        form.header += data[start:end]

    def header_value(data: bytes, start: int, end: int) -> None:
        form.value += data[start:end]

    def whole() -> None:
        form.is_whole = True

    parser = MultipartParser(
        boundary,
        {
            "on_header_field": header_name,
            "on_header_value": header_value,
            "on_header_end": form.on_header,
            "on_part_data": lambda data, start, end: form.on_data(data[start:end]),
            "on_end": whole,
        },
    )
    async for chunk in arriving(request):
        parser.write(chunk)
    if not form.is_whole:
        raise InvalidInput("The form ended before its end; send it again")
    if previous := form.texts.get(b"previous"):
        received.previous = previous.decode("ascii", "replace").strip()


def _shown(name: str) -> str:
    """The last part of a name, printable and not too long."""
    text = name.replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(sign for sign in text if sign.isprintable()).strip()
    return printable[-_LONGEST_NAME:] or "payments.xml"
