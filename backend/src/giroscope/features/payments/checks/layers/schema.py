"""The official schema of the file's version, as far as it is carried."""

from giroscope.features.payments.checks.rules import ERROR, Rule, Words, rules

RULES = rules(
    Rule(
        "schema_violation",
        ERROR,
        Words("The official schema is broken", "Det officielle skema er brudt"),
        Words(
            "The message obeys the XML schema of its version; a bank refuses the whole"
            " file otherwise.",
            "Meddelelsen overholder XML-skemaet for sin version; ellers afviser banken"
            " hele filen.",
        ),
        Words(
            "Correct the element named, in the order and form the schema gives.",
            "Ret det nævnte element, i den rækkefølge og form skemaet giver.",
        ),
        "ISO 20022 XML schema of the declared version",
    ),
)

NOT_CARRIED = Words(
    "No schema is carried for this version.",
    "Der medfølger intet skema for denne version.",
)
UNREADABLE = Words(
    "The file could not be read to its end.", "Filen kunne ikke læses til ende."
)
