"""Documents signed inside, made to be believed wrongly: each is refused."""

import base64
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest
import xmlsec
from lxml import etree

from banklink import (
    AnswerNotTrusted,
)
from banklink._certificates import Trust
from banklink._verify import verify_enveloped
from banklink._xml import parse
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_nordea import BXD
from tests.banklink.link_oracle import (
    DS,
    WSU,
    Element,
    public_key,
    sign_enveloped,
    signing_key,
)

SIGNATURE = f"{{{DS}}}Signature"
ID = f"{{{WSU}}}Id"


@pytest.fixture
def trust(authority: Authority) -> Trust:
    return Trust([authority.certificate], NOW)


def read(root: Element) -> Element:
    """Parsed anew, which also finds by name what xmlsec has put into a tree."""
    return parse(etree.tostring(root), largest=1_000_000)


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
