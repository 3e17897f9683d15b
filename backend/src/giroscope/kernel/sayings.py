"""What the kernel says of work that failed, kept as a text: each with its Danish.

A refusal that a person gets at once is told by its code on the screen; here is what a
job or the communication log keeps.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sayings import MACHINE, Sayings

_REFUSALS = {
    "Sign in first: the request carries no valid access token.": (
        "Log ind først: forespørgslen har intet gyldigt adgangsbevis."
    ),
    "Your roles do not allow this.": "Dine roller tillader det ikke.",
    "There is nothing at this address, or it is not yours to see.": (
        "Der er intet på denne adresse, eller du har ikke adgang til det."
    ),
    "The request cannot be understood.": "Forespørgslen kan ikke forstås.",
    "This is not possible in the present state.": (
        "Det er ikke muligt, som tingene står nu."
    ),
    "The upload is larger than this installation accepts.": (
        "Filen er større, end denne installation tager imod."
    ),
    "The request did not arrive in time; send it again.": (
        "Forespørgslen nåede ikke frem i tide; send den igen."
    ),
    "Too many requests; wait a moment and try again.": (
        "Der kom for mange forespørgsler; vent et øjeblik, og prøv igen."
    ),
    "The query asks for more than one answer may hold.": (
        "Der blev spurgt om mere, end ét svar kan rumme."
    ),
    "A part this needs does not answer; try again in a moment.": (
        "En del, som dette kræver, svarer ikke; prøv igen om et øjeblik."
    ),
    "A fault in the product stopped this (incident {incident})": (
        "En fejl i produktet standsede dette (hændelse {incident})"
    ),
}
_OTHERS = {
    "The sign-in service does not answer; try again in a moment.": (
        "Login-tjenesten svarer ikke; prøv igen om et øjeblik."
    ),
    "The sign-in service answers without end": (
        "Login-tjenestens svar hører aldrig op"
    ),
    "The sign-in service answers with something else than expected": (
        "Login-tjenesten svarer med noget andet end ventet"
    ),
    "The sign-in service does not let Giroscope in: an operator has to mend it.": (
        "Login-tjenesten giver ikke Giroscope adgang; driften skal bringe det i orden."
    ),
    "The sign-in service does not give our account this right.": (
        "Login-tjenesten giver ikke vores konto denne ret."
    ),
    "The sign-in service refuses this.": "Login-tjenesten afviser dette.",
    "The sign-in service could not send the mail: its mail server has to be set up.": (
        "Login-tjenesten kunne ikke sende mailen; dens mailserver skal sættes op."
    ),
    "The mail server does not answer": "Mailserveren svarer ikke",
    "The mail could not be written": "Mailen kunne ikke gemmes",
}
_ADDRESSES = {
    "The mail server refused {address}": "Mailserveren afviste {address}",
    "{address} cannot be used": "{address} kan ikke bruges",
}
KERNEL: Final[Mapping[str, str]] = MappingProxyType({**_REFUSALS, **_OTHERS})
"""What a job may end with in any room: Danish by English."""
SAYINGS = Sayings(KERNEL, _ADDRESSES, MACHINE)
"""All that is kept of what the kernel itself said to others."""
