"""What the room of logs refuses."""

from giroscope.kernel.errors import Conflict, InvalidInput


class ReasonNeeded(InvalidInput):
    """Say why it has to be seen; the reason goes into the audit trail."""

    code = "logs.reason_needed"


class NoBytesKept(Conflict):
    """The bytes of this entry are not kept."""

    code = "logs.no_bytes"


class KeepingChanged(Conflict):
    """Somebody else has changed how the log is kept; look at it again."""

    code = "logs.keeping_changed"


class BadKeeping(InvalidInput):
    """A log is kept for 1 to 3650 days, and takes 10 to 1000000 megabytes."""

    code = "logs.bad_keeping"
