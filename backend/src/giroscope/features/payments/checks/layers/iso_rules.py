"""The rules of the ISO layer in words."""

from giroscope.features.payments.checks.rules import (
    ERROR,
    WARNING,
    Rule,
    Words,
    rules,
)

_ISO = "ISO 20022 customer credit transfer initiation, message definition"
_IBAN = "ISO 13616; SWIFT IBAN registry"
_CHECK_WITH_PAYEE = Words(
    "Ask the payee for the account number by a way you know, and correct it in the"
    " accounting system.",
    "Bed modtageren om kontonummeret ad en vej, du kender, og ret det i"
    " økonomisystemet.",
)

RULES = rules(
    Rule(
        "iban_check_digits",
        ERROR,
        Words("An IBAN's check digits are wrong", "Et IBANs kontrolcifre er forkerte"),
        Words(
            "Moved and read as a number, an IBAN leaves 1 when divided by 97.",
            "Omflyttet og læst som tal giver et IBAN resten 1 ved division med 97.",
        ),
        _CHECK_WITH_PAYEE,
        f"{_IBAN}; ISO 7064 mod 97-10",
    ),
    Rule(
        "iban_length",
        ERROR,
        Words("An IBAN has the wrong length", "Et IBAN har forkert længde"),
        Words(
            "Each country's IBAN has one length, and only capitals and digits.",
            "Hvert lands IBAN har én længde og kun store bogstaver og cifre.",
        ),
        _CHECK_WITH_PAYEE,
        _IBAN,
    ),
    Rule(
        "iban_country",
        ERROR,
        Words("A country has no IBAN", "Et land har intet IBAN"),
        Words(
            "An IBAN begins with the code of a country of the registry.",
            "Et IBAN begynder med koden for et land i registret.",
        ),
        Words(
            "Give the account as another number (Othr) with its scheme, or correct it.",
            "Angiv kontoen som et andet nummer (Othr) med dets type, eller ret det.",
        ),
        _IBAN,
    ),
    Rule(
        "bic_invalid",
        ERROR,
        Words("A BIC is none", "En BIC er ingen BIC"),
        Words(
            "A BIC has 8 or 11 signs: bank, country, place, and perhaps branch.",
            "En BIC har 8 eller 11 tegn: bank, land, sted og måske filial.",
        ),
        Words(
            "Correct the BIC, or leave it out where the IBAN suffices.",
            "Ret BIC'en, eller udelad den, hvor IBAN er nok.",
        ),
        "ISO 9362",
    ),
    Rule(
        "bic_country_differs",
        WARNING,
        Words(
            "BIC and IBAN are of different countries",
            "BIC og IBAN er fra forskellige lande",
        ),
        Words(
            "An account is kept by a bank of the country its IBAN names.",
            "En konto føres af en bank i det land, dens IBAN nævner.",
        ),
        _CHECK_WITH_PAYEE,
        "ISO 13616 and ISO 9362",
    ),
    Rule(
        "creditor_account_missing",
        ERROR,
        Words("A payee has no account", "En modtager har ingen konto"),
        Words(
            "Every transfer names the account it goes to.",
            "Enhver overførsel nævner den konto, den går til.",
        ),
        _CHECK_WITH_PAYEE,
        _ISO,
    ),
    Rule(
        "debtor_account_missing",
        ERROR,
        Words("The account to pay from is missing", "Kontoen at betale fra mangler"),
        Words(
            "Every batch names the account it is drawn on.",
            "Enhver samlepost nævner den konto, den trækkes på.",
        ),
        Words(
            "Choose the paying account in the accounting system.",
            "Vælg den betalende konto i økonomisystemet.",
        ),
        _ISO,
    ),
    Rule(
        "creditor_name_missing",
        ERROR,
        Words("A payee has no name", "En modtager har intet navn"),
        Words(
            "Every transfer names who is paid.",
            "Enhver overførsel nævner, hvem der betales.",
        ),
        Words("Give the payee a name.", "Giv modtageren et navn."),
        _ISO,
    ),
    Rule(
        "payee_hidden_signs",
        ERROR,
        Words(
            "A payee's name or account has signs that are not seen",
            "En modtagers navn eller konto har tegn, der ikke ses",
        ),
        Words(
            "What is read on a screen must be what the bank gets: no signs without"
            " width, and none that turn the direction of writing.",
            "Det, der læses på en skærm, skal være det, banken får: ingen tegn uden"
            " bredde og ingen, der vender skriveretningen.",
        ),
        Words(
            "Ask where the name comes from, and type it anew in the accounting system.",
            "Find ud af, hvor navnet kommer fra, og skriv det igen i økonomisystemet.",
        ),
        "Unicode Technical Report 36, Unicode Security Considerations",
    ),
    Rule(
        "debtor_name_missing",
        WARNING,
        Words("The payer has no name", "Betaleren har intet navn"),
        Words(
            "Every batch names who pays.", "Enhver samlepost nævner, hvem der betaler."
        ),
        Words(
            "Set the company's name in the accounting system.",
            "Angiv virksomhedens navn i økonomisystemet.",
        ),
        _ISO,
    ),
    Rule(
        "amount_not_positive",
        ERROR,
        Words("An amount is not above zero", "Et beløb er ikke over nul"),
        Words(
            "A credit transfer moves more than nothing.",
            "En overførsel flytter mere end ingenting.",
        ),
        Words("Take the payment out of the file.", "Tag betalingen ud af filen."),
        _ISO,
    ),
    Rule(
        "amount_decimals",
        ERROR,
        Words("An amount has too many decimals", "Et beløb har for mange decimaler"),
        Words(
            "An amount has no more decimals than its currency.",
            "Et beløb har ikke flere decimaler end sin valuta.",
        ),
        Words(
            "Round the amount in the accounting system.",
            "Afrund beløbet i økonomisystemet.",
        ),
        "ISO 4217",
    ),
    Rule(
        "currency_missing",
        ERROR,
        Words("An amount has no currency", "Et beløb har ingen valuta"),
        Words("Every amount names its currency.", "Ethvert beløb nævner sin valuta."),
        Words("Give the payment a currency.", "Giv betalingen en valuta."),
        "ISO 4217",
    ),
    Rule(
        "currency_unknown",
        ERROR,
        Words("A currency is unknown", "En valuta er ukendt"),
        Words(
            "A currency is a code of ISO 4217.", "En valuta er en kode fra ISO 4217."
        ),
        Words("Correct the currency.", "Ret valutaen."),
        "ISO 4217",
    ),
    Rule(
        "country_unknown",
        ERROR,
        Words("A country code is unknown", "En landekode er ukendt"),
        Words(
            "A country is a code of ISO 3166: DK, SE, DE.",
            "Et land er en kode fra ISO 3166: DK, SE, DE.",
        ),
        Words("Correct the country.", "Ret landet."),
        "ISO 3166-1",
    ),
    Rule(
        "end_to_end_id_missing",
        WARNING,
        Words("A payment has no end-to-end id", "En betaling har intet end-to-end-id"),
        Words(
            "The end-to-end id follows a payment to the payee and back.",
            "End-to-end-id'et følger en betaling til modtageren og tilbage.",
        ),
        Words(
            "Have one written for each payment; without it answers are hard to match.",
            "Få ét skrevet for hver betaling; uden det er svar svære at matche.",
        ),
        _ISO,
    ),
    Rule(
        "end_to_end_id_repeated",
        WARNING,
        Words(
            "Several payments share an end-to-end id",
            "Flere betalinger deler et end-to-end-id",
        ),
        Words(
            "An end-to-end id names one payment of the payer.",
            "Et end-to-end-id nævner én af betalerens betalinger.",
        ),
        Words(
            "Number the payments; the bank's answers cannot be told apart otherwise.",
            "Nummerér betalingerne; ellers kan bankens svar ikke skelnes.",
        ),
        _ISO,
    ),
    Rule(
        "batch_id_repeated",
        ERROR,
        Words("Two batches share an id", "To samleposter deler et id"),
        Words(
            "The payment information id names one batch of the file.",
            "Samlepostens id (PmtInfId) nævner én samlepost i filen.",
        ),
        Words("Give each batch an id of its own.", "Giv hver samlepost sit eget id."),
        _ISO,
    ),
    Rule(
        "payment_method_unknown",
        ERROR,
        Words("The payment method is unknown", "Betalingsmetoden er ukendt"),
        Words(
            "PmtMtd is TRF for transfers, CHK for cheques, TRA for transfer advices.",
            "PmtMtd er TRF for overførsler, CHK for checks, TRA for overførselsadvis.",
        ),
        Words("Write TRF.", "Skriv TRF."),
        _ISO,
    ),
    Rule(
        "execution_date_missing",
        ERROR,
        Words(
            "There is no readable execution date", "Der er ingen læselig udførelsesdato"
        ),
        Words(
            "Every batch says on which day it is to be paid.",
            "Enhver samlepost siger, hvilken dag den skal betales.",
        ),
        Words("Choose the day of payment.", "Vælg betalingsdagen."),
        _ISO,
    ),
    Rule(
        "charge_bearer_twice",
        ERROR,
        Words(
            "Who bears the charges is said twice",
            "Hvem der betaler gebyrer, er sagt to gange",
        ),
        Words(
            "ChrgBr stands in the batch or in its payments, never in both.",
            "ChrgBr står i samleposten eller i dens betalinger, aldrig begge steder.",
        ),
        Words("Leave one of them out.", "Udelad den ene."),
        _ISO,
    ),
    Rule(
        "payment_type_twice",
        ERROR,
        Words("The payment type is said twice", "Betalingstypen er sagt to gange"),
        Words(
            "PmtTpInf stands in the batch or in its payments, never in both.",
            "PmtTpInf står i samleposten eller i dens betalinger, aldrig begge steder.",
        ),
        Words("Leave one of them out.", "Udelad den ene."),
        _ISO,
    ),
    Rule(
        "reference_check_digits",
        ERROR,
        Words(
            "A creditor reference's check digits are wrong",
            "En kreditorreferences kontrolcifre er forkerte",
        ),
        Words(
            "An RF reference has the check digits of ISO 11649.",
            "En RF-reference har kontrolcifre efter ISO 11649.",
        ),
        Words(
            "Copy the reference from the invoice again.",
            "Kopiér referencen fra fakturaen igen.",
        ),
        "ISO 11649; ISO 7064 mod 97-10",
    ),
)
