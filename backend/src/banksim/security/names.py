"""Namespaces and algorithms of the signed and encrypted messages."""

from __future__ import annotations

from enum import StrEnum

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
DS = "http://www.w3.org/2000/09/xmldsig#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
_WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
WSSE = _WSS + "wssecurity-secext-1.0.xsd"
WSU = _WSS + "wssecurity-utility-1.0.xsd"
WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"
X509_TOKEN = _WSS + "x509-token-profile-1.0#X509v3"
BASE64_TOKEN = _WSS + "soap-message-security-1.0#Base64Binary"
KEY_IDENTIFIER = _WSS + "x509-token-profile-1.0#X509SubjectKeyIdentifier"
WRAPPED_KEY = (
    "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey"
)

ENVELOPED = DS + "enveloped-signature"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
CANONICAL = frozenset(
    {EXCLUSIVE, INCLUSIVE, EXCLUSIVE + "WithComments", INCLUSIVE + "#WithComments"}
)

RSA_SHA1 = DS + "rsa-sha1"
RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
SHA1 = DS + "sha1"
SHA256 = XENC + "sha256"

AES256_CBC = XENC + "aes256-cbc"
RSA_OAEP = XENC + "rsa-oaep-mgf1p"
CONTENT = XENC + "Content"


class Hash(StrEnum):
    """The family of algorithms of an endpoint."""

    SHA1 = "SHA-1"
    SHA256 = "SHA-256"

    @property
    def digest(self) -> str:
        """The algorithm of digests."""
        return SHA1 if self is Hash.SHA1 else SHA256

    @property
    def signature(self) -> str:
        """The algorithm of signatures."""
        return RSA_SHA1 if self is Hash.SHA1 else RSA_SHA256
