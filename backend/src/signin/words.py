# ruff: noqa: S106 - the texts about passwords are no passwords
"""Every word people read on the provider's pages, in English and Danish."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAX_HEADER = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """All texts in one language; a missing one is a type error."""

    language: str
    other_language: str
    other_language_name: str
    sign_in: str
    sign_in_to: str
    username: str
    password: str
    wrong_credentials: str
    too_many_attempts: str
    form_expired: str
    account: str
    signed_in_as: str
    roles: str
    no_roles: str
    change_password: str
    current_password: str
    new_password: str
    repeat_password: str
    password_rule: str
    password_changed: str
    password_wrong: str
    password_differs: str
    password_too_short: str
    password_too_long: str
    password_common: str
    password_has_name: str
    sessions: str
    sessions_hint: str
    this_session: str
    started: str
    last_used: str
    address: str
    end_session: str
    end_session_named: str
    session_ended: str
    unknown_browser: str
    browser_on: str
    sign_out: str
    sign_out_question: str
    sign_out_explained: str
    stay: str
    signed_out: str
    signed_out_explained: str
    back: str
    problem: str
    unknown_realm: str
    unknown_client: str
    unknown_redirect: str
    malformed_request: str
    unknown_page: str
    wrong_method: str
    too_large: str
    foreign_host: str
    unavailable: str
    unexpected: str
    close_hint: str


ENGLISH = Words(
    language="en",
    other_language="da",
    other_language_name="Dansk",
    sign_in="Sign in",
    sign_in_to="Sign in to {realm}",
    username="Username",
    password="Password",
    wrong_credentials="The username or password is not right.",
    too_many_attempts="Too many attempts. Try again in {seconds} seconds.",
    form_expired="This page had grown old. Please sign in again.",
    account="Your account",
    signed_in_as="Signed in as {username}",
    roles="Roles",
    no_roles="No roles: you can look, not change.",
    change_password="Change password",
    current_password="Current password",
    new_password="New password",
    repeat_password="New password again",
    password_rule=(
        "At least {length} characters. A sentence is easier to remember than a code."
    ),
    password_changed="Your password is changed. All your other sessions have ended.",
    password_wrong="The current password is not right.",
    password_differs="The two new passwords are not the same.",
    password_too_short="The new password needs at least {length} characters.",
    password_too_long="The new password may have {length} characters at most.",
    password_common="The new password is one of the first that others would guess.",
    password_has_name="The new password must not contain your username or {branding}.",
    sessions="Where you are signed in",
    sessions_hint="End any session you do not recognise, then change your password.",
    this_session="This session",
    started="Signed in",
    last_used="Last used",
    address="Address",
    end_session="End",
    end_session_named="End the session on {browser} from {address}",
    session_ended="The session has ended.",
    unknown_browser="Unknown browser",
    browser_on="{browser} on {system}",
    sign_out="Sign out",
    sign_out_question="Sign out?",
    sign_out_explained="You will be signed out of {branding} in this browser.",
    stay="Stay signed in",
    signed_out="You are signed out",
    signed_out_explained="It is safe to close this window.",
    back="Back to {branding}",
    problem="This did not work",
    unknown_realm="There is no such realm here. Check the address.",
    unknown_client="The application that sent you here is not known.",
    unknown_redirect=(
        "The application that sent you here asked to return to an address that is"
        " not registered for it."
    ),
    malformed_request="The request could not be understood: {detail}",
    unknown_page="There is nothing at this address.",
    wrong_method="This address cannot be used that way.",
    too_large="The request is larger than a sign-in ever is.",
    foreign_host="This server does not answer under that host name.",
    unavailable="Sign-in is not available at the moment. Please try again shortly.",
    unexpected="Something went wrong on our side. It has been noted as {incident}.",
    close_hint="Go back to the application and start again from there.",
)

DANISH = Words(
    language="da",
    other_language="en",
    other_language_name="English",
    sign_in="Log ind",
    sign_in_to="Log ind på {realm}",
    username="Brugernavn",
    password="Adgangskode",
    wrong_credentials="Brugernavnet eller adgangskoden er ikke rigtig.",
    too_many_attempts="For mange forsøg. Prøv igen om {seconds} sekunder.",
    form_expired="Siden var blevet for gammel. Log ind igen.",
    account="Din konto",
    signed_in_as="Logget ind som {username}",
    roles="Roller",
    no_roles="Ingen roller: du kan se, men ikke ændre.",
    change_password="Skift adgangskode",
    current_password="Nuværende adgangskode",
    new_password="Ny adgangskode",
    repeat_password="Ny adgangskode igen",
    password_rule="Mindst {length} tegn. En sætning er lettere at huske end en kode.",
    password_changed=(
        "Din adgangskode er skiftet. Alle dine andre sessioner er afsluttet."
    ),
    password_wrong="Den nuværende adgangskode er ikke rigtig.",
    password_differs="De to nye adgangskoder er ikke ens.",
    password_too_short="Den nye adgangskode skal have mindst {length} tegn.",
    password_too_long="Den nye adgangskode må højst have {length} tegn.",
    password_common="Den nye adgangskode er en af de første, andre ville gætte på.",
    password_has_name=(
        "Den nye adgangskode må ikke indeholde dit brugernavn eller {branding}."
    ),
    sessions="Her er du logget ind",
    sessions_hint="Afslut sessioner, du ikke kender, og skift så adgangskode.",
    this_session="Denne session",
    started="Logget ind",
    last_used="Sidst brugt",
    address="Adresse",
    end_session="Afslut",
    end_session_named="Afslut sessionen på {browser} fra {address}",
    session_ended="Sessionen er afsluttet.",
    unknown_browser="Ukendt browser",
    browser_on="{browser} på {system}",
    sign_out="Log ud",
    sign_out_question="Vil du logge ud?",
    sign_out_explained="Du bliver logget ud af {branding} i denne browser.",
    stay="Bliv logget ind",
    signed_out="Du er logget ud",
    signed_out_explained="Du kan roligt lukke vinduet.",
    back="Tilbage til {branding}",
    problem="Det lykkedes ikke",
    unknown_realm="Der findes ikke et sådant område her. Kontrollér adressen.",
    unknown_client="Programmet, der sendte dig hertil, er ukendt.",
    unknown_redirect=(
        "Programmet, der sendte dig hertil, vil tilbage til en adresse, som ikke er"
        " registreret for det."
    ),
    malformed_request="Forespørgslen kunne ikke forstås: {detail}",
    unknown_page="Der er ikke noget på denne adresse.",
    wrong_method="Adressen kan ikke bruges på den måde.",
    too_large="Forespørgslen er større, end et login nogensinde er.",
    foreign_host="Serveren svarer ikke under det værtsnavn.",
    unavailable="Det er ikke muligt at logge ind lige nu. Prøv igen om lidt.",
    unexpected="Noget gik galt hos os. Det er noteret som {incident}.",
    close_hint="Gå tilbage til programmet, og begynd forfra derfra.",
)

_LANGUAGES = {words.language: words for words in (ENGLISH, DANISH)}
_ACCEPTED = re.compile(
    r"([A-Za-z]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*"
)


def words_for(ui_locales: str | None, accept_language: str | None) -> Words:
    """Choose what the application asks for, else what the browser prefers."""
    for tag in (ui_locales or "").split():
        found = _LANGUAGES.get(tag.split("-")[0].lower())
        if found is not None:
            return found
    best, best_quality = ENGLISH, 0.0
    for part in (accept_language or "")[:_MAX_HEADER].split(","):
        match = _ACCEPTED.fullmatch(part.strip())
        found = _LANGUAGES.get(match[1].lower()) if match else None
        quality = float(match[2] or 1) if match else 0.0
        if found is not None and quality > best_quality:
            best, best_quality = found, quality
    return best
