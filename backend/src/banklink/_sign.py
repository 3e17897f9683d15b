"""Makes XML signatures: inside the document, beside an element, over SOAP parts.

Always RSA-SHA256 over SHA-256 digests (XML Signature 1.1).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from lxml import etree

from banklink import _names
from banklink._c14n import EXCLUSIVE, INCLUSIVE, Method, canonical
from banklink._certificates import der_of
from banklink._xml import Element

_DS = f"{{{_names.DS}}}"
_ALGORITHM = {
    INCLUSIVE: _names.C14N,
    EXCLUSIVE: _names.EXC_C14N,
}


@dataclass(frozen=True, slots=True)
class Signer:
    """A key and the certificate that goes with it."""

    key: rsa.RSAPrivateKey
    certificate: x509.Certificate


@dataclass(frozen=True, slots=True)
class _Reference:
    uri: str
    digest: bytes
    transforms: tuple[str, ...]


def sign_enveloped(root: Element, signer: Signer) -> None:
    """Sign a whole document, the signature becoming its last child.

    Canonical forms are inclusive, as in Nordea's samples; the prose of the same
    description says exclusive, and both are accepted.
    """
    reference = _Reference("", _digest(root, INCLUSIVE), (_names.ENVELOPED,))
    signature = etree.SubElement(root, f"{_DS}Signature", nsmap={"ds": _names.DS})
    _fill(signature, [reference], INCLUSIVE, signer)
    signature.append(certificate_key_info(signer.certificate))


def sign_beside(element: Element, signer: Signer) -> None:
    """Sign an element by its plain `id`, the signature becoming its next sibling."""
    signature = etree.Element(f"{_DS}Signature", nsmap={"ds": _names.DS})
    element.addnext(signature)
    _fill(
        signature,
        [_by_id(element, element.get("id", ""))],
        EXCLUSIVE,
        signer,
    )
    signature.append(certificate_key_info(signer.certificate))


def sign_parts(
    security: Element, parts: Sequence[Element], key_info: Element, signer: Signer
) -> None:
    """Sign parts of a SOAP message by their `wsu:Id`, the signature in its header."""
    signature = etree.SubElement(security, f"{_DS}Signature", nsmap={"ds": _names.DS})
    references = [_by_id(p, p.get(f"{{{_names.WSU}}}Id", "")) for p in parts]
    _fill(signature, references, EXCLUSIVE, signer)
    signature.append(key_info)


def certificate_key_info(certificate: x509.Certificate) -> Element:
    """Key information that carries the certificate itself."""
    info = etree.Element(f"{_DS}KeyInfo", nsmap={"ds": _names.DS})
    data = etree.SubElement(info, f"{_DS}X509Data")
    held = etree.SubElement(data, f"{_DS}X509Certificate")
    held.text = base64.b64encode(der_of(certificate)).decode()
    return info


def _by_id(element: Element, name: str) -> _Reference:
    if not name:
        raise ValueError("What is signed by its id needs one.")
    return _Reference(f"#{name}", _digest(element, EXCLUSIVE), (_names.EXC_C14N,))


def _digest(element: Element, method: Method) -> bytes:
    return hashlib.sha256(canonical(element, method)).digest()


def _fill(
    signature: Element, references: Sequence[_Reference], method: Method, signer: Signer
) -> None:
    info = etree.SubElement(signature, f"{_DS}SignedInfo")
    _algorithm(info, "CanonicalizationMethod", _ALGORITHM[method])
    _algorithm(info, "SignatureMethod", _names.RSA_SHA256)
    for reference in references:
        made = etree.SubElement(info, f"{_DS}Reference", URI=reference.uri)
        transforms = etree.SubElement(made, f"{_DS}Transforms")
        for transform in reference.transforms:
            _algorithm(transforms, "Transform", transform)
        _algorithm(made, "DigestMethod", _names.SHA256)
        value = etree.SubElement(made, f"{_DS}DigestValue")
        value.text = base64.b64encode(reference.digest).decode()
    signed = signer.key.sign(
        canonical(info, method), padding.PKCS1v15(), hashes.SHA256()
    )
    value = etree.SubElement(signature, f"{_DS}SignatureValue")
    value.text = base64.b64encode(signed).decode()


def _algorithm(parent: Element, name: str, algorithm: str) -> None:
    etree.SubElement(parent, f"{_DS}{name}", Algorithm=algorithm)
