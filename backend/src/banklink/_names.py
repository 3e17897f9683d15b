"""Namespaces and algorithms of the standards that both protocols stand on."""

from __future__ import annotations

from cryptography.hazmat.primitives import hashes

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
DS = "http://www.w3.org/2000/09/xmldsig#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
_WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
WSSE = f"{_WSS}wssecurity-secext-1.0.xsd"
WSU = f"{_WSS}wssecurity-utility-1.0.xsd"
X509_TOKEN = f"{_WSS}x509-token-profile-1.0#X509v3"
X509_KEY_ID = f"{_WSS}x509-token-profile-1.0#X509SubjectKeyIdentifier"
BASE64 = f"{_WSS}soap-message-security-1.0#Base64Binary"

ENVELOPED = f"{DS}enveloped-signature"
C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
C14N_COMMENTS = f"{C14N}#WithComments"
EXC_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#"
EXC_C14N_COMMENTS = f"{EXC_C14N}WithComments"

_MORE = "http://www.w3.org/2001/04/xmldsig-more#"
RSA_SHA256 = f"{_MORE}rsa-sha256"
SHA256 = f"{XENC}sha256"
SHA1 = f"{DS}sha1"

SIGNATURES: dict[str, hashes.HashAlgorithm] = {
    RSA_SHA256: hashes.SHA256(),
    f"{_MORE}rsa-sha384": hashes.SHA384(),
    f"{_MORE}rsa-sha512": hashes.SHA512(),
}
DIGESTS: dict[str, hashes.HashAlgorithm] = {
    SHA256: hashes.SHA256(),
    f"{_MORE}sha384": hashes.SHA384(),
    f"{XENC}sha512": hashes.SHA512(),
}
# Only where an endpoint says that its bank still signs so.
OLD_SIGNATURES: dict[str, hashes.HashAlgorithm] = {
    f"{DS}rsa-sha1": hashes.SHA1(),  # noqa: S303 - banks of 2017, asked for by name
}
OLD_DIGESTS: dict[str, hashes.HashAlgorithm] = {
    SHA1: hashes.SHA1(),  # noqa: S303 - banks of 2017, asked for by name
}

AES256_CBC = f"{XENC}aes256-cbc"
RSA_OAEP = f"{XENC}rsa-oaep-mgf1p"
CONTENT = f"{XENC}Content"
