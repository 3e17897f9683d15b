"""What this room refuses."""

from giroscope.kernel.errors import Conflict, InvalidInput


class MessageAlreadyResolved(Conflict):
    """Somebody has resolved this message already."""

    code = "messages.already_resolved"


class MessageNotResolved(Conflict):
    """This message is not resolved, so there is nothing to take back."""

    code = "messages.not_resolved"


class NoteTooLong(InvalidInput):
    """A note holds at most 1000 characters."""

    code = "messages.note_too_long"
