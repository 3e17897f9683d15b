"""Whether a payment file obeys the official schema of its version.

The schemas come with the `sepaxml` package. They decide what may go to a
bank, never what can be read from one, so this reports and refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any, BinaryIO

from lxml import etree

from bankfiles._detect import detect
from bankfiles._encoding import Decoder, sniff
from bankfiles._findings import found
from bankfiles._gate import Gate
from bankfiles._read import refuse_unreadable
from bankfiles._source import Source
from bankfiles._xml import refusal, tree_parser
from bankfiles.errors import TooLarge
from bankfiles.limits import MIB, Limits
from bankfiles.values import Finding

CARRIED = frozenset(f"pain.001.001.{version}" for version in ("03", "09", "10", "11"))
MOST_FINDINGS = 200
# A schema needs the whole tree in memory, about ten times the file.
_DEFAULT = Limits(file_bytes=64 * MIB)


def validate_schema(stream: BinaryIO, *, limits: Limits = _DEFAULT) -> list[Finding]:
    """What the schema of its version says against a payment file.

    An empty list means valid. A version without a schema here gives one
    finding that says so. At most 200 findings are given.

    Raises:
        BankFileError: the file cannot be read, or is too large for a tree.
    """
    blocks = list(Source(stream, limits, None).blocks())
    head = blocks[0] if blocks else b""
    kind = detect(head)
    refuse_unreadable(kind, head)
    version = kind.version or ""
    if version not in CARRIED:
        words = f"the version {version}" if version else "a file without version"
        return [
            found(
                "schema_not_carried",
                f"No schema is carried for {words}; it was not validated.",
            )
        ]
    return list(_violations(_tree(blocks, head, limits), version))


def _tree(blocks: list[bytes], head: bytes, limits: Limits) -> etree._ElementTree:
    if sum(map(len, blocks)) > limits.file_bytes:
        raise TooLarge(f"The file is larger than {limits.file_bytes} bytes.")
    decoder, gate = Decoder(sniff(head)), Gate(limits)
    text = b"".join(decoder.feed(block) for block in blocks)
    gate.feed(text)
    gate.close()
    try:
        return etree.ElementTree(etree.XML(text, tree_parser()))
    except etree.XMLSyntaxError as error:
        raise refusal(error) from error


def _violations(tree: etree._ElementTree, version: str) -> Iterator[Finding]:
    schema = _schema(version)
    if schema.validate(tree):
        return
    errors: Any = schema.error_log  # iterable, which the stubs do not know
    for error in islice(errors, MOST_FINDINGS):
        yield found(
            "schema_violation",
            _words(error.message),
            error.line,
            _path(tree, error.path),
        )


@lru_cache(maxsize=len(CARRIED))
def _schema(version: str) -> etree.XMLSchema:
    source = files("sepaxml").joinpath("schemas", f"{version}.xsd").read_bytes()
    return etree.XMLSchema(etree.XML(source, tree_parser()))


def _words(message: str) -> str:
    """The message without namespaces, which only hide the names."""
    words = message
    while "{" in words and "}" in words:
        start, end = words.index("{"), words.index("}")
        if end < start:
            break
        words = words[:start] + words[end + 1 :]
    return words


def _path(tree: etree._ElementTree, path: str | None) -> str | None:
    """`/*/*/*[2]` with the names of the elements, counted from the message on."""
    found_elements = tree.xpath(path) if path else []
    if not isinstance(found_elements, list) or not found_elements:
        return None
    element = found_elements[0]
    if not isinstance(element, etree._Element):  # noqa: SLF001 - lxml has no other name
        return None
    steps = [element, *element.iterancestors()][:-2]
    return "/".join(_step(each) for each in reversed(steps)) or None


def _step(element: etree._Element) -> str:
    name = etree.QName(element).localname
    before = sum(1 for _ in element.itersiblings(str(element.tag), preceding=True))
    after = next(element.itersiblings(str(element.tag)), None)
    return f"{name}[{before + 1}]" if before or after is not None else name
