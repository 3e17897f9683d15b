"""Reads XML from outside without believing it, and takes it apart by exact names.

No document type, no entities, no processing instructions, ASCII-compatible
encodings only, bounded in size, elements and depth. What does not fit raises
`AnswerNotTrusted`: an answer in a wrong shape is no answer.
"""

from __future__ import annotations

import base64
import binascii
import re

from lxml import etree

from banklink.errors import AnswerNotTrusted

Element = etree._Element  # noqa: SLF001 - lxml's own type has no public name

MOST_TAGS = 500_000
"""An envelope has some dozens; a list of a thousand files some thousands."""
DEEPEST = 64

# What may stand before the root: a mark, a declaration, blanks and comments.
_PROLOG = re.compile(
    rb"(?:\xef\xbb\xbf)?"
    rb"(?P<declaration><\?xml[ \t\r\n][^<>]{0,200}?\?>)?"
    rb"(?:\s|<!--(?:[^-]|-(?!-))*-->)*"
    rb"<[^!?]"
)
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([^\"']+)[\"']")
_ENCODINGS = frozenset({b"utf-8", b"us-ascii", b"iso-8859-1"})


def parse(data: bytes, *, largest: int, comments: bool = True) -> Element:
    """Parse bytes from outside.

    `comments` keeps them, which matters to canonical forms that hash them.

    Raises:
        AnswerNotTrusted: Too large, not well-formed, or using what only attacks
            use.
    """
    if len(data) > largest:
        raise AnswerNotTrusted(f"The answer has more than {largest} bytes.")
    _ensure_plain(data)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        # Payloads are single texts of many megabytes; the size is bounded above.
        huge_tree=True,
        remove_comments=not comments,
        strip_cdata=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise AnswerNotTrusted(f"The answer is not well-formed: {error}.") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise AnswerNotTrusted("The answer has a document type, which is refused.")
    _ensure_shallow(root)
    return root


def _ensure_plain(data: bytes) -> None:
    found = _PROLOG.match(data)
    # A zero byte betrays an encoding in which nothing here would be recognised.
    if found is None or b"\0" in data:
        raise AnswerNotTrusted("The answer does not begin as plain XML does.")
    declaration = found["declaration"] or b""
    encoding = _ENCODING.search(declaration)
    if encoding and encoding[1].lower() not in _ENCODINGS:
        raise AnswerNotTrusted("The answer is in an encoding that is not read.")
    if data.count(b"<?") > bool(declaration):
        raise AnswerNotTrusted("The answer has processing instructions.")
    if data.count(b"<") > MOST_TAGS:
        raise AnswerNotTrusted("The answer has more elements than any real one.")


def _ensure_shallow(root: Element) -> None:
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > DEEPEST:
            raise AnswerNotTrusted("The answer is nested deeper than any real one.")


def take_out(element: Element) -> None:
    """Remove an element from its parent, leaving the text around it."""
    parent = element.getparent()
    if parent is None:
        raise AnswerNotTrusted("The root cannot be taken out of its document.")
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)


def children(parent: Element) -> list[Element]:
    """The child elements, without comments."""
    return list(parent.iterchildren("*"))


def only(parent: Element, tag: str) -> Element:
    """The one child of that name; none or several is refused."""
    found = parent.findall(tag)
    if len(found) != 1:
        raise AnswerNotTrusted(
            f"The answer has {len(found)} {_local(tag)} where one belongs."
        )
    return found[0]


def optional(parent: Element, tag: str) -> Element | None:
    """The child of that name if there is one; several are refused."""
    return only(parent, tag) if parent.find(tag) is not None else None


def named(parent: Element, name: str) -> Element:
    """The one child of that local name, in whatever namespace."""
    return only(parent, f"{{*}}{name}")


def optional_named(parent: Element, name: str) -> Element | None:
    """The child of that local name if there is one; several are refused."""
    return optional(parent, f"{{*}}{name}")


def text_of(element: Element) -> str:
    """The whole text of an element that holds nothing else."""
    if children(element):
        raise AnswerNotTrusted(f"{_local(element.tag)} is no plain text.")
    # A comment inside must not cut the text short.
    return "".join((element.text or "", *(child.tail or "" for child in element)))


def text(parent: Element, tag: str) -> str:
    """The text of the one child of that name."""
    return text_of(only(parent, tag)).strip()


def optional_text(parent: Element, tag: str) -> str:
    """The text of a child of that name, empty when there is none."""
    found = optional(parent, tag)
    return "" if found is None else text_of(found).strip()


def decoded(element: Element) -> bytes:
    """The bytes that an element holds in Base64."""
    try:
        # Line ends and indents are common; anything else is an error.
        compact = "".join(text_of(element).split())
        return base64.b64decode(compact, validate=True)
    except (binascii.Error, ValueError) as error:
        raise AnswerNotTrusted(f"{_local(element.tag)} is no Base64.") from error


def serialised(root: Element) -> bytes:
    """A document in UTF-8 with its declaration."""
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]
