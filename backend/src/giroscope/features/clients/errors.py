"""Refusals of the administration of API clients."""

from giroscope.kernel.errors import Conflict, InvalidInput


class BadClient(InvalidInput):
    """This is no API client."""

    code = "clients.bad"


class NameTaken(Conflict):
    """Another API client has this name."""

    code = "clients.name_taken"


class TooManyClients(Conflict):
    """There are as many API clients as a tenant may have; delete one first."""

    code = "clients.too_many"
