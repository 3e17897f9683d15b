"""Verifies XML signatures and gives back the very bytes that were signed.

Three shapes are known, each at one place: inside the document, beside an element,
over parts of a SOAP message. Everything else in a signature is refused, so that
nothing in it can choose what is looked at. What is verified is returned parsed
anew from the canonical bytes that were hashed; nothing unsigned comes along.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from banklink import _names
from banklink._c14n import INCLUSIVE, Method, canonical, method_of
from banklink._certificates import Trust, given_certificates
from banklink._xml import Element, children, decoded, only, parse, take_out
from banklink.errors import AnswerNotTrusted

_DS = f"{{{_names.DS}}}"
_WSSE = f"{{{_names.WSSE}}}"
WSU_ID = f"{{{_names.WSU}}}Id"
_IDS = (WSU_ID, "Id", "ID", "id", "{http://www.w3.org/XML/1998/namespace}id")
_MOST_REFERENCES = 8
_MOST_SIGNERS = 4


@dataclass(frozen=True, slots=True)
class Signed:
    """What a signature covered, in the order asked for, and who made it."""

    parts: tuple[Element, ...]
    signer: x509.Certificate

    @property
    def part(self) -> Element:
        """The only part, or the first."""
        return self.parts[0]


@dataclass(frozen=True, slots=True)
class _Reference:
    uri: str
    method: Method
    algorithm: hashes.HashAlgorithm
    digest: bytes


def verify_enveloped(root: Element, trust: Trust) -> Signed:
    """Verify a document that holds its own signature as a child of its root.

    The signature is taken out of `root`, and is not in what is given back.

    Raises:
        AnswerNotTrusted: The signature does not hold, or is of another shape.
    """
    if sum(1 for _ in root.iter(f"{_DS}Signature")) != 1:
        raise AnswerNotTrusted("The document does not have exactly one signature.")
    signature = only(root, f"{_DS}Signature")
    references = _references(signature, trust, is_enveloped=True)
    if list(references) != [""]:
        raise AnswerNotTrusted("The signature does not cover the whole document.")
    signer = _ensure_signed(signature, _held_certificates(signature), trust)
    take_out(signature)
    return Signed((_digested(root, references[""]),), signer)


def verify_beside(element: Element, trust: Trust) -> Signed:
    """Verify an element whose signature is its next sibling and names its `id`.

    Raises:
        AnswerNotTrusted: The signature does not hold, or is of another shape.
    """
    ensure_ids_differ(element)
    signature = element.getnext()
    if signature is None or signature.tag != f"{_DS}Signature":
        raise AnswerNotTrusted("The answer has no signature of the bank beside it.")
    references = _references(signature, trust)
    uri = f"#{element.get('id', '')}"
    if list(references) != [uri] or uri == "#":
        raise AnswerNotTrusted("The signature is for something else.")
    signer = _ensure_signed(signature, _held_certificates(signature), trust)
    return Signed((_digested(element, references[uri]),), signer)


def verify_parts(
    security: Element,
    required: Sequence[Element],
    trust: Trust,
    *,
    allowed: Sequence[Element] = (),
) -> Signed:
    """Verify the signature in a SOAP header, made with the token that it carries.

    It must cover each of `required`, which the caller has found at their places,
    and may cover `allowed`, nothing else. Only `required` are given back.

    Raises:
        AnswerNotTrusted: The signature does not hold, or is of another shape.
    """
    ensure_ids_differ(security)
    signature = only(security, f"{_DS}Signature")
    references = _references(signature, trust)
    # Looked up from the place to the name, never from a name to a place.
    wanted = {_uri(part): part for part in required}
    known = wanted | {_uri(part): part for part in allowed if part.get(WSU_ID)}
    if not set(references) <= set(known):
        raise AnswerNotTrusted("The signature covers something else.")
    if not set(wanted) <= set(references):
        raise AnswerNotTrusted("The signature leaves out what it has to cover.")
    token = decoded(_token(security, signature))
    signer = _ensure_signed(signature, given_certificates(token), trust)
    digested = {uri: _digested(known[uri], r) for uri, r in references.items()}
    return Signed(tuple(digested[uri] for uri in wanted), signer)


def ensure_ids_differ(element: Element) -> None:
    """Refuse a document in which two elements have the same name.

    Such a name could be checked at one place and read at another.
    """
    root = element.getroottree().getroot()
    counted = Counter(
        element.get(name)
        for element in root.iter("*")
        for name in _IDS
        if name in element.attrib
    )
    if any(times > 1 for times in counted.values()):
        raise AnswerNotTrusted("The answer gives two of its parts the same name.")


def _uri(part: Element) -> str:
    name = part.get(WSU_ID)
    if not name:
        raise AnswerNotTrusted("A part that has to be signed has no name.")
    return f"#{name}"


def _references(
    signature: Element, trust: Trust, *, is_enveloped: bool = False
) -> Mapping[str, _Reference]:
    if [child.tag for child in children(signature)] != [
        f"{_DS}SignedInfo",
        f"{_DS}SignatureValue",
        f"{_DS}KeyInfo",
    ]:
        raise AnswerNotTrusted("The signature is put together in an odd way.")
    info = children(signature)[0]
    _, _, *found = children(info) if len(info) > 2 else (None, None)
    tags = [f"{_DS}CanonicalizationMethod", f"{_DS}SignatureMethod"]
    tags += [f"{_DS}Reference"] * len(found)
    if [child.tag for child in children(info)] != tags:
        raise AnswerNotTrusted("The signature is put together in an odd way.")
    if not 0 < len(found) <= _MOST_REFERENCES:
        raise AnswerNotTrusted("The signature covers nothing, or too many parts.")
    read = [_reference(each, trust, is_enveloped=is_enveloped) for each in found]
    references = {reference.uri: reference for reference in read}
    if len(references) != len(read):
        raise AnswerNotTrusted("The signature covers a part twice.")
    return references


def _reference(element: Element, trust: Trust, *, is_enveloped: bool) -> _Reference:
    uri = element.get("URI")
    if uri is None:
        raise AnswerNotTrusted("The signature does not say what it covers.")
    transforms = children(only(element, f"{_DS}Transforms"))
    method = INCLUSIVE
    if is_enveloped:
        if not transforms or transforms[0].get("Algorithm") != _names.ENVELOPED:
            raise AnswerNotTrusted("The signature's transforms are not accepted.")
        _ensure_empty(transforms.pop(0))
    if len(transforms) > 1 or any(t.tag != f"{_DS}Transform" for t in transforms):
        raise AnswerNotTrusted("The signature's transforms are not accepted.")
    if transforms:
        # What a reference inside the document covers is without its comments.
        method = replace(method_of(transforms[0]), has_comments=False)
    if not is_enveloped and not method.is_exclusive:
        raise AnswerNotTrusted("The signature's transforms are not accepted.")
    digest_method = only(element, f"{_DS}DigestMethod")
    known = _names.DIGESTS | (_names.OLD_DIGESTS if trust.accept_sha1 else {})
    return _Reference(
        uri,
        method,
        _algorithm(digest_method, known),
        decoded(only(element, f"{_DS}DigestValue")),
    )


def _algorithm(
    element: Element, known: Mapping[str, hashes.HashAlgorithm]
) -> hashes.HashAlgorithm:
    _ensure_empty(element)
    found = known.get(element.get("Algorithm", ""))
    if found is None:
        raise AnswerNotTrusted("The signature uses an algorithm that is not accepted.")
    return found


def _ensure_empty(element: Element) -> None:
    if children(element):
        raise AnswerNotTrusted("The signature sets what nobody needs to set.")


def _digested(element: Element, reference: _Reference) -> Element:
    """The element again, parsed from exactly the bytes that were hashed."""
    data = canonical(element, reference.method)
    hashed = hashes.Hash(reference.algorithm)
    hashed.update(data)
    if not hmac.compare_digest(hashed.finalize(), reference.digest):
        raise AnswerNotTrusted("The answer was changed after it was signed.")
    return parse(data, largest=len(data), comments=False)


def _ensure_signed(
    signature: Element, certificates: Sequence[x509.Certificate], trust: Trust
) -> x509.Certificate:
    info, value, _ = children(signature)
    method, algorithm = children(info)[:2]
    known = _names.SIGNATURES | (_names.OLD_SIGNATURES if trust.accept_sha1 else {})
    hashing = _algorithm(algorithm, known)
    data = canonical(info, method_of(method))
    signed = decoded(value)
    for certificate in certificates[:_MOST_SIGNERS]:
        if _is_signed_by(certificate, signed, data, hashing):
            trust.ensure_signer(certificate, certificates)
            return certificate
    raise AnswerNotTrusted("The signature was not made with the certificate named.")


def _is_signed_by(
    certificate: x509.Certificate,
    signed: bytes,
    data: bytes,
    hashing: hashes.HashAlgorithm,
) -> bool:
    key = certificate.public_key()
    if not isinstance(key, rsa.RSAPublicKey):
        return False
    try:
        key.verify(signed, data, padding.PKCS1v15(), hashing)
    except InvalidSignature:
        return False
    return True


def _held_certificates(signature: Element) -> list[x509.Certificate]:
    data = only(only(signature, f"{_DS}KeyInfo"), f"{_DS}X509Data")
    held = data.findall(f"{_DS}X509Certificate")
    if not 0 < len(held) <= _MOST_SIGNERS:
        raise AnswerNotTrusted("The signature has no or too many certificates.")
    return [c for each in held for c in given_certificates(decoded(each))]


def _token(security: Element, signature: Element) -> Element:
    info = only(signature, f"{_DS}KeyInfo")
    reference = only(only(info, f"{_WSSE}SecurityTokenReference"), f"{_WSSE}Reference")
    uri = reference.get("URI", "")
    tokens = security.findall(f"{_WSSE}BinarySecurityToken")
    found = [token for token in tokens if uri == f"#{token.get(WSU_ID)}"]
    if len(found) != 1 or not found[0].get(WSU_ID):
        raise AnswerNotTrusted("The signature names a certificate that is not there.")
    if found[0].get("ValueType", _names.X509_TOKEN) != _names.X509_TOKEN:
        raise AnswerNotTrusted("The signature's certificate is in an odd form.")
    return found[0]
