"""Answers made to be believed wrongly: each is refused, whatever shape it has."""

import base64
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest
import xmlsec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from link_authority import NOW, Authority, Identity
from link_connect import ConnectBank
from link_nordea import BXD, NordeaBank
from link_oracle import (
    DS,
    SOAP,
    WSSE,
    WSU,
    Element,
    public_key,
    sign_beside,
    sign_enveloped,
    sign_parts,
    signing_key,
)
from lxml import etree

from banklink import (
    AnswerNotTrusted,
    BankConnectEndpoint,
    BankConnectParameters,
    DataCentre,
    Environment,
    Ids,
    LinkError,
    NordeaCAParameters,
    NordeaEndpoint,
)
from banklink._certificates import Trust
from banklink._signing import Signer
from banklink._soap import taken_apart
from banklink._verifying import verify_beside, verify_enveloped, verify_parts
from banklink._xml import parse
from banklink.bankconnect.answers import Reader
from banklink.bankconnect.operations import FETCHES
from banklink.bankconnect.requests import Sealer
from banklink.nordea.messages import Answer, read_answer
from banklink.values import FileKind

IDS = Ids("request-1", NOW)
SIGNATURE = f"{{{DS}}}Signature"
ID = f"{{{WSU}}}Id"


@pytest.fixture
def trust(authority: Authority) -> Trust:
    return Trust([authority.certificate], NOW)


def read(root: Element) -> Element:
    """Parsed anew, which also finds by name what xmlsec has put into a tree."""
    return parse(etree.tostring(root), largest=1_000_000)


# Inside the document


def response(amount: str = "1") -> Element:
    return etree.fromstring(
        f'<r xmlns="{BXD}"><CustomerId>1</CustomerId><Amount>{amount}</Amount></r>'
    )


def forged_around(root: Element) -> Element:
    """The signed document moved into a forged one."""
    outer = response("999")
    outer.append(root)
    return outer


def forged_around_with_signature_outside(root: Element) -> Element:
    outer = response("999")
    signature = root.find(SIGNATURE)
    outer.append(root)
    outer.append(signature)
    return outer


def hidden_in_object(root: Element) -> Element:
    """The signed document kept inside the signature, in an Object."""
    outer = response("999")
    signature = root.find(SIGNATURE)
    outer.append(signature)
    etree.SubElement(signature, f"{{{DS}}}Object").append(root)
    return outer


def signed_twice(root: Element) -> Element:
    root.append(deepcopy(root.find(SIGNATURE)))
    return root


def signature_deeper(root: Element) -> Element:
    etree.SubElement(root, "Extra").append(root.find(SIGNATURE))
    return root


def without_signature(root: Element) -> Element:
    root.remove(root.find(SIGNATURE))
    return root


def altered(root: Element) -> Element:
    root[1].text = "999"
    return root


def added(root: Element) -> Element:
    root.insert(0, etree.fromstring(f'<Amount xmlns="{BXD}">999</Amount>'))
    return root


def pointing(uri: str | None) -> Callable[[Element], Element]:
    def change(root: Element) -> Element:
        root.set("Id", "me")
        reference = root.find(f".//{{{DS}}}Reference")
        if uri is None:
            del reference.attrib["URI"]
        else:
            reference.set("URI", uri)
        return root

    change.__name__ = f"pointing_at_{uri}"
    return change


def with_transform(algorithm: str) -> Callable[[Element], Element]:
    def change(root: Element) -> Element:
        transforms = root.find(f".//{{{DS}}}Transforms")
        etree.SubElement(transforms, f"{{{DS}}}Transform", Algorithm=algorithm)
        return root

    change.__name__ = f"with_transform_{algorithm}"
    return change


def with_algorithm(name: str, algorithm: str) -> Callable[[Element], Element]:
    def change(root: Element) -> Element:
        root.find(f".//{{{DS}}}{name}").set("Algorithm", algorithm)
        return root

    change.__name__ = f"{name}_{algorithm}"
    return change


def with_output_length(root: Element) -> Element:
    method = root.find(f".//{{{DS}}}SignatureMethod")
    etree.SubElement(method, f"{{{DS}}}HMACOutputLength").text = "1"
    return root


def without(name: str) -> Callable[[Element], Element]:
    def change(root: Element) -> Element:
        for found in list(root.iter(f"{{{DS}}}{name}")):
            found.getparent().remove(found)
        return root

    change.__name__ = f"without_{name}"
    return change


def comment_in_digest(root: Element) -> Element:
    value = root.find(f".//{{{DS}}}DigestValue")
    value.text = "A" * 10 + value.text
    return root


_MORE = "http://www.w3.org/2001/04/xmldsig-more#"
FORGED = [
    forged_around,
    forged_around_with_signature_outside,
    hidden_in_object,
    signed_twice,
    signature_deeper,
    without_signature,
    altered,
    added,
    pointing("#me"),
    pointing("#xpointer(id('me'))"),
    pointing("http://127.0.0.1/other.xml"),
    pointing("file:///etc/passwd"),
    pointing(None),
    with_transform("http://www.w3.org/TR/1999/REC-xpath-19991116"),
    with_transform("http://www.w3.org/2002/06/xmldsig-filter2"),
    with_transform("http://www.w3.org/TR/1999/REC-xslt-19991116"),
    with_transform(f"{DS}base64"),
    with_transform(f"{DS}enveloped-signature"),
    with_transform(""),
    with_algorithm("SignatureMethod", f"{DS}rsa-sha1"),
    with_algorithm("SignatureMethod", f"{DS}hmac-sha1"),
    with_algorithm("SignatureMethod", f"{_MORE}hmac-sha256"),
    with_algorithm("SignatureMethod", f"{_MORE}ecdsa-sha256"),
    with_algorithm("SignatureMethod", "none"),
    with_algorithm("SignatureMethod", ""),
    with_algorithm("DigestMethod", f"{DS}sha1"),
    with_algorithm("DigestMethod", f"{_MORE}md5"),
    with_algorithm("CanonicalizationMethod", "http://www.w3.org/2006/12/xml-c14n11"),
    with_algorithm("CanonicalizationMethod", "none"),
    with_output_length,
    without("SignatureValue"),
    without("DigestValue"),
    without("KeyInfo"),
    without("X509Certificate"),
    without("Reference"),
    without("Transforms"),
    without("SignedInfo"),
    comment_in_digest,
]


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forged_document_is_refused(
    forge: Callable[[Element], Element], bank: Identity, trust: Trust
) -> None:
    root = response()
    sign_enveloped(root, bank)
    assert verify_enveloped(read(root), trust).part[1].text == "1"
    forged = forge(read(root))
    with pytest.raises(AnswerNotTrusted):
        verify_enveloped(read(forged), trust)


@pytest.mark.parametrize(
    ("method", "digest"),
    [
        (xmlsec.Transform.RSA_SHA1, xmlsec.Transform.SHA1),
        (xmlsec.Transform.RSA_SHA256, xmlsec.Transform.SHA1),
        (xmlsec.Transform.RSA_SHA1, xmlsec.Transform.SHA256),
    ],
)
def test_good_signatures_of_old_algorithms_need_the_setting(
    method: object, digest: object, bank: Identity, trust: Trust
) -> None:
    root = response()
    sign_enveloped(root, bank, method=method, digest=digest)
    with pytest.raises(AnswerNotTrusted, match="algorithm"):
        verify_enveloped(read(root), trust)
    old = replace(trust, accept_sha1=True)
    assert verify_enveloped(read(root), old).signer == bank.certificate


def test_the_public_key_is_no_secret_to_sign_with(bank: Identity, trust: Trust) -> None:
    """A seal with the certificate as its secret is a good HMAC and no signature."""
    root = response()
    node = xmlsec.template.create(
        root, xmlsec.Transform.C14N, xmlsec.Transform.HMAC_SHA256
    )
    root.append(node)
    reference = xmlsec.template.add_reference(node, xmlsec.Transform.SHA256, uri="")
    xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_binary_data(xmlsec.KeyData.HMAC, bank.der)
    context.sign(node)
    info = etree.SubElement(node, f"{{{DS}}}KeyInfo")
    data = etree.SubElement(info, f"{{{DS}}}X509Data")
    held = etree.SubElement(data, f"{{{DS}}}X509Certificate")
    held.text = base64.b64encode(bank.der).decode()
    for accept_sha1 in (False, True):
        with pytest.raises(AnswerNotTrusted, match="algorithm"):
            verify_enveloped(read(root), replace(trust, accept_sha1=accept_sha1))


def test_a_certificate_beside_the_signature_must_have_made_it(
    bank: Identity, neighbour: Identity, stranger: Authority, trust: Trust
) -> None:
    root = response()
    sign_enveloped(root, stranger.issue("Bank Signing"))
    root = read(root)
    held = root.find(f".//{{{DS}}}X509Certificate")
    held.text = base64.b64encode(bank.der).decode()
    with pytest.raises(AnswerNotTrusted, match="certificate named"):
        verify_enveloped(read(root), trust)
    # Nor does a good certificate help one that made it.
    root = response()
    sign_enveloped(root, stranger.issue("Bank Signing"))
    root = read(root)
    data = root.find(f".//{{{DS}}}X509Data")
    for good in (bank, neighbour):
        more = etree.SubElement(data, f"{{{DS}}}X509Certificate")
        more.text = base64.b64encode(good.der).decode()
    with pytest.raises(AnswerNotTrusted, match="no configured root"):
        verify_enveloped(read(root), trust)


def test_what_comes_back_is_what_was_signed_and_nothing_else(
    bank: Identity, trust: Trust
) -> None:
    """A comment that splits a text is not seen by a hash without comments."""
    root = response("100")
    sign_enveloped(root, bank)
    split = etree.tostring(root).replace(b">100<", b">1<!-- -->00<")
    signed = verify_enveloped(parse(split, largest=10_000), trust)
    assert signed.part.findtext(f"{{{BXD}}}Amount") == "100"
    assert signed.part.getroottree().getroot() is signed.part


# Over parts of a message


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


# Whole answers


@pytest.fixture
def nordea(
    bank: Identity, customer: Identity, authority: Authority, trust: Trust
) -> tuple[bytes, Callable[[bytes], Answer]]:
    parameters = NordeaCAParameters(
        customer.key_pem, (customer.pem,), "5", "11111111111", "1234567890", "C", "DK"
    )
    endpoint = NordeaEndpoint(
        environment=Environment.TEST,
        roots=(authority.pem,),
        file_service="https://bank.invalid/",
        certificate_service="https://bank.invalid/",
    )
    signer = Signer(customer.key, customer.certificate)
    reply = NordeaBank(bank, customer).message("uploadFileout", "request-1")

    def read_reply(data: bytes) -> Answer:
        return read_answer(data, IDS, parameters, endpoint, trust, signer)

    assert read_reply(reply).code == "00"
    return reply, read_reply


@pytest.fixture
def connect(
    bank: Identity, customer: Identity, authority: Authority, trust: Trust
) -> tuple[bytes, Callable[[bytes], Element]]:
    parameters = BankConnectParameters(
        customer.key_pem, (customer.pem,), "F-1", "8079", "DK"
    )
    endpoint = BankConnectEndpoint(
        environment=Environment.TEST,
        roots=(authority.pem,),
        address="https://bank.invalid/",
        data_centre=DataCentre.BANKDATA,
    )
    operation = FETCHES[FileKind.STATUS]
    signer = Signer(customer.key, customer.certificate)
    sealed = Sealer(parameters, endpoint).sealed(operation, None, IDS, signer=signer)
    side = ConnectBank(authority, bank, customer, messages=[b"<Document/>"])
    reply = side.answer(sealed.body)
    reader = Reader(parameters, endpoint, trust, [customer.key], bank.certificate)

    def read_reply(data: bytes) -> Element:
        return reader.answer(operation, data, IDS)

    assert read_reply(reply).find("{*}content") is not None
    return reply, read_reply


@pytest.mark.parametrize("protocol", ["nordea", "connect"])
def test_an_answer_cut_short_anywhere_is_refused(
    protocol: str, request: pytest.FixtureRequest
) -> None:
    reply, read_reply = request.getfixturevalue(protocol)
    whole = reply.rstrip()
    for length in range(len(whole)):
        with pytest.raises(AnswerNotTrusted):
            read_reply(whole[:length])


@pytest.mark.filterwarnings("ignore::cryptography.utils.CryptographyDeprecationWarning")
@pytest.mark.parametrize("protocol", ["nordea", "connect"])
@settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_an_answer_with_any_byte_changed_is_refused_or_says_the_same(
    protocol: str, request: pytest.FixtureRequest, data: st.DataObject
) -> None:
    reply, read_reply = request.getfixturevalue(protocol)
    expected = said(read_reply(reply))
    place = data.draw(st.integers(0, len(reply) - 1))
    byte = data.draw(st.integers(0, 255))
    changed = reply[:place] + bytes([byte]) + reply[place + 1 :]
    try:
        found = said(read_reply(changed))
    except LinkError:
        return
    assert found == expected


def said(answer: Answer | Element) -> bytes:
    element = answer.content if isinstance(answer, Answer) else answer
    return etree.tostring(element, method="c14n")


def test_keys_of_the_oracle_are_the_identity_s(bank: Identity) -> None:
    """Guards the tests themselves: signing and public key belong together."""
    root = response()
    sign_enveloped(root, bank, key=signing_key(bank))
    context = xmlsec.SignatureContext()
    context.key = public_key(bank)
    context.verify(root.find(SIGNATURE))
    root[1].text = "2"
    context = xmlsec.SignatureContext()
    context.key = public_key(bank)
    with pytest.raises(xmlsec.Error):
        context.verify(root.find(SIGNATURE))
