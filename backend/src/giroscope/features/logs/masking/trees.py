"""Hides in XML: fields by the names of their elements and attributes."""

import typing
from typing import Any

from lxml import etree

from giroscope.features.logs.masking.rules import (
    PATHS,
    Hidden,
    has_numbers,
    hidden_by_name,
    squashed,
)
from giroscope.features.logs.masking.values import hidden

if typing.TYPE_CHECKING:
    from giroscope.features.logs.masking.dress import Masking

_DEEPEST_PATH = max(map(len, PATHS))


def masked(text: str, masking: "Masking") -> str | None:
    """The document with values hidden; None where it is not well-formed."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True,
        # The text was decoded; what it says of its bytes holds no more.
        encoding="utf-8",
    )  # fmt: skip
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    for element in root.iter(etree.Element):
        _learn(element, masking)
    for node in root.iter():
        _hide(node, masking)
    return etree.tostring(root, encoding="unicode")


def _learn(element: Any, masking: "Masking") -> None:
    """What a field names as a person or an account is hidden elsewhere, too."""
    text = element.text
    if not text or not text.strip() or len(element):
        return
    why = _why(element)
    if why in {Hidden.NAME, Hidden.ACCOUNT} and masking.choice.hides(why):
        masking.text.learn(text, why)


def _hide(node: Any, masking: "Masking") -> None:
    is_element = isinstance(node.tag, str)
    if is_element:
        _hide_attributes(node, masking)
        why = _why(node)
        if node.text and why is not None and masking.choice.hides(why):
            node.text = hidden(node.text, why)
        elif node.text and node.text.strip():
            shown = masking.of_value(node.text, has_numbers=has_numbers(node.tag))
            _put(node, shown)
    elif node.text and node.tag in {etree.Comment, etree.PI}:
        node.text = masking.of_running(node.text).replace("--", "- -")
    if node.tail and node.tail.strip():
        node.tail = masking.of_value(node.tail)


def _put(node: Any, text: str) -> None:
    """Undressed markup stays readable; it is no part of the tree."""
    is_markup = "<" in text and "]]>" not in text
    node.text = etree.CDATA(text) if is_markup else text


def _hide_attributes(element: Any, masking: "Masking") -> None:
    for name, value in element.attrib.items():
        why = hidden_by_name(name)
        if why is not None and masking.choice.hides(why):
            element.set(name, hidden(value, why))
        elif value.strip():
            shown = masking.of_running(value, has_numbers=has_numbers(name))
            element.set(name, shown)


def _why(element: Any) -> Hidden | None:
    found = hidden_by_name(element.tag)
    if found is not None:
        return found
    path: list[str] = []
    place = element
    while place is not None and len(path) < _DEEPEST_PATH:
        path.insert(0, squashed(place.tag))
        place = place.getparent()
    for wanted in PATHS:
        ends = path[-len(wanted) :]
        if len(ends) == len(wanted) and all(
            there.endswith(part) if part == "acct" else there == part
            for there, part in zip(ends, wanted, strict=True)
        ):
            return Hidden.ACCOUNT
    return None
