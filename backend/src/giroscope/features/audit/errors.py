"""What the audit room refuses, or has to tell."""

from giroscope.kernel.errors import Conflict


class ChainBroken(Conflict):
    """Events were changed, left out, added or cut off."""

    code = "audit.broken"
