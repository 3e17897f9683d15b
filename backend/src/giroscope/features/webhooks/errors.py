"""What is refused, each by a class of its own."""

from giroscope.kernel.errors import Conflict, InvalidInput, NotFound


class BadName(InvalidInput):
    """A name has 1 to 80 characters."""

    code = "webhooks.bad_name"


class BadAddress(InvalidInput):
    """The address begins with https:// and a host, and holds no user or fragment."""

    code = "webhooks.bad_address"


class PlainAddress(InvalidInput):
    """Webhooks are sent over https, unless the operator has allowed the host."""

    code = "webhooks.plain_address"


class PrivateAddress(InvalidInput):
    """The address leads into a private network; the operator has to allow its host."""

    code = "webhooks.private_address"


class NoTypes(InvalidInput):
    """Choose at least one type of event."""

    code = "webhooks.no_types"


class TooManyEndpoints(Conflict):
    """There are as many endpoints as may be; delete one first."""

    code = "webhooks.too_many"


class NoEndpoint(NotFound):
    """There is no such endpoint."""

    code = "webhooks.no_endpoint"


class NoDelivery(NotFound):
    """There is no such delivery."""

    code = "webhooks.no_delivery"


class EndpointOff(Conflict):
    """The endpoint is switched off; switch it on first."""

    code = "webhooks.off"


class NotEnded(Conflict):
    """It is still being tried; wait until that has ended."""

    code = "webhooks.not_ended"
