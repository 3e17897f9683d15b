"""The other side's opinion: signs, verifies, encrypts and opens with xmlsec."""

from collections.abc import Sequence

import xmlsec
from lxml import etree

from tests.banklink.link_authority import Identity

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
DS = "http://www.w3.org/2000/09/xmldsig#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
_WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
WSSE = f"{_WSS}wssecurity-secext-1.0.xsd"
WSU = f"{_WSS}wssecurity-utility-1.0.xsd"
X509 = f"{_WSS}x509-token-profile-1.0#X509v3"
BASE64 = f"{_WSS}soap-message-security-1.0#Base64Binary"

Element = etree._Element


def signing_key(identity: Identity) -> xmlsec.Key:
    key = xmlsec.Key.from_memory(identity.key_pem, xmlsec.KeyFormat.PEM)
    key.load_cert_from_memory(identity.pem, xmlsec.KeyFormat.PEM)
    return key


def public_key(identity: Identity) -> xmlsec.Key:
    return xmlsec.Key.from_memory(identity.pem, xmlsec.KeyFormat.CERT_PEM)


def sign_enveloped(
    root: Element,
    identity: Identity,
    *,
    c14n: object = xmlsec.Transform.C14N,
    method: object = xmlsec.Transform.RSA_SHA256,
    digest: object = xmlsec.Transform.SHA256,
    transforms: Sequence[object] = (xmlsec.Transform.ENVELOPED,),
    key: xmlsec.Key | None = None,
) -> Element:
    """Sign a document in place; gives back the signature."""
    node = xmlsec.template.create(root, c14n, method)
    root.append(node)
    reference = xmlsec.template.add_reference(node, digest, uri="")
    for transform in transforms:
        xmlsec.template.add_transform(reference, transform)
    _sign(node, identity, key)
    return node


def sign_beside(
    element: Element,
    identity: Identity,
    *,
    method: object = xmlsec.Transform.RSA_SHA256,
    digest: object = xmlsec.Transform.SHA256,
    transforms: Sequence[object] = (xmlsec.Transform.EXCL_C14N,),
) -> Element:
    """Sign an element by its plain id, the signature following it."""
    node = xmlsec.template.create(
        element.getroottree().getroot(), xmlsec.Transform.EXCL_C14N, method
    )
    element.addnext(node)
    xmlsec.tree.add_ids(element.getparent(), ["id"])
    uri = f"#{element.get('id')}"
    reference = xmlsec.template.add_reference(node, digest, uri=uri)
    for transform in transforms:
        xmlsec.template.add_transform(reference, transform)
    _sign(node, identity)
    return node


def _sign(node: Element, identity: Identity, key: xmlsec.Key | None = None) -> None:
    info = xmlsec.template.ensure_key_info(node)
    xmlsec.template.x509_data_add_certificate(xmlsec.template.add_x509_data(info))
    context = xmlsec.SignatureContext()
    context.key = key or signing_key(identity)
    context.sign(node)


def sign_parts(
    security: Element,
    parts: Sequence[Element],
    who: Identity,
    *,
    prefixes: Sequence[str] = (),
    with_token: bool = False,
) -> Element:
    """Sign parts of a SOAP message with a token in its header."""
    token = etree.SubElement(
        security,
        f"{{{WSSE}}}BinarySecurityToken",
        EncodingType=BASE64,
        ValueType=X509,
    )
    token.set(f"{{{WSU}}}Id", "oracle-token")
    token.text = "".join(who.pem.decode().splitlines()[1:-1])
    root = security.getroottree().getroot()
    node = xmlsec.template.create(
        root, xmlsec.Transform.EXCL_C14N, xmlsec.Transform.RSA_SHA256
    )
    security.append(node)
    signed = [*parts, token] if with_token else parts
    for part in signed:
        uri = f"#{part.get(f'{{{WSU}}}Id')}"
        reference = xmlsec.template.add_reference(
            node, xmlsec.Transform.SHA256, uri=uri
        )
        transform = xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
        if prefixes:
            xmlsec.template.transform_add_c14n_inclusive_namespaces(
                transform, list(prefixes)
            )
    info = xmlsec.template.ensure_key_info(node)
    told = etree.SubElement(info, f"{{{WSSE}}}SecurityTokenReference")
    etree.SubElement(told, f"{{{WSSE}}}Reference", URI="#oracle-token", ValueType=X509)
    context = xmlsec.SignatureContext()
    context.key = signing_key(who)
    for part in signed:
        context.register_id(part, "Id", WSU)
    context.sign(node)
    return node


def ensure_signed(
    root: Element, signature: Element, by: Identity, parts: Sequence[Element] = ()
) -> None:
    """Raise unless xmlsec finds the signature good for that key."""
    context = xmlsec.SignatureContext()
    context.key = public_key(by)
    for part in parts:
        if part.get("id"):
            context.register_id(part, "id")
        else:
            context.register_id(part, "Id", WSU)
    context.verify(signature)
    del root


def encrypt_content(security: Element, body: Element, recipient: Identity) -> None:
    """Encrypt the content of a body, the key's place being the security header."""
    data = xmlsec.template.encrypted_data_create(
        body, xmlsec.Transform.AES256, type=xmlsec.EncryptionType.CONTENT, ns="xenc"
    )
    data.set("Id", "oracle-data")
    xmlsec.template.encrypted_data_ensure_cipher_value(data)
    info = xmlsec.template.encrypted_data_ensure_key_info(data, ns="ds")
    wrapped = xmlsec.template.add_encrypted_key(info, xmlsec.Transform.RSA_OAEP)
    xmlsec.template.encrypted_data_ensure_cipher_value(wrapped)
    keys = xmlsec.KeysManager()
    keys.add_key(public_key(recipient))
    context = xmlsec.EncryptionContext(keys)
    context.key = xmlsec.Key.generate(
        xmlsec.KeyData.AES, 256, xmlsec.KeyDataType.SESSION
    )
    context.encrypt_xml(data, body)
    # By place: lxml does not find by name what xmlsec has put into its tree.
    data = body[0]
    info = data[1]
    wrapped = info[0]
    data.remove(info)
    listed = etree.SubElement(wrapped, f"{{{XENC}}}ReferenceList")
    etree.SubElement(listed, f"{{{XENC}}}DataReference", URI="#oracle-data")
    security.append(wrapped)


def open_content(security: Element, body: Element, recipient: Identity) -> Element:
    """Open what was encrypted into a body; gives back its content."""
    data = body.find(f"{{{XENC}}}EncryptedData")
    wrapped = security.find(f"{{{XENC}}}EncryptedKey")
    # xmlsec looks for the key inside the data, where the header only names it.
    info = etree.Element(f"{{{DS}}}KeyInfo")
    for told in wrapped.findall(f"{{{DS}}}KeyInfo"):
        wrapped.remove(told)
    info.append(wrapped)
    data.find(f"{{{XENC}}}EncryptionMethod").addnext(info)
    keys = xmlsec.KeysManager()
    keys.add_key(xmlsec.Key.from_memory(recipient.key_pem, xmlsec.KeyFormat.PEM))
    xmlsec.EncryptionContext(keys).decrypt(data)
    return body[0]
