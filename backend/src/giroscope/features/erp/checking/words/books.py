"""What is found in the books."""

from collections.abc import Mapping

from giroscope.features.erp.checking.words.finding_texts import (
    OPEN_PERIOD,
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
    "company_renumbered": told(
        "The books of {name} carry the number {registration} now; it was {was} when"
        " they were activated.",
        "Regnskabet for {name} har nu nummer {registration}; det var {was}, da det blev"
        " taget i brug.",
        (
            (
                "If the new number is right, write it into the field. If not, another"
                " company's books are open: choose the right company."
            ),
            (
                "Er det nye nummer rigtigt, så skriv det i feltet. Ellers er det en"
                " anden virksomheds regnskab: vælg den rigtige virksomhed."
            ),
        ),
    ),
    "company_renamed": told(
        "The company is called {name} now; it was {was} when its books were put to"
        " use.",
        "Virksomheden hedder nu {name}; den hed {was}, da regnskabet blev taget i"
        " brug.",
        (
            (
                "If it is the same company, put a new version to use: its name counts"
                " from then on. If not, choose the right company."
            ),
            (
                "Er det samme virksomhed, så tag en ny version i brug: derefter gælder"
                " det nye navn. Ellers skal den rigtige virksomhed vælges."
            ),
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
        "{count:The ERP's one account is an account here.|All {count} accounts of"
        " the ERP are accounts here.}",
        "{count:ERP-systemets ene konto er en konto her.|Alle {count} konti i"
        " ERP-systemet er konti her.}",
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
        "The ERP has {count} {count:account, and it is not|accounts, and none is}"
        " known here yet.",
        "ERP-systemet har {count} {count:konto, og den kendes ikke|konti, og ingen"
        " kendes} her endnu.",
        (
            "Connect the bank and name its accounts, or import a statement.",
            "Tilslut banken, og angiv dens konti, eller importér et kontoudtog.",
        ),
    ),
    "accounts_unknown": told(
        "{unknown} of the ERP's {count} {count:account|accounts} {unknown:is|are}"
        " not known here.",
        "{unknown} af ERP-systemets {count} {count:konto|konti} kendes ikke her.",
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
        "{count:The account|Each of {count} accounts} has its journal.",
        "{count:Kontoen|Hver af {count} konti} har sin kladde.",
    ),
    "journals_missing": told(
        "{count:{name} has no journal for statement lines.|{count} accounts have no"
        " journal for statement lines, {name} among them.}",
        "{count:{name} har ingen kladde til kontoposteringer.|{count} konti har"
        " ingen kladde til kontoposteringer, blandt dem {name}.}",
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
    "period_open": told(
        "The books are open for {day}, and until {until}.",
        "Regnskabet er åbent for {day} og til og med {until}.",
    ),
    "period_open_ever": told(
        "The books are open for {day} and every later day.",
        "Regnskabet er åbent for {day} og alle senere dage.",
    ),
    "period_closed": told(
        "The books are closed for {day}: nothing can be booked today.",
        "Regnskabet er lukket for {day}: intet kan bogføres i dag.",
        OPEN_PERIOD,
    ),
    "period_before_closed": told(
        "The books are closed for {day}, whose statements come today.",
        "Regnskabet er lukket for {day}, hvis kontoudtog kommer i dag.",
        OPEN_PERIOD,
    ),
    "period_ends": told(
        "The books are open until {until}; no open period follows.",
        "Regnskabet er åbent til og med {until}; derefter er ingen periode åben.",
        (
            "Have the next period or year opened in the ERP before that day.",
            "Få den næste periode eller det næste år åbnet i ERP-systemet inden da.",
        ),
    ),
    "periods_not_offered": told(
        "This connection does not name periods.",
        "Denne forbindelse oplyser ikke perioder.",
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
        "{count} open {count:payment was|payments were} read without trouble.",
        "{count} {count:åben betaling|åbne betalinger} blev læst uden problemer.",
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
        "{count} of {total} {total:payment|payments} cannot be read.",
        "{count} af {total} {total:betaling|betalinger} kan ikke læses.",
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
