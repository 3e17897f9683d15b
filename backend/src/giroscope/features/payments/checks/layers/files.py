"""The file itself: whether it can be read, and whether its totals are its own.

What the reader says is taken over with the weight it has before money moves.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from bankfiles import Finding
from giroscope.features.payments.checks.case import Hit
from giroscope.features.payments.checks.rules import (
    ERROR,
    INFO,
    WARNING,
    Rule,
    Words,
    rules,
)

_ISO = "ISO 20022 customer credit transfer initiation, message definition"
_OWN = "Giroscope"
_ASK = Words("Ask the sender for a correct file.", "Bed afsenderen om en rettet fil.")
_READABLE = Words(
    "A payment file is one whole, well-formed ISO 20022 message pain.001.",
    "En betalingsfil er én hel, velformet ISO 20022-meddelelse pain.001.",
)


def _unreadable(code: str, en: str, da: str, fix: Words = _ASK) -> Rule:
    return Rule(code, ERROR, Words(en, da), _READABLE, fix, _OWN)


RULES = rules(
    _unreadable("empty_file", "The file is empty", "Filen er tom"),
    _unreadable(
        "not_a_bank_file",
        "Unsupported file format; it is no bank file",
        "Filformatet understøttes ikke; det er ingen bankfil",
        Words(
            "Choose the payment file your accounting system wrote: pain.001, version"
            " 03 to 13.",
            "Vælg den betalingsfil, økonomisystemet har skrevet: pain.001, version 03"
            " til 13.",
        ),
    ),
    _unreadable(
        "not_a_payment_file",
        "The file holds no payment orders",
        "Filen indeholder ingen betalingsordrer",
        Words(
            "Choose a payment file, pain.001 version 03 to 13; statements and status"
            " reports are given on the upload pages.",
            "Vælg en betalingsfil, pain.001 version 03 til 13; kontoudtog og"
            " statusrapporter afleveres på uploadsiderne.",
        ),
    ),
    _unreadable(
        "unsupported_format",
        "Unsupported file format",
        "Filformatet understøttes ikke",
        Words(
            "Have payments written as pain.001, version 03 to 13.",
            "Få betalingerne skrevet som pain.001, version 03 til 13.",
        ),
    ),
    _unreadable(
        "wrong_encoding",
        "The bytes are not in the declared encoding",
        "Filens bytes passer ikke til det angivne tegnsæt",
        Words(
            "Have the file written as UTF-8 and declared so.",
            "Få filen skrevet som UTF-8 og angivet sådan.",
        ),
    ),
    _unreadable(
        "malformed_xml", "The XML is not well-formed", "XML'en er ikke velformet"
    ),
    _unreadable(
        "truncated",
        "The file ends before its end",
        "Filen slutter før sin slutning",
        Words(
            "Fetch or write the file again, whole.",
            "Hent eller skriv filen igen, hel.",
        ),
    ),
    _unreadable(
        "hostile_xml",
        "The file uses what only attacks need",
        "Filen bruger det, som kun angreb har brug for",
        Words(
            "Send no DTD, no entities and no extreme depth; ask where the file comes"
            " from.",
            "Send ingen DTD, ingen entiteter og ingen ekstrem dybde; spørg, hvor filen"
            " kommer fra.",
        ),
    ),
    _unreadable(
        "too_large",
        "The file, or one element of it, is too large",
        "Filen, eller ét element i den, er for stor",
        Words("Split the file.", "Del filen op."),
    ),
    _unreadable(
        "nothing_inside", "There is no payment inside", "Der er ingen betaling i"
    ),
    _unreadable(
        "amount_missing", "A payment has no amount", "En betaling har intet beløb"
    ),
    _unreadable(
        "amount_unreadable",
        "An amount is no number",
        "Et beløb er ikke et tal",
        Words(
            "Write amounts with a point and no grouping: 4711.98.",
            "Skriv beløb med punktum og uden tusindtalsskilletegn: 4711.98.",
        ),
    ),
    _unreadable(
        "amount_out_of_range",
        "An amount has more digits than there can be",
        "Et beløb har flere cifre, end der kan være",
        Words(
            "ISO 20022 allows 18 digits in all, and five after the point.",
            "ISO 20022 tillader 18 cifre i alt og fem efter punktummet.",
        ),
    ),
    _unreadable(
        "group_header_missing",
        "The message has no group header",
        "Meddelelsen har intet gruppehoved",
    ),
    Rule(
        "message_id_missing",
        ERROR,
        Words("The message has no id", "Meddelelsen har intet id"),
        Words(
            "Every message has an id (MsgId) of its own, by which the bank answers.",
            "Enhver meddelelse har sit eget id (MsgId), som banken svarer på.",
        ),
        _ASK,
        _ISO,
    ),
    Rule(
        "namespace_missing",
        WARNING,
        Words("No ISO 20022 version is declared", "Ingen ISO 20022-version er angivet"),
        _READABLE,
        Words(
            "Declare the namespace of the version the bank takes.",
            "Angiv navnerummet for den version, banken tager imod.",
        ),
        _ISO,
    ),
    Rule(
        "namespace_unknown",
        WARNING,
        Words("The declared version is unknown", "Den angivne version er ukendt"),
        _READABLE,
        Words(
            "Declare the namespace of the version the bank takes.",
            "Angiv navnerummet for den version, banken tager imod.",
        ),
        _ISO,
    ),
    Rule(
        "version_unknown",
        WARNING,
        Words(
            "The version is newer than those that are known",
            "Versionen er nyere end de kendte",
        ),
        _READABLE,
        Words(
            "Use the version agreed with the bank, usually 09.",
            "Brug den version, der er aftalt med banken, oftest 09.",
        ),
        _ISO,
    ),
    Rule(
        "encoding_differs",
        WARNING,
        Words(
            "Declared encoding and bytes disagree",
            "Angivet tegnsæt og filens bytes er uenige",
        ),
        _READABLE,
        Words(
            "Look at letters such as æ, ø, å; write UTF-8.",
            "Se på bogstaver som æ, ø, å; skriv UTF-8.",
        ),
        _ISO,
    ),
    Rule(
        "count_differs",
        ERROR,
        Words("Transaction count mismatch", "Antal stemmer ikke"),
        Words(
            "NbOfTxs is the number of payments, of the file and of each batch.",
            "NbOfTxs er antallet af betalinger, i filen og i hver samlepost.",
        ),
        Words(
            "Find out whether payments are missing before the file is sent.",
            "Find ud af, om der mangler betalinger, før filen sendes.",
        ),
        _ISO,
    ),
    Rule(
        "sum_differs",
        ERROR,
        Words(
            "Another control sum is stated than the amounts make",
            "En anden kontrolsum er angivet, end beløbene giver",
        ),
        Words(
            "CtrlSum is the sum of all amounts, whatever their currency.",
            "CtrlSum er summen af alle beløb, uanset valuta.",
        ),
        Words(
            "Find out whether payments are missing or changed before the file is sent.",
            "Find ud af, om betalinger mangler eller er ændret, før filen sendes.",
        ),
        _ISO,
    ),
    Rule(
        "sum_missing",
        INFO,
        Words("No control sum is stated", "Ingen kontrolsum er angivet"),
        Words(
            "A stated sum shows whether a payment was lost or changed on the way.",
            "En angivet sum viser, om en betaling er tabt eller ændret undervejs.",
        ),
        Words(
            "Have CtrlSum written in the group header.",
            "Få CtrlSum skrevet i gruppehovedet.",
        ),
        _OWN,
    ),
    Rule(
        "sum_of_several_currencies",
        INFO,
        Words(
            "The control sum adds several currencies",
            "Kontrolsummen lægger flere valutaer sammen",
        ),
        Words(
            "A control sum over several currencies proves the file, but is no amount.",
            "En kontrolsum over flere valutaer beviser filen, men er intet beløb.",
        ),
        Words(
            "Compare the sums per currency below.",
            "Sammenlign summerne pr. valuta nedenfor.",
        ),
        _ISO,
    ),
)

# Of the reader, but said by a rule of another layer, or nothing before sending.
_FIGURES = {
    "count_differs": re.compile(r"(.+) payments are stated; (.+) are listed\."),
    "sum_differs": re.compile(r"The control sum is (.+); the payments make (.+)\."),
}
"""What is stated, which need not be a number, and what was found."""
_ELSEWHERE = frozenset(
    {"account_missing", "date_missing", "date_unreadable", "schema_not_carried"}
)


def of_reader(finding: Finding) -> Iterator[Hit]:
    """What the reader found, as a hit of this layer."""
    if finding.code in RULES:
        yield Hit(
            finding.code,
            finding.path or "Document",
            note=_note(finding),
            line=finding.line,
        )
    elif finding.code not in _ELSEWHERE:
        raise LookupError(finding.code)


def _note(finding: Finding) -> Words:
    """The reader's sentence; of two figures that differ, both, in either language."""
    figures = _FIGURES.get(finding.code)
    told = figures.fullmatch(finding.message) if figures else None
    if told is not None:
        stated, counted = told.groups()
        return Words(
            f"{stated} stated, {counted} found", f"{stated} angivet, {counted} fundet"
        )
    return Words(finding.message, finding.message)


def totals(
    stated_sum: str | None, sums: dict[str, Decimal], batches: int
) -> Iterator[Hit]:
    """What there is to say of the control sum of the file."""
    if not batches:
        return
    if stated_sum is None:
        yield Hit("sum_missing", "GrpHdr/CtrlSum")
    elif len(sums) > 1:
        said = ", ".join(f"{currency} {total:f}" for currency, total in sums.items())
        yield Hit(
            "sum_of_several_currencies",
            "GrpHdr/CtrlSum",
            stated_sum,
            Words(said, said),
        )
