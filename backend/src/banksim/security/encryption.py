"""Encrypts and reads the content of a SOAP body: AES-256-CBC under RSA-OAEP.

The data is `xmlsec`'s, the key is wrapped by `cryptography`; the wrapped key stands
in the SOAP header with a reference to the data, as Bank Connect has it.
"""

from __future__ import annotations

import os

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree
from xmlsec import constants

from banksim.security.names import (
    AES256_CBC,
    BASE64_TOKEN,
    CONTENT,
    DS,
    RSA_OAEP,
    SOAP,
    WRAPPED_KEY,
    WSSE,
    WSSE11,
    WSU,
    X509_TOKEN,
    XENC,
)
from banksim.security.safe_xml import Unreadable, from_base64, new_id, to_base64
from banksim.security.sign import security_header

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_NAMES = {"ds": DS, "xenc": XENC, "soap": SOAP, "wsse": WSSE}
_KEY_BYTES = 32
# OAEP-MGF1P is defined with SHA-1; it signs nothing here.
_OAEP = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)  # noqa: S303


class CannotDecrypt(Exception):
    """The body is not encrypted for this key, or not as the protocol says."""


def encrypt_body(envelope: _Element, certificate: x509.Certificate) -> None:
    """Encrypt what is in the body for the owner of a certificate."""
    body = _body(envelope)
    secret = os.urandom(_KEY_BYTES)
    data_id, key_id = new_id("ED"), new_id("EK")
    _append_key(security_header(envelope), certificate, secret, data_id, key_id)
    template = xmlsec.template.encrypted_data_create(
        envelope, constants.TransformAes256Cbc, id=data_id, type=CONTENT, ns="xenc"
    )
    xmlsec.template.encrypted_data_ensure_cipher_value(template)
    key_info = xmlsec.template.encrypted_data_ensure_key_info(template, ns="ds")
    holder = etree.SubElement(
        key_info,
        f"{{{WSSE}}}SecurityTokenReference",
        {f"{{{WSSE11}}}TokenType": WRAPPED_KEY},
        nsmap={"wsse": WSSE, "wsse11": WSSE11},
    )
    etree.SubElement(holder, f"{{{WSSE}}}Reference", {"URI": f"#{key_id}"})
    context = xmlsec.EncryptionContext()
    context.key = xmlsec.Key.from_binary_data(constants.KeyDataAes, secret)
    context.encrypt_xml(template, body)


def decrypt_body(envelope: _Element, key: rsa.RSAPrivateKey) -> None:
    """Put back what was encrypted.

    Raises:
        CannotDecrypt: It is not for this key, or other algorithms were used.
    """
    body = _body(envelope)
    wrapped = envelope.findall("soap:Header/wsse:Security/xenc:EncryptedKey", _NAMES)
    if len(wrapped) != 1 or len(body) != 1:
        raise CannotDecrypt("there is not exactly one key and one encrypted content")
    data = body[0]
    if data.tag != f"{{{XENC}}}EncryptedData" or data.get("Type") != CONTENT:
        raise CannotDecrypt("the body holds no encrypted content")
    _ensure_method(wrapped[0], RSA_OAEP)
    _ensure_method(data, AES256_CBC)
    named = wrapped[0].findall("xenc:ReferenceList/xenc:DataReference", _NAMES)
    if [one.get("URI") for one in named] != [f"#{data.get('Id')}"]:
        raise CannotDecrypt("the key is not that of the content")
    context = xmlsec.EncryptionContext()
    try:
        secret = key.decrypt(_cipher(wrapped[0]), _OAEP)
        context.key = xmlsec.Key.from_binary_data(constants.KeyDataAes, secret)
        context.decrypt(data)
    except (ValueError, Unreadable, xmlsec.Error) as error:
        raise CannotDecrypt("it is not encrypted for the bank's key") from error
    security = wrapped[0].getparent()
    if security is not None:
        security.remove(wrapped[0])


def is_encrypted(envelope: _Element) -> bool:
    """Whether the body's content is encrypted."""
    return envelope.find("soap:Body/xenc:EncryptedData", _NAMES) is not None


def _append_key(
    security: _Element,
    certificate: x509.Certificate,
    secret: bytes,
    data_id: str,
    key_id: str,
) -> None:
    public = certificate.public_key()
    if not isinstance(public, rsa.RSAPublicKey):
        raise TypeError("certificates of customers are RSA")
    token = etree.SubElement(
        security,
        f"{{{WSSE}}}BinarySecurityToken",
        {
            f"{{{WSU}}}Id": new_id("X509"),
            "EncodingType": BASE64_TOKEN,
            "ValueType": X509_TOKEN,
        },
    )
    token.text = to_base64(certificate.public_bytes(Encoding.DER))
    wrapped = etree.SubElement(
        security, f"{{{XENC}}}EncryptedKey", {"Id": key_id}, nsmap={"xenc": XENC}
    )
    etree.SubElement(wrapped, f"{{{XENC}}}EncryptionMethod", {"Algorithm": RSA_OAEP})
    info = etree.SubElement(wrapped, f"{{{DS}}}KeyInfo", nsmap={"ds": DS})
    holder = etree.SubElement(info, f"{{{WSSE}}}SecurityTokenReference")
    etree.SubElement(
        holder,
        f"{{{WSSE}}}Reference",
        {"URI": f"#{token.get(f'{{{WSU}}}Id')}", "ValueType": X509_TOKEN},
    )
    data = etree.SubElement(wrapped, f"{{{XENC}}}CipherData")
    value = etree.SubElement(data, f"{{{XENC}}}CipherValue")
    value.text = to_base64(public.encrypt(secret, _OAEP))
    listed = etree.SubElement(wrapped, f"{{{XENC}}}ReferenceList")
    etree.SubElement(listed, f"{{{XENC}}}DataReference", {"URI": f"#{data_id}"})


def _body(envelope: _Element) -> _Element:
    body = envelope.find("soap:Body", _NAMES)
    if body is None:
        raise CannotDecrypt("there is no body")
    return body


def _ensure_method(element: _Element, algorithm: str) -> None:
    method = element.find("xenc:EncryptionMethod", _NAMES)
    if method is None or method.get("Algorithm") != algorithm:
        raise CannotDecrypt(f"not encrypted with {algorithm}")
    digest = method.find("ds:DigestMethod", _NAMES)
    if digest is not None and digest.get("Algorithm") != DS + "sha1":
        raise CannotDecrypt("OAEP with another digest than SHA-1")


def _cipher(element: _Element) -> bytes:
    value = element.find("xenc:CipherData/xenc:CipherValue", _NAMES)
    return from_base64(value.text if value is not None else None)
