"""The banks that can be connected, as their protocols list them.

Facts about banks are data of their protocol. Addresses and root certificates come from
the operator's file and, where it runs, from the simulated bank; never from a form.
"""

from collections.abc import Mapping
from types import MappingProxyType

from banklink import FileKind
from banklink.protocol import BankProfile, Capability, Description
from banklink.registry import installed, protocol_of
from giroscope.kernel.errors import NotFound

PROFILES: Mapping[str, BankProfile] = installed().banks
"""Every bank by its key, in the order in which they are offered."""

RECEIVED: Mapping[FileKind, Capability] = MappingProxyType(
    {
        FileKind.STATUS: Capability.STATUS,
        FileKind.RESOLUTION: Capability.RECALL,
        FileKind.REPORT: Capability.REPORT,
        FileKind.STATEMENT: Capability.STATEMENT,
        FileKind.NOTIFICATION: Capability.NOTIFICATION,
    }
)


def profile_of(key: str) -> BankProfile:
    """The bank of that key.

    Raises:
        NotFound: The directory knows none.
    """
    found = PROFILES.get(key)
    if found is None:
        raise NotFound("The directory of banks knows no such bank", path="profile")
    return found


def described(kind: str) -> Description:
    """What the protocol of a connection tells of itself.

    Raises:
        UnknownProtocol: There is none of that kind, or not any more.
    """
    return protocol_of(kind).description


def able_to(capability: Capability) -> tuple[str, ...]:
    """The keys of the banks that can do this."""
    return tuple(one.key for one in PROFILES.values() if capability in one.capabilities)
