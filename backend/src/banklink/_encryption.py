"""Encrypts the content of a SOAP body for a bank, and opens what a bank encrypted.

AES-256-CBC with a fresh key, wrapped by RSA-OAEP-MGF1P, the wrapped key in the
security header (XML Encryption 1.0, Web Services Security 1.0). CBC hides
but proves nothing: what is opened is believed only for the signature around or
inside it.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable
from uuid import uuid4

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from lxml import etree

from banklink import _names
from banklink._c14n import EXCLUSIVE, canonical
from banklink._certificates import der_of
from banklink._verify import WSU_ID, ensure_ids_differ
from banklink._xml import Element, children, decoded, only, optional, parse, serialised
from banklink.endpoints import KeyNaming
from banklink.errors import AnswerNotTrusted, NotReady

_XENC = f"{{{_names.XENC}}}"
_WSSE = f"{{{_names.WSSE}}}"
_DS = f"{{{_names.DS}}}"
_KEY_BYTES = 32
_BLOCK = 16
_OAEP = padding.OAEP(
    mgf=padding.MGF1(hashes.SHA1()),  # noqa: S303 - what rsa-oaep-mgf1p means
    algorithm=hashes.SHA1(),  # noqa: S303 - what rsa-oaep-mgf1p means
    label=None,
)


def encrypt_content(
    security: Element,
    body: Element,
    recipient: x509.Certificate,
    naming: KeyNaming = KeyNaming.TOKEN,
) -> None:
    """Replace the one child of a body by its encrypted form.

    Raises:
        NotReady: The recipient's key is no RSA key.
    """
    public = recipient.public_key()
    if not isinstance(public, rsa.RSAPublicKey):
        raise NotReady("The bank's certificate has no RSA key.")
    (content,) = children(body)
    before = len(security)
    key = os.urandom(_KEY_BYTES)
    sealed = _encrypted(canonical(content, EXCLUSIVE), key)
    body.remove(content)
    name = "encrypted-content"
    data = etree.SubElement(body, f"{_XENC}EncryptedData", nsmap={"xenc": _names.XENC})
    data.attrib.update({"Id": name, "Type": _names.CONTENT})
    _method(data, _names.AES256_CBC)
    _cipher_value(data, sealed)
    wrapped = etree.Element(f"{_XENC}EncryptedKey", nsmap={"xenc": _names.XENC})
    method = _method(wrapped, _names.RSA_OAEP)
    etree.SubElement(
        method, f"{_DS}DigestMethod", nsmap={"ds": _names.DS}, Algorithm=_names.SHA1
    )
    wrapped.append(_recipient_info(security, recipient, naming))
    _cipher_value(wrapped, public.encrypt(key, _OAEP))
    listed = etree.SubElement(wrapped, f"{_XENC}ReferenceList")
    etree.SubElement(listed, f"{_XENC}DataReference", URI=f"#{name}")
    security.append(wrapped)
    put_first(security, before)


def put_first(security: Element, before: int) -> None:
    """Move what was added after `before` parts to the front.

    A receiver works from the front, undoing what was done last.
    """
    for place, part in enumerate(list(security)[before:]):
        security.insert(place, part)


def _recipient_info(
    security: Element, recipient: x509.Certificate, naming: KeyNaming
) -> Element:
    info = etree.Element(f"{_DS}KeyInfo", nsmap={"ds": _names.DS})
    told = etree.SubElement(
        info, f"{_WSSE}SecurityTokenReference", nsmap={"wsse": _names.WSSE}
    )
    if naming is KeyNaming.TOKEN:
        token = binary_token(recipient, "recipient-token")
        security.append(token)
        etree.SubElement(
            told,
            f"{_WSSE}Reference",
            URI="#recipient-token",
            ValueType=_names.X509_TOKEN,
        )
    else:
        key_id = etree.SubElement(
            told,
            f"{_WSSE}KeyIdentifier",
            EncodingType=_names.BASE64,
            ValueType=_names.X509_KEY_ID,
        )
        key_id.text = base64.b64encode(_key_identifier(recipient)).decode()
    return info


def binary_token(certificate: x509.Certificate, name: str) -> Element:
    """A certificate as a token of a security header."""
    token = etree.Element(
        f"{_WSSE}BinarySecurityToken",
        nsmap={"wsse": _names.WSSE, "wsu": _names.WSU},
        EncodingType=_names.BASE64,
        ValueType=_names.X509_TOKEN,
    )
    token.set(WSU_ID, name)
    token.text = base64.b64encode(der_of(certificate)).decode()
    return token


def _key_identifier(certificate: x509.Certificate) -> bytes:
    try:
        return certificate.extensions.get_extension_for_class(
            x509.SubjectKeyIdentifier
        ).value.digest
    except x509.ExtensionNotFound:
        public = certificate.public_key()
        return x509.SubjectKeyIdentifier.from_public_key(public).digest


def _encrypted(plain: bytes, key: bytes) -> bytes:
    vector = os.urandom(_BLOCK)
    # XML Encryption pads with anything, the last byte saying how much.
    count = _BLOCK - len(plain) % _BLOCK
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    padded = plain + bytes(count - 1) + bytes([count])
    return vector + encryptor.update(padded) + encryptor.finalize()


def _method(parent: Element, algorithm: str) -> Element:
    return etree.SubElement(parent, f"{_XENC}EncryptionMethod", Algorithm=algorithm)


def _cipher_value(parent: Element, data: bytes) -> None:
    held = etree.SubElement(parent, f"{_XENC}CipherData")
    value = etree.SubElement(held, f"{_XENC}CipherValue")
    value.text = base64.b64encode(data).decode()


def is_encrypted(body: Element) -> bool:
    """Whether the content of a body is encrypted."""
    return body.find(f"{_XENC}EncryptedData") is not None


def opened(
    security: Element, body: Element, keys: Iterable[rsa.RSAPrivateKey], *, largest: int
) -> Element:
    """The whole message again with the content of its body in the clear.

    The content is put in as text and read in its place, so that prefixes mean what
    they meant to whom encrypted it.

    Raises:
        AnswerNotTrusted: It is not encrypted for one of the keys, or not as agreed.
            Always with the same words: what exactly failed would help to guess.
    """
    ensure_ids_differ(body)
    data = only(body, f"{_XENC}EncryptedData")
    if children(body) != [data] or data.get("Type") != _names.CONTENT:
        raise AnswerNotTrusted("The answer is encrypted in an odd way.")
    _ensure_method(data, _names.AES256_CBC)
    key = _unwrapped(_key_for(security, data), keys)
    plain = _decrypted(_ciphered(data), key)
    # Nobody outside can know this name, and so put it elsewhere in the message.
    hole = f"opened-{uuid4().hex}"
    body.replace(data, etree.Element(hole))
    whole = serialised(body.getroottree().getroot())
    before, _, after = whole.partition(f"<{hole}/>".encode())
    return parse(before + plain + after, largest=largest)


def _key_for(security: Element, data: Element) -> Element:
    wrapped = only(security, f"{_XENC}EncryptedKey")
    _ensure_method(wrapped, _names.RSA_OAEP)
    listed = optional(wrapped, f"{_XENC}ReferenceList")
    if listed is not None:
        uri = only(listed, f"{_XENC}DataReference").get("URI")
        if uri != f"#{data.get('Id')}":
            raise AnswerNotTrusted("The answer's key is for something else.")
    return wrapped


def _ensure_method(element: Element, algorithm: str) -> None:
    method = only(element, f"{_XENC}EncryptionMethod")
    digests = [child.get("Algorithm") for child in method.iter(f"{_DS}DigestMethod")]
    if method.get("Algorithm") != algorithm or digests not in ([], [_names.SHA1]):
        raise AnswerNotTrusted("The answer is encrypted in a way that is not accepted.")


def _ciphered(element: Element) -> bytes:
    data = only(element, f"{_XENC}CipherData")
    return decoded(only(data, f"{_XENC}CipherValue"))


def _unwrapped(wrapped: Element, keys: Iterable[rsa.RSAPrivateKey]) -> bytes:
    ciphered = _ciphered(wrapped)
    for key in keys:
        try:
            found = key.decrypt(ciphered, _OAEP)
        except ValueError:
            continue
        if len(found) == _KEY_BYTES:
            return found
    raise _cannot_open()


def _decrypted(ciphered: bytes, key: bytes) -> bytes:
    vector, rest = ciphered[:_BLOCK], ciphered[_BLOCK:]
    if not rest or len(rest) % _BLOCK:
        raise _cannot_open()
    decryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).decryptor()
    padded = decryptor.update(rest) + decryptor.finalize()
    if not 0 < padded[-1] <= _BLOCK:
        raise _cannot_open()
    return padded[: -padded[-1]]


def _cannot_open() -> AnswerNotTrusted:
    return AnswerNotTrusted("The answer cannot be opened with our key.")
