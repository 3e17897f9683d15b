"""One strict parser over a whole stream, with the gate beside it.

For messages whose size does not ask for more. Elements of the wanted names
come as they start and end; whoever takes them empties them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from lxml import etree
from lxml.etree import _Element

from bankfiles._gate import Gate
from bankfiles._xml import pull_parser, refusal
from bankfiles.errors import TooLarge
from bankfiles.limits import Limits


def events(
    blocks: Iterable[bytes], names: Sequence[str], limits: Limits
) -> Iterator[tuple[str, str, _Element]]:
    """Event, local name and element, for blocks of UTF-8."""
    gate = Gate(limits)
    parser = pull_parser([f"{{*}}{name}" for name in names])
    unread = 0
    for block in blocks:
        gate.feed(block)
        unread += len(block)
        for each in _fed(parser, block):
            unread = 0
            yield each
        if unread > limits.element_bytes:
            raise TooLarge(f"{limits.element_bytes} bytes hold no whole payment.")
    gate.close()
    try:
        parser.close()
    except etree.XMLSyntaxError as error:
        raise refusal(error) from error


def _fed(
    parser: etree.XMLPullParser, block: bytes
) -> Iterator[tuple[str, str, _Element]]:
    try:
        parser.feed(block)
        ready = list(parser.read_events())
    except etree.XMLSyntaxError as error:
        raise refusal(error) from error
    for event, what in ready:
        element = cast("_Element", what)
        yield event, etree.QName(element).localname, element


def namespace_of(element: _Element) -> str:
    """The namespace, empty for none."""
    # Not asked of `QName`, which raises where a prefix is bound to nothing.
    return str(element.tag).rpartition("}")[0][1:]


def drop(element: _Element) -> None:
    """Free an element that was read, and what stood before it."""
    element.clear()
    parent = element.getparent()
    if parent is not None:
        while (previous := element.getprevious()) is not None:
            parent.remove(previous)
