"""Checks of the way to the ERP: its address, sign-in, version, clock, secret, calls."""

from datetime import date, datetime, timedelta

from erplink import Contact, ErpError, SettingKind, Throttled, Unavailable
from erplink.probe import Reach, Reached, reached
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.erp.checking.result import (
    Found,
    Item,
    Tone,
    failed,
    passed,
    skipped,
    unknown,
    warning,
)
from giroscope.kernel.clock import COPENHAGEN

_CERTIFICATE_DAYS = 14
_SKEW_WARNS = timedelta(seconds=60)
_SKEW_FAILS = timedelta(minutes=5)
_SECRET_DAYS = 30
_SECRET_OLD_DAYS = 365
_FEW_CALLS = 100


def endpoint(probe: Probe) -> Found:
    """Its name leads somewhere, the port answers, TLS holds."""
    setting = probe.setting_of(SettingKind.ADDRESS)
    if setting is None:
        return _fixed_place(probe)
    address = probe.opened.values[setting]
    seen = reached(address, probe.surroundings)
    if seen.reach is not Reach.REACHED:
        return _not_reached(seen, address, setting)
    if not seen.protocol:
        return passed("endpoint_plain", address=address, place=seen.place)
    days = _days_until(probe, seen.certificate_until)
    if days is not None and days <= _CERTIFICATE_DAYS:
        return warning(
            "endpoint_certificate_ends", setting=setting,
            address=address, days=days, protocol=seen.protocol,
        )  # fmt: skip
    return passed(
        "endpoint_reached", address=address, place=seen.place, protocol=seen.protocol
    )


def sign_in(probe: Probe) -> Found:
    """The secret opens the door."""
    contact = probe.contact
    return passed("signed_in", product=contact.product, version=contact.version)


def version(probe: Probe) -> Found:
    """Everything the connector stands on is installed."""
    contact = probe.contact
    told = {"product": contact.product, "version": contact.version}
    if contact.missing:
        items = [Item.same(one, one, Tone.ILL) for one in contact.missing]
        return failed("modules_missing", told, items=items, count=len(contact.missing))
    return passed("version_fits", told)


def clock(probe: Probe) -> Found:
    """The two clocks agree, so that days and deadlines do."""
    contact, now = probe.contact, probe.erp.clock()
    if contact.clock is None:
        return skipped("clock_not_told")
    skew = contact.clock - now
    told = {
        "seconds": int(abs(skew).total_seconds()),
        "theirs": _clock(contact.clock),
        "ours": _clock(now),
    }
    if abs(skew) > _SKEW_FAILS:
        return failed("clock_wrong", told)
    if abs(skew) > _SKEW_WARNS:
        return warning("clock_apart", told)
    return passed("clock_agrees", told)


def secret_expiry(probe: Probe) -> Found:
    """The secret will still be good for a while."""
    setting, ends = _ending(probe)
    if ends is not None:
        days = (ends - probe.today).days
        told = {"date": ends.isoformat(), "days": days}
        if days < 0:
            return failed("secret_ended", told, setting=setting)
        if days <= _SECRET_DAYS:
            return warning("secret_ends", told, setting=setting)
        return passed("secret_lasts", told)
    if not probe.secrets:
        return skipped("no_secret")
    name, oldest = min(probe.secrets.items(), key=lambda pair: pair[1].set_at)
    age = (probe.erp.clock() - oldest.set_at).days
    if age > _SECRET_OLD_DAYS:
        return warning("secret_old", setting=name, days=age, person=oldest.set_by)
    return passed("secret_age", days=age, person=oldest.set_by)


def headroom(probe: Probe) -> Found:
    """There are calls left of what the ERP allows."""
    left = probe.contact.calls_left
    if left is None:
        return skipped("calls_not_told")
    if left <= 0:
        return failed("calls_used", count=left)
    if left < _FEW_CALLS:
        return warning("calls_few", count=left)
    return passed("calls_left", count=left)


def _fixed_place(probe: Probe) -> Found:
    """An ERP whose place nobody types: it is there when it answers anything."""
    try:
        contact: Contact = probe.contact
    except Throttled:
        return passed("endpoint_answers")
    except Unavailable as error:
        return unknown("endpoint_silent_fixed", said=error.said, detail=error.detail)
    except ErpError:
        # That it refuses the sign-in is the next check's news.
        return passed("endpoint_answers")
    return passed("endpoint_answers", product=contact.product)


def _not_reached(seen: Reached, address: str, setting: str) -> Found:
    if seen.reach is Reach.SILENT:
        return unknown("endpoint_silent", address=address, place=seen.place)
    code = {
        Reach.REFUSED: "endpoint_refused",
        Reach.NO_NAME: "endpoint_no_name",
        Reach.NO_PORT: "endpoint_no_port",
        Reach.NO_TLS: "endpoint_no_tls",
    }[seen.reach]
    return failed(
        code, setting=setting, said=seen.said, detail=seen.reason,
        address=address, place=seen.place,
    )  # fmt: skip


def _ending(probe: Probe) -> tuple[str | None, date | None]:
    """The last day of the secret, as the ERP or somebody here has said."""
    opened = probe.opened
    told = probe.contact.secret_expires
    named = next(
        (
            one.name
            for one in opened.description.settings
            if one.kind is SettingKind.DATE and one.name.endswith("expires")
        ),
        None,
    )
    if told is not None:
        return named or probe.setting_of(SettingKind.SECRET), told
    typed = opened.values.get(named or "", "")
    return named, date.fromisoformat(typed) if typed else None


def _days_until(probe: Probe, until: datetime | None) -> int | None:
    return None if until is None else (until - probe.erp.clock()).days


def _clock(instant: datetime) -> str:
    return f"{instant.astimezone(COPENHAGEN):%Y-%m-%d %H:%M:%S}"
