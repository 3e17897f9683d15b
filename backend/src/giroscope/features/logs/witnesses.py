"""Makes of what the libraries and the kernel tell of an exchange what is captured."""

from collections.abc import Callable
from urllib.parse import urlsplit

import banklink
import erplink
from giroscope.features.logs.correlation import present_correlation
from giroscope.features.logs.exchange import Captured
from giroscope.features.logs.tables import LogType
from giroscope.kernel import witness as own
from giroscope.kernel.clock import Clock
from giroscope.kernel.origin import present_origin
from giroscope.kernel.traces import tracing

Take = Callable[[Captured], None]
_MAIL = "smtp"
# Codes and new certificates: used once, and nobody needs to read them again.
_ENROLMENT = ("activate", "certificate")


class Witnesses:
    """The witness of each way to the outside, all telling one recorder."""

    def __init__(self, take: Take, clock: Clock) -> None:
        self._keep = take
        self._clock = clock

    def _take(self, seen: Captured) -> None:
        name = f"{seen.log_type.lower()} {seen.operation}"
        failed = bool(seen.failure)
        tracing().note_call(name, seen.uri, seen.status, seen.seconds, failed=failed)
        self._keep(seen)

    def of_bank(self, realm: str, connection_id: int) -> banklink.Witness:
        """Sees what a connection to a bank exchanges."""

        def see(exchange: banklink.Exchange) -> None:
            operation = exchange.operation.lower()
            self._take(
                Captured(
                    realm=realm,
                    log_type=LogType.BANK,
                    peer=f"bank:{connection_id}",
                    operation=exchange.operation,
                    uri=exchange.uri,
                    request=exchange.request or None,
                    reply=exchange.reply,
                    status=exchange.status,
                    seconds=exchange.seconds,
                    failure=exchange.failure,
                    ended=self._clock(),
                    correlation_id=present_correlation(),
                    request_id=exchange.request_id or None,
                    trace=present_origin().trace,
                    may_keep_bytes=not any(part in operation for part in _ENROLMENT),
                )
            )

        return see

    def of_erp(self, realm: str, kind: str) -> erplink.Witness:
        """Sees what a connector to an ERP exchanges; it has hidden its secrets."""
        return self._of_call(realm, LogType.ERP, f"erp:{kind}")

    def _of_call(self, realm: str, log_type: LogType, peer: str) -> erplink.Witness:
        def see(call: erplink.Call) -> None:
            self._take(
                Captured(
                    realm=realm,
                    log_type=log_type,
                    peer=peer,
                    operation=f"{call.method} {call.operation}",
                    uri=call.uri,
                    request=call.request,
                    reply=call.reply,
                    status=call.status,
                    seconds=call.seconds,
                    failure=call.failure,
                    ended=self._clock(),
                    correlation_id=present_correlation(),
                    request_id=call.call_id,
                    trace=present_origin().trace,
                )
            )

        return see

    def of_webhook(self, realm: str, endpoint_id: int) -> erplink.Witness:
        """Sees what an endpoint of a tenant's is told; signatures stand beside it."""
        return self._of_call(realm, LogType.WEBHOOK, f"webhook:{endpoint_id}")

    def of_own(self, exchange: own.Exchange) -> None:
        """See what the kernel says to the identity provider or the mail server."""
        is_mail = exchange.uri.startswith(_MAIL)
        self._take(
            Captured(
                realm=exchange.realm,
                log_type=LogType.MAIL if is_mail else LogType.IDENTITY,
                peer="mail" if is_mail else "identity",
                operation=exchange.operation if is_mail else _named(exchange),
                uri=exchange.uri,
                request=exchange.request,
                reply=exchange.reply,
                status=exchange.status,
                seconds=exchange.seconds,
                failure=exchange.failure,
                ended=self._clock(),
                correlation_id=present_correlation(),
                trace=present_origin().trace,
                # Passwords and tokens are the whole of what is said there.
                may_keep_bytes=is_mail,
            )
        )


def _named(exchange: own.Exchange) -> str:
    """What was asked of the provider: the method, and the last word of the address."""
    parts = urlsplit(exchange.uri).path.split("/")
    words = [part for part in parts if part.replace("-", "").isalpha()]
    return f"{exchange.operation} {words[-1]}" if words else exchange.operation
