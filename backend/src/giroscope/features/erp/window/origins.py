"""What counts as the origin of an accounting system. Decides only.

An origin is scheme, host and port as browsers spell it (RFC 6454): what a page's
`postMessage` and a `frame-ancestors` of CSP compare. There are no wildcards: whoever
may put a page below one would be let in with it.
"""

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit

from giroscope.features.erp.errors import BadOrigin, OriginNotSecure

LONGEST = 280
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?")
_USUAL_PORTS = {"https": 443, "http": 80}


def origin_of(told: str, *, allows_local: bool) -> str:
    """The origin as a browser spells it; an address is taken for its origin's sake.

    `allows_local` lets pages of this machine be served without TLS, as on a laptop.

    Raises:
        BadOrigin: This is no address of a page.
        OriginNotSecure: It is not `https`.
    """
    text = told.strip()
    parts = _split(text)
    host = _host(parts)
    port = parts.port
    if parts.scheme == "http" and not (allows_local and _is_local(host)):
        raise OriginNotSecure(path="origin")
    is_usual = port is None or port == _USUAL_PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{port}")


def _split(text: str) -> SplitResult:
    if len(text) > LONGEST or re.search(r"[\s\\;,*'\"<>]", text):
        raise BadOrigin(path="origin")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise BadOrigin(path="origin") from error
    if parts.scheme not in _USUAL_PORTS or "@" in parts.netloc or parts.port == 0:
        raise BadOrigin(path="origin")
    # An address that was copied whole is told, so that nobody believes its path counts.
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise BadOrigin(path="origin")
    return parts


def _host(parts: SplitResult) -> str:
    name = parts.hostname or ""
    if parts.netloc.startswith("["):
        return f"[{_address(name)}]"
    try:
        # Browsers spell names of other alphabets so too.
        name = name.encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise BadOrigin(path="origin") from error
    if not all(_LABEL.fullmatch(label) for label in name.split(".")):
        raise BadOrigin(path="origin")
    return _address(name) if name.rpartition(".")[2].isdecimal() else name


def _address(name: str) -> str:
    """A host that ends in a number is an IP address to browsers, or nothing."""
    try:
        return str(ipaddress.ip_address(name))
    except ValueError as error:
        raise BadOrigin(path="origin") from error


def _is_local(host: str) -> bool:
    name = host.strip("[]")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
