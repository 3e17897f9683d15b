# ruff: noqa: S106 - the texts about passwords are no passwords
"""Every word of the provider's pages and mails in Danish."""

from __future__ import annotations

from signin.words.texts import Words

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
    forgotten="Glemt adgangskoden?",
    forgotten_title="En ny adgangskode",
    forgotten_explained=(
        "Skriv dit brugernavn eller din mailadresse. Vi sender dig et link, så du "
        "kan vælge en ny adgangskode."
    ),
    username_or_email="Brugernavn eller mailadresse",
    send_link="Send linket",
    back_to_sign_in="Tilbage til log ind",
    link_sent="Se i din mail",
    link_sent_explained=(
        "Hvis der findes en konto med det navn og en mailadresse, er et link på "
        "vej. Det virker én gang, i {minutes} minutter."
    ),
    second_factor="Et trin mere",
    second_factor_explained=(
        "Åbn din godkendelsesapp, og skriv den kode, den viser for {branding}."
    ),
    code="Kode",
    code_hint="Seks cifre; en ny kode hvert 30. sekund.",
    code_wrong="Koden er ikke rigtig. Vent på den næste, og prøv igen.",
    use_recovery_code="Brug en gendannelseskode i stedet",
    recovery_code="Gendannelseskode",
    recovery_code_hint="En af dem, du gemte, da du satte appen op.",
    recovery_code_wrong="Gendannelseskoden er ikke rigtig, eller den er brugt.",
    go_on="Fortsæt",
    cancel="Annullér",
    choose_password="Vælg en ny adgangskode",
    choose_password_explained="Du skal have en ny adgangskode, før du går videre.",
    save_password="Gem adgangskoden",
    password_same="Den nye adgangskode er den gamle. Vælg en anden.",
    set_up_app="Sæt din godkendelsesapp op",
    set_up_app_explained=(
        "Den viser en kode, som kun du har, så en stjålet adgangskode ikke er nok."
    ),
    set_up_scan="Åbn en godkendelsesapp på din telefon, og scan dette billede.",
    set_up_picture="QR-kode til din godkendelsesapp",
    set_up_by_hand="Kan du ikke scanne? Skriv denne nøgle i appen:",
    set_up_confirm="Skriv den kode, som appen viser.",
    app_name="Enhedens navn",
    app_name_hint="Så du kan kende den igen, for eksempel »Min telefon«.",
    app_name_default="Godkendelsesapp",
    set_up="Sæt op",
    recovery_codes="Dine gendannelseskoder",
    recovery_codes_explained=(
        "Gem dem, hvor kun du kan finde dem. Hver virker én gang, når du er uden "
        "din godkendelsesapp. De vises ikke igen."
    ),
    recovery_codes_kept="Jeg har gemt dem",
    verify_email="Bekræft din mailadresse",
    verify_email_explained=(
        "Vi har sendt en mail til {email}. Følg linket i den, kom så tilbage "
        "hertil, og fortsæt."
    ),
    verify_email_missing=(
        "Din konto har ingen mailadresse, eller der kan ikke sendes mail. Spørg din"
        " administrator."
    ),
    verify_email_waiting=(
        "Adressen er ikke bekræftet endnu. Følg først linket i mailen."
    ),
    send_again="Send mailen igen",
    sent_again="Mailen er sendt igen.",
    link_title="Du bliver bedt om at gøre dette",
    link_explained="For kontoen {username} i {realm}:",
    action_password="Vælg en ny adgangskode",
    action_app="Sæt en godkendelsesapp op",
    action_email="Bekræft din mailadresse",
    link_begin="Begynd",
    link_dead=(
        "Linket virker ikke længere: det er brugt, eller tiden er udløbet. Bed om "
        "et nyt."
    ),
    link_done="Det er klaret",
    link_done_explained="Din konto er opdateret. Du kan logge ind nu.",
    link_to_app="Gå til {branding}",
    security="Anden faktor ved login",
    security_off=(
        "Kun din adgangskode beskytter din konto. En godkendelsesapp gør en stjålet"
        " adgangskode værdiløs."
    ),
    security_on="Din konto beder om en kode fra din godkendelsesapp.",
    security_added="Sat op",
    security_codes_left="Gendannelseskoder tilbage: {count}",
    new_recovery_codes="Lav nye gendannelseskoder",
    new_recovery_codes_hint="De tidligere holder op med at virke.",
    set_up_another="Sæt endnu en app op",
    remove_app="Fjern",
    remove_app_named="Fjern {label}",
    remove_app_hint="Din adgangskode og en kode viser, at det er dig.",
    factor_added="Godkendelsesappen er sat op.",
    factor_removed="Godkendelsesappen er fjernet.",
    your_password="Din adgangskode",
    wait_for_mail="For mange mails. Prøv igen om {seconds} sekunder.",
    mail_greeting="Hej {name}",
    mail_end=(
        "Hvis du ikke ventede denne mail, skal du ikke gøre noget: intet ændres, "
        "uden at linket følges."
    ),
    mail_link="Linket virker én gang, indtil {until}:",
    mail_password_subject="{branding}: vælg en ny adgangskode",
    mail_password=(
        "Nogen, sandsynligvis dig, har bedt om en ny adgangskode til din konto "
        "{username}."
    ),
    mail_verify_subject="{branding}: bekræft din mailadresse",
    mail_verify="Bekræft venligst, at dette er mailadressen til din konto {username}.",
    mail_actions_subject="{branding}: din konto har brug for dig",
    mail_actions="Din administrator beder dig gøre dette for din konto {username}:",
)
