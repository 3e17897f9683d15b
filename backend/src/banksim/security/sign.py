"""Makes the bank's signatures, by `xmlsec`.

Three shapes: inside the signed document (Nordea's application layer), beside the
signed element (Bank Connect's business signature), and in the SOAP header over
parts of the envelope (WS-Security).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from lxml import etree
from xmlsec import constants

from banksim.security.names import (
    BASE64_TOKEN,
    DS,
    SOAP,
    WSSE,
    WSU,
    X509_TOKEN,
    Hash,
)
from banksim.security.safe_xml import new_id, to_base64

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives

_SIGNATURES = {
    Hash.SHA1: constants.TransformRsaSha1,
    Hash.SHA256: constants.TransformRsaSha256,
}
_DIGESTS = {Hash.SHA1: constants.TransformSha1, Hash.SHA256: constants.TransformSha256}


@dataclass(frozen=True, slots=True)
class Signer:
    """A key with the certificate that goes with it."""

    key: rsa.RSAPrivateKey = field(repr=False)
    certificate: x509.Certificate

    def xmlsec_key(self) -> xmlsec.Key:
        """The key as `xmlsec` takes it, certificate included."""
        pem = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        made = xmlsec.Key.from_memory(pem, constants.KeyDataFormatPem)
        made.load_cert_from_memory(
            self.certificate.public_bytes(Encoding.PEM), constants.KeyDataFormatPem
        )
        return made

    def certificate_text(self) -> str:
        """The certificate in base64."""
        return to_base64(self.certificate.public_bytes(Encoding.DER))


def sign_enveloped(root: _Element, signer: Signer, algorithms: Hash) -> None:
    """Sign the whole document; the signature becomes the root's last child."""
    signature = xmlsec.template.create(
        root, constants.TransformInclC14N, _SIGNATURES[algorithms]
    )
    root.append(signature)
    reference = xmlsec.template.add_reference(signature, _DIGESTS[algorithms], uri="")
    xmlsec.template.add_transform(reference, constants.TransformEnveloped)
    xmlsec.template.add_transform(reference, constants.TransformInclC14N)
    _carry_certificate(signature)
    context = xmlsec.SignatureContext()
    context.key = signer.xmlsec_key()
    context.sign(signature)


def sign_beside(element: _Element, signer: Signer) -> None:
    """Sign an element by its `id`; the signature becomes its next sibling."""
    signature = xmlsec.template.create(
        element, constants.TransformExclC14N, constants.TransformRsaSha256, ns="ds"
    )
    element.addnext(signature)
    reference = xmlsec.template.add_reference(
        signature, constants.TransformSha256, uri=f"#{element.get('id')}"
    )
    xmlsec.template.add_transform(reference, constants.TransformExclC14N)
    _carry_certificate(signature)
    context = xmlsec.SignatureContext()
    context.register_id(element, "id")
    context.key = signer.xmlsec_key()
    context.sign(signature)


def sign_envelope(
    envelope: _Element, parts: Sequence[_Element], signer: Signer, algorithms: Hash
) -> None:
    """Sign parts of a SOAP envelope under its `wsse:Security`."""
    security = security_header(envelope)
    token = etree.SubElement(
        security,
        f"{{{WSSE}}}BinarySecurityToken",
        {
            f"{{{WSU}}}Id": new_id("X509"),
            "EncodingType": BASE64_TOKEN,
            "ValueType": X509_TOKEN,
        },
    )
    token.text = signer.certificate_text()
    signature = xmlsec.template.create(
        security, constants.TransformExclC14N, _SIGNATURES[algorithms], ns="ds"
    )
    security.append(signature)
    context = xmlsec.SignatureContext()
    for part in parts:
        if part.get(f"{{{WSU}}}Id") is None:
            part.set(f"{{{WSU}}}Id", new_id("id"))
        context.register_id(part, "Id", WSU)
        reference = xmlsec.template.add_reference(
            signature, _DIGESTS[algorithms], uri=f"#{part.get(f'{{{WSU}}}Id')}"
        )
        xmlsec.template.add_transform(reference, constants.TransformExclC14N)
    key_info = xmlsec.template.ensure_key_info(signature)
    holder = etree.SubElement(key_info, f"{{{WSSE}}}SecurityTokenReference")
    etree.SubElement(
        holder,
        f"{{{WSSE}}}Reference",
        {"URI": f"#{token.get(f'{{{WSU}}}Id')}", "ValueType": X509_TOKEN},
    )
    context.key = signer.xmlsec_key()
    context.sign(signature)


def security_header(envelope: _Element) -> _Element:
    """The `wsse:Security` of an envelope, made where there is none."""
    header = envelope.find(f"{{{SOAP}}}Header")
    if header is None:
        header = etree.Element(f"{{{SOAP}}}Header")
        envelope.insert(0, header)
    security = header.find(f"{{{WSSE}}}Security")
    if security is None:
        security = etree.Element(
            f"{{{WSSE}}}Security",
            {f"{{{SOAP}}}mustUnderstand": "1"},
            nsmap={"wsse": WSSE, "wsu": WSU},
        )
        header.insert(0, security)
    return security


def _carry_certificate(signature: _Element) -> None:
    data = xmlsec.template.add_x509_data(xmlsec.template.ensure_key_info(signature))
    xmlsec.template.x509_data_add_certificate(data)


def signatures_in(root: _Element) -> list[_Element]:
    """Every signature below an element."""
    return list(root.iter(f"{{{DS}}}Signature"))
