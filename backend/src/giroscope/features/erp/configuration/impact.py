"""What activating a configuration will change, in sentences. Decides only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from erplink import Section, SettingKind, Words
from giroscope.features.erp.configuration.effective import (
    Effective,
    books_of,
    differing,
    values_of,
)
from giroscope.features.erp.configuration.own import OWN, OwnSettings

_OWN_NAMES = frozenset(setting.name for setting in OWN)


@dataclass(frozen=True, slots=True)
class Configured:
    """A configuration as far as its impact depends on it."""

    kind: str
    name: str
    """Of the ERP."""
    settings: Sequence[Effective]


def impact(before: Configured | None, after: Configured) -> list[Words]:
    """What will be otherwise from the moment of activation on."""
    own = OwnSettings.of(values_of(after.settings))
    if before is None:
        return [
            Words(
                f"{after.name} becomes the company's ERP.",
                f"{after.name} bliver virksomhedens ERP-system.",
            ),
            _pace(own),
        ]
    if is_other_books(before, after):
        return [*_other_books(before, after), _pace(own)]
    named = {one.setting.name: one for one in before.settings}
    changed = [
        one for one in after.settings if one.setting.name in differing([one], named)
    ]
    was = OwnSettings.of(values_of(before.settings))
    told = [*_of_connector(after, changed), *_of_own(was, own, changed)]
    return told or [
        Words(
            "Nothing changes: this configuration is already active.",
            "Intet ændres: opsætningen er allerede aktiv.",
        )
    ]


def is_other_books(before: Configured, after: Configured) -> bool:
    """Whether another company's books, or another ERP, are meant."""
    return before.kind != after.kind or books_of(before.settings) != books_of(
        after.settings
    )


def _other_books(before: Configured, after: Configured) -> list[Words]:
    if before.kind != after.kind:
        first = Words(
            f"{after.name} takes the place of {before.name}.",
            f"{after.name} afløser {before.name}.",
        )
    else:
        first = Words(
            "The books of another company are opened.",
            "Der åbnes et andet regnskab.",
        )
    return [
        first,
        Words(
            "The payment methods are mapped anew; until then their payments are held.",
            "Betalingsmetoderne skal kobles på ny; indtil da holdes betalingerne"
            " tilbage.",
        ),
        Words(
            "Payments taken from the former books are still reported there for 30"
            " days.",
            "Betalinger hentet fra det tidligere regnskab meldes fortsat tilbage dertil"
            " i 30 dage.",
        ),
    ]


def _of_connector(after: Configured, changed: Sequence[Effective]) -> list[Words]:
    told: list[Words] = []
    for one in changed:
        name = one.setting.label
        if one.setting.name in _OWN_NAMES:
            continue
        if one.setting.kind is SettingKind.SECRET:
            told.append(
                Words(
                    f"{after.name} is signed in to with the new “{name.en}”.",
                    f"Der logges ind i {after.name} med den nye “{name.da}”.",
                )
            )
        elif one.setting.kind is SettingKind.ADDRESS:
            told.append(
                Words(
                    f"Calls go to {one.value}.",
                    f"Kald går til {one.value}.",
                )
            )
        else:
            told.append(
                Words(
                    f"“{name.en}” becomes “{one.value}”.",
                    f"“{name.da}” bliver “{one.value}”.",
                )
            )
    return told


def _of_own(
    was: OwnSettings, own: OwnSettings, changed: Sequence[Effective]
) -> list[Words]:
    told: list[Words] = []
    sections = {one.setting.section for one in changed if _is_own(one)}
    if Section.SCHEDULE in sections and _fetching(was) != _fetching(own):
        told.append(_pace(own))
    if was.check_time != own.check_time:
        told.append(_daily_check(own))
    if was.writes_status != own.writes_status:
        told.append(_STATUS[own.writes_status])
    if was.writes_statement_lines != own.writes_statement_lines:
        told.append(_LINES[own.writes_statement_lines])
    if was.registration != own.registration:
        told.append(
            Words(
                "The checks ask for the books of company"
                f" {own.registration or '(any)'}.",
                "Kontrollerne kræver regnskabet for CVR-nr."
                f" {own.registration or '(alle)'}.",
            )
        )
    if Section.NOTIFICATIONS in sections:
        told.append(
            Words(
                "Others are told when the validation changes.",
                "Det ændres, hvem der får besked om valideringen.",
            )
        )
    return told


_STATUS: Mapping[bool, Words] = {
    True: Words(
        "The ERP is told what becomes of each payment, from now on.",
        "ERP-systemet får fremover besked om, hvad der sker med hver betaling.",
    ),
    False: Words(
        "The ERP is no longer told what becomes of payments.",
        "ERP-systemet får ikke længere besked om, hvad der sker med betalingerne.",
    ),
}
_LINES: Mapping[bool, Words] = {
    True: Words(
        "Statement lines are written from the next statement on.",
        "Kontoposteringer skrives fra og med næste kontoudtog.",
    ),
    False: Words(
        "Statement lines are no longer written.",
        "Kontoposteringer skrives ikke længere.",
    ),
}


def _is_own(one: Effective) -> bool:
    return one.setting.name in _OWN_NAMES


def _fetching(own: OwnSettings) -> tuple[int, int, int, bool]:
    return own.fetch_minutes, own.fetch_from, own.fetch_to, own.fetches_on_weekends


def _pace(own: OwnSettings) -> Words:
    if own.fetch_minutes == 0:
        return Words(
            "Payments are fetched only when somebody asks.",
            "Betalinger hentes kun, når nogen beder om det.",
        )
    days = ("every day", "hver dag")
    if not own.fetches_on_weekends:
        days = ("Monday to Friday", "mandag til fredag")
    hours = f"{own.fetch_from:02}:00-{own.fetch_to:02}:00"
    return Words(
        f"Payments are fetched every {own.fetch_minutes} minutes, {hours}, {days[0]}.",
        f"Betalinger hentes hvert {own.fetch_minutes}. minut, {hours}, {days[1]}.",
    )


def _daily_check(own: OwnSettings) -> Words:
    if own.check_time is None:
        return Words(
            "The checks no longer run by themselves.",
            "Kontrollerne kører ikke længere af sig selv.",
        )
    at = f"{own.check_time:%H:%M}"
    return Words(
        f"All checks run every day at {at}.",
        f"Alle kontroller kører hver dag kl. {at}.",
    )
