"""The README of a pack, for whoever has nothing else than the pack."""

from collections.abc import Mapping
from typing import Any

from giroscope.features.evidence.words import WORDS, instant

_TEXT = {
    "en": """\
{title}

Company:  {company} ({realm})
{subject}  {name}
          {of} {id}
Made:     {made}
By:       {by} ({by_id}), with {product}
Signed by key
          {fingerprint}
{demo}
What is in it

  cover.pdf            the same for people to read, in short
{parts}{originals}\
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
the trail, and that {checks}
It names the file of whatever fails.

With other tools, where the pack is unpacked:

  sha256sum --check SHA256SUMS
  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin \\
      -in manifest.json -sigfile manifest.sig

What this proves, and what it does not

- Nothing in the pack was changed since it was made, if the signature is good and the
  key's fingerprint is the one that {company} told you by another way: by telephone, by
  letter, or from an earlier pack. Without that, anybody could have made a pack with a
  key of their own. The company prints it by: giroscope evidence key --realm {realm}
{proves}\
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
{title}

Virksomhed:  {company} ({realm})
{subject}  {name}
             {of} {id}
Lavet:       {made}
Af:          {by} ({by_id}), med {product}
Underskrevet med nøglen
             {fingerprint}
{demo}
Indhold

  cover.pdf            det samme i kort form, til at læse
{parts}{originals}\
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
underskriften, hændelserne i sporet, og at {checks}
Den nævner filen, hvor noget ikke stemmer.

Med andre værktøjer, hvor pakken er pakket ud:

  sha256sum --check SHA256SUMS
  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin \\
      -in manifest.json -sigfile manifest.sig

Hvad det beviser, og hvad det ikke beviser

- Intet i pakken er ændret, siden den blev lavet, hvis underskriften er god, og nøglens
  fingeraftryk er det, som {company} har oplyst ad anden vej: pr. telefon, brev eller
  fra en tidligere pakke. Ellers kunne enhver have lavet en pakke med sin egen nøgle.
  Virksomheden udskriver det med: giroscope evidence key --realm {realm}
{proves}\
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
_APPROVED = {
    "en": {
        "checks": """each approval was signed by the device it names for the very
file that lies in originals/.""",
        "proves": """\
- An approval with a passkey was signed by that key for the file of that hash. That the
  key was that person's is the word of the company and of who confirmed the key.
- An approval without a passkey is the word of the company's installation alone.
""",
    },
    "da": {
        "checks": """hver godkendelse er underskrevet
af den enhed, den nævner, for netop den fil, der ligger i originals/.""",
        "proves": """\
- En godkendelse med adgangsnøgle er underskrevet med den nøgle for filen med den
  kontrolsum. At nøglen var personens, siger virksomheden og den, der bekræftede nøglen.
- En godkendelse uden adgangsnøgle er alene, hvad virksomhedens installation siger.
""",
    },
}
"""What packs say that approvals are part of."""
_OF_KIND = {
    "en": {
        "journal": {
            "title": "Evidence pack of a journal",
            "subject": "Journal:",
            "of": "correlation id",
            "parts": """\
  journal.json         state and figures, checks, who stood behind the file,
                       approvals with what people's devices signed, each attempt
                       to send with its digests, the bank's answers, recalls,
                       statements with balances
  payments.csv         every payment of the journal, with state and reasons, and the
                       one that it replaces or is replaced by
  entries.csv          the bank entries that book or return them, and those on the
                       journal's own statements
""",
            "originals": """\
  originals/           every file of the journal, byte for byte as it was received
""",
            **_APPROVED["en"],
        },
        "payment": {
            "title": "Evidence pack of a payment",
            "subject": "Payment:",
            "of": "payment",
            "parts": """\
  payment.json         the payment, what the bank said of it and when it was booked or
                       returned; and of its file state and checks, who stood behind
                       it, approvals with what people's devices signed, each attempt
                       to send with its digests, answers, recalls, statements
  payments.csv         the payment alone, with its state and reasons
  entries.csv          the bank entries that book or return it
""",
            "originals": """\
  originals/           every file of its journal, byte for byte as it was received:
                       other payments of the same file stand in them as well
""",
            **_APPROVED["en"],
        },
        "month": {
            "title": "Evidence pack of an account's month",
            "subject": "Month:  ",
            "of": "account and month",
            "parts": """\
  month.json           the account, its statements of the month in every version, what
                       is missing or does not add up, who closed and reopened the
                       month with which balance, and what people matched, with reasons
  statements.csv       the statements that count
  entries.csv          every booked entry of the month, and whether it is matched
""",
            "originals": """\
  originals/           the file of each statement, byte for byte as it was received
""",
            "checks": """entries.csv holds the entries that the month counts, which
lead from its opening to its closing balance where all statements are here.""",
            "proves": """\
- What the bank stated stands in originals/. What is said about it is the word of the
  company's installation: read the files anew to compare.
""",
        },
    },
    "da": {
        "journal": {
            "title": "Dokumentationspakke for en journal",
            "subject": "Journal:   ",
            "of": "korrelations-id",
            "parts": """\
  journal.json         tilstand og tal, kontroller, hvem der stod bag filen,
                       godkendelser med det, som personernes enheder har underskrevet,
                       hvert forsøg på at sende med kontrolsummer, bankens svar,
                       tilbagekaldelser, kontoudtog med saldi
  payments.csv         hver betaling i journalen med tilstand og årsager, og den,
                       den erstatter eller er erstattet af
  entries.csv          de bankposteringer, som bogfører eller returnerer dem, og dem på
                       journalens egne kontoudtog
""",
            "originals": """\
  originals/           hver fil i journalen, byte for byte som modtaget
""",
            **_APPROVED["da"],
        },
        "payment": {
            "title": "Dokumentationspakke for en betaling",
            "subject": "Betaling:  ",
            "of": "betaling",
            "parts": """\
  payment.json         betalingen, hvad banken sagde om den, og hvornår den blev
                       bogført eller returneret; og om dens fil tilstand og kontroller,
                       hvem der stod bag den, godkendelser med det, som personernes
                       enheder har underskrevet, hvert forsøg på at sende med
                       kontrolsummer, svar, tilbagekaldelser, kontoudtog
  payments.csv         betalingen alene, med tilstand og årsager
  entries.csv          de bankposteringer, som bogfører eller returnerer den
""",
            "originals": """\
  originals/           hver fil i dens journal, byte for byte som modtaget: andre
                       betalinger i samme fil står også i dem
""",
            **_APPROVED["da"],
        },
        "month": {
            "title": "Dokumentationspakke for en kontos måned",
            "subject": "Måned:     ",
            "of": "konto og måned",
            "parts": """\
  month.json           kontoen, månedens kontoudtog i alle versioner, hvad der mangler
                       eller ikke stemmer, hvem der lukkede og genåbnede måneden med
                       hvilken saldo, og hvad personer matchede, med begrundelser
  statements.csv       de kontoudtog, der tæller
  entries.csv          hver bogført postering i måneden, og om den er matchet
""",
            "originals": """\
  originals/           filen med hvert kontoudtog, byte for byte som modtaget
""",
            "checks": """entries.csv indeholder de posteringer,
som måneden tæller, og at de giver ultimosaldoen ud fra primosaldoen, hvor alle
kontoudtog er her.""",
            "proves": """\
- Hvad banken har oplyst, står i originals/. Hvad der siges om det, er alene, hvad
  virksomhedens installation siger: læs filerne igen for at sammenligne.
""",
        },
    },
}


def readme(about: Mapping[str, Any], language: str) -> bytes:
    """The text that explains the pack to whoever has nothing else."""
    made = about["made"]
    demo = WORDS[language]["demo"] if about["holdsDemoData"] else ""
    return (
        _TEXT[language]
        .format(
            **_OF_KIND[language][about["about"]["kind"]],
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


def _in_lines(told: str) -> str:
    """A fingerprint on two lines, as it is compared by eye."""
    return f"{told[:39]}\n          {told[40:]}"
