"""What findings in a file mean, in Danish by code; docs/findings.md lists the same.

The English is said by whoever finds it, with the values of the file. The console has
the same sentences, written by `scripts/danish_fresh.py`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_DANISH_FINDINGS = {
    "account_missing": "Kontoudtoget eller betalingsblokken nævner ingen konto.",
    "amount_missing": "En postering eller betaling har intet beløb og er udeladt.",
    "amount_negative": (
        "Et beløb er under nul; det er læst som positivt i modsat retning."
    ),
    "amount_out_of_range": (
        "Et beløb er for stort eller har for mange decimaler til at blive gemt"
        " nøjagtigt."
    ),
    "amount_unreadable": (
        "Et beløb er ikke et tal; posteringen eller betalingen er udeladt."
    ),
    "balance_currency_missing": (
        "En saldo nævner ingen valuta; den er læst i samme valuta som de foregående."
    ),
    "balance_date_missing": "En saldo har ingen dato.",
    "balance_direction_missing": (
        "En saldo siger ikke kredit eller debet; den er læst som kredit."
    ),
    "balance_unreadable": "En saldo har intet læseligt beløb.",
    "balances_missing": "Kontoudtoget har ingen saldi; intet viser, at det er helt.",
    "batch_count_differs": (
        "En samlepost angiver et andet antal transaktioner, end den viser; mange"
        " banker viser ingen."
    ),
    "batch_sum_differs": "Samlepostens transaktioner giver ikke dens sum.",
    "count_differs": "Der er angivet et andet antal end det, der er i filen.",
    "currencies_mixed": "Saldi og posteringer i ét kontoudtog er i flere valutaer.",
    "currency_lower_case": (
        "En valuta er skrevet med små bogstaver; den er læst med store."
    ),
    "currency_missing": (
        "Ingen valuta er nævnt i kontoudtoget, eller ved en postering eller saldo."
    ),
    "currency_unknown": "En valuta findes ikke i ISO 4217.",
    "date_implausible": "En dato har et år, der ikke kan passe; den er ladt tom.",
    "date_missing": "En betalingsblok har ingen udførelsesdato.",
    "date_unreadable": "En dato kan ikke læses; den er ladt tom.",
    "direction_missing": "En postering siger ikke kredit eller debet og er udeladt.",
    "direction_unreadable": "Hverken CRDT eller DBIT; posteringen er udeladt.",
    "does_not_balance": "Primosaldo og bogførte posteringer giver ikke ultimosaldoen.",
    "empty_file": "Filen er tom.",
    "encoding_differs": (
        "Det angivne tegnsæt er ikke det, som filens bytes viser; de er fulgt."
    ),
    "end_mark_missing": (
        "En SWIFT-meddelelse har sin ultimosaldo, men intet slutmærke."
    ),
    "entries_doubted": "Poster kan være de samme som andre.",
    "entries_known": "Nogle posteringer var her allerede og er ikke bogført igen.",
    "field_unexpected": "Et MT940-felt står, hvor det ikke kan stå; det er udeladt.",
    "findings_left_out": "Kun de første 1.000 fund er vist; resten er talt med.",
    "group_header_missing": "Meddelelsen har intet gruppehoved.",
    "hidden_characters": (
        "En tekst har tegn, der ikke kan ses; den kan ligne en anden."
    ),
    "hostile_xml": (
        "Filen har en dokumenttype, entiteter eller mål, som ingen bank sender."
    ),
    "line_unreadable": "En :61:-linje kan ikke læses; posteringen er udeladt.",
    "malformed_xml": "XML\N{RIGHT SINGLE QUOTATION MARK}en er ikke velformet.",
    "message_id_missing": "Meddelelsen har intet id.",
    "message_id_used": (
        "Meddelelsens id er brugt i en tidligere betalingsfil; en bank ville afvise"
        " denne."
    ),
    "namespace_missing": (
        "Dokumentet har intet navnerum; det er læst efter elementernes navne."
    ),
    "namespace_unknown": (
        "Navnerummet hører ikke til denne slags meddelelse; den er læst efter"
        " elementernes navne."
    ),
    "not_a_bank_file": "Filformatet understøttes ikke; det er ingen bankfil.",
    "nothing_inside": "Der er intet kontoudtog og ingen betaling i filen.",
    "page_of_several": "Meddelelsen eller kontoudtoget er én af flere sider.",
    "preview_differs": "Hovedbogen blev ændret, efter at forhåndsvisningen blev vist.",
    "reference_missing": "En :61:-linje har ingen type eller reference.",
    "schema_not_carried": "Der er intet skema for denne version af betalingsfilen.",
    "schema_violation": "Betalingsfilen bryder det officielle skema.",
    "statement_differs": "Kontoudtoget er importeret før med andet indhold.",
    "statement_disputed": "Kontoudtoget modsiger et andet for de samme dage.",
    "statement_known": "Kontoudtoget er importeret før og er det samme.",
    "statement_replaced": "En senere version af kontoudtoget er importeret før.",
    "statement_replaces": "Kontoudtoget erstatter en tidligere version.",
    "statement_same": "Kontoudtoget siger det samme som et andet.",
    "statement_text": "Banken har føjet en tekst til kontoudtoget.",
    "statement_unfinished": (
        "Et MT940-kontoudtog har ingen slutning; filen kan være afkortet."
    ),
    "status_missing": "En statusrapport nævner ingen status.",
    "status_unknown": (
        "En postering har en ukendt status; den er ikke regnet som bogført."
    ),
    "sum_differs": (
        "Der er angivet en anden sum end den, posteringerne eller betalingerne giver."
    ),
    "text_outside_fields": (
        "En MT940-fil har tekst uden for felterne, for eksempel et transporthoved."
    ),
    "text_too_long": (
        "En kode, et nummer eller en dato er længere, end nogen bank skriver den."
    ),
    "too_large": "Filen er over en grænse.",
    "truncated": "Filen slutter før sin slutning.",
    "unsupported_format": "Filformatet understøttes ikke.",
    "version_unknown": (
        "Versionen er nyere end de kendte; det, den tilføjer, er ikke læst."
    ),
    "wrong_encoding": (
        "Filens bytes passer ikke til det angivne tegnsæt, eller tegnsættet afvises."
    ),
    "wrong_page": "Filen hører til på den anden side.",
}
DANISH_FINDINGS: Final[Mapping[str, str]] = MappingProxyType(_DANISH_FINDINGS)
