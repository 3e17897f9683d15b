"""What the product itself has to be told about an ERP, whichever it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time

from erplink import Section, Setting, SettingKind, Words

NEVER = "never"
_HOURS = tuple(f"{hour:02}:00" for hour in range(24))
_FLAG = ("true", "false")
WORSE, EVERY = "worse", "every"
LANGUAGES = ("en", "da")


def _setting(
    name: str,
    section: Section,
    label: tuple[str, str],
    told: tuple[str, str],
    kind: SettingKind,
    default: str = "",
    choices: tuple[str, ...] = (),
) -> Setting:
    return Setting(
        name=name, label=Words(*label), help=Words(*told), kind=kind, section=section,
        is_required=False, default=default, choices=choices,
    )  # fmt: skip


OWN: tuple[Setting, ...] = (
    _setting(
        "company_registration",
        Section.COMPANY,
        ("Registration number", "CVR-nummer"),
        (
            (
                "The company number the books must carry. A check fails when the ERP"
                " opens the books of another company."
            ),
            (
                "Det CVR-nummer, regnskabet skal have. En kontrol fejler, hvis"
                " ERP-systemet åbner en anden virksomheds regnskab."
            ),
        ),
        SettingKind.TEXT,
    ),
    _setting(
        "writes_status",
        Section.POSTING,
        ("Write back what became of payments", "Skriv betalingernes status tilbage"),
        (
            "The ERP is told when a payment is sent, executed, booked or rejected.",
            (
                "ERP-systemet får besked, når en betaling er sendt, udført, bogført"
                " eller afvist."
            ),
        ),
        SettingKind.FLAG,
        "true",
        _FLAG,
    ),
    _setting(
        "writes_statement_lines",
        Section.POSTING,
        ("Write statement lines", "Skriv kontoposteringer"),
        (
            "The lines of every statement are written into the account's journal.",
            "Posteringerne fra hvert kontoudtog skrives i kontoens kassekladde.",
        ),
        SettingKind.FLAG,
        "true",
        _FLAG,
    ),
    _setting(
        "fetch_minutes",
        Section.SCHEDULE,
        ("Fetch payments", "Hent betalinger"),
        (
            "How often the ERP is asked for payments that are to be made.",
            "Hvor ofte ERP-systemet spørges om betalinger, der skal udføres.",
        ),
        SettingKind.CHOICE,
        "15",
        ("0", "5", "15", "30", "60", "240"),
    ),
    _setting(
        "fetch_from",
        Section.SCHEDULE,
        ("From", "Fra kl."),
        (
            "Copenhagen time. Before it nothing is fetched unless somebody asks.",
            "Dansk tid. Før da hentes der kun, når nogen beder om det.",
        ),
        SettingKind.CHOICE,
        "06:00",
        _HOURS,
    ),
    _setting(
        "fetch_to",
        Section.SCHEDULE,
        ("Until", "Til kl."),
        (
            "Copenhagen time. After it nothing is fetched unless somebody asks.",
            "Dansk tid. Derefter hentes der kun, når nogen beder om det.",
        ),
        SettingKind.CHOICE,
        "20:00",
        (*_HOURS[1:], "24:00"),
    ),
    _setting(
        "fetches_on_weekends",
        Section.SCHEDULE,
        ("At weekends too", "Også i weekenden"),
        (
            "Whether payments are fetched on Saturdays and Sundays.",
            "Om der hentes betalinger lørdag og søndag.",
        ),
        SettingKind.FLAG,
        "false",
        _FLAG,
    ),
    _setting(
        "check_time",
        Section.SCHEDULE,
        ("Validate every day at", "Kontrollér hver dag kl."),
        (
            "When all checks run by themselves, Copenhagen time.",
            "Hvornår alle kontroller kører af sig selv, dansk tid.",
        ),
        SettingKind.CHOICE,
        "06:00",
        (NEVER, *_HOURS),
    ),
    _setting(
        "tells",
        Section.NOTIFICATIONS,
        ("Tell when the validation changes", "Giv besked, når valideringen ændrer sig"),
        (
            "A message for everybody, when the verdict is another than before.",
            "En meddelelse til alle, når resultatet er et andet end før.",
        ),
        SettingKind.CHOICE,
        EVERY,
        (EVERY, WORSE, NEVER),
    ),
    _setting(
        "tells_by_mail",
        Section.NOTIFICATIONS,
        ("Also by mail to", "Også med e-mail til"),
        (
            "Mail addresses with commas between them, such as the ERP partner's.",
            "E-mailadresser med komma imellem, f.eks. ERP-partnerens.",
        ),
        SettingKind.TEXT,
    ),
    _setting(
        "mail_language",
        Section.NOTIFICATIONS,
        ("Language of the mails", "E-mailenes sprog"),
        (
            "The report is written in this language.",
            "Rapporten skrives på dette sprog.",
        ),
        SettingKind.CHOICE,
        "en",
        LANGUAGES,
    ),
)
"""The product's own settings, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """The product's own settings as the product uses them."""

    fetch_minutes: int
    """0 fetches only when somebody asks."""
    fetch_from: int
    fetch_to: int
    """Whole hours of the day in Copenhagen."""
    fetches_on_weekends: bool
    writes_status: bool
    writes_statement_lines: bool
    check_time: time | None
    """When everything is checked each day, in Copenhagen; None for never."""
    tells: str
    mails: tuple[str, ...]
    language: str
    registration: str

    @classmethod
    def of(cls, values: Mapping[str, str]) -> "OwnSettings":
        """From effective values, all of which fit their kind."""
        check_time = values["check_time"]
        return cls(
            fetch_minutes=int(values["fetch_minutes"]),
            fetch_from=hour_of(values["fetch_from"]),
            fetch_to=hour_of(values["fetch_to"]),
            fetches_on_weekends=values["fetches_on_weekends"] == "true",
            writes_status=values["writes_status"] == "true",
            writes_statement_lines=values["writes_statement_lines"] == "true",
            check_time=None if check_time == NEVER else time.fromisoformat(check_time),
            tells=values["tells"],
            mails=mail_addresses(values["tells_by_mail"]),
            language=values["mail_language"],
            registration=digits(values["company_registration"]),
        )


def hour_of(clock: str) -> int:
    """The hour that `20:00` names."""
    return int(clock[:2])


def mail_addresses(text: str) -> tuple[str, ...]:
    """The addresses one by one."""
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def digits(number: str) -> str:
    """A registration number as it is compared: its digits, without a country."""
    return "".join(char for char in number if char.isdecimal())
