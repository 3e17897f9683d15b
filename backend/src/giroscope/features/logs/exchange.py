"""An exchange as a witness hands it over: references and numbers, nothing copied."""

from dataclasses import dataclass, field
from datetime import datetime

from giroscope.features.logs.tables import LogType


@dataclass(frozen=True, slots=True)
class Captured:
    """One exchange on its way to the log; its bytes are not masked yet."""

    realm: str
    log_type: LogType
    peer: str
    operation: str
    uri: str
    request: bytes | None = field(repr=False)
    """None where nothing was asked, as when a file is taken from a folder."""
    reply: bytes | None = field(repr=False)
    status: int | None
    seconds: float
    failure: str
    ended: datetime
    correlation_id: str | None = None
    request_id: str | None = None
    trace: str | None = None
    may_keep_bytes: bool = True
    """Whether its bytes may be kept sealed: not where they hold a code."""

    request_size: int | None = None
    """How long it was, where only its beginning is here."""
    reply_size: int | None = None

    @property
    def weight(self) -> int:
        """The memory it holds while it waits."""
        return len(self.request or b"") + len(self.reply or b"")
