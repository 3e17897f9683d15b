"""Where an ERP's own screens show a record, so that a person can look at it there."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from erplink.values import Description, Record, SettingKind


def page_of(
    description: Description,
    settings: Mapping[str, str],
    record: Record,
    native_id: str,
) -> str | None:
    """The address in a browser; None where the ERP has none for such a record."""
    template = description.pages.get(record)
    if template is None or not native_id:
        return None
    addresses = {
        one.name for one in description.settings if one.kind is SettingKind.ADDRESS
    }
    told = {
        name: value.strip().rstrip("/") if name in addresses else quote(value, safe="")
        for name, value in settings.items()
    }
    try:
        found = template.format_map({**told, "id": quote(native_id, safe="")})
    except KeyError:
        # A setting that is not given leads nowhere.
        return None
    return found if urlsplit(found).scheme in {"http", "https"} else None
