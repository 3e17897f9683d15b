"""What a pack says to people, in English and in Danish."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from giroscope.features.billing.paper_words import day
from giroscope.features.journals.export import STATES
from giroscope.kernel.clock import COPENHAGEN

WORDS: Mapping[str, Mapping[str, Any]] = {
    "en": {
        "title": "Evidence pack",
        "paid": "The payment",
        "payee": "Payee",
        "amount": "Amount",
        "paidFrom": "Paid from",
        "endToEndId": "End-to-end id",
        "text": "Text",
        "bookedOn": "Booked",
        "returnedOn": "Returned",
        "reason": "Reason",
        "journal": "Journal",
        "month": "Month",
        "id": "Id",
        "made": "Made",
        "by": "By",
        "key": "Signed by key",
        "demo": "HOLDS DEMO DATA: this installation has generated sample data.",
        "state": "State",
        "attention": "Needs attention",
        "account": "Account",
        "executionDate": "Execution date",
        "source": "Source",
        "figures": "Figures",
        "total": "Total",
        "payment": "Payment",
        "onePayment": "1 payment",
        "payments": "{count} payments",
        "unpaid": "Not paid",
        "counted": "Payments",
        "counts": "{payments} in all, {accepted} accepted, {rejected} refused,"
        " {pending} pending, {booked} booked, {returned} returned",
        "files": "Original files",
        "bytes": "{size} bytes",
        "checks": "Checks of the payment file",
        "found": "{errors} errors, {warnings} warnings, {notes} notes",
        "behind": "Who stood behind the file",
        "approvals": "Approvals",
        "APPROVE": "approved",
        "SIGN": "signed for sending",
        "for": "for {name}",
        "passkey": "by passkey {name}",
        "noPasskey": "without a passkey",
        "undone": "taken back {at}",
        "sending": "Sending",
        "attempt": "Attempt {number}",
        "answers": "The bank's answers",
        "recalls": "Recalls",
        "statements": "Statements",
        "opening": "opening balance",
        "closing": "closing balance",
        "unstated": "none stated",
        "addsUp": "adds up",
        "addsNotUp": "does not add up",
        "balances": "Balances",
        "complete": {True: "all here", False: "some missing", None: "none expected"},
        "balanced": {
            True: "add up",
            False: "do not add up",
            None: "cannot be checked",
        },
        "entries": "Entries",
        "matched": "{entries} booked, {unmatched} of them not matched",
        "entriesOf": "{count} entries",
        "closings": "Month close",
        "closed": "closed {at}",
        "proposed": "proposed by {name}",
        "reopened": "reopened {at}",
        "differs": "difference",
        "amiss": "Days to look at",
        "matches": "Matched by people",
        "trail": "Audit trail",
        "events": "{count} events about {about}, of {all} in the whole trail",
        "eventsOf": {
            "journal": "this journal",
            "month": "the account and these files",
            "payment": "the payment, its file and its entries",
        },
        "anchors": "{count} anchors noted after them",
        "none": "None",
        "more": "and {count} more, in {record}",
        "note": "This page is a summary. What counts are the files beside it, whose"
        " hashes stand in manifest.json. README.txt says how to verify them offline.",
        "page": "Page {page} of {pages}",
        "zone": "Danish time",
    },
    "da": {
        "title": "Dokumentationspakke",
        "paid": "Betalingen",
        "payee": "Modtager",
        "amount": "Beløb",
        "paidFrom": "Betalt fra",
        "endToEndId": "End-to-end-id",
        "text": "Tekst",
        "bookedOn": "Bogført",
        "returnedOn": "Returneret",
        "reason": "Årsag",
        "journal": "Journal",
        "month": "Måned",
        "id": "Id",
        "made": "Lavet",
        "by": "Af",
        "key": "Underskrevet med nøglen",
        "demo": "INDEHOLDER DEMODATA: denne installation har genereret eksempeldata.",
        "state": "Tilstand",
        "attention": "Kræver handling",
        "account": "Konto",
        "executionDate": "Udførelsesdato",
        "source": "Kilde",
        "figures": "Tal",
        "total": "I alt",
        "payment": "Betaling",
        "onePayment": "1 betaling",
        "payments": "{count} betalinger",
        "unpaid": "Ikke betalt",
        "counted": "Betalinger",
        "counts": "{payments} i alt, {accepted} accepteret, {rejected} afvist,"
        " {pending} afventer, {booked} bogført, {returned} returneret",
        "files": "Originale filer",
        "bytes": "{size} byte",
        "checks": "Kontrol af betalingsfilen",
        "found": "{errors} fejl, {warnings} advarsler, {notes} bemærkninger",
        "behind": "Hvem der stod bag filen",
        "approvals": "Godkendelser",
        "APPROVE": "godkendte",
        "SIGN": "underskrev til afsendelse",
        "for": "for {name}",
        "passkey": "med adgangsnøglen {name}",
        "noPasskey": "uden adgangsnøgle",
        "undone": "trukket tilbage {at}",
        "sending": "Afsendelse",
        "attempt": "Forsøg {number}",
        "answers": "Bankens svar",
        "recalls": "Tilbagekaldelser",
        "statements": "Kontoudtog",
        "opening": "primosaldo",
        "closing": "ultimosaldo",
        "unstated": "ikke oplyst",
        "addsUp": "stemmer",
        "addsNotUp": "stemmer ikke",
        "balances": "Saldi",
        "complete": {True: "alle er her", False: "nogle mangler", None: "ingen ventes"},
        "balanced": {
            True: "stemmer",
            False: "stemmer ikke",
            None: "kan ikke kontrolleres",
        },
        "entries": "Posteringer",
        "matched": "{entries} bogført, {unmatched} af dem ikke matchet",
        "entriesOf": "{count} posteringer",
        "closings": "Månedsafslutning",
        "closed": "lukket {at}",
        "proposed": "foreslået af {name}",
        "reopened": "genåbnet {at}",
        "differs": "difference",
        "amiss": "Dage at se på",
        "matches": "Matchet af personer",
        "trail": "Revisionsspor",
        "events": "{count} hændelser om {about}, af {all} i hele sporet",
        "eventsOf": {
            "journal": "journalen",
            "month": "kontoen og filerne",
            "payment": "betalingen, dens fil og dens posteringer",
        },
        "anchors": "{count} ankre noteret efter dem",
        "none": "Ingen",
        "more": "og {count} mere, i {record}",
        "note": "Denne side er et overblik. Det, der gælder, er filerne ved siden af,"
        " hvis kontrolsummer står i manifest.json. README.txt siger, hvordan de"
        " kontrolleres uden os.",
        "page": "Side {page} af {pages}",
        "zone": "dansk tid",
    },
}
PARTS = {
    "UPLOADED": ("Uploaded the file", "Uploadede filen"),
    "RESTARTED": ("Imported it again", "Importerede den igen"),
    "FETCHED": ("Fetched from the ERP", "Hentede fra ERP-systemet"),
    "RELEASED": ("Released a held payment", "Frigav en tilbageholdt betaling"),
    "BOOKS": ("Chose the ERP company", "Valgte virksomheden i ERP-systemet"),
    "ADDRESS": ("Set the ERP address", "Satte ERP-systemets adresse"),
    "CREDENTIALS": ("Set the ERP credentials", "Satte adgangen til ERP-systemet"),
    "FOLDER": ("Set the watched folder", "Satte den overvågede mappe"),
    "ACTIVATED": (
        "Set up or activated the ERP",
        "Opsatte eller aktiverede ERP-systemet",
    ),
    "MAPPED": ("Mapped the payment method", "Tilknyttede betalingsmetoden"),
    "DEBTOR_ACCOUNT": (
        "Set the account debited",
        "Satte kontoen, der betales fra",
    ),
    "ERP_AUTHOR": ("Entered in the ERP", "Oprettede i ERP-systemet"),
    "ERP_APPROVER": ("Approved in the ERP", "Godkendte i ERP-systemet"),
    "RULE": ("Wrote a rule that applied", "Skrev en regel, der blev anvendt"),
    "CORRECTED": ("Corrected and resubmitted", "Rettede og genindsendte"),
    "HOLD_LIFTED": ("Let go what a rule held", "Frigav, hvad en regel holdt tilbage"),
}
SENDING = {
    "WAITING": ("waits", "venter"),
    "LEAVING": ("leaving", "sendes"),
    "SENT": ("sent", "sendt"),
    "REFUSED": ("refused by the bank", "afvist af banken"),
    "UNKNOWN": ("outcome unknown", "udfald ukendt"),
    "NOT_TAKEN": ("not received by the bank", "ikke modtaget af banken"),
    "CANCELLED": ("stopped before it left", "stoppet før afsendelse"),
    "PREPARED": ("prepared", "forberedt"),
    "ABANDONED": ("abandoned, nothing left", "opgivet, intet blev sendt"),
    "NOT_SENT": ("not sent", "ikke sendt"),
    "TAKEN": ("received by the bank", "modtaget af banken"),
}
KINDS = {
    "PAYMENT": ("Payment file", "Betalingsfil"),
    "STATUS": ("Status report", "Statusrapport"),
    "STATEMENT": ("Statement", "Kontoudtog"),
    "RECALL": ("Request for recall", "Anmodning om tilbagekaldelse"),
    "OTHER": ("Other file", "Anden fil"),
}
STANDINGS = {
    "VALID": ("Valid", "Gyldig"),
    "WARNINGS": ("Valid, with warnings", "Gyldig, med advarsler"),
    "INVALID": ("Invalid", "Ugyldig"),
}
REPORTS = {
    "BOOKED": ("", ""),
    "INTERIM": ("interim report", "intradag-rapport"),
    "NOTIFICATION": ("notification", "advis"),
}
VERSIONS = {
    "CURRENT": ("", ""),
    "LOADING": ("being imported", "importeres"),
    "REPLACED": ("replaced by another version", "erstattet af en anden version"),
    "SAME": ("same in another format", "det samme i et andet format"),
    "REPEATED": ("received again", "modtaget igen"),
    "DISPUTED": ("contradicts another", "modsiger et andet"),
}
DAYS = {
    "MISSING": ("statement missing", "kontoudtog mangler"),
    "GAP": ("gap before it", "hul før det"),
    "BREAK": ("does not add up", "stemmer ikke"),
    "DISPUTED": ("disputed", "modstridende"),
    "REPLACED": ("a version was replaced", "en version blev erstattet"),
    "POSSIBLE_DUPLICATE": ("possible duplicate", "mulig dublet"),
}
MATCHES = {
    "PAYMENT": ("payment", "betaling"),
    "BATCH": ("payments of a batch", "betalinger i en samlepost"),
    "CHOSEN": ("chosen by a person", "valgt af en person"),
    "RETURN": ("return of a payment", "returnering af en betaling"),
    "TRANSFER": ("transfer between own accounts", "overførsel mellem egne konti"),
    "REVERSAL": ("reversal", "tilbageførsel"),
    "OPEN_ITEM": ("open item of the ERP", "åben post i ERP"),
}
DIFFERENCES = {
    "CHARGE": ("bank charge", "bankgebyr"),
    "EXCHANGE": ("exchange difference", "kursdifference"),
    "ROUNDING": ("rounding", "afrunding"),
    "OTHER": ("other", "andet"),
}
RECALLS = {
    "ASKED": ("waits for a second person", "afventer en anden person"),
    "CONFIRMED": ("confirmed", "bekræftet"),
    "DECLINED": ("declined", "afvist"),
    "WITHDRAWN": ("withdrawn", "trukket tilbage"),
}
_SPACE = "\N{NO-BREAK SPACE}"


def called(table: Mapping[str, tuple[str, str]], code: str, language: str) -> str:
    """A code in words; one that is not among them stays as it is."""
    pair = table.get(code)
    return pair[language == "da"] if pair else code


def state_of(record: Mapping[str, Any], language: str) -> str:
    """How far the journal is, as the list tells it."""
    state = record["state"]
    partly = f"partly{state}"
    is_partly = record["counts"]["rejected"] and partly in STATES
    return called(STATES, partly if is_partly else state, language)


def instant(value: Any, language: str) -> str:
    """A time as people of the language write it, with its zone; UTC beside it."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    here = at.astimezone(COPENHAGEN)
    clock = f"{here:%H.%M.%S}" if language == "da" else f"{here:%H:%M:%S}"
    return (
        f"{day(here.date(), language)} {clock} {here:%Z}"
        f" ({at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ})"
    )


def on(value: str | None, language: str) -> str:
    """A day, of its form in the graph."""
    return day(date.fromisoformat(value), language) if value else ""


def money(amount: Any, currency: str, language: str) -> str:
    """An exact amount with its currency: as many decimals as it has, two at least."""
    exact = Decimal(str(amount))
    places = max(2, -int(exact.normalize().as_tuple().exponent))
    text = f"{exact:,.{places}f}"
    if language == "da":
        text = text.translate(str.maketrans(",.", ".,"))
    return f"{currency}{_SPACE}{text}"
