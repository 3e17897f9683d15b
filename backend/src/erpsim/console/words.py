"""Every word of the page, in English and Danish."""

from __future__ import annotations

from simulating.languages import DANISH, ENGLISH, PAGE_WORDS

_WORDS = {
    "title": ("Simulated ERP", "Simuleret økonomisystem"),
    "what": (
        "Stands in for the company's finance system. No money moves.",
        "Træder i stedet for virksomhedens økonomisystem. Der flyttes ingen penge.",
    ),
    "company": ("Company", "Virksomhed"),
    "language": ("Dansk", "English"),
    "show": ("Show", "Vis"),
    "invoice": ("New supplier invoice", "Ny leverandørfaktura"),
    "invoices": ("Supplier invoices", "Leverandørfakturaer"),
    "payments": ("Payments", "Betalinger"),
    "items": ("Open items", "Åbne poster"),
    "side": ("Side", "Side"),
    "RECEIVABLE": ("customer owes", "kunden skylder"),
    "PAYABLE": ("supplier collects", "leverandøren opkræver"),
    "SETTLED": ("settled", "udlignet"),
    "accounts": ("Bank accounts", "Bankkonti"),
    "lines": ("Bank statement lines", "Kontobevægelser"),
    "ledger": ("Ledger", "Finans"),
    "key": ("Key and periods", "Nøgle og perioder"),
    "faults": ("Faults", "Fejl"),
    "requests": ("Latest requests", "Seneste kald"),
    "supplier": ("Supplier", "Leverandør"),
    "number": ("Number", "Nummer"),
    "invoice_number": (
        "Invoice number (empty: the next)",
        "Fakturanummer (tomt: det næste)",
    ),
    "amount": ("Amount", "Beløb"),
    "currency": ("Currency", "Valuta"),
    "due": ("Due", "Forfald"),
    "reference": ("Reference", "Reference"),
    "reference_hint": (
        "Reference (empty: as the slip says)",
        "Reference (tomt: som på kortet)",
    ),
    "enter_approve": ("Enter and approve", "Opret og godkend"),
    "enter_only": ("Enter", "Opret"),
    "approve": ("Approve for payment", "Godkend til betaling"),
    "again": ("Pay again", "Betal igen"),
    "state": ("State", "Status"),
    "method": ("Method", "Betalingsmåde"),
    "history": ("What became of it", "Forløb"),
    "many": ("Open payments to make", "Åbne betalinger, der skal laves"),
    "make": ("Make them", "Lav dem"),
    "all_again": ("Show all", "Vis alle"),
    "latest": ("The latest {n}", "De seneste {n}"),
    "account": ("Account", "Konto"),
    "balance": ("Balance", "Saldo"),
    "statement": ("Statement", "Kontoudtog"),
    "last_statement": ("Last statement", "Seneste kontoudtog"),
    "block": ("Block", "Spær"),
    "unblock": ("Open again", "Ophæv spærring"),
    "booked": ("Booked", "Bogført"),
    "text": ("Text", "Tekst"),
    "counterparty": ("Counterparty", "Modpart"),
    "bank_reference": ("Bank's reference", "Bankens reference"),
    "payment": ("Payment", "Betaling"),
    "name": ("Name", "Navn"),
    "adds_up": (
        "All sides of the books add up to nothing in each currency.",
        "Alle posteringer går op i nul i hver valuta.",
    ),
    "not_adding": (
        "The books do not add up: {totals}",
        "Bogføringen går ikke op: {totals}",
    ),
    "key_line": (
        "Clients on this machine find the key in the file `api-key`.",
        "Klienter på denne maskine finder nøglen i filen `api-key`.",
    ),
    "valid_until": ("Valid until", "Gyldig til"),
    "rights": ("Rights", "Rettigheder"),
    "save": ("Save", "Gem"),
    "new_key": ("New key", "Ny nøgle"),
    "closed_until": ("Books closed until", "Bogføring lukket til og med"),
    "close": ("Close", "Luk"),
    "fault": ("Fault", "Fejl"),
    "operation": ("Operation", "Kald"),
    "all": ("all", "alle"),
    "times": ("Times (empty: until removed)", "Gange (tomt: til den fjernes)"),
    "parameters": ("Parameters", "Parametre"),
    "set": ("Set", "Sæt"),
    "remove": ("Remove", "Fjern"),
    "left": ("Left", "Tilbage"),
    "until_removed": ("until removed", "til den fjernes"),
    "faults_set": ("Faults that are set", "Fejl, der er sat"),
    "meanings": ("What each fault does", "Hvad hver fejl gør (på engelsk)"),
    "when": ("When (UTC)", "Hvornår (UTC)"),
    "outcome": ("Outcome", "Udfald"),
    "RECEIVED": ("received", "modtaget"),
    "APPROVED": ("approved", "godkendt"),
    "OPEN": ("open", "åben"),
    "CLAIMED": ("claimed", "hentet"),
    "SENT": ("sent", "sendt"),
    "ACCEPTED": ("accepted by the bank", "modtaget af banken"),
    "REJECTED": ("rejected", "afvist"),
    "EXECUTED": ("executed", "udført"),
    "BOOKED": ("booked", "bogført"),
    "RETURNED": ("returned", "returneret"),
    "CANCELLED": ("cancelled", "annulleret"),
    "said_entered": ("The invoice is entered.", "Fakturaen er oprettet."),
    "said_approved": (
        "The invoice is approved, and a payment is open.",
        "Fakturaen er godkendt, og betalingen er åben.",
    ),
    "said_again": ("A new payment is open.", "En ny betaling er åben."),
    "said_many": ("The payments are open.", "Betalingerne er åbne."),
    "said_item": ("The item is open.", "Posten er åben."),
    "said_key": ("The key is changed.", "Nøglen er ændret."),
    "said_period": ("The period is changed.", "Perioden er ændret."),
    "said_block": ("The account is changed.", "Kontoen er ændret."),
    "said_fault": ("The fault is set.", "Fejlen er sat."),
    "said_removed": ("Removed.", "Fjernet."),
}


class Words:
    """The page's words in one language."""

    def __init__(self, language: str) -> None:
        self.language = DANISH if language == DANISH else ENGLISH
        self._place = 1 if self.language == DANISH else 0
        self.page = PAGE_WORDS[self.language]

    def __getitem__(self, key: str) -> str:
        return _WORDS[key][self._place]

    def said(self, what: str) -> str:
        """What is told after something was done; empty where nothing was."""
        return self[f"said_{what}"] if f"said_{what}" in _WORDS else ""
