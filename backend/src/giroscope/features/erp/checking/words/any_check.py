"""What can befall any check."""

from collections.abc import Mapping

from giroscope.features.erp.checking.words.finding_texts import (
    LATER,
    NEW_SECRET,
    RIGHTS,
    Sentence,
    told,
)

ANYTHING: Mapping[str, Sentence] = {
    "needs_failed": told(
        "It stands on “{title}”, which has not succeeded.",
        "Den bygger på “{title_da}”, som ikke er lykkedes.",
    ),
    "not_complete": told(
        "“{en}” is not set, and the ERP needs it.",
        "“{da}” er ikke angivet, og ERP-systemet har brug for det.",
        ("Fill in the field.", "Udfyld feltet."),
    ),
    "secret_gone": told(
        "The secret was destroyed 30 days after it was last in use.",
        "Hemmeligheden blev slettet 30 dage efter, at den sidst var i brug.",
        ("Give it anew.", "Angiv den igen."),
    ),
    "no_connector": told(
        "The connector of this configuration is not installed.",
        "Opsætningens forbindelse er ikke installeret.",
        (
            "Ask the operator to install it.",
            "Bed driften om at installere den.",
        ),
    ),
    "not_configured": told(
        "A setting cannot be right; nothing was asked.",
        "En indstilling kan ikke være rigtig; der blev ikke spurgt om noget.",
        ("Correct the field.", "Ret feltet."),
    ),
    "unavailable": told(
        "The ERP did not answer, or asked to come again.",
        "ERP-systemet svarede ikke eller bad om, at man kommer igen.",
        LATER,
    ),
    "throttled": told(
        "The ERP is called too often at present.",
        "ERP-systemet kaldes for ofte lige nu.",
        (
            "Wait for what it asks, and fetch less often.",
            "Vent så længe, den beder om, og hent sjældnere.",
        ),
    ),
    "too_slow": told(
        "No answer within {seconds} s.", "Intet svar inden for {seconds} s.", LATER
    ),
    "still_hanging": told(
        "Not asked: earlier checks still wait for an answer of the ERP.",
        "Ikke spurgt: tidligere kontroller venter stadig på svar fra ERP-systemet.",
        LATER,
    ),
    "sign_in_refused": told(
        "The ERP does not accept the secret: wrong, ended or withdrawn.",
        "ERP-systemet accepterer ikke hemmeligheden: forkert, udløbet eller"
        " tilbagekaldt.",
        NEW_SECRET,
    ),
    "not_allowed": told(
        "The sign-in is good and may not do this.",
        "Brugeren er logget ind, men må ikke gøre dette.",
        RIGHTS,
    ),
    "not_there": told(
        "What was asked for is not there.",
        "Det, der blev spurgt efter, findes ikke.",
        (
            "Compare address, database and company with the ERP's own.",
            "Sammenlign adresse, database og virksomhed med ERP-systemets egne.",
        ),
    ),
    "contract_changed": told(
        "The answer is not what the ERP's documentation promises.",
        "Svaret er ikke det, ERP-systemets dokumentation lover.",
        (
            (
                "See whether a proxy or a sign-in page answers instead, and whether"
                " the ERP was upgraded; then send the report to the ERP partner."
            ),
            (
                "Se, om en proxy eller en loginside svarer i stedet, og om"
                " ERP-systemet er opgraderet; send derefter rapporten til"
                " ERP-partneren."
            ),
        ),
    ),
    "invalid": told(
        "The ERP does not take the question.",
        "ERP-systemet afviser spørgsmålet.",
        (
            "Send the report to the ERP partner.",
            "Send rapporten til ERP-partneren.",
        ),
    ),
    "failed": told(
        "The ERP answered with a failure.",
        "ERP-systemet svarede med en fejl.",
        (
            "Send the report to the ERP partner.",
            "Send rapporten til ERP-partneren.",
        ),
    ),
    "fault": told(
        "A fault in the product stopped this check (incident {incident}).",
        "En fejl i produktet stoppede denne kontrol (hændelse {incident}).",
        (
            "Give the incident's id to who runs Giroscope.",
            "Oplys hændelsens id til dem, der driver Giroscope.",
        ),
    ),
    "never": told(
        "It was never looked at.",
        "Der er aldrig set på den.",
        ("Run the checks.", "Kør kontrollerne."),
    ),
}
