"""What banklink signs xmlsec believes, and what xmlsec signs banklink believes."""

import pytest
import xmlsec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from banklink import AnswerNotTrusted, _encryption, _sign, _soap, _verify
from banklink._c14n import EXCLUSIVE, INCLUSIVE, Method, canonical
from banklink._certificates import Trust
from banklink._encryption import binary_token
from banklink._sign import Signer
from banklink._xml import Element, parse, serialised
from banklink.endpoints import KeyNaming
from tests.banklink.link_authority import NOW, Authority, Identity
from tests.banklink.link_oracle import (
    DS,
    SOAP,
    WSSE,
    WSU,
    encrypt_content,
    ensure_signed,
    open_content,
    sign_beside,
    sign_enveloped,
    sign_parts,
)

LARGEST = 1_000_000
SIGNATURE = f"{{{DS}}}Signature"
ID = f"{{{WSU}}}Id"
REQUEST = (
    b'<a:Request xmlns:a="urn:a" xmlns="urn:d" xmlns:unused="urn:u">'
    b"<Content>l\xc3\xb8n &amp; 1&lt;2&#13;</Content>\n <!-- why --> <Empty z='1' "
    b"y='2'/></a:Request>"
)


@pytest.fixture
def trust(authority: Authority) -> Trust:
    return Trust([authority.certificate], NOW)


@pytest.fixture
def ours(customer: Identity) -> Signer:
    return Signer(customer.key, customer.certificate)


def again(root: Element) -> Element:
    """As the other side reads it."""
    return etree.fromstring(serialised(root))


def read(root: Element) -> Element:
    """As banklink reads it."""
    return parse(serialised(root), largest=LARGEST)


def message() -> tuple[Element, Element, Element, Element]:
    root = etree.fromstring(
        f'<s:Envelope xmlns:s="{SOAP}" xmlns:b="urn:b"><s:Header>'
        f'<w:Security xmlns:w="{WSSE}"/><b:head xmlns:u="{WSU}" u:Id="h">x</b:head>'
        f'</s:Header><s:Body xmlns:u="{WSU}" u:Id="b"><b:pay>'
        f'<b:file id="f">løn</b:file></b:pay></s:Body></s:Envelope>'.encode()
    )
    header, body = root
    security, head = header
    return root, security, head, body


def test_our_enveloped_signature_verifies(ours: Signer, customer: Identity) -> None:
    root = etree.fromstring(REQUEST)
    _sign.sign_enveloped(root, ours)
    theirs = again(root)
    ensure_signed(theirs, theirs.find(SIGNATURE), customer)


@pytest.mark.parametrize(
    "c14n",
    [
        xmlsec.Transform.C14N,
        xmlsec.Transform.C14N_COMMENTS,
        xmlsec.Transform.EXCL_C14N,
        xmlsec.Transform.EXCL_C14N_COMMENTS,
    ],
)
@pytest.mark.parametrize(
    "transforms",
    [
        [xmlsec.Transform.ENVELOPED],
        [xmlsec.Transform.ENVELOPED, xmlsec.Transform.C14N],
        [xmlsec.Transform.ENVELOPED, xmlsec.Transform.C14N_COMMENTS],
        [xmlsec.Transform.ENVELOPED, xmlsec.Transform.EXCL_C14N],
    ],
)
def test_their_enveloped_signature_is_believed(
    bank: Identity, trust: Trust, c14n: object, transforms: list[object]
) -> None:
    root = etree.fromstring(REQUEST)
    sign_enveloped(root, bank, c14n=c14n, transforms=transforms)
    signed = _verify.verify_enveloped(read(root), trust)
    assert signed.signer == bank.certificate
    assert signed.part.find(SIGNATURE) is None
    assert signed.part.findtext("{urn:d}Content") == "løn & 1<2\r"


@pytest.mark.parametrize("digest", ["SHA384", "SHA512"])
def test_longer_hashes_are_believed(bank: Identity, trust: Trust, digest: str) -> None:
    root = etree.fromstring(REQUEST)
    sign_enveloped(
        root,
        bank,
        digest=getattr(xmlsec.Transform, digest),
        method=getattr(xmlsec.Transform, f"RSA_{digest}"),
    )
    assert _verify.verify_enveloped(read(root), trust).signer == bank.certificate


def test_our_signature_beside_verifies(ours: Signer, customer: Identity) -> None:
    root, _, _, body = message()
    _sign.sign_beside(body[0][0], ours)
    theirs = again(root)
    file, signature = theirs[1][0]
    ensure_signed(theirs, signature, customer, [file])


def test_their_signature_beside_is_believed(bank: Identity, trust: Trust) -> None:
    root, _, _, body = message()
    sign_beside(body[0][0], bank)
    file = read(root)[1][0][0]
    signed = _verify.verify_beside(file, trust)
    assert signed.part.text == "løn"
    assert signed.part.tag == "{urn:b}file"


def test_our_parts_verify(ours: Signer, customer: Identity) -> None:
    root, security, head, body = message()
    security.append(binary_token(customer.certificate, "token"))
    told = etree.Element(f"{{{WSSE}}}SecurityTokenReference")
    etree.SubElement(told, f"{{{WSSE}}}Reference", URI="#token")
    info = etree.Element(f"{{{DS}}}KeyInfo")
    info.append(told)
    _sign.sign_parts(security, [body, head], info, ours)
    theirs = again(root)
    (security, head), body = theirs
    ensure_signed(theirs, security.find(SIGNATURE), customer, [head, body])


def test_their_parts_are_believed(bank: Identity, trust: Trust) -> None:
    root, security, head, body = message()
    sign_parts(security, [body, head], bank)
    (security, head), body = read(root)
    signed = _verify.verify_parts(security, [head, body], trust)
    assert [part.tag for part in signed.parts] == [head.tag, body.tag]
    assert signed.parts[1][0][0].text == "løn"


@pytest.mark.parametrize("prefixes", [["b"], ["b", "s"], ["s", "unknown", "z"]])
def test_prefixes_that_count_as_used_are_kept(
    bank: Identity, trust: Trust, prefixes: list[str]
) -> None:
    root, security, head, body = message()
    sign_parts(security, [body, head], bank, prefixes=prefixes)
    (security, head), body = read(root)
    signed = _verify.verify_parts(security, [head, body], trust)
    assert signed.parts[1][0][0].text == "løn"


def test_a_signature_may_cover_its_own_token(bank: Identity, trust: Trust) -> None:
    root, security, _, body = message()
    sign_parts(security, [body], bank, with_token=True)
    taken = _soap.taken_apart(read(root))
    signed = _soap.verify(taken, [taken.body], trust)
    assert signed.part[0][0].text == "løn"


def test_the_default_prefix_among_those_is_refused(
    bank: Identity, trust: Trust
) -> None:
    root, security, head, body = message()
    sign_parts(security, [body, head], bank, prefixes=["#default"])
    (security, head), body = read(root)
    with pytest.raises(AnswerNotTrusted, match="odd settings"):
        _verify.verify_parts(security, [head, body], trust)


@pytest.mark.parametrize("naming", list(KeyNaming))
def test_what_we_encrypt_they_open(customer: Identity, naming: KeyNaming) -> None:
    root, security, _, body = message()
    _encryption.encrypt_content(security, body, customer.certificate, naming)
    assert "løn" not in serialised(root).decode()
    theirs = again(root)
    (security, _), body = theirs
    assert open_content(security, body, customer)[0].text == "løn"


def test_what_they_encrypt_we_open(customer: Identity) -> None:
    root, security, _, body = message()
    encrypt_content(security, body, customer)
    ours = read(root)
    (security, _), body = ours
    assert _encryption.is_encrypted(body)
    opened = _encryption.opened(security, body, [customer.key], largest=LARGEST)
    assert opened[1][0][0].text == "løn"


def test_what_we_encrypt_we_open(customer: Identity) -> None:
    root, security, _, body = message()
    _encryption.encrypt_content(security, body, customer.certificate)
    ours = read(root)
    (security, _), body = ours
    opened = _encryption.opened(security, body, [customer.key], largest=LARGEST)
    assert opened[1][0][0].text == "løn"


def test_a_signature_inside_holds_after_opening(
    bank: Identity, customer: Identity, trust: Trust
) -> None:
    """The prefixes of the message are not written into what xmlsec encrypts."""
    root, security, head, body = message()
    sign_beside(body[0][0], bank)
    sign_parts(security, [head, body], bank)
    encrypt_content(security, body, customer)
    ours = read(root)
    (security, head), body = ours
    opened = _encryption.opened(security, body, [customer.key], largest=LARGEST)
    (security, head), body = opened
    signed = _verify.verify_parts(security, [head, body], trust)
    assert signed.parts[1].tag == body.tag
    assert _verify.verify_beside(body[0][0], trust).part.text == "løn"


NAMES = st.sampled_from(["a", "b", "x:a", "y:b"])
TEXTS = st.text(
    # What XML 1.0 calls a character: no document can hold another.
    st.characters(
        exclude_categories=["Cs", "Cc"],
        include_characters="\t\n\r",
        exclude_characters="\ufffe\uffff",
    ),
    max_size=12,
)
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["p", "q", "x:p", "y:q", "xml:lang"]), TEXTS, max_size=3
)
SPACES = st.dictionaries(
    st.sampled_from(["x", "y", "z", ""]), st.sampled_from(["urn:1", "urn:2"])
)


@st.composite
def elements(draw: st.DrawFn, depth: int = 3) -> str:
    """A small element using prefixes x and y, sometimes declaring them anew."""
    spaces = {"x": "urn:x", "y": "urn:y"} if depth == 3 else draw(SPACES)
    written = [
        f'xmlns{":" + prefix if prefix else ""}="{uri}"'
        for prefix, uri in spaces.items()
    ]
    # Two prefixes of one namespace would make the same attribute twice.
    attributes = draw(ATTRIBUTES)
    if len(set(spaces.values())) < len(spaces) or depth < 3:
        attributes = {k: v for k, v in attributes.items() if k in {"p", "xml:lang"}}
    written += [f'{name}="{_escaped(value)}"' for name, value in attributes.items()]
    inner = [_escaped(draw(TEXTS))]
    if depth:
        inner += draw(st.lists(elements(depth=depth - 1), max_size=2))
        inner += draw(st.sampled_from([[], ["<!--c-->"], ["<![CDATA[<&]]>"]]))
    name = draw(NAMES)
    return f"<{name} {' '.join(written)}>{''.join(inner)}</{name}>"


def _escaped(value: str) -> str:
    for character, entity in (
        ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"),
        ("\t", "&#9;"), ("\n", "&#10;"), ("\r", "&#13;"),
    ):  # fmt: skip
        value = value.replace(character, entity)
    return value


def xmlsec_accepts(data: bytes, signature_path: str, by: Identity) -> bool:
    root = etree.fromstring(data)
    parts = root.findall(".//*[@id]") + ([root] if root.get("id") else [])
    ensure_signed(root, root.find(signature_path), by, parts)
    return True


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=elements())
def test_any_document_signed_by_either_is_believed_by_the_other(
    text: str, ours: Signer, customer: Identity, trust: Trust
) -> None:
    root = etree.fromstring(text.encode())
    _sign.sign_enveloped(root, ours)
    assert xmlsec_accepts(serialised(root), SIGNATURE, customer)
    assert _verify.verify_enveloped(read(root), trust)
    theirs = etree.fromstring(text.encode())
    sign_enveloped(theirs, customer)
    assert _verify.verify_enveloped(read(theirs), trust)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=elements(), surroundings=SPACES)
def test_any_part_signed_by_either_is_believed_by_the_other(
    text: str,
    surroundings: dict[str, str],
    ours: Signer,
    customer: Identity,
    trust: Trust,
) -> None:
    def wrapped() -> Element:
        root = etree.Element("r", nsmap={k: v for k, v in surroundings.items() if k})
        part = etree.fromstring(text.encode())
        part.set("id", "part")
        root.append(part)
        return again(root)

    root = wrapped()
    _sign.sign_beside(root[0], ours)
    assert xmlsec_accepts(serialised(root), SIGNATURE, customer)
    assert _verify.verify_beside(read(root)[0], trust)
    theirs = wrapped()
    sign_beside(theirs[0], customer)
    assert _verify.verify_beside(read(theirs)[0], trust)


@pytest.mark.parametrize("method", [INCLUSIVE, EXCLUSIVE])
def test_what_has_no_canonical_form_is_refused(method: Method) -> None:
    root = etree.fromstring(b'<r><a xmlns="relative/address"/></r>')
    with pytest.raises(AnswerNotTrusted, match="canonical"):
        canonical(root, method)


def test_canonical_form_of_a_part_keeps_what_it_inherits() -> None:
    root = etree.fromstring(
        b'<a:r xmlns:a="u:a" xmlns:b="u:b" xmlns="u:d" xml:lang="da">'
        b'<b:c z="1" a:y="2">t<!--c-->u<d/></b:c></a:r>'
    )
    assert canonical(root[0], INCLUSIVE) == (
        b'<b:c xmlns="u:d" xmlns:a="u:a" xmlns:b="u:b" z="1" xml:lang="da" a:y="2">'
        b"tu<d></d></b:c>"
    )
    assert canonical(root[0], EXCLUSIVE) == (
        b'<b:c xmlns:a="u:a" xmlns:b="u:b" z="1" a:y="2">tu<d xmlns="u:d"></d></b:c>'
    )
    assert canonical(root[0][1], Method(is_exclusive=True, prefixes=("b",))) == (
        b'<d xmlns="u:d" xmlns:b="u:b"></d>'
    )
