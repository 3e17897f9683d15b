"""How a conversation with an ERP may fail, one class for each thing to be done.

    ErpError
    ├── NotConfigured     a setting is missing or cannot be right; nothing was asked
    ├── Unavailable       no answer, or one that says to come again
    │   └── Throttled     too many calls; come again after `retry_after`
    ├── SignInRefused     the secret is wrong, expired or withdrawn
    ├── NotAllowed        signed in, and not permitted to do this
    ├── Invalid           the ERP will not take what was sent
    │   └── PeriodClosed  the day lies in a period that is closed
    ├── Conflict          somebody changed the record in the meantime
    ├── NotThere          the record, company or address does not exist
    └── ContractChanged   the answer is not what the ERP's documentation promises

Only `Unavailable` is worth another attempt without a person. A write is attempted
again only after its effect has been looked for, whatever it failed with.
"""

from __future__ import annotations

from datetime import timedelta

from localization import Message, Value


class ErpError(Exception):
    """A conversation with an ERP failed: a code of the catalogue, and its values.

    `message` is the sentence in English. A plug-in may give a text alone, which is told
    as it is. `detail` is what the ERP said, as far as it may be shown; never a secret.
    """

    code = "failed"

    def __init__(self, said: str, detail: str = "", /, **values: Value) -> None:
        self.said: Message | None = None
        if said.startswith("erp_link."):
            self.said = Message(said, **values)
        self.message = str(self.said or said)
        super().__init__(self.message)
        self.detail = detail


class NotConfigured(ErpError):
    """A setting is missing or cannot be right; nothing left this machine."""

    code = "not_configured"


class Unavailable(ErpError):
    """No answer came, or the ERP asks to come again.

    `may_have_written` tells that the request left, so that what it asked for may
    have been done.
    """

    code = "unavailable"

    def __init__(
        self,
        said: str,
        detail: str = "",
        /,
        *,
        may_have_written: bool = False,
        **values: Value,
    ) -> None:
        super().__init__(said, detail, **values)
        self.may_have_written = may_have_written


class Throttled(Unavailable):
    """Too many calls. `retry_after` is what the ERP asks for, where it says."""

    code = "throttled"

    def __init__(
        self,
        said: str,
        detail: str = "",
        /,
        *,
        retry_after: timedelta | None = None,
    ) -> None:
        super().__init__(said, detail)
        self.retry_after = retry_after


class SignInRefused(ErpError):
    """The secret is wrong, expired or withdrawn."""

    code = "sign_in_refused"


class NotAllowed(ErpError):
    """Signed in, and not permitted to do this."""

    code = "not_allowed"


class Invalid(ErpError):
    """The ERP will not take what was sent, and will not take it again."""

    code = "invalid"


class PeriodClosed(Invalid):
    """The day lies in a period that the books are closed for."""

    code = "period_closed"


class Conflict(ErpError):
    """Somebody changed the record in the meantime; read it again first."""

    code = "conflict"


class NotThere(ErpError):
    """The record, company or address does not exist."""

    code = "not_there"


class ContractChanged(ErpError):
    """The answer is not what the ERP's documentation promises."""

    code = "contract_changed"
