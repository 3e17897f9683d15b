"""What a pack says to people, in English and in Danish."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from giroscope.features.billing.paper_words import day
from giroscope.features.journals.export import STATES
from giroscope.kernel.clock import COPENHAGEN

_README = {
    "en": """\
Evidence pack of a journal

Company:  {company} ({realm})
Journal:  {name}
          correlation id {id}
Made:     {made}
By:       {by} ({by_id}), with {product}
Signed by key
          {fingerprint}
{demo}
What is in it

  cover.pdf            the same for people to read, in short
  journal.json         state and figures, checks, who stood behind the file,
                       approvals with what people's devices signed, each attempt
                       to send with its digests, the bank's answers, recalls,
                       statements with balances
  payments.csv         every payment of the journal, with state and reasons, and the
                       one that it replaces or is replaced by
  entries.csv          the bank entries that book or return them, and those on the
                       journal's own statements
  originals/           every file of the journal, byte for byte as it was received
  audit/events.jsonl   who did what to it, one event of the audit trail on a line
  audit/links.json     how those events stand in the whole trail, and the anchors
                       noted after them
  public-key.pem       the key that signed this pack
  SHA256SUMS           the hash of each file above
  manifest.json        the hash and size of each file, and what the pack is about
  manifest.sig         the company's signature of manifest.json (Ed25519)

Amounts are exact, with a point before the decimals and the currency beside them.
Times in .json and .csv files are UTC; the cover has them in Danish time.

Verify it offline

With Giroscope, on any machine, without an account and without a network:

  giroscope evidence verify PACK.zip
  giroscope evidence verify PACK.zip --key "FINGERPRINT THE COMPANY TOLD YOU"

It checks every hash, that no file is missing or added, the signature, the events of
the trail, and that each approval was signed by the device it names for the very file
that lies in originals/. It names the file of whatever fails.

With other tools, where the pack is unpacked:

  sha256sum --check SHA256SUMS
  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin \\
      -in manifest.json -sigfile manifest.sig

What this proves, and what it does not

- Nothing in the pack was changed since it was made, if the signature is good and the
  key's fingerprint is the one that {company} told you by another way: by telephone, by
  letter, or from an earlier pack. Without that, anybody could have made a pack with a
  key of their own. The company prints it by: giroscope evidence key --realm {realm}
- An approval with a passkey was signed by that key for the file of that hash. That the
  key was that person's is the word of the company and of who confirmed the key.
- An approval without a passkey is the word of the company's installation alone.
- The hashes of the trail are keyed: only the company's installation can recompute them.
  This pack shows the events, that they were as written when the pack was made, and the
  number and hash of each. Whoever doubts it asks the company to run, before their eyes:
    giroscope audit verify --realm {realm}
    giroscope evidence verify PACK.zip --realm {realm}
  The latter recomputes the hash of every event in this pack with the company's key.
- Anchors were noted outside the database, in logs and mails. An anchor that somebody
  outside the company holds shows that events up to its number were not put in later.
- A pack cannot show what the installation never knew, and cannot show that the
  installation told the truth when the pack was made.
""",
    "da": """\
Dokumentationspakke for en journal

Virksomhed:  {company} ({realm})
Journal:     {name}
             korrelations-id {id}
Lavet:       {made}
Af:          {by} ({by_id}), med {product}
Underskrevet med nøglen
             {fingerprint}
{demo}
Indhold

  cover.pdf            det samme i kort form, til at læse
  journal.json         tilstand og tal, kontroller, hvem der stod bag filen,
                       godkendelser med det, som personernes enheder har underskrevet,
                       hvert forsøg på at sende med kontrolsummer, bankens svar,
                       tilbagekaldelser, kontoudtog med saldi
  payments.csv         hver betaling i journalen med tilstand og årsager, og den,
                       den erstatter eller er erstattet af
  entries.csv          de bankposteringer, som bogfører eller returnerer dem, og dem på
                       journalens egne kontoudtog
  originals/           hver fil i journalen, byte for byte som modtaget
  audit/events.jsonl   hvem der gjorde hvad ved den, en hændelse i revisionssporet pr.
                       linje
  audit/links.json     hvordan hændelserne står i hele sporet, og de ankre, der blev
                       noteret efter dem
  public-key.pem       den nøgle, som har underskrevet pakken
  SHA256SUMS           kontrolsummen af hver fil ovenfor
  manifest.json        kontrolsum og størrelse af hver fil, og hvad pakken handler om
  manifest.sig         virksomhedens underskrift af manifest.json (Ed25519)

Beløb er nøjagtige, med punktum før decimalerne og valutaen ved siden af. Tidspunkter i
.json- og .csv-filer er UTC; forsiden har dem i dansk tid.

Kontrollér den uden netværk

Med Giroscope, på enhver maskine, uden konto og uden netværk:

  giroscope evidence verify PAKKE.zip
  giroscope evidence verify PAKKE.zip --key "FINGERAFTRYK FRA VIRKSOMHEDEN"

Den kontrollerer hver kontrolsum, at ingen fil mangler eller er kommet til,
underskriften, hændelserne i sporet, og at hver godkendelse er underskrevet af den
enhed, den nævner, for netop den fil, der ligger i originals/. Den nævner filen, hvor
noget ikke stemmer.

Med andre værktøjer, hvor pakken er pakket ud:

  sha256sum --check SHA256SUMS
  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin \\
      -in manifest.json -sigfile manifest.sig

Hvad det beviser, og hvad det ikke beviser

- Intet i pakken er ændret, siden den blev lavet, hvis underskriften er god, og nøglens
  fingeraftryk er det, som {company} har oplyst ad anden vej: pr. telefon, brev eller
  fra en tidligere pakke. Ellers kunne enhver have lavet en pakke med sin egen nøgle.
  Virksomheden udskriver det med: giroscope evidence key --realm {realm}
- En godkendelse med adgangsnøgle er underskrevet med den nøgle for filen med den
  kontrolsum. At nøglen var personens, siger virksomheden og den, der bekræftede nøglen.
- En godkendelse uden adgangsnøgle er alene, hvad virksomhedens installation siger.
- Sporets kontrolsummer er lavet med en nøgle: kun virksomhedens installation kan regne
  dem efter. Pakken viser hændelserne, at de var som skrevet, da pakken blev lavet, og
  hver hændelses nummer og kontrolsum. Den, der tvivler, beder virksomheden om at køre,
  mens man ser på:
    giroscope audit verify --realm {realm}
    giroscope evidence verify PAKKE.zip --realm {realm}
  Det sidste regner kontrolsummen af hver hændelse i pakken efter med virksomhedens
  nøgle.
- Ankre blev noteret uden for databasen, i logge og mails. Et anker, som nogen uden for
  virksomheden har, viser, at hændelser op til dets nummer ikke er kommet til senere.
- En pakke kan ikke vise, hvad installationen aldrig fik at vide, og ikke, at
  installationen talte sandt, da pakken blev lavet.
""",
}
WORDS = {
    "en": {
        "title": "Evidence pack",
        "journal": "Journal",
        "id": "Correlation id",
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
        "payment": "1 payment",
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
        "trail": "Audit trail",
        "events": "{count} events about this journal, of {all} in the whole trail",
        "anchors": "{count} anchors noted after them",
        "none": "None",
        "more": "and {count} more, in journal.json",
        "note": "This page is a summary. What counts are the files beside it, whose"
        " hashes stand in manifest.json. README.txt says how to verify them offline.",
        "page": "Page {page} of {pages}",
        "zone": "Danish time",
    },
    "da": {
        "title": "Dokumentationspakke",
        "journal": "Journal",
        "id": "Korrelations-id",
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
        "payment": "1 betaling",
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
        "trail": "Revisionsspor",
        "events": "{count} hændelser om journalen, af {all} i hele sporet",
        "anchors": "{count} ankre noteret efter dem",
        "none": "Ingen",
        "more": "og {count} mere, i journal.json",
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
RECALLS = {
    "ASKED": ("waits for a second person", "afventer en anden person"),
    "CONFIRMED": ("confirmed", "bekræftet"),
    "DECLINED": ("declined", "afvist"),
    "WITHDRAWN": ("withdrawn", "trukket tilbage"),
}
_SPACE = "\N{NO-BREAK SPACE}"


def readme(about: Mapping[str, Any], language: str) -> bytes:
    """The text that explains the pack to whoever has nothing else."""
    made = about["made"]
    demo = WORDS[language]["demo"] if about["holdsDemoData"] else ""
    return (
        _README[language]
        .format(
            company=about["company"],
            realm=about["realm"],
            name=about["about"]["name"] or about["about"]["id"],
            id=about["about"]["id"],
            made=instant(about["now"], language),
            by=made["by"],
            by_id=made["byId"],
            product=made["product"],
            fingerprint=_in_lines(about["key"]["fingerprint"]),
            demo=f"\n{demo}\n" if demo else "",
        )
        .encode()
    )


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


def _in_lines(told: str) -> str:
    """A fingerprint on two lines, as it is compared by eye."""
    return f"{told[:39]}\n          {told[40:]}"
