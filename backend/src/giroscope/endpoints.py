"""Where the console's named calls go: the product's own addresses, unless moved.

The page is told all of them with its settings; nothing here answers any.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import urlsplit

USUAL: Mapping[str, str] = MappingProxyType(
    {
        "validationURL": "/api/validate",
        "demoDataURL": "/api/demo/generate",
        "activationURL": "/api/activate",
        "renewURL": "/api/renew",
        "signURL": "/api/sign",
        "accountURL": "/api/account",
        "billingURL": "/api/billing",
        "reimportURL": "/api/reimport",
    }
)
"""By the name that pages know it by."""
LOGIN = "login"
"""The one that is no call of the product: where people sign in."""
_ADDRESS = re.compile(r"(https?://[\w.-]+(:\d{1,5})?)?(/(?!/)[\w.~/-]*)?")


def ensure_endpoint(name: str, address: str) -> None:
    """Pass silently, or refuse what no page could call.

    Raises:
        ValueError: There is no such endpoint, or this is no address.
    """
    if name != LOGIN and name not in USUAL:
        known = ", ".join((LOGIN, *USUAL))
        raise ValueError(f"there is no endpoint {name}, only {known}")
    is_elsewhere = bool(urlsplit(address).netloc)
    is_callable = is_elsewhere or (address.startswith("/") and name != LOGIN)
    if not is_callable or not _ADDRESS.fullmatch(address):
        raise ValueError(
            f"{name} is an address such as https://files.example.com/api, or a path"
        )


def endpoints(sign_in: str, moved: Mapping[str, str]) -> dict[str, str]:
    """All of them, as a page is told."""
    return {LOGIN: sign_in, **USUAL, **moved}


def origins(moved: Mapping[str, str]) -> list[str]:
    """The other origins that pages call where an operator has moved something."""
    parts = (urlsplit(address) for address in moved.values())
    return sorted({f"{one.scheme}://{one.netloc}" for one in parts if one.netloc})
