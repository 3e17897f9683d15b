"""What the lines of an invoice say, in English and in Danish."""

UNITS = {
    "en": {
        "month": "month",
        "year": "year",
        "seat": "seat",
        "part": "part",
        "JOURNALS": "journal",
        "SENDINGS": "file",
        "USERS": "user",
        "amount": "amount",
    },
    "da": {
        "month": "måned",
        "year": "år",
        "seat": "plads",
        "part": "andel",
        "JOURNALS": "journal",
        "SENDINGS": "fil",
        "USERS": "bruger",
        "amount": "beløb",
    },
}
_LINES = {
    "en": {
        "month_fee": "{plan}, subscription for a month",
        "year_fee": "{plan}, subscription for a year",
        "seats": "{plan}, further seats",
        "JOURNALS": "Journals beyond the included: {used} used, {included} included",
        "SENDINGS": "Payment files sent beyond the included: {used} sent, {included}"
        " included",
        "USERS": "Users beyond the seats: {used} signed in, {included} seats",
        "UNUSED": "{plan}, {seats} seats: not used, {left} of {whole} days",
        "REST": "{plan}, {seats} seats: {left} of {whole} days",
        "CREDIT": "Credit for invoice {number}: {reason}",
    },
    "da": {
        "month_fee": "{plan}, abonnement for en måned",
        "year_fee": "{plan}, abonnement for et år",
        "seats": "{plan}, ekstra brugerpladser",
        "JOURNALS": "Journaler ud over de inkluderede: {used} brugt, {included}"
        " inkluderet",
        "SENDINGS": "Afsendte betalingsfiler ud over de inkluderede: {used} sendt,"
        " {included} inkluderet",
        "USERS": "Brugere ud over pladserne: {used} har været logget ind, {included}"
        " pladser",
        "UNUSED": "{plan}, {seats} pladser: ikke brugt, {left} af {whole} dage",
        "REST": "{plan}, {seats} pladser: {left} af {whole} dage",
        "CREDIT": "Kreditering af faktura {number}: {reason}",
    },
}


def say(name: str, language: str, **values: object) -> str:
    """The text of a line."""
    return _LINES[language][name].format(**values)
