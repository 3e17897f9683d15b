"""What is found on the way to the ERP."""

from collections.abc import Mapping

from giroscope.features.erp.checking.words.finding_texts import (
    ASK_OPERATOR,
    LATER,
    NEW_SECRET,
    Sentence,
    told,
)

LINE: Mapping[str, Sentence] = {
    "endpoint_reached": told(
        "{address} answers at {place} over {protocol}.",
        "{address} svarer på {place} over {protocol}.",
    ),
    "endpoint_plain": told(
        "{address} answers at {place}, without TLS: the operator has allowed this"
        " host.",
        "{address} svarer på {place} uden TLS: driften har tilladt denne vært.",
    ),
    "endpoint_answers": told("The ERP answers.", "ERP-systemet svarer."),
    "endpoint_certificate_ends": told(
        "{address} answers over {protocol}; its certificate ends in {days}"
        " {days:day|days}.",
        "{address} svarer over {protocol}; certifikatet udløber om {days}"
        " {days:dag|dage}.",
        (
            "Ask who runs the ERP to renew its certificate.",
            "Bed dem, der driver ERP-systemet, om at forny certifikatet.",
        ),
    ),
    "endpoint_refused": told(
        "{address} may not be called.", "{address} må ikke kaldes.", ASK_OPERATOR
    ),
    "endpoint_no_name": told(
        "The name in {address} leads nowhere.",
        "Navnet i {address} fører ingen steder hen.",
        ASK_OPERATOR,
    ),
    "endpoint_no_port": told(
        "Nobody answers at {address} ({place}).",
        "Ingen svarer på {address} ({place}).",
        (
            "Check the address and its port, and whether the ERP is running.",
            "Kontrollér adressen og dens port, og om ERP-systemet kører.",
        ),
    ),
    "endpoint_no_tls": told(
        "{address} answers, and its certificate is not believed.",
        "{address} svarer, men dens certifikat kan ikke godkendes.",
        (
            (
                "Have the ERP present a certificate of a known authority, or ask the"
                " operator to add its root."
            ),
            (
                "Få ERP-systemet til at vise et certifikat fra en kendt udsteder,"
                " eller bed driften om at tilføje dets rodcertifikat."
            ),
        ),
    ),
    "endpoint_silent": told(
        "{address} ({place}) said nothing in time.",
        "{address} ({place}) svarede ikke i tide.",
        LATER,
    ),
    "endpoint_silent_fixed": told(
        "The ERP said nothing in time.", "ERP-systemet svarede ikke i tide.", LATER
    ),
    "signed_in": told(
        "Signed in to {product} {version}.", "Logget ind i {product} {version}."
    ),
    "version_fits": told(
        "{product} {version} has everything that is needed.",
        "{product} {version} har alt, hvad der er brug for.",
    ),
    "modules_missing": told(
        "{product} {version} lacks {count} of what the connector uses.",
        "{product} {version} mangler {count} af det, forbindelsen bruger.",
        (
            "Have the modules named installed in the ERP.",
            "Få de nævnte moduler installeret i ERP-systemet.",
        ),
    ),
    "clock_agrees": told(
        "The clocks are {seconds} s apart.", "Urene er {seconds} s fra hinanden."
    ),
    "clock_apart": told(
        "The clocks are {seconds} s apart: the ERP has {theirs}, this one {ours}.",
        "Urene er {seconds} s fra hinanden: ERP-systemet har {theirs}, dette {ours}.",
        (
            "Have both machines follow a time server.",
            "Lad begge maskiner følge en tidsserver.",
        ),
    ),
    "clock_wrong": told(
        "The clocks are {seconds} s apart: the ERP has {theirs}, this one {ours}.",
        "Urene er {seconds} s fra hinanden: ERP-systemet har {theirs}, dette {ours}.",
        (
            (
                "Set the clock and time zone of the ERP's machine; days are booked"
                " wrongly until then."
            ),
            (
                "Ret ur og tidszone på ERP-systemets maskine; indtil da bogføres på"
                " forkerte dage."
            ),
        ),
    ),
    "clock_not_told": told(
        "This ERP does not tell its clock.", "Dette ERP-system oplyser ikke sit ur."
    ),
    "secret_lasts": told(
        "The secret is good until {date}, for {days} {days:day|days}.",
        "Hemmeligheden gælder til {date}, i {days} {days:dag|dage}.",
    ),
    "secret_ends": told(
        "The secret ends on {date}, in {days} {days:day|days}.",
        "Hemmeligheden udløber {date}, om {days} {days:dag|dage}.",
        NEW_SECRET,
    ),
    "secret_ended": told(
        "The secret ended on {date}.", "Hemmeligheden udløb {date}.", NEW_SECRET
    ),
    "secret_age": told(
        "The ERP does not say when the secret ends. It was set {days}"
        " {days:day|days} ago by"
        " {person}.",
        "ERP-systemet oplyser ikke, hvornår hemmeligheden udløber. Den blev sat for"
        " {days} {days:dag|dage} siden af {person}.",
    ),
    "secret_old": told(
        "The secret was set {days} {days:day|days} ago by {person}.",
        "Hemmeligheden blev sat for {days} {days:dag|dage} siden af {person}.",
        (
            "Replace secrets once a year: who knew them may have left.",
            (
                "Udskift hemmeligheder en gang om året: de, der kendte dem, kan være"
                " holdt op."
            ),
        ),
    ),
    "no_secret": told(
        "This connection signs in with no secret that was typed here.",
        "Denne forbindelse logger ikke ind med en hemmelighed, der er tastet her.",
    ),
    "calls_left": told(
        "{count} {count:call is|calls are} left.", "Der er {count} kald tilbage."
    ),
    "calls_few": told(
        "Only {count} {count:call is|calls are} left.",
        "Der er kun {count} kald tilbage.",
        (
            "Fetch less often, or ask the vendor for a larger allowance.",
            "Hent sjældnere, eller bed leverandøren om flere kald.",
        ),
    ),
    "calls_used": told(
        "No calls are left.",
        "Der er ingen kald tilbage.",
        (
            "Wait for the next period; fetch less often from then on.",
            "Vent til næste periode; hent sjældnere derefter.",
        ),
    ),
    "calls_not_told": told(
        "This ERP does not tell how many calls are left.",
        "Dette ERP-system oplyser ikke, hvor mange kald der er tilbage.",
    ),
}
