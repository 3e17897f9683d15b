"""Every address of the Admin API."""

from __future__ import annotations

from starlette.routing import Route

from signin.admin import (
    actions_mail,
    activity,
    clients,
    credentials,
    people,
    realm,
    roles,
)

_REALM = "/admin/realms/{realm}"
_USERS = f"{_REALM}/users"
_USER = f"{_USERS}/{{user_id}}"
_USER_ROLES = f"{_USER}/role-mappings/realm"
_FAILURES = f"{_REALM}/attack-detection/brute-force/users/{{user_id}}"

ROUTES = (
    Route(_REALM, realm.representation),
    Route(_USERS, people.list_users),
    Route(_USERS, people.create, methods=["POST"]),
    Route(f"{_USERS}/count", people.count),
    Route(f"{_USERS}/profile", realm.user_profile),
    Route(_USER, people.one),
    Route(_USER, people.change, methods=["PUT"]),
    Route(_USER, people.remove, methods=["DELETE"]),
    Route(f"{_USER}/logout", people.log_out, methods=["POST"]),
    Route(f"{_USER}/reset-password", credentials.reset_password, methods=["PUT"]),
    Route(
        f"{_USER}/execute-actions-email",
        actions_mail.execute_actions,
        methods=["PUT"],
    ),
    Route(f"{_USER}/send-verify-email", actions_mail.verify_email, methods=["PUT"]),
    Route(f"{_USER}/credentials", credentials.list_credentials),
    Route(
        f"{_USER}/credentials/{{credential_id}}",
        credentials.remove_credential,
        methods=["DELETE"],
    ),
    Route(f"{_USER}/sessions", activity.list_sessions),
    Route(_USER_ROLES, roles.assigned),
    Route(_USER_ROLES, roles.change, methods=["POST", "DELETE"]),
    Route(f"{_USER_ROLES}/available", roles.available),
    Route(f"{_USER_ROLES}/composite", roles.assigned),
    Route(f"{_REALM}/clients", clients.create, methods=["POST"]),
    Route(f"{_REALM}/clients/{{id}}", clients.one),
    Route(f"{_REALM}/clients/{{id}}", clients.change, methods=["PUT"]),
    Route(f"{_REALM}/clients/{{id}}", clients.remove, methods=["DELETE"]),
    Route(f"{_REALM}/roles", roles.list_roles),
    Route(f"{_REALM}/roles/{{name}}", roles.one),
    Route(f"{_REALM}/roles/{{name}}/users", roles.users_of),
    Route(f"{_REALM}/sessions/{{sid}}", activity.end_one, methods=["DELETE"]),
    Route(_FAILURES, activity.failures),
    Route(_FAILURES, activity.forget, methods=["DELETE"]),
    Route(f"{_REALM}/events", activity.list_events),
    Route(f"{_REALM}/admin-events", activity.list_admin_events),
)
