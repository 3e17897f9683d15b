"""Canonical forms of XML: inclusive and exclusive, of a document or a part of it.

The canonicalisation itself is libxml2's; what is done here is to give a part
the surroundings that its canonical form depends on.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import cast

from lxml import etree

from banklink import _names
from banklink._xml import Element
from banklink.errors import AnswerNotTrusted

_XML = "{http://www.w3.org/XML/1998/namespace}"
_KNOWN = {
    _names.C14N: (False, False),
    _names.C14N_COMMENTS: (False, True),
    _names.EXC_C14N: (True, False),
    _names.EXC_C14N_COMMENTS: (True, True),
}
_INCLUSIVE_PREFIXES = f"{{{_names.EXC_C14N}}}InclusiveNamespaces"


@dataclass(frozen=True, slots=True)
class Method:
    """A way to make the canonical form; `prefixes` count as used everywhere."""

    is_exclusive: bool
    has_comments: bool = False
    prefixes: tuple[str, ...] = ()


INCLUSIVE = Method(is_exclusive=False)
EXCLUSIVE = Method(is_exclusive=True)


def method_of(element: Element) -> Method:
    """The method that an element with an `Algorithm` asks for.

    Raises:
        AnswerNotTrusted: It is no canonical form that is accepted.
    """
    known = _KNOWN.get(element.get("Algorithm", ""))
    if known is None:
        raise AnswerNotTrusted("The signature uses a canonical form not accepted.")
    prefixes: tuple[str, ...] = ()
    for child in element:
        if child.tag != _INCLUSIVE_PREFIXES or not known[0]:
            raise AnswerNotTrusted("The signature's canonical form has odd settings.")
        prefixes += tuple(child.get("PrefixList", "").split())
    if "#default" in prefixes:
        # libxml2 is not told of it through lxml, and would leave it out silently.
        raise AnswerNotTrusted("The signature's canonical form has odd settings.")
    return Method(*known, prefixes)


def canonical(element: Element, method: Method) -> bytes:
    """The canonical form of an element and all in it, as a part of its document.

    Raises:
        AnswerNotTrusted: It has none, as where a namespace is no absolute address.
    """
    if not (method.is_exclusive and not method.prefixes):
        element = _with_surroundings(element, method)
    try:
        return etree.tostring(
            element,
            method="c14n",
            exclusive=method.is_exclusive,
            with_comments=method.has_comments,
            inclusive_ns_prefixes=list(method.prefixes) or None,
        )
    except etree.C14NError as error:
        raise AnswerNotTrusted("The answer has no canonical form.") from error


def _with_surroundings(element: Element, method: Method) -> Element:
    """The same element alone, with what it has from its ancestors written on it."""
    if element.getparent() is None:
        return element
    # The stubs do not know that the default namespace has no prefix.
    surroundings = cast("dict[str, str]", element.nsmap)
    alone = etree.Element(element.tag, nsmap=surroundings)
    if not method.is_exclusive:
        for ancestor in reversed(list(element.iterancestors())):
            alone.attrib.update(
                {k: v for k, v in ancestor.attrib.items() if str(k).startswith(_XML)}
            )
    alone.attrib.update(element.attrib)
    copied = deepcopy(element)
    alone.text = copied.text
    alone.extend(list(copied))
    return alone
