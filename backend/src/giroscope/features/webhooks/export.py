"""The list of deliveries as a file."""

from collections.abc import Callable
from typing import Any

from giroscope.features.webhooks.inputs import (
    WebhookDeliveryFilter,
    WebhookDeliveryOrder,
)
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions


def _own(name: str) -> Callable[[Any], Cell]:
    return lambda row: getattr(row, name)


STATES = {
    "WAITING": ("Waiting", "Venter"),
    "DELIVERED": ("Delivered", "Leveret"),
    "FAILED": ("Failed", "Mislykket"),
}
FAILURES = {
    "ADDRESS": ("Address not allowed", "Adressen er ikke tilladt"),
    "UNTRUSTED": ("Certificate not trusted", "Certifikatet er ikke betroet"),
    "UNREACHED": ("Not reached", "Ikke nået"),
    "TOO_LATE": ("No answer in time", "Intet svar i tide"),
    "BROKE_OFF": ("Answer broke off", "Svaret blev afbrudt"),
    "TOO_LARGE": ("Answer too large", "Svaret er for stort"),
    "REDIRECTED": ("Redirected", "Omdirigeret"),
    "STATUS": ("Refused", "Afvist"),
    "FAULT": ("Fault in the product", "Fejl i produktet"),
}
COLUMNS = (
    Column("created", "Event (UTC)", "Hændelse (UTC)", _own("created")),
    Column("type", "Type", "Type", _own("type")),
    Column("state", "State", "Tilstand", _own("state"), words=STATES),
    Column("status", "Status", "Status", _own("status")),
    Column("failure", "Failure", "Fejl", _own("failure"), words=FAILURES),
    Column("tries", "Attempts", "Forsøg", _own("tries")),
    Column("nextTry", "Next attempt (UTC)", "Næste forsøg (UTC)", _own("next_try")),
    Column("ended", "Ended (UTC)", "Afsluttet (UTC)", _own("ended")),
    Column("journal", "Journal", "Journal", _own("correlation_id")),
    Column("endpoint", "Endpoint", "Endpoint", lambda r: str(r.endpoint_id)),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)


def deliveries(asked: Asked) -> Reader:
    """Deliveries that fit, in the order of the list."""
    query = (asked.filter or WebhookDeliveryFilter()).rows()
    return in_portions(query, WebhookDeliveryOrder.of(asked.order))


DELIVERIES = Export(("Webhook deliveries", "Webhook-leveringer"), COLUMNS, deliveries)
