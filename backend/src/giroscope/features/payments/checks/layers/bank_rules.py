"""The rules of the bank layer in words; each finding names its bank as source."""

from giroscope.features.payments.checks.rules import (
    ERROR,
    INFO,
    WARNING,
    Rule,
    Words,
    rules,
)

_BANK = "The bank's guide to its pain.001"
_TAKES = Words(
    "A bank takes the codes of its guide; others it refuses or overrides.",
    "En bank tager imod koderne i sin vejledning; andre afviser eller ændrer den.",
)
_SET_UP = Words(
    "Change the payment method's set-up in the accounting system.",
    "Ret opsætningen af betalingsmetoden i økonomisystemet.",
)

RULES = rules(
    Rule(
        "version_not_taken",
        WARNING,
        Words("The bank takes other versions", "Banken tager imod andre versioner"),
        Words(
            "The file is of a version of pain.001 the bank takes.",
            "Filen har en version af pain.001, som banken tager imod.",
        ),
        Words(
            "Choose the bank's version in the accounting system.",
            "Vælg bankens version i økonomisystemet.",
        ),
        _BANK,
    ),
    Rule(
        "file_too_large_for_bank",
        ERROR,
        Words(
            "The file is too large for the bank's channel",
            "Filen er for stor til bankens kanal",
        ),
        Words(
            "The bank's channel takes files up to a size.",
            "Bankens kanal tager imod filer op til en størrelse.",
        ),
        Words("Split the file.", "Del filen op."),
        _BANK,
    ),
    Rule(
        "initiator_id_missing",
        INFO,
        Words(
            "The file does not say whose agreement it is sent under",
            "Filen siger ikke, under hvis aftale den sendes",
        ),
        Words(
            "The initiating party carries its id of the agreement with the bank.",
            "Den initierende part bærer sit id fra aftalen med banken.",
        ),
        Words(
            "Set the agreement's id in the accounting system.",
            "Angiv aftalens id i økonomisystemet.",
        ),
        _BANK,
    ),
    Rule(
        "initiator_scheme_not_taken",
        WARNING,
        Words(
            "The initiator's id is of another kind than the bank takes",
            "Den initierende parts id er af en anden type, end banken tager imod",
        ),
        _TAKES,
        _SET_UP,
        _BANK,
    ),
    Rule(
        "charge_bearer_not_taken",
        WARNING,
        Words(
            "The bank does not take this sharing of charges",
            "Banken tager ikke imod denne fordeling af gebyrer",
        ),
        Words(
            "SEPA payments share charges (SLEV); others as the bank allows.",
            "SEPA-betalinger deler gebyrer (SLEV); andre som banken tillader.",
        ),
        _SET_UP,
        "EPC SCT rulebook; the bank's guide",
    ),
    Rule(
        "service_level_not_taken",
        WARNING,
        Words(
            "The bank does not take this service level",
            "Banken tager ikke imod denne serviceniveaukode",
        ),
        _TAKES,
        _SET_UP,
        _BANK,
    ),
    Rule(
        "local_instrument_not_taken",
        WARNING,
        Words(
            "The bank does not take this local instrument",
            "Banken tager ikke imod denne lokale instrumentkode",
        ),
        _TAKES,
        _SET_UP,
        _BANK,
    ),
    Rule(
        "category_purpose_not_taken",
        WARNING,
        Words(
            "The bank does not take this category of purpose",
            "Banken tager ikke imod denne formålskategori",
        ),
        _TAKES,
        _SET_UP,
        _BANK,
    ),
    Rule(
        "instruction_not_taken",
        WARNING,
        Words(
            "The bank's data centre does not know this instruction",
            "Bankens datacentral kender ikke denne instruks",
        ),
        _TAKES,
        _SET_UP,
        _BANK,
    ),
    Rule(
        "characters_not_taken",
        WARNING,
        Words(
            "A text has characters that are not carried",
            "En tekst har tegn, der ikke føres igennem",
        ),
        Words(
            "Between banks only the letters and signs of the scheme are carried; others"
            " become a full stop or the payment is refused.",
            "Mellem banker føres kun ordningens bogstaver og tegn igennem; andre bliver"
            " til punktum, eller betalingen afvises.",
        ),
        Words(
            "Write the text with plain letters.",
            "Skriv teksten med almindelige bogstaver.",
        ),
        "EPC217-08; the bank's guide",
    ),
    Rule(
        "text_too_long_for_bank",
        WARNING,
        Words(
            "A text to the payee will be cut",
            "En tekst til modtageren vil blive kortet",
        ),
        Words(
            "A bank carries so many lines of so many signs to the payee.",
            "En bank fører et vist antal linjer af en vis længde igennem til"
            " modtageren.",
        ),
        Words(
            "Shorten the text, or send the details in a letter of advice.",
            "Kort teksten, eller send detaljerne i et advis.",
        ),
        _BANK,
    ),
)
