"""What is found in the books."""

from collections.abc import Mapping

from giroscope.features.erp.checking.words.told import (
    RIGHTS,
    Sentence,
    told,
)

BOOKS: Mapping[str, Sentence] = {
    "company_right": told(
        "The books of {name} ({registration}), kept in {currency}.",
        "Regnskabet for {name} ({registration}), ført i {currency}.",
    ),
    "company_none": told(
        "The sign-in sees no company at all.",
        "Brugeren kan ikke se nogen virksomhed.",
        RIGHTS,
    ),
    "company_not_there": told(
        "The sign-in does not see company {wanted}; it sees those below.",
        "Brugeren kan ikke se virksomheden {wanted}; den kan se dem nedenfor.",
        (
            "Choose one of these companies, or have the ERP give access to the other.",
            (
                "Vælg en af disse virksomheder, eller få adgang til den anden i"
                " ERP-systemet."
            ),
        ),
    ),
    "company_other": told(
        "The books are those of {name} with number {found}, not {wanted}.",
        "Regnskabet er {name} med nummer {found}, ikke {wanted}.",
        (
            "Choose the right company, or correct the registration number.",
            "Vælg den rigtige virksomhed, eller ret CVR-nummeret.",
        ),
    ),
    "no_sign_in": told(
        "Nobody is signed in, so that no company is seen.",
        "Ingen er logget ind, så ingen virksomhed kan ses.",
    ),
    "companies_not_offered": told(
        "This connection does not name companies.",
        "Denne forbindelse oplyser ikke virksomheder.",
    ),
    "accounts_match": told(
        "All {count} accounts of the ERP are accounts here.",
        "Alle {count} konti i ERP-systemet er konti her.",
    ),
    "accounts_none": told(
        "The ERP has no bank account of its own.",
        "ERP-systemet har ingen egen bankkonto.",
        (
            "Add the company's bank accounts in the ERP.",
            "Opret virksomhedens bankkonti i ERP-systemet.",
        ),
    ),
    "accounts_none_here": told(
        "The ERP has {count} accounts, and none is known here yet.",
        "ERP-systemet har {count} konti, og ingen kendes her endnu.",
        (
            "Connect the bank and name its accounts, or import a statement.",
            "Tilslut banken, og angiv dens konti, eller importér et kontoudtog.",
        ),
    ),
    "accounts_unknown": told(
        "{unknown} of the ERP's {count} accounts are not known here.",
        "{unknown} af ERP-systemets {count} konti kendes ikke her.",
        (
            "Connect them under Banks, or block them in the ERP if they are closed.",
            (
                "Tilslut dem under Banker, eller spær dem i ERP-systemet, hvis de er"
                " lukket."
            ),
        ),
    ),
    "accounts_twice": told(
        "The number {number} belongs to more than one account of the ERP.",
        "Nummeret {number} står på mere end én konto i ERP-systemet.",
        (
            (
                "Leave one of them and block the others: statements would be written to"
                " either."
            ),
            "Behold én af dem, og spær de andre: kontoudtog kunne havne på begge.",
        ),
    ),
    "accounts_without_number": told(
        "{name} has neither an IBAN nor an account number in the ERP.",
        "{name} har hverken IBAN eller kontonummer i ERP-systemet.",
        (
            "Give the account its IBAN in the ERP.",
            "Angiv kontoens IBAN i ERP-systemet.",
        ),
    ),
    "accounts_not_offered": told(
        "This connection does not name bank accounts.",
        "Denne forbindelse oplyser ikke bankkonti.",
    ),
    "journals_there": told(
        "Each of {count} accounts has its journal.",
        "Hver af {count} konti har sin kladde.",
    ),
    "journals_missing": told(
        "{count} accounts have no journal for statement lines, {name} among them.",
        "{count} konti har ingen kladde til kontoposteringer, blandt dem {name}.",
        (
            (
                "Make a statement journal for each account in the ERP, or write no"
                " statement lines."
            ),
            (
                "Opret en kladde til hver konto i ERP-systemet, eller lad være med at"
                " skrive kontoposteringer."
            ),
        ),
    ),
    "lines_not_offered": told(
        "This connection writes no statement lines.",
        "Denne forbindelse skriver ikke kontoposteringer.",
    ),
    "lines_not_wanted": told(
        "Statement lines are not to be written.",
        "Der skal ikke skrives kontoposteringer.",
    ),
    "sample_read": told(
        "{count} open payments were read without trouble.",
        "{count} åbne betalinger blev læst uden problemer.",
    ),
    "sample_empty": told(
        "No payment is open in the ERP at present.",
        "Der er ingen åbne betalinger i ERP-systemet lige nu.",
        (
            "Approve a payment in the ERP and run the check again.",
            "Godkend en betaling i ERP-systemet, og kør kontrollen igen.",
        ),
    ),
    "sample_unreadable": told(
        "{count} of {total} payments cannot be read.",
        "{count} af {total} betalinger kan ikke læses.",
        (
            (
                "Correct the payments named in the ERP; the others are fetched all the"
                " same."
            ),
            "Ret de nævnte betalinger i ERP-systemet; de øvrige hentes alligevel.",
        ),
    ),
    "payments_not_offered": told(
        "Payments come as files over this connection.",
        "Over denne forbindelse kommer betalinger som filer.",
    ),
}
