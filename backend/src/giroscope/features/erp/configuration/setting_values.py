"""Whether a value can be what a setting asks for. Decides only; changes nothing."""

import re
from collections.abc import Mapping
from datetime import date
from urllib.parse import urlsplit

from erplink import Setting, SettingKind
from giroscope.features.audit.policy import SecretInAudit, canonical
from giroscope.features.erp.configuration.own import hour_of, mail_addresses
from giroscope.features.erp.errors import BadSetting, LooksSecret

_LONGEST = 500
_LONGEST_SECRET = 16_000
"""A private key in PEM fits."""
_FOLDER = re.compile(r"[\w][\w .-]*(?:/[\w][\w .-]*)*")
_MAIL = re.compile(r"[^@\s,]+@[^@\s,]+\.[^@\s,]+")


def fitting(setting: Setting, told: str) -> str:
    """The value as it is kept; empty for one that is to be unset.

    Raises:
        BadSetting: It is none of the setting's kind.
        LooksSecret: It is shown to everybody and has the form of a secret.
    """
    value = told.strip()
    if not value:
        return ""
    if setting.kind is SettingKind.SECRET:
        return _secret(setting, value)
    if len(value) > _LONGEST or not value.isprintable():
        raise _bad(setting, f"At most {_LONGEST} characters in one line")
    if setting.choices and value not in setting.choices:
        raise _bad(setting, f"One of {', '.join(setting.choices)}")
    check = _KINDS.get(setting.kind)
    if check is not None:
        value = check(setting, value)
    if setting.name == "tells_by_mail":
        _ensure_mails(setting, value)
    try:
        canonical({"value": value})
    except SecretInAudit as error:
        raise LooksSecret(path=setting.name) from error
    return value


def ensure_together(values: Mapping[str, str]) -> None:
    """Pass silently, or refuse what fits alone and not with the others.

    Raises:
        BadSetting: The hours of fetching end before they begin.
    """
    if hour_of(values["fetch_from"]) >= hour_of(values["fetch_to"]):
        raise BadSetting("Fetching ends before it begins", path="fetch_to")


def _secret(setting: Setting, value: str) -> str:
    if len(value) > _LONGEST_SECRET:
        raise _bad(setting, f"At most {_LONGEST_SECRET} characters")
    return value


def _address(setting: Setting, value: str) -> str:
    try:
        parts = urlsplit(value)
        is_address = (
            parts.scheme in {"http", "https"}
            and bool(parts.hostname)
            and not parts.query
            and not parts.fragment
            and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        is_address = False
    if not is_address:
        raise _bad(setting, "An address such as https://erp.example.com")
    if parts.username is not None or parts.password is not None:
        raise LooksSecret(
            "Leave name and password out of the address; they have fields of their own",
            path=setting.name,
        )
    return value.rstrip("/")


def _folder(setting: Setting, value: str) -> str:
    if _FOLDER.fullmatch(value) is None or ".." in value:
        raise _bad(setting, "The name of a folder, without a drive or “..”")
    return value


def _flag(setting: Setting, value: str) -> str:
    if value not in {"true", "false"}:
        raise _bad(setting, "`true` or `false`")
    return value


def _day(setting: Setting, value: str) -> str:
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError as error:
        raise _bad(setting, "A day such as 2026-12-31") from error


_KINDS = {
    SettingKind.ADDRESS: _address,
    SettingKind.FOLDER: _folder,
    SettingKind.FLAG: _flag,
    SettingKind.DATE: _day,
}


def _ensure_mails(setting: Setting, value: str) -> None:
    wrong = [one for one in mail_addresses(value) if not _MAIL.fullmatch(one)]
    if wrong:
        raise _bad(setting, f"“{wrong[0][:60]}” is no mail address")


def _bad(setting: Setting, sentence: str) -> BadSetting:
    return BadSetting(f"{setting.label.en}: {sentence}", path=setting.name)
