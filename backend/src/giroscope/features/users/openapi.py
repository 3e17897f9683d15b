"""The OpenAPI description of `/api/account`, for programs that are made from one."""

from typing import Any

from giroscope.features.users.invite import InvitationOutcome
from giroscope.features.users.personal_data.rows import RowOutcome
from giroscope.features.users.policy import ASSIGNABLE, CONFLICTS
from giroscope.features.users.tables import RequestState, UserState
from giroscope.kernel.personal_data import Purpose
from localization import LANGUAGES

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
_INSTANT: Schema = {"type": "string", "format": "date-time"}
_OPTIONAL_INSTANT: Schema = {"type": ["string", "null"], "format": "date-time"}
_FLAG: Schema = {"type": "boolean"}
_ROLE: Schema = {"type": "string", "enum": list(ASSIGNABLE)}


def _words(values: Any) -> Schema:
    return {"type": "string", "enum": [str(value) for value in values]}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _object(fields: dict[str, Schema], *optional: str) -> Schema:
    required = [name for name in fields if name not in optional]
    made: Schema = {
        "type": "object", "properties": fields, "additionalProperties": False
    }  # fmt: skip
    return {**made, "required": required} if required else made


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_REASON: Schema = {
    "oneOf": [_object({"code": _TEXT, "detail": _TEXT}), {"type": "null"}]
}

SCHEMAS: dict[str, Schema] = {
    "User": _object(
        {
            "id": _TEXT,
            "username": _TEXT,
            "givenName": _TEXT,
            "familyName": _TEXT,
            "name": _TEXT,
            "email": _TEXT,
            "language": _OPTIONAL_TEXT,
            "state": _words(UserState),
            "secondFactor": _FLAG,
            "requiredSteps": _list(_TEXT),
            "lastSignIn": _OPTIONAL_INSTANT,
            "created": _INSTANT,
            "createdBy": _OPTIONAL_TEXT,
            "roles": _list(
                _object(
                    {"role": _ROLE, "since": _INSTANT, "givenBy": _OPTIONAL_TEXT}
                )
            ),
            "requestedRoles": _list(_ROLE),
            "otherRoles": {"type": "integer"},
            "conflicts": _list(_words(one.code for one in CONFLICTS)),
        }
    ),
    "Users": _object(
        {
            "items": _list(_ref("User")),
            "total": {"type": "integer"},
            "next": _OPTIONAL_TEXT,
            "fetched": _OPTIONAL_INSTANT,
            "complete": _FLAG,
            "problem": _REASON,
        }
    ),
    "NewUser": _object(
        {
            "email": {"type": "string", "format": "email"},
            "givenName": _TEXT,
            "familyName": _TEXT,
            "roles": _list(_ROLE),
            "language": _words(("en", "da")),
            "username": _TEXT,
        },
        "roles",
        "language",
        "username",
    ),
    "Invitation": _object(
        {
            "id": _TEXT,
            "email": _TEXT,
            "outcome": _words(InvitationOutcome),
            "requestedRoles": _list(_ROLE),
            "problem": _REASON,
        }
    ),
    "UserChange": _object(
        {"givenName": _TEXT, "familyName": _TEXT, "email": _TEXT},
        "givenName",
        "familyName",
        "email",
    ),
    "RoleChange": _object(
        {"give": _list(_ROLE), "take": _list(_ROLE)}, "give", "take"
    ),
    "RolesChanged": _object(
        {"given": _list(_ROLE), "taken": _list(_ROLE), "requested": _list(_ROLE)}
    ),
    "Action": _object(
        {
            "action": _words(
                (
                    "enable", "disable", "unlock", "sign-out", "reset-second-factor",
                    "resend-invitation", "revoke-invitation", "temporary-password",
                    "erase",
                    "ask",
                )
            ),
            "steps": _list(
                _words(("change-password", "set-up-second-factor", "confirm-mail"))
            ),
            "by": _words(("mail", "next-sign-in")),
        },
        "steps",
        "by",
    ),
    "TemporaryPassword": _object({"temporaryPassword": _TEXT}),
    "ActionAnswer": {"oneOf": [_ref("TemporaryPassword"), _ref("RowOutcomes")]},
    "Sessions": _object(
        {
            "items": _list(
                _object(
                    {
                        "id": _TEXT,
                        "started": _OPTIONAL_INSTANT,
                        "lastSeen": _OPTIONAL_INSTANT,
                        "address": _TEXT,
                        "clients": _list(_TEXT),
                    }
                )
            )
        }
    ),
    "RoleRequests": _object(
        {
            "items": _list(
                _object(
                    {
                        "id": _TEXT,
                        "userId": _TEXT,
                        "role": _ROLE,
                        "state": _words(RequestState),
                        "created": _INSTANT,
                        "expires": _INSTANT,
                        "requestedBy": _TEXT,
                        "decided": _OPTIONAL_INSTANT,
                        "decidedBy": _OPTIONAL_TEXT,
                        "reason": _OPTIONAL_TEXT,
                    }
                )
            )
        }
    ),
    "Decision": _object(
        {
            "decision": _words(("confirm", "reject", "withdraw")),
            "reason": _TEXT,
        },
        "reason",
    ),
    "RowOutcomes": _object(
        {
            "items": _list(
                _object(
                    {
                        "table": _TEXT,
                        "label": _TEXT,
                        "purpose": _words(Purpose),
                        "why": _TEXT,
                        "outcome": _words(RowOutcome),
                        "rows": {"type": "integer"},
                    }
                )
            )
        }
    ),
    "Problem": {
        "type": "object",
        "properties": {
            "type": _TEXT,
            "title": _TEXT,
            "status": {"type": "integer"},
            "detail": _TEXT,
            "code": _TEXT,
            "correlationId": _OPTIONAL_TEXT,
        },
        "required": ["type", "title", "status", "detail", "code"],
    },
}  # fmt: skip


def _json(name: str) -> Schema:
    return {"content": {"application/json": {"schema": _ref(name)}}}


def _parameter(name: str, schema: Schema, place: str = "query") -> Schema:
    return {
        "name": name, "in": place, "required": place == "path", "schema": schema
    }  # fmt: skip


def _operation(
    name: str,
    summary: str,
    answers: dict[str, str | None],
    *,
    body: str | None = None,
    parameters: tuple[Schema, ...] = (),
) -> Schema:
    """One call; an answer without a schema has no body."""
    made: Schema = {"operationId": name, "summary": summary}
    if parameters:
        made["parameters"] = list(parameters)
    if body is not None:
        made["requestBody"] = {"required": True, **_json(body)}
    made["responses"] = {
        status: {"description": summary, **(_json(schema) if schema else {})}
        for status, schema in answers.items()
    }
    made["responses"]["default"] = {
        "description": "A refusal; `code` is stable and `detail` fit to show.",
        "content": {"application/problem+json": {"schema": _ref("Problem")}},
    }
    return made


_ID = _parameter("id", _TEXT, "path")
_LANGUAGE = _parameter("language", _words(LANGUAGES))
_PAGES = (
    _parameter("first", {"type": "integer", "minimum": 0, "maximum": 200}),
    _parameter("after", _TEXT),
)
_FILTERS = (
    _parameter("search", _TEXT),
    _parameter("role", _list(_ROLE)),
    _parameter("state", _list(_words(state.lower() for state in UserState))),
    _parameter("inactiveDays", {"type": "integer", "minimum": 1, "maximum": 3650}),
    _parameter("secondFactor", _FLAG),
)

PATHS: dict[str, dict[str, Schema]] = {
    "/api/account": {
        "get": _operation(
            "listUsers",
            "People of the tenant by name. With a `problem`, the identity provider does"
            " not answer: the list is as of `fetched`, and changes are refused.",
            {"200": "Users"},
            parameters=(*_FILTERS, *_PAGES),
        ),
        "post": _operation(
            "inviteUser",
            "Invites somebody by mail. Roles for two wait for a second manager.",
            {"201": "Invitation"},
            body="NewUser",
        ),
    },
    "/api/account/{id}": {
        "get": _operation("getUser", "One person.", {"200": "User"}, parameters=(_ID,)),
        "patch": _operation(
            "changeUser",
            "Changes a name or the mail address.",
            {"200": "User"},
            body="UserChange",
            parameters=(_ID,),
        ),
        "delete": _operation(
            "disableUser",
            "Disables somebody and ends every session. Nobody who ever signed in is"
            " deleted: what they did stays theirs. `enable` takes it back.",
            {"204": None},
            parameters=(_ID,),
        ),
    },
    "/api/account/{id}/roles": {
        "post": _operation(
            "changeUserRoles",
            "Gives and takes roles of the product; `requested` wait for a second"
            " account manager for seven days.",
            {"200": "RolesChanged"},
            body="RoleChange",
            parameters=(_ID,),
        )
    },
    "/api/account/{id}/actions": {
        "post": _operation(
            "actOnUser",
            "Does one thing. `ask` needs `steps`. `temporary-password` is told once,"
            " and only where an invitation could not be mailed. `erase` needs somebody"
            " who is disabled, is not undone, and tells `RowOutcomes`.",
            {"200": "ActionAnswer", "204": None},
            body="Action",
            parameters=(_ID, _LANGUAGE),
        )
    },
    "/api/account/{id}/erasure": {
        "get": _operation(
            "previewErasure",
            "What would become of each table's rows, were the person erased.",
            {"200": "RowOutcomes"},
            parameters=(_ID, _LANGUAGE),
        )
    },
    "/api/account/{id}/personal-data": {
        "get": {
            "operationId": "exportPersonalData",
            "summary": "What is kept of a person: JSON of each table, and a README.",
            "parameters": [_ID, _LANGUAGE],
            "responses": {
                "200": {
                    "description": "A ZIP file.",
                    "content": {"application/zip": {}},
                }
            },
        }
    },
    "/api/account/{id}/sessions": {
        "get": _operation(
            "listSessions",
            "Where somebody is signed in.",
            {"200": "Sessions"},
            parameters=(_ID,),
        )
    },
    "/api/account/{id}/sessions/{session}": {
        "delete": _operation(
            "endSession",
            "Ends one session.",
            {"204": None},
            parameters=(_ID, _parameter("session", _TEXT, "path")),
        )
    },
    "/api/account/requests": {
        "get": _operation(
            "listRoleRequests",
            "Roles that wait, or waited, for a second account manager, newest first.",
            {"200": "RoleRequests"},
            parameters=(
                _parameter("state", _list(_words(s.lower() for s in RequestState))),
                *_PAGES,
            ),
        )
    },
    "/api/account/requests/{id}": {
        "post": _operation(
            "decideRoleRequest",
            "Confirms or rejects, by a second account manager; or withdraws, by who"
            " asked.",
            {"204": None},
            body="Decision",
            parameters=(_ID,),
        )
    },
    "/api/account/review.csv": {
        "get": {
            "operationId": "accessReview",
            "summary": "Everybody with their roles, since when and by whom.",
            "parameters": [
                _parameter("dialect", _words(("plain", "excel-da"))),
            ],
            "responses": {
                "200": {
                    "description": "A file of separated values.",
                    "content": {"text/csv": {"schema": _TEXT}},
                }
            },
        }
    },
}

DOCUMENT: Schema = {
    "openapi": "3.1.0",
    "info": {
        "title": "Giroscope account management",
        "version": "1",
        "description": "The people of one tenant, which the host names. Needs a bearer"
        " token of somebody with the role giroscope-account-management.",
    },
    "security": [{"bearer": []}],
    "paths": PATHS,
    "components": {
        "schemas": SCHEMAS,
        "securitySchemes": {
            "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
        },
    },
}
