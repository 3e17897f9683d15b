"""Reading a person's fields from JSON, with the rules of Keycloak's user profile."""

from __future__ import annotations

import re
from typing import Any

from signin.admin.problems import invalid, refused, unreadable
from signin.required_actions import in_order

USERNAME, EMAIL, FIRST_NAME, LAST_NAME = "username", "email", "firstName", "lastName"

_LENGTHS = {
    USERNAME: (3, 255),
    EMAIL: (0, 255),
    FIRST_NAME: (0, 255),
    LAST_NAME: (0, 255),
}
_BAD_USERNAME = re.compile(r"""[\x00-\x20\x7f<>&"'$%!#?§,;:*~/\\|^=\[\]{}()`]""")
_BAD_NAME = re.compile(r"""[\x00-\x1f\x7f<>&"$%!#?§;*~/\\|^=\[\]{}()]""")

# An address goes into the header of a mail: no spaces, no controls, no lists.
_EMAIL = re.compile(
    r"[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*"
    r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)

_MAX_ATTRIBUTES, _MAX_VALUES, _MAX_VALUE = 50, 20, 2_048

PROFILE: dict[str, Any] = {
    "attributes": [
        {
            "name": name,
            "displayName": f"${{{name}}}",
            "validations": validations,
            **({} if name == USERNAME else {"required": {"roles": ["user"]}}),
            "permissions": {"view": ["admin", "user"], "edit": ["admin", "user"]},
            "multivalued": False,
        }
        for name, validations in (
            (
                USERNAME,
                {
                    "length": {"min": 3, "max": 255},
                    "username-prohibited-characters": {},
                    "up-username-not-idn-homograph": {},
                },
            ),
            (EMAIL, {"email": {}, "length": {"max": 255}}),
            (
                FIRST_NAME,
                {"length": {"max": 255}, "person-name-prohibited-characters": {}},
            ),
            (
                LAST_NAME,
                {"length": {"max": 255}, "person-name-prohibited-characters": {}},
            ),
        )
    ],
    "groups": [
        {
            "name": "user-metadata",
            "displayHeader": "User metadata",
            "displayDescription": "Attributes, which refer to user metadata",
        }
    ],
    "unmanagedAttributePolicy": "ADMIN_EDIT",
}


def text_fields(body: dict[str, Any]) -> dict[str, str]:
    """Read the names and the address that are given; raises `AdminProblem`."""
    given = {name: _text(body[name]) for name in _LENGTHS if body.get(name) is not None}
    flaws = [flaw for name, text in given.items() if (flaw := _flaw(name, text))]
    if flaws:
        raise invalid(flaws)
    return given


def flag(body: dict[str, Any], name: str) -> bool | None:
    """Read a field that is true or false, or not there; raises `AdminProblem`."""
    value = body.get(name)
    if value is not None and not isinstance(value, bool):
        raise unreadable()
    return value


def attributes(body: dict[str, Any]) -> dict[str, list[str]] | None:
    """Read the free fields, each a list of texts; raises `AdminProblem`."""
    given = body.get("attributes")
    if given is None:
        return None
    if not isinstance(given, dict) or len(given) > _MAX_ATTRIBUTES:
        raise unreadable()
    read: dict[str, list[str]] = {}
    for name, values in given.items():
        listed = values if isinstance(values, list) else [values]
        if len(name) > _LENGTHS[USERNAME][1] or len(listed) > _MAX_VALUES:
            raise unreadable()
        read[name] = [_text(value) for value in listed]
        if any(len(value) > _MAX_VALUE for value in read[name]):
            raise invalid([_error(name, "error-invalid-length", 0, _MAX_VALUE)])
    return {name: values for name, values in read.items() if values}


def required_actions(body: dict[str, Any]) -> tuple[str, ...] | None:
    """Read required actions; unknown ones are passed over, as Keycloak does."""
    given = body.get("requiredActions")
    if given is None:
        return None
    if not isinstance(given, list):
        raise unreadable()
    return in_order(_text(action) for action in given)


def is_mail_address(text: str) -> bool:
    """Tell whether mail can be sent there, and nothing else be said by it."""
    return _EMAIL.fullmatch(text) is not None


def _flaw(name: str, text: str) -> dict[str, Any] | None:
    if name == USERNAME and not text.strip():
        raise refused(400, "User name is missing")
    shortest, longest = _LENGTHS[name]
    if not shortest <= len(text) <= longest:
        return _error(name, "error-invalid-length", shortest, longest)
    if name == EMAIL:
        is_fine = not text or is_mail_address(text.strip())
        return None if is_fine else _error(name, "error-invalid-email", text)
    if name == USERNAME:
        is_bad = _BAD_USERNAME.search(text.strip())
        return _error(name, "error-username-invalid-character") if is_bad else None
    is_bad = _BAD_NAME.search(text)
    return _error(name, "error-person-name-invalid-character") if is_bad else None


def _error(field: str, message: str, *params: object) -> dict[str, Any]:
    return {"field": field, "errorMessage": message, "params": [field, *params]}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise unreadable()
    return value
