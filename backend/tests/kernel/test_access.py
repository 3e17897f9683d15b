"""What each role may do: whoever gives a verb away changes this table too."""

import pytest

from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    APPROVER,
    AUDITOR,
    BILLING,
    CALLS,
    DEBUG,
    EVERYONE,
    GRANTS,
    LOGS,
    PUBLIC,
    SCREENS,
    UPLOAD,
    Actor,
    ActorKind,
    permissions_of,
    screens_of,
    shell_actor,
    system_actor,
)
from giroscope.kernel.errors import Forbidden

ALL = "all"
ROLES: dict[str, str] = {
    ALL: """
        banks.read dashboard.read demo.read documents.read erp.read journals.comment
        journals.read messages.acknowledge messages.read payments.check payments.read
        payments.reopen statements.read viewer.read views.read views.save
    """,
    UPLOAD: """
        accounts.join banks.fetch demo.generate erp.exchange erp.test journals.reimport
        journals.settle messages.resolve payments.correct payments.recall
        reconciliation.match
        statements.decide statements.expect uploads.cancel uploads.create
        uploads.read uploads.undo
    """,
    APPROVER: """
        banks.pause journals.settle messages.resolve passkeys.use payments.approve
        payments.lift payments.recall payments.resolve payments.sign
    """,
    ACCOUNT_MANAGEMENT: """
        accounts.join audit.read audit.verify banks.change banks.fetch banks.pause
        banks.test clients.change clients.read demo.generate erp.activate
        erp.change erp.exchange erp.test
        erp.window logs.settings messages.resolve passkeys.confirm passkeys.use
        payments.policies reconciliation.automatic reconciliation.limit
        statements.closers statements.expect
        users.change users.disable users.erase users.invite users.personal_data
        users.read users.review users.roles
        users.sessions users.unlock views.manage webhooks.change webhooks.read
    """,
    BILLING: "billing.change billing.read messages.resolve",
    LOGS: "logs.read logs.reveal messages.resolve",
    AUDITOR: "audit.read audit.verify rules.read uploads.read",
    DEBUG: """
        audit.read audit.verify debug.act debug.read messages.resolve rules.change
        rules.read uploads.read
    """,
}


NOT_AN_AUDITORS = {
    "journals.comment", "messages.acknowledge", "payments.reopen", "views.save",
}  # fmt: skip
CALLED_OPENLY = {
    "GET /api/export/tickets/{ticket}",
    "GET /api/public/graphql",
    "POST /api/public/graphql",
    "POST /api/backchannel-logout",
    "GET /settings.js",
    "GET /healthz/live",
    "GET /healthz/ready",
    "GET /metrics",
    "GET /{path:path}",
}
OPENED_BY = {
    "/": "journals.read",
    "/account-management/users": "users.read",
    "/account-management/webhooks": "webhooks.read",
    "/approval-policies": "payments.read",
    "/audit": "audit.read",
    "/bank": "banks.read",
    "/billing/invoices": "billing.read",
    "/billing/subscriptions": "billing.read",
    "/dashboard": "dashboard.read",
    "/debug": "debug.read",
    "/demo": "demo.read",
    "/erp/configuration": "erp.read",
    "/erp/configuration-validation": "erp.read",
    "/erp/exchange": "erp.read",
    "/erp/payment-method-mapping": "erp.read",
    "/payees": "payments.read",
    "/payments": "payments.read",
    "/statements": "statements.read",
    "/reconciliation": "statements.read",
    "/journals/statements": "statements.read",
    "/logs": "logs.read",
    "/messages": "messages.read",
    "/outlook": "dashboard.read",
    "/passkeys": "passkeys.use",
    "/rules": "rules.read",
    "/sendings": "payments.read",
    "/upload": "uploads.create",
    "/upload/statement": "uploads.create",
}


def _person(*roles: str) -> Actor:
    return Actor("u", "giroscope", "u", "U", frozenset(roles))


@pytest.mark.parametrize("role", [role for role in ROLES if role != ALL])
def test_a_role_gives_what_is_written_here_and_nothing_else(role: str) -> None:
    assert set(GRANTS) == set(ROLES) - {ALL}
    assert frozenset(ROLES[role].split()) == GRANTS[role]
    wanted = {*ROLES[ALL].split(), *ROLES[role].split()}
    if role == AUDITOR:
        wanted -= NOT_AN_AUDITORS
    assert permissions_of(frozenset({role})) == wanted
    assert _person(role).permissions == wanted


def test_who_has_no_role_may_do_what_everybody_may() -> None:
    assert frozenset(ROLES[ALL].split()) == EVERYONE
    for roles in ((), ("offline_access",), ("GIROSCOPE-UPLOAD",)):
        assert permissions_of(frozenset(roles)) == EVERYONE


def test_roles_add_up() -> None:
    both = permissions_of(frozenset({UPLOAD, LOGS}))
    assert both == {*ROLES[ALL].split(), *ROLES[UPLOAD].split(), *ROLES[LOGS].split()}


def test_the_command_line_may_all_and_the_product_what_everybody_may() -> None:
    shell, system = shell_actor("acme"), system_actor("acme")
    assert shell.permissions == EVERYONE.union(*GRANTS.values())
    assert system.permissions == EVERYONE
    assert (shell.realm, shell.kind) == ("acme", ActorKind.SHELL)
    assert (system.realm, system.kind) == ("acme", ActorKind.SYSTEM)
    assert _person().kind is ActorKind.PERSON


def test_a_verb_that_no_role_gives_is_refused() -> None:
    _person(UPLOAD).ensure("uploads.create")
    for roles in ((), (LOGS,), (UPLOAD, LOGS, DEBUG)):
        assert not _person(*roles).may("payments.approve")
        with pytest.raises(Forbidden):
            _person(*roles).ensure("payments.approve")


def test_a_token_is_not_written_with_the_person_who_shows_it() -> None:
    shown = Actor("u", "acme", "u", "U", frozenset(), token="e30.secret")
    assert "secret" not in repr(shown)


def test_calls_are_open_where_it_is_written_here() -> None:
    assert {call for call, verb in CALLS.items() if verb == PUBLIC} == CALLED_OPENLY


def test_a_screen_is_opened_by_the_verb_that_is_written_here() -> None:
    assert SCREENS == OPENED_BY


def test_the_menu_keeps_its_order_and_shows_only_what_opens() -> None:
    assert screens_of(frozenset({BILLING})) == tuple(
        path
        for path, verb in SCREENS.items()
        if verb in EVERYONE or verb == "billing.read"
    )
