"""Checks a customer's signatures, by `xmlsec`.

What a signature covers is looked at before its value is: only listed algorithms,
only references to the elements the protocol names, and never an element that was
found by another way than the one that was signed. Whether the certificate may be
trusted is for the caller, who gets it.
"""

from __future__ import annotations

from collections.abc import Sequence

import xmlsec
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree
from xmlsec import constants

from banksim.security.names import (
    CANONICAL,
    DS,
    ENVELOPED,
    EXCLUSIVE,
    SOAP,
    WSSE,
    WSU,
    Hash,
)
from banksim.security.safe_xml import Unreadable, from_base64

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_NAMES = {"ds": DS, "wsse": WSSE, "wsu": WSU, "soap": SOAP}
_MIN_KEY_BITS = 2048
_MIN_KEY_BITS_SHA1 = 1024


class BadSignature(Exception):
    """The signature is missing, of another shape, or not the content's."""


def verify_enveloped(root: _Element, algorithms: Hash) -> x509.Certificate:
    """The certificate that signed this whole document.

    Raises:
        BadSignature: Nobody did.
    """
    signature = _only_signature(root, root)
    [reference] = _references(signature, 1)
    if reference.get("URI") != "":
        raise BadSignature("the reference is not to the whole document")
    transforms = _transforms(reference)
    if ENVELOPED not in transforms or not set(transforms) <= {ENVELOPED, *CANONICAL}:
        raise BadSignature("transforms other than enveloped and canonical")
    certificate = _own_certificate(signature)
    _verify(signature, certificate, algorithms, CANONICAL)
    return certificate


def verify_beside(element: _Element) -> x509.Certificate:
    """The certificate that signed this element, in the signature next to it.

    Raises:
        BadSignature: Nobody did.
    """
    signature = element.getnext()
    if signature is None or signature.tag != f"{{{DS}}}Signature":
        raise BadSignature("no signature follows the element")
    [reference] = _references(signature, 1)
    if not element.get("id") or reference.get("URI") != f"#{element.get('id')}":
        raise BadSignature("the reference is not to the element before it")
    if _transforms(reference) != [EXCLUSIVE]:
        raise BadSignature("transforms other than exclusive canonical")
    certificate = _own_certificate(signature)
    context = xmlsec.SignatureContext()
    context.register_id(element, "id")
    _verify(signature, certificate, Hash.SHA256, {EXCLUSIVE}, context)
    return certificate


def verify_envelope(
    envelope: _Element,
    must: Sequence[_Element],
    algorithms: Hash,
    *,
    may: Sequence[_Element] = (),
) -> x509.Certificate:
    """The certificate that signed these parts of a SOAP envelope, and no others.

    Raises:
        BadSignature: Nobody did.
    """
    security = _security(envelope)
    signature = _only_signature(security, security)
    references = _references(signature)
    parts = {f"#{part.get(f'{{{WSU}}}Id')}": part for part in (*must, *may)}
    if None in [part.get(f"{{{WSU}}}Id") for part in must]:
        raise BadSignature("a part that has to be signed has no id")
    named = [reference.get("URI") or "" for reference in references]
    if len(set(named)) != len(named) or not set(named) <= set(parts):
        raise BadSignature("references to other parts than those of the protocol")
    if missing := [part for part in must if parts_id(part) not in named]:
        raise BadSignature(f"not signed: {etree.QName(missing[0]).localname}")
    if any(_transforms(reference) != [EXCLUSIVE] for reference in references):
        raise BadSignature("transforms other than exclusive canonical")
    certificate = _token_certificate(security, signature)
    context = xmlsec.SignatureContext()
    for name in named:
        context.register_id(parts[name], "Id", WSU)
    _verify(signature, certificate, algorithms, {EXCLUSIVE}, context)
    return certificate


def parts_id(part: _Element) -> str:
    """How a reference names a part of an envelope."""
    return f"#{part.get(f'{{{WSU}}}Id')}"


def _security(envelope: _Element) -> _Element:
    found = envelope.findall("soap:Header/wsse:Security", _NAMES)
    if len(found) != 1:
        raise BadSignature("there is not exactly one wsse:Security")
    return found[0]


def _only_signature(parent: _Element, within: _Element) -> _Element:
    """The one signature that is a child of `parent`; there is no other `within`."""
    found = list(within.iter(f"{{{DS}}}Signature"))
    if len(found) != 1 or found[0].getparent() is not parent:
        raise BadSignature("there is not exactly one signature where it belongs")
    return found[0]


def _references(signature: _Element, number: int | None = None) -> list[_Element]:
    references = signature.findall("ds:SignedInfo/ds:Reference", _NAMES)
    if not references or (number is not None and len(references) != number):
        raise BadSignature(f"{len(references)} references")
    return references


def _transforms(reference: _Element) -> list[str]:
    found = reference.findall("ds:Transforms/ds:Transform", _NAMES)
    return [transform.get("Algorithm") or "" for transform in found]


def _own_certificate(signature: _Element) -> x509.Certificate:
    found = signature.findall("ds:KeyInfo/ds:X509Data/ds:X509Certificate", _NAMES)
    if len(found) != 1:
        raise BadSignature("there is not exactly one certificate in the signature")
    return _load(found[0].text)


def _token_certificate(security: _Element, signature: _Element) -> x509.Certificate:
    found = signature.findall(
        "ds:KeyInfo/wsse:SecurityTokenReference/wsse:Reference", _NAMES
    )
    if len(found) != 1:
        raise BadSignature("the signature names no token")
    for token in security.findall("wsse:BinarySecurityToken", _NAMES):
        if parts_id(token) == found[0].get("URI"):
            return _load(token.text)
    raise BadSignature("the token of the signature is not there")


def _load(text: str | None) -> x509.Certificate:
    try:
        return x509.load_der_x509_certificate(from_base64(text))
    except (Unreadable, ValueError) as error:
        raise BadSignature("the certificate cannot be read") from error


def _verify(
    signature: _Element,
    certificate: x509.Certificate,
    algorithms: Hash,
    canonical: frozenset[str] | set[str],
    context: xmlsec.SignatureContext | None = None,
) -> None:
    _ensure_algorithms(signature, algorithms, canonical)
    key = _public_key(certificate)
    least = _MIN_KEY_BITS_SHA1 if algorithms is Hash.SHA1 else _MIN_KEY_BITS
    if not isinstance(key, rsa.RSAPublicKey) or key.key_size < least:
        raise BadSignature("the key is not RSA, or too short")
    context = context or xmlsec.SignatureContext()
    pem = certificate.public_bytes(Encoding.PEM)
    try:
        context.key = xmlsec.Key.from_memory(pem, constants.KeyDataFormatCertPem)
        context.verify(signature)
    except xmlsec.Error as error:
        raise BadSignature("the signature is not the content's") from error


def _public_key(certificate: x509.Certificate) -> object:
    try:
        return certificate.public_key()
    except (UnsupportedAlgorithm, ValueError) as error:
        raise BadSignature("the key cannot be read") from error


def _ensure_algorithms(
    signature: _Element, algorithms: Hash, canonical: frozenset[str] | set[str]
) -> None:
    def named(path: str) -> list[str]:
        return [one.get("Algorithm") or "" for one in signature.findall(path, _NAMES)]

    if named("ds:SignedInfo/ds:SignatureMethod") != [algorithms.signature]:
        raise BadSignature(f"the signature is not {algorithms.signature}")
    if set(named("ds:SignedInfo/ds:Reference/ds:DigestMethod")) != {algorithms.digest}:
        raise BadSignature(f"a digest is not {algorithms.digest}")
    if not set(named("ds:SignedInfo/ds:CanonicalizationMethod")) <= canonical:
        raise BadSignature("the canonical form is not one of the protocol")
