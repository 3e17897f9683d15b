"""A set-up as a file that another tenant or installation can take in. No secrets."""

from collections.abc import Mapping
from typing import Any

import orjson

from erplink import SettingKind
from giroscope.features.erp.configuration.draft import Change
from giroscope.features.erp.configuration.effective import settings_of
from giroscope.features.erp.errors import BadDocument
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpVersion

_FORMAT = "giroscope erp configuration"
_VERSION = 1
_LONGEST = 100_000


def carried(erp: Erp, row: ErpVersion) -> str:
    """A version as a file; names the secrets it needs, and holds none."""
    secrets = [
        one.name
        for one in erp.description(row.kind).settings
        if one.kind is SettingKind.SECRET
    ]
    content = {
        "format": _FORMAT,
        "version": _VERSION,
        "erp": row.kind,
        "settings": row.values,
        "secrets": secrets,
    }
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS
    return orjson.dumps(content, option=options).decode() + "\n"


def change_of(erp: Erp, document: str) -> Change:
    """The change that makes a draft what the file says; its secrets stay out.

    Raises:
        BadDocument: It is no such file.
        NoConnector: There is no connector for its ERP here.
    """
    content = _content(document)
    kind, told = content.get("erp"), content.get("settings")
    if not isinstance(kind, str) or not isinstance(told, Mapping):
        raise BadDocument
    if not all(isinstance(value, str) for value in told.values()):
        raise BadDocument("Every setting of the file has to be a text")
    # What the file leaves out goes back to its default, and does not stay by chance.
    values = {
        one.name: ""
        for one in settings_of(erp.description(kind))
        if one.kind is not SettingKind.SECRET
    }
    return Change(kind=kind, values={**values, **told})


def _content(document: str) -> Mapping[str, Any]:
    if len(document) > _LONGEST:
        raise BadDocument
    try:
        content = orjson.loads(document)
    except orjson.JSONDecodeError as error:
        raise BadDocument from error
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise BadDocument
    if content.get("version") != _VERSION:
        raise BadDocument("This file comes from another release")
    return content
