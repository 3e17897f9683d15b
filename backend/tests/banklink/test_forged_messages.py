"""Messages and parts put together anew around a good signature: each is refused."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from lxml import etree

from banklink import (
    AnswerNotTrusted,
)
from banklink._certificates import Trust
from banklink._soap import taken_apart
from banklink._verify import verify_beside, verify_parts
from banklink._xml import parse
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_oracle import (
    DS,
    SOAP,
    WSSE,
    WSU,
    Element,
    sign_beside,
    sign_parts,
)

SIGNATURE = f"{{{DS}}}Signature"
ID = f"{{{WSU}}}Id"


@pytest.fixture
def trust(authority: Authority) -> Trust:
    return Trust([authority.certificate], NOW)


def read(root: Element) -> Element:
    """Parsed anew, which also finds by name what xmlsec has put into a tree."""
    return parse(etree.tostring(root), largest=1_000_000)


def message() -> tuple[Element, Element, Element, Element]:
    root = etree.fromstring(
        f'<s:Envelope xmlns:s="{SOAP}" xmlns:u="{WSU}"><s:Header>'
        f'<w:Security xmlns:w="{WSSE}"/><head u:Id="h">ours</head></s:Header>'
        f'<s:Body u:Id="b"><amount>1</amount></s:Body></s:Envelope>'
    )
    header, body = root
    security, head = header
    return root, security, head, body


def body_moved_into_header(root: Element) -> None:
    header, body = root
    forged = deepcopy(body)
    forged[0].text = "999"
    del forged.attrib[ID]
    etree.SubElement(header, "Wrapper").append(body)
    root.append(forged)


def body_moved_keeping_its_name(root: Element) -> None:
    header, body = root
    forged = deepcopy(body)
    forged[0].text = "999"
    etree.SubElement(header, "Wrapper").append(body)
    root.append(forged)


def body_moved_and_renamed(root: Element) -> None:
    body_moved_into_header(root)
    root[1].set(ID, "other")


def body_in_security(root: Element) -> None:
    header, body = root
    forged = deepcopy(body)
    forged[0].text = "999"
    forged.set(ID, "other")
    header[0].append(body)
    root.append(forged)


def body_in_the_signature(root: Element) -> None:
    header, body = root
    forged = deepcopy(body)
    forged[0].text = "999"
    forged.set(ID, "other")
    signature = header[0].find(SIGNATURE)
    etree.SubElement(signature, f"{{{DS}}}Object").append(body)
    root.append(forged)


def two_bodies(root: Element) -> None:
    forged = deepcopy(root[1])
    forged[0].text = "999"
    forged.set(ID, "other")
    root.insert(1, forged)


def same_name_in_another_attribute(root: Element) -> None:
    body_moved_into_header(root)
    root[1].set("id", "b")


def body_altered(root: Element) -> None:
    root[1][0].text = "999"


def header_altered(root: Element) -> None:
    root[0][1].text = "theirs"


def two_signatures(root: Element) -> None:
    security = root[0][0]
    security.append(deepcopy(security.find(SIGNATURE)))


def token_elsewhere(root: Element) -> None:
    security = root[0][0]
    token = security.find(f"{{{WSSE}}}BinarySecurityToken")
    root[0].append(token)


def token_twice(root: Element) -> None:
    security = root[0][0]
    security.append(deepcopy(security.find(f"{{{WSSE}}}BinarySecurityToken")))


def token_of_another_kind(root: Element) -> None:
    security = root[0][0]
    security.find(f"{{{WSSE}}}BinarySecurityToken").set("ValueType", "other")


def reference_dropped(root: Element) -> None:
    reference = root.find(f".//{{{DS}}}Reference")
    reference.getparent().remove(reference)


MOVED = [
    body_moved_into_header,
    body_moved_keeping_its_name,
    body_moved_and_renamed,
    body_in_security,
    body_in_the_signature,
    two_bodies,
    same_name_in_another_attribute,
    body_altered,
    header_altered,
    two_signatures,
    token_elsewhere,
    token_twice,
    token_of_another_kind,
    reference_dropped,
]


def parts_verified(root: Element, trust: Trust) -> list[str | None]:
    taken = taken_apart(read(root))
    head = [each for each in taken.header if each.tag == "head"]
    signed = verify_parts(taken.security, [taken.body, head[0]], trust)
    return [signed.parts[0][0].text, signed.parts[1].text]


@pytest.mark.parametrize("move", MOVED, ids=lambda move: move.__name__)
def test_a_message_put_together_anew_is_refused(
    move: Callable[[Element], None], bank: Identity, trust: Trust
) -> None:
    root, security, head, body = message()
    sign_parts(security, [body, head], bank)
    assert parts_verified(root, trust) == ["1", "ours"]
    moved = read(root)
    move(moved)
    with pytest.raises(AnswerNotTrusted):
        parts_verified(moved, trust)


@pytest.mark.parametrize("parts", [[0], [1]])
def test_a_signature_over_less_than_it_has_to_cover_is_refused(
    parts: list[int], bank: Identity, trust: Trust
) -> None:
    root, security, head, body = message()
    sign_parts(security, [(body, head)[number] for number in parts], bank)
    with pytest.raises(AnswerNotTrusted, match="leaves out"):
        parts_verified(root, trust)


def test_a_signature_over_more_than_is_known_is_refused(
    bank: Identity, trust: Trust
) -> None:
    root, security, head, body = message()
    other = etree.SubElement(root[0], "other")
    other.set(ID, "other")
    sign_parts(security, [body, head, other], bank)
    with pytest.raises(AnswerNotTrusted, match="something else"):
        parts_verified(root, trust)


def test_a_certificate_bound_to_a_forger_s_key_is_refused(
    stranger: Authority, trust: Trust
) -> None:
    root, security, head, body = message()
    sign_parts(security, [body, head], stranger.issue("Bank Signing"))
    with pytest.raises(AnswerNotTrusted, match="no configured root"):
        parts_verified(root, trust)


# Beside an element


def beside(bank: Identity) -> Element:
    root = etree.fromstring('<out><message id="m"><amount>1</amount></message></out>')
    sign_beside(root[0], bank)
    return root


def forged_before(root: Element) -> None:
    forged = deepcopy(root[0])
    forged[0].text = "999"
    forged.set("id", "other")
    root.insert(0, forged)


def forged_between(root: Element) -> None:
    forged = deepcopy(root[0])
    forged[0].text = "999"
    forged.set("id", "other")
    original = root[0]
    root.insert(1, forged)
    etree.SubElement(root, "hidden").append(original)


def forged_with_the_same_name(root: Element) -> None:
    forged = deepcopy(root[0])
    forged[0].text = "999"
    original = root[0]
    root.insert(0, forged)
    etree.SubElement(root, "hidden").append(original)


def twin_behind(root: Element) -> None:
    """Whoever reads by name finds the forged one."""
    forged = deepcopy(root[0])
    forged[0].text = "999"
    root.append(forged)


def original_inside_forged(root: Element) -> None:
    original, signature = root
    forged = etree.Element("message", id="other")
    etree.SubElement(forged, "amount").text = "999"
    forged.append(original)
    root.insert(0, forged)
    forged.addnext(signature)


def name_removed(root: Element) -> None:
    del root[0].attrib["id"]


def signature_removed(root: Element) -> None:
    root.remove(root[1])


def amount_altered(root: Element) -> None:
    root[0][0].text = "999"


@pytest.mark.parametrize(
    "move",
    [
        forged_before,
        forged_between,
        forged_with_the_same_name,
        twin_behind,
        original_inside_forged,
        name_removed,
        signature_removed,
        amount_altered,
    ],
    ids=lambda move: move.__name__,
)
def test_a_forgery_beside_a_good_signature_is_refused(
    move: Callable[[Element], None], bank: Identity, trust: Trust
) -> None:
    root = beside(bank)
    assert verify_beside(read(root)[0], trust).part[0].text == "1"
    moved = read(root)
    move(moved)
    with pytest.raises(AnswerNotTrusted):
        verify_beside(read(moved)[0], trust)
