"""A customer's signatures and encryption, made with lxml and cryptography alone.

Written from the published facts and sharing nothing with the bank, so that what one
makes and the other accepts is right for a better reason than being made alike.
"""

import base64
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
DS = "http://www.w3.org/2000/09/xmldsig#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
_OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
WSSE = _OASIS + "wssecurity-secext-1.0.xsd"
WSU = _OASIS + "wssecurity-utility-1.0.xsd"
TOKEN = _OASIS + "x509-token-profile-1.0#X509v3"
EXC = "http://www.w3.org/2001/10/xml-exc-c14n#"
INC = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
ENVELOPED = DS + "enveloped-signature"
NS = {"s": SOAP, "ds": DS, "x": XENC, "w": WSSE, "u": WSU}
_SHA1 = hashes.SHA1()  # noqa: S303 - the banks' own choice for OAEP and old paths
_OAEP = padding.OAEP(padding.MGF1(_SHA1), _SHA1, None)


class NotSigned(AssertionError):
    """What the bank sent does not verify."""


@dataclass(frozen=True)
class Identity:
    """A key with its certificate."""

    key: rsa.RSAPrivateKey
    certificate: x509.Certificate


@dataclass(frozen=True)
class Family:
    """The algorithms of an endpoint."""

    signature: str
    digest: str
    hash: hashes.HashAlgorithm


SHA256 = Family(
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    XENC + "sha256",
    hashes.SHA256(),
)
SHA1 = Family(DS + "rsa-sha1", DS + "sha1", _SHA1)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def canonical(element: Any, method: str = EXC) -> bytes:
    return etree.tostring(element, method="c14n", exclusive=method == EXC)


def digest(family: Family, data: bytes) -> bytes:
    made = hashes.Hash(family.hash)
    made.update(data)
    return made.finalize()


def signature_of(
    references: Sequence[tuple[str, Sequence[str], bytes]],
    me: Identity,
    key_info: Any,
    family: Family,
) -> Any:
    """A ds:Signature over references, each with its transforms and canonical bytes."""
    signature = etree.Element(f"{{{DS}}}Signature", nsmap={"ds": DS})
    info = etree.SubElement(signature, f"{{{DS}}}SignedInfo")
    etree.SubElement(info, f"{{{DS}}}CanonicalizationMethod", Algorithm=EXC)
    etree.SubElement(info, f"{{{DS}}}SignatureMethod", Algorithm=family.signature)
    for uri, transforms, data in references:
        reference = etree.SubElement(info, f"{{{DS}}}Reference", URI=uri)
        listed = etree.SubElement(reference, f"{{{DS}}}Transforms")
        for transform in transforms:
            etree.SubElement(listed, f"{{{DS}}}Transform", Algorithm=transform)
        etree.SubElement(reference, f"{{{DS}}}DigestMethod", Algorithm=family.digest)
        value = etree.SubElement(reference, f"{{{DS}}}DigestValue")
        value.text = b64(digest(family, data))
    made = me.key.sign(canonical(info), padding.PKCS1v15(), family.hash)
    etree.SubElement(signature, f"{{{DS}}}SignatureValue").text = b64(made)
    etree.SubElement(signature, f"{{{DS}}}KeyInfo").append(key_info)
    return signature


def own_certificate(me: Identity) -> Any:
    data = etree.Element(f"{{{DS}}}X509Data")
    text = b64(me.certificate.public_bytes(Encoding.DER))
    etree.SubElement(data, f"{{{DS}}}X509Certificate").text = text
    return data


def sign_enveloped(root: Any, me: Identity, family: Family = SHA256) -> None:
    data = canonical(root)
    references = [("", (ENVELOPED, EXC), data)]
    root.append(signature_of(references, me, own_certificate(me), family))


def sign_beside(element: Any, me: Identity) -> None:
    references = [(f"#{element.get('id')}", (EXC,), canonical(element))]
    element.addnext(signature_of(references, me, own_certificate(me), SHA256))


def security_of(envelope: Any) -> Any:
    header = envelope.find("s:Header", NS)
    security = header.find("w:Security", NS)
    if security is None:
        names = {"wsse": WSSE, "wsu": WSU}
        security = etree.Element(f"{{{WSSE}}}Security", nsmap=names)
        header.insert(0, security)
    return security


def put_token(security: Any, certificate: x509.Certificate) -> Any:
    """A BinarySecurityToken, and the reference by which it is named."""
    name = f"T-{uuid4()}"
    token = etree.SubElement(security, f"{{{WSSE}}}BinarySecurityToken")
    token.set(f"{{{WSU}}}Id", name)
    token.set("ValueType", TOKEN)
    token.text = b64(certificate.public_bytes(Encoding.DER))
    holder = etree.Element(f"{{{WSSE}}}SecurityTokenReference", nsmap={"wsse": WSSE})
    named = etree.SubElement(holder, f"{{{WSSE}}}Reference", URI=f"#{name}")
    named.set("ValueType", TOKEN)
    return holder


def sign_envelope(
    envelope: Any, parts: Sequence[Any], me: Identity, family: Family = SHA256
) -> None:
    security = security_of(envelope)
    references = []
    for part in parts:
        name = part.get(f"{{{WSU}}}Id") or f"P-{uuid4()}"
        part.set(f"{{{WSU}}}Id", name)
        references.append((f"#{name}", (EXC,), canonical(part)))
    holder = put_token(security, me.certificate)
    security.append(signature_of(references, me, holder, family))


def encrypt_body(envelope: Any, reader: x509.Certificate) -> None:
    body = envelope.find("s:Body", NS)
    secret, start = os.urandom(32), os.urandom(16)
    # What stands in the body, with the namespaces it has there.
    plain = b"".join(canonical(child) for child in body)
    pad = 16 - len(plain) % 16
    padded = plain + os.urandom(pad - 1) + bytes([pad])
    engine = Cipher(algorithms.AES(secret), modes.CBC(start)).encryptor()
    security = security_of(envelope)
    holder = put_token(security, reader)
    data_id, key_id = f"ED-{uuid4()}", f"EK-{uuid4()}"
    key = etree.SubElement(
        security, f"{{{XENC}}}EncryptedKey", Id=key_id, nsmap={"xenc": XENC}
    )
    algorithm = XENC + "rsa-oaep-mgf1p"
    etree.SubElement(key, f"{{{XENC}}}EncryptionMethod", Algorithm=algorithm)
    info = etree.SubElement(key, f"{{{DS}}}KeyInfo", nsmap={"ds": DS})
    info.append(holder)
    public = reader.public_key()
    assert isinstance(public, rsa.RSAPublicKey)
    put_cipher(key, public.encrypt(secret, _OAEP))
    listed = etree.SubElement(key, f"{{{XENC}}}ReferenceList")
    etree.SubElement(listed, f"{{{XENC}}}DataReference", URI=f"#{data_id}")
    for child in list(body):
        body.remove(child)
    data = etree.SubElement(
        body,
        f"{{{XENC}}}EncryptedData",
        Id=data_id,
        Type=XENC + "Content",
        nsmap={"xenc": XENC},
    )
    algorithm = XENC + "aes256-cbc"
    etree.SubElement(data, f"{{{XENC}}}EncryptionMethod", Algorithm=algorithm)
    put_cipher(data, start + engine.update(padded) + engine.finalize())


def put_cipher(parent: Any, data: bytes) -> None:
    holder = etree.SubElement(parent, f"{{{XENC}}}CipherData")
    etree.SubElement(holder, f"{{{XENC}}}CipherValue").text = b64(data)


def decrypt_body(envelope: Any, key: rsa.RSAPrivateKey) -> Any:
    """The envelope with its body opened, read again."""
    wrapped = envelope.find("s:Header/w:Security/x:EncryptedKey", NS)
    data = envelope.find("s:Body/x:EncryptedData", NS)
    assert data.get("Type") == XENC + "Content"
    secret = key.decrypt(cipher_of(wrapped), _OAEP)
    content = cipher_of(data)
    engine = Cipher(algorithms.AES(secret), modes.CBC(content[:16])).decryptor()
    padded = engine.update(content[16:]) + engine.finalize()
    plain = padded[: -padded[-1]]
    whole = etree.tostring(envelope)
    closed = etree.tostring(data, with_tail=False)
    before, after = _around(whole, closed)
    return etree.fromstring(before + plain + after)


def _around(whole: bytes, closed: bytes) -> tuple[bytes, bytes]:
    """What stands before and after the encrypted content in the bytes."""
    start = whole.index(b"EncryptedData")
    start = whole.rindex(b"<", 0, start)
    name = whole[start + 1 :].split(b" ", 1)[0]
    end = whole.rindex(b"</" + name + b">") + len(name) + 3
    assert closed
    return whole[:start], whole[end:]


def cipher_of(element: Any) -> bytes:
    found = element.find("x:CipherData/x:CipherValue", NS)
    return base64.b64decode(found.text)


def verify_enveloped(root: Any, family: Family = SHA256) -> x509.Certificate:
    """Who signed the whole document."""
    [signature] = root.findall("ds:Signature", NS)
    certificate = _carried(signature)
    [reference] = signature.findall("ds:SignedInfo/ds:Reference", NS)
    named = [one.get("Algorithm") for one in reference.iterfind(".//ds:Transform", NS)]
    if reference.get("URI") != "" or named != [ENVELOPED, INC]:
        raise NotSigned("not the whole document")
    bare = etree.fromstring(etree.tostring(root))
    bare.remove(bare.find("ds:Signature", NS))
    _ensure_digest(reference, canonical(bare, INC), family)
    _ensure_value(signature, certificate, family)
    return certificate


def verify_beside(element: Any) -> x509.Certificate:
    """Who signed this element."""
    signature = element.getnext()
    if signature is None or signature.tag != f"{{{DS}}}Signature":
        raise NotSigned("no signature follows")
    certificate = _carried(signature)
    [reference] = signature.findall("ds:SignedInfo/ds:Reference", NS)
    if reference.get("URI") != f"#{element.get('id')}":
        raise NotSigned("another element")
    _ensure_digest(reference, canonical(element), SHA256)
    _ensure_value(signature, certificate, SHA256)
    return certificate


def verify_envelope(
    envelope: Any, parts: Sequence[Any], family: Family = SHA256
) -> x509.Certificate:
    """Who signed exactly these parts."""
    security = envelope.find("s:Header/w:Security", NS)
    signature = security.find("ds:Signature", NS) if security is not None else None
    if signature is None:
        raise NotSigned("no signature in the header")
    references = {
        one.get("URI"): one
        for one in signature.findall("ds:SignedInfo/ds:Reference", NS)
    }
    wanted = {f"#{part.get(f'{{{WSU}}}Id')}": part for part in parts}
    if set(references) != set(wanted):
        raise NotSigned("other parts")
    named = signature.find("ds:KeyInfo/w:SecurityTokenReference/w:Reference", NS)
    [token] = [
        one
        for one in security.findall("w:BinarySecurityToken", NS)
        if f"#{one.get(f'{{{WSU}}}Id')}" == named.get("URI")
    ]
    certificate = x509.load_der_x509_certificate(base64.b64decode(token.text))
    for name, part in wanted.items():
        _ensure_digest(references[name], canonical(part), family)
    _ensure_value(signature, certificate, family)
    return certificate


def _carried(signature: Any) -> x509.Certificate:
    text = signature.find("ds:KeyInfo/ds:X509Data/ds:X509Certificate", NS).text
    return x509.load_der_x509_certificate(base64.b64decode(text))


def _ensure_digest(reference: Any, data: bytes, family: Family) -> None:
    assert reference.find("ds:DigestMethod", NS).get("Algorithm") == family.digest
    value = base64.b64decode(reference.find("ds:DigestValue", NS).text)
    if value != digest(family, data):
        raise NotSigned("a digest is not the content's")


def _ensure_value(
    signature: Any, certificate: x509.Certificate, family: Family
) -> None:
    info = signature.find("ds:SignedInfo", NS)
    assert info.find("ds:SignatureMethod", NS).get("Algorithm") == family.signature
    method = info.find("ds:CanonicalizationMethod", NS).get("Algorithm")
    value = base64.b64decode(signature.find("ds:SignatureValue", NS).text)
    public = certificate.public_key()
    assert isinstance(public, rsa.RSAPublicKey)
    # Inclusive canonical form of a part takes the namespaces around it along.
    data = canonical(info, method) if method == EXC else _inclusive(info)
    try:
        public.verify(value, data, padding.PKCS1v15(), family.hash)
    except InvalidSignature as error:
        raise NotSigned("the signature is not the bank's") from error


def _inclusive(element: Any) -> bytes:
    """Inclusive form of a part: it begins with every namespace around it."""
    names = sorted(element.nsmap.items(), key=lambda one: one[0] or "")
    told = "".join(
        f' xmlns:{prefix}="{uri}"' if prefix else f' xmlns="{uri}"'
        for prefix, uri in names
    )
    head, rest = canonical(element).split(b">", 1)
    return head.split(b" ", 1)[0] + told.encode() + b">" + rest
