"""Why the ERP did not take what was written to it, and what to do: in words."""

from erplink import Words

_SENTENCES = {
    "not_configured": (
        "A setting of the configuration is missing or wrong",
        "En indstilling i konfigurationen mangler eller er forkert",
    ),
    "unavailable": ("The ERP does not answer", "ERP-systemet svarer ikke"),
    "throttled": (
        "The ERP asks for fewer calls", "ERP-systemet beder om færre kald",
    ),
    "sign_in_refused": (
        "The ERP refuses the sign-in", "ERP-systemet afviser login",
    ),
    "not_allowed": (
        "The sign-in has no right to do this", "Login har ikke ret til dette",
    ),
    "invalid": ("The ERP will not take it", "ERP-systemet tager ikke imod det"),
    "period_closed": (
        "The day lies in a closed period", "Dagen ligger i en lukket periode",
    ),
    "conflict": (
        "Somebody changed the record meanwhile", "Nogen har ændret posten imens",
    ),
    "not_there": (
        "The record is no more in the ERP", "Posten findes ikke længere i ERP-systemet",
    ),
    "contract_changed": (
        "The ERP answers otherwise than its documentation says",
        "ERP-systemet svarer anderledes end dokumenteret",
    ),
    "not_offered": (
        "This ERP has no place for it", "ERP-systemet har ingen plads til det",
    ),
    "statement_unfit": (
        "The statement was undone, has no balances, or the ERP has no such account",
        "Kontoudtoget er fortrudt eller uden saldi, eller ERP har ikke kontoen",
    ),
    "lines_off": (
        "Statement lines are not written to this ERP, so it has no entry to settle by",
        "Kontoposteringer skrives ikke til ERP-systemet; det har ingen at udligne med",
    ),
    "no_statement": (
        "The ERP does not get the statement of this entry",
        "ERP-systemet får ikke posteringens kontoudtog",
    ),
    "several_lines": (
        "The ERP has the entry as the payments of a batch, one by one",
        "ERP-systemet har posteringen som en samleposts enkelte betalinger",
    ),
    "payments_too": (
        "The entry books payments of ours as well",
        "Posteringen bogfører også egne betalinger",
    ),
    "entries_too": (
        "Several entries settle the items together",
        "Flere posteringer udligner posterne sammen",
    ),
    "ended": (
        "The match was undone before", "Matchet blev ophævet forinden",
    ),
    "internal": (
        "A fault in this product stopped it", "En fejl i dette produkt standsede det",
    ),
}  # fmt: skip
_REMEDIES = {
    "not_configured": (
        "Correct the configuration; everything goes on by itself.",
        "Ret konfigurationen; så fortsætter alt af sig selv.",
    ),
    "unavailable": (
        "Nothing to do: it is tried again by itself for three days.",
        "Intet at gøre: der prøves igen af sig selv i tre dage.",
    ),
    "throttled": (
        "Nothing to do: it is tried again when the ERP allows it.",
        "Intet at gøre: der prøves igen, når ERP-systemet tillader det.",
    ),
    "sign_in_refused": (
        "Renew the secret in the configuration; everything goes on by itself.",
        "Forny nøglen i konfigurationen; så fortsætter alt af sig selv.",
    ),
    "not_allowed": (
        "Give the sign-in the right in the ERP, then try again.",
        "Giv login rettigheden i ERP-systemet, og prøv igen.",
    ),
    "invalid": (
        "Read what the ERP says; correct it there and try again, or leave it.",
        "Læs, hvad ERP-systemet siger; ret det dér og prøv igen, eller lad det ligge.",
    ),
    "period_closed": (
        "Open the period in the ERP and try again, or book it by hand and leave it.",
        "Åbn perioden i ERP-systemet og prøv igen, eller bogfør selv, og lad være.",
    ),
    "conflict": (
        "Look at the record in the ERP, then try again.",
        "Se på posten i ERP-systemet, og prøv igen.",
    ),
    "not_there": (
        "Leave it, if somebody removed the record on purpose.",
        "Lad det ligge, hvis nogen har slettet posten med vilje.",
    ),
    "contract_changed": (
        "Validate the configuration, and ask the ERP's partner what was changed.",
        "Kontrollér konfigurationen, og spørg ERP-partneren, hvad der er ændret.",
    ),
    "not_offered": ("Nothing to do.", "Intet at gøre."),
    "statement_unfit": (
        "Nothing to do.", "Intet at gøre.",
    ),
    **dict.fromkeys(
        ("lines_off", "no_statement", "several_lines", "payments_too", "entries_too"),
        ("Settle the items in the ERP.", "Udlign posterne i ERP-systemet."),
    ),
    "ended": ("Nothing to do.", "Intet at gøre."),
    "internal": (
        "Try again; if it stays so, quote the log.",
        "Prøv igen; bliver det ved, så henvis til loggen.",
    ),
}  # fmt: skip


def write_sentence(code: str) -> Words:
    """What stands in the way of a write."""
    return Words(*_SENTENCES.get(code, (code, code)))


def write_remedy(code: str) -> Words:
    """What to do about it."""
    return Words(*_REMEDIES.get(code, _REMEDIES["internal"]))
