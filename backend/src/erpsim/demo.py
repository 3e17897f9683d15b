"""The books the ERP has from the beginning: two companies of one owner.

The first one's bank accounts are those of the simulated bank's customer of the same
name, so that what is paid there is paid from here. Names and numbers are made up.
"""

from __future__ import annotations

from dataclasses import dataclass

TRADE, PROPERTY = "10", "20"


@dataclass(frozen=True, slots=True)
class DemoCompany:
    """One set of books."""

    id: str
    name: str
    registration: str
    currency: str = "DKK"
    country: str = "DK"


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """A bank account of a company; its id is its number in the ledger."""

    company: str
    ledger: str
    name: str
    currency: str
    iban: str
    bic: str

    @property
    def id(self) -> str:
        """Unique among both companies."""
        return f"{self.company}-{self.ledger}"


@dataclass(frozen=True, slots=True)
class DemoMethod:
    """A payment method; its id is company and code."""

    company: str
    code: str
    name: str
    currency: str = ""
    ledger: str = ""
    is_outbound: bool = True
    is_active: bool = True

    @property
    def id(self) -> str:
        """Unique among both companies."""
        return f"{self.company}-{self.code}"


@dataclass(frozen=True, slots=True)
class DemoSupplier:
    """Who is paid, how, and where to."""

    id: str
    name: str
    street: str
    building: str
    postcode: str
    town: str
    method: str
    country: str = "DK"
    currency: str = "DKK"
    iban: str = ""
    account_number: str = ""
    bic: str = ""
    giro_creditor: str = ""
    slip_type: str = ""
    company: str = TRADE


@dataclass(frozen=True, slots=True)
class DemoInvoice:
    """A supplier's invoice; due so many days after the ERP is first opened."""

    supplier: str
    number: str
    amount: str
    due_in: int
    reference: str = ""


@dataclass(frozen=True, slots=True)
class DemoItem:
    """What a customer owes, or a supplier collects; due as invoices are."""

    side: str
    party: str
    name: str
    account: str
    number: str
    amount: str
    due_in: int
    reference: str = ""
    currency: str = "DKK"


COMPANIES = (
    DemoCompany(TRADE, "Havnens Handel ApS", "28510467"),
    DemoCompany(PROPERTY, "Havnens Ejendomme ApS", "30942715"),
)

ACCOUNTS = (
    DemoAccount(
        TRADE, "5810", "Nordea drift", "DKK", "DK6129990004281101", "NDEADKSIXXX"
    ),
    DemoAccount(
        TRADE, "5811", "Nordea euro", "EUR", "DK3429990004281102", "NDEADKSIXXX"
    ),
    DemoAccount(
        TRADE, "5812", "Nordea kronor", "SEK", "DK0729990004281103", "NDEADKSIXXX"
    ),
    DemoAccount(
        TRADE, "5820", "Kystbanken drift", "DKK", "DK4079980001200345", "KYSTDKSIXXX"
    ),
    DemoAccount(
        TRADE, "5821", "Kystbanken euro", "EUR", "DK1379980001200346", "KYSTDKSIXXX"
    ),
    DemoAccount(
        TRADE, "5830", "Landsparekassen løn", "DKK", "DK7197980007712340", "LANDDKSIXXX"
    ),
    DemoAccount(
        TRADE, "5831", "Landsparekassen euro", "EUR", "DK4497980007712341",
        "LANDDKSIXXX",
    ),
    DemoAccount(
        TRADE, "5840", "Broens Bank kreditorer", "DKK", "DK8159980003344501",
        "BROEDKSIXXX",
    ),
    DemoAccount(
        TRADE, "5841", "Broens Bank dollar", "USD", "DK5459980003344502", "BROEDKSIXXX"
    ),
    DemoAccount(
        PROPERTY, "5810", "Drift", "DKK", "DK3021050008870012", "SKAVDKSIXXX"
    ),
)  # fmt: skip

METHODS = (
    DemoMethod(TRADE, "BANK-DK", "Bankoverførsel, Danmark", "DKK", "5810"),
    DemoMethod(TRADE, "STRAKS", "Straksoverførsel", "DKK", "5810"),
    DemoMethod(TRADE, "FIK71", "Indbetalingskort +71", "DKK", "5810"),
    DemoMethod(TRADE, "FIK73", "Indbetalingskort +73", "DKK", "5810"),
    DemoMethod(TRADE, "FIK75", "Indbetalingskort +75", "DKK", "5810"),
    DemoMethod(TRADE, "SEPA", "SEPA-overførsel", "EUR", "5811"),
    DemoMethod(TRADE, "UDLAND", "Overførsel til udlandet", "", "5810"),
    DemoMethod(TRADE, "CHECK", "Check", "DKK", "5810", is_active=False),
    DemoMethod(TRADE, "KUNDE", "Indbetaling fra kunder", "DKK", is_outbound=False),
    DemoMethod(PROPERTY, "BANK-DK", "Bankoverførsel, Danmark", "DKK", "5810"),
)

SUPPLIERS = (
    DemoSupplier(
        "40110", "Tangens Tømmerlager A/S", "Kajgade", "14", "8000", "Aarhus C",
        "10-BANK-DK", account_number="53010000246817",
    ),
    DemoSupplier(
        "40115", "Klitgaard Kontor ApS", "Vesterled", "3", "6700", "Esbjerg",
        "10-BANK-DK", iban="DK0766950012345678",
    ),
    DemoSupplier(
        "40120", "Sundets Elforsyning", "Strandvænget", "88", "3000", "Helsingør",
        "10-FIK71", giro_creditor="87406215", slip_type="71",
    ),
    DemoSupplier(
        "40125", "Fjordens Teleservice A/S", "Brogade", "21", "4000", "Roskilde",
        "10-FIK71", giro_creditor="81553902", slip_type="71",
    ),
    DemoSupplier(
        "40130", "Foreningen Havnens Dag", "Molen", "1", "9900", "Frederikshavn",
        "10-FIK73", giro_creditor="82640177", slip_type="73",
    ),
    DemoSupplier(
        "40135", "Nordlys Forsikring A/S", "Ringvejen", "140", "5000", "Odense C",
        "10-FIK75", giro_creditor="84907733", slip_type="75",
    ),
    DemoSupplier(
        "40140", "Havnens Vagtværn ApS", "Pakhusvej", "9", "2100", "København Ø",
        "10-STRAKS", account_number="90701620441239",
    ),
    DemoSupplier(
        "40150", "Lagertechnik Küste GmbH", "Hafenstraße", "27", "24103", "Kiel",
        "10-SEPA", country="DE", currency="EUR", iban="DE44500105175407324931",
        bic="INGDDEFFXXX",
    ),
    DemoSupplier(
        "40155", "Zeilmakerij De Kade B.V.", "Kadeweg", "6", "3011", "Rotterdam",
        "10-SEPA", country="NL", currency="EUR", iban="NL39RABO0300065264",
        bic="RABONL2UXXX",
    ),
    DemoSupplier(
        "40160", "Kullens Trävaror AB", "Hamngatan", "12", "252 78", "Helsingborg",
        "10-UDLAND", country="SE", currency="SEK", iban="SE4550000000058398257466",
        bic="ESSESESSXXX",
    ),
    DemoSupplier(
        "40165", "Harbour Rope Works Ltd", "Quay Street", "40", "BS1 4DB", "Bristol",
        "10-UDLAND", country="GB", currency="GBP", iban="GB29NWBK60161331926819",
        bic="NWBKGB2LXXX",
    ),
    DemoSupplier(
        "50110", "Tagdækkeren på Havnen", "Skurvej", "5", "8000", "Aarhus C",
        "20-BANK-DK", account_number="84011102347755", company=PROPERTY,
    ),
)  # fmt: skip

INVOICES = (
    DemoInvoice("40110", "2026-4471", "18462.50", 2),
    DemoInvoice("40110", "2026-4502", "7310.00", 6),
    DemoInvoice("40115", "11873", "2149.75", 1),
    DemoInvoice("40120", "600418", "9684.20", 3),
    DemoInvoice("40125", "771209", "3299.00", 4),
    DemoInvoice("40130", "2026-17", "1500.00", 5, "Kontingent 2027"),
    DemoInvoice("40135", "90871", "12940.00", 8),
    DemoInvoice("40140", "3308", "5625.00", 0),
    DemoInvoice("40150", "RE-20931", "4180.35", 3, "RF18539007547034"),
    DemoInvoice("40155", "V26-0816", "960.00", 7),
    DemoInvoice("40160", "55210", "31250.00", 5),
    DemoInvoice("40165", "HRW-1190", "1845.60", 9),
    DemoInvoice("50110", "1204", "24300.00", 4),
)

ITEMS = (
    DemoItem(
        "RECEIVABLE", "K-1001", "Strandens Restaurant ApS", "DK1520005036594817",
        "10501", "18750.00", -3,
    ),
    DemoItem(
        "RECEIVABLE", "K-1001", "Strandens Restaurant ApS", "DK1520005036594817",
        "10507", "6240.50", 5,
    ),
    DemoItem(
        "RECEIVABLE", "K-1014", "Bådeværftet Skagen A/S", "", "10503", "42380.00", 1,
        "RF18539007547034",
    ),
    DemoItem(
        "RECEIVABLE", "K-1020", "Hanse Yachten GmbH", "DE89370400440532013000",
        "10505", "3120.00", 4, currency="EUR",
    ),
    DemoItem(
        "PAYABLE", "40170", "Havnens Vand & Varme", "", "VV-88120", "2415.75", 2,
    ),
    DemoItem("PAYABLE", "40175", "Kommunens Ejendomsskat", "", "EJ-2026-4",
             "11980.00", 6),
)  # fmt: skip
