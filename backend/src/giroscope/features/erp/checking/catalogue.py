"""The checks: what each looks at, what it stands on, and why it matters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from erplink import Section, Words
from giroscope.features.erp.checking import books, lines, mapped, periods, rights
from giroscope.features.erp.checking.found import Found
from giroscope.features.erp.checking.mapping_seam import MappingChecks
from giroscope.features.erp.checking.probe import Probe

Look = Callable[[Probe], Found]


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `needs` must not have failed before it can look."""

    name: str
    section: Section
    needs: tuple[str, ...]
    title: Words
    looks_at: Words
    matters: Words
    is_configuration: bool = True
    """Whether a failure keeps a draft from being activated: the mapping of payment
    methods is done after it."""


CHECKS: tuple[Check, ...] = (
    Check(
        "endpoint",
        Section.CONNECTION,
        (),
        Words("Address and secure line", "Adresse og sikker forbindelse"),
        Words(
            "That the address's name leads to a host, its port answers, and TLS"
            " presents a certificate that is believed.",
            "At adressens navn fører til en vært, at porten svarer, og at TLS viser et"
            " certifikat, der kan stoles på.",
        ),
        Words(
            "Without a line nothing is fetched and nothing is told.",
            "Uden forbindelse hentes der intet, og intet meldes tilbage.",
        ),
    ),
    Check(
        "sign_in",
        Section.CONNECTION,
        ("endpoint",),
        Words("Sign-in", "Login"),
        Words(
            "That the ERP accepts the secret of this configuration.",
            "At ERP-systemet accepterer opsætningens hemmelighed.",
        ),
        Words(
            "A withdrawn or mistyped secret stops the exchange at once.",
            "En tilbagekaldt eller forkert hemmelighed standser udvekslingen straks.",
        ),
    ),
    Check(
        "version",
        Section.CONNECTION,
        ("sign_in",),
        Words("Version and modules", "Version og moduler"),
        Words(
            "That the ERP has the modules or the extension that the connector uses.",
            "At ERP-systemet har de moduler eller den udvidelse, som forbindelsen"
            " bruger.",
        ),
        Words(
            "A missing module shows only when the first payment is to be taken.",
            "Et manglende modul viser sig ellers først, når den første betaling skal"
            " hentes.",
        ),
    ),
    Check(
        "company",
        Section.COMPANY,
        ("endpoint",),
        Words("Company", "Virksomhed"),
        Words(
            "That the books opened are those of the company that was meant.",
            "At det åbnede regnskab er den rigtige virksomheds.",
        ),
        Words(
            "The books of another company would be paid, and told, with your money.",
            "Ellers ville en anden virksomheds fakturaer blive betalt med jeres penge.",
        ),
    ),
    Check(
        "read_rights",
        Section.CONNECTION,
        ("sign_in",),
        Words("Rights to read", "Rettigheder til at læse"),
        Words(
            "That payments, methods, accounts and suppliers may be read.",
            "At betalinger, betalingsmetoder, konti og leverandører må læses.",
        ),
        Words(
            "What may not be read looks like an empty list.",
            "Det, der ikke må læses, ligner en tom liste.",
        ),
    ),
    Check(
        "write_rights",
        Section.POSTING,
        ("sign_in",),
        Words("Rights to write", "Rettigheder til at skrive"),
        Words(
            "That status and statement lines may be written, tried without writing.",
            "At status og kontoposteringer må skrives, prøvet uden at skrive.",
        ),
        Words(
            "Else payments would leave and the ERP would never be told.",
            "Ellers ville betalinger blive sendt, uden at ERP-systemet fik besked.",
        ),
    ),
    Check(
        "accounts",
        Section.ACCOUNTS,
        ("sign_in", "company"),
        Words("Own bank accounts", "Egne bankkonti"),
        Words(
            "That each of the ERP's bank accounts is one account here, by its number.",
            "At hver af ERP-systemets bankkonti er én konto her, efter nummeret.",
        ),
        Words(
            "Payments from an account that is unknown here cannot be sent, and its"
            " statements find no journal.",
            "Betalinger fra en konto, der ikke kendes her, kan ikke sendes, og dens"
            " kontoudtog finder ingen kladde.",
        ),
    ),
    Check(
        "statement_journals",
        Section.ACCOUNTS,
        ("accounts",),
        Words("Journals for statements", "Kladder til kontoudtog"),
        Words(
            "That the ERP has a journal for the statement lines of each account.",
            "At ERP-systemet har en kladde til hver kontos posteringer.",
        ),
        Words(
            "Lines without a journal would be lost to the books.",
            "Posteringer uden kladde ville mangle i regnskabet.",
        ),
    ),
    Check(
        "period",
        Section.POSTING,
        ("sign_in", "company"),
        Words("Open period", "Åben periode"),
        Words(
            "That the books are open for today and for the last banking day.",
            "At regnskabet er åbent for i dag og for den seneste bankdag.",
        ),
        Words(
            "What a closed period refuses waits in the queue for a person.",
            "Det, en lukket periode afviser, venter i køen på et menneske.",
        ),
        is_configuration=False,
    ),
    Check(
        "methods_mapped",
        Section.POSTING,
        ("sign_in", "company"),
        Words("Payment methods mapped", "Betalingsmetoder koblet"),
        Words(
            "That every active outbound payment method has a mapping, and that no"
            " mapping has lost its method.",
            "At hver aktiv udgående betalingsmetode er koblet, og at ingen"
            " kobling har mistet sin betalingsmetode.",
        ),
        Words(
            "Payments of a method without a mapping are held, never guessed.",
            "Betalinger med en betalingsmetode uden kobling holdes tilbage; der"
            " gættes aldrig.",
        ),
        is_configuration=False,
    ),
    Check(
        "mapping_legal",
        Section.POSTING,
        ("sign_in", "company"),
        Words("Mapping possible", "Kobling mulig"),
        Words(
            "That currency, account and charges of each mapping are such as its bank"
            " takes.",
            "At valuta, konto og omkostninger i hver kobling er nogle, banken tager"
            " imod.",
        ),
        Words(
            "The bank would refuse the payments, a day later.",
            "Banken ville afvise betalingerne, en dag senere.",
        ),
        is_configuration=False,
    ),
    Check(
        "sample",
        Section.POSTING,
        ("read_rights", "company"),
        Words("Sample payments", "Prøve af betalinger"),
        Words(
            "That payments open in the ERP can be read with amount, currency and"
            " creditor.",
            "At åbne betalinger i ERP-systemet kan læses med beløb, valuta og"
            " modtager.",
        ),
        Words(
            "What cannot be read is told and not paid.",
            "Det, der ikke kan læses, meldes og betales ikke.",
        ),
    ),
    Check(
        "clock",
        Section.CONNECTION,
        ("sign_in",),
        Words("Clock and time zone", "Ur og tidszone"),
        Words(
            "That the ERP's clock and this one agree within a minute.",
            "At ERP-systemets ur og dette er enige inden for et minut.",
        ),
        Words(
            "Clocks apart make changes look old, and days slip at midnight.",
            "Ure, der går forskelligt, får ændringer til at se gamle ud, og datoer"
            " flytter sig ved midnat.",
        ),
    ),
    Check(
        "secret_expiry",
        Section.CONNECTION,
        ("sign_in",),
        Words("Age of the secret", "Hemmelighedens alder"),
        Words(
            "When the secret ends, or how long it has been in use.",
            "Hvornår hemmeligheden udløber, eller hvor længe den har været i brug.",
        ),
        Words(
            "When it ends, the exchange stops without notice.",
            "Når den udløber, standser udvekslingen uden varsel.",
        ),
    ),
    Check(
        "headroom",
        Section.SCHEDULE,
        ("sign_in",),
        Words("Calls left", "Resterende kald"),
        Words(
            "How many calls the ERP still allows in the present period.",
            "Hvor mange kald ERP-systemet stadig tillader i denne periode.",
        ),
        Words(
            "When they are used up, everything waits for the next period.",
            "Når de er brugt, venter alt til næste periode.",
        ),
    ),
)
"""All checks, each after those it needs."""

BY_NAME: Mapping[str, Check] = {check.name: check for check in CHECKS}
NAMES: tuple[str, ...] = tuple(BY_NAME)


def looks(mapping: MappingChecks | None) -> Mapping[str, Look]:
    """What each check does, with the mapping where there is one to look at."""
    return {
        "endpoint": lines.endpoint,
        "sign_in": lines.sign_in,
        "version": lines.version,
        "company": books.company,
        "read_rights": rights.read_rights,
        "write_rights": rights.write_rights,
        "accounts": books.accounts,
        "statement_journals": books.statement_journals,
        "period": periods.period,
        "methods_mapped": mapped.methods_mapped(mapping),
        "mapping_legal": mapped.mapping_legal(mapping),
        "sample": books.sample,
        "clock": lines.clock,
        "secret_expiry": lines.secret_expiry,
        "headroom": lines.headroom,
    }


def with_needed(names: Sequence[str]) -> list[str]:
    """These checks and all they stand on, in the order in which they are done."""
    wanted: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += BY_NAME[name].needs
    return [name for name in NAMES if name in wanted]


def of_section(section: Section) -> list[str]:
    """The checks that look at a section of the configuration."""
    return [check.name for check in CHECKS if check.section is section]
