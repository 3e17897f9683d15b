"""Every question there is, made from the schema and the routes, with somebody's ids."""

import json
from dataclasses import dataclass
from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from giroscope.graphql_schema import schema
from giroscope.kernel.graph import Allowed

SCHEMA = schema._schema
_DEPTH = 2

# What an argument that must be given is given, by its name in the operation, else by
# its type. An operation that is not covered here fails the tests: add its sample.
_BY_NAME = {
    "systemMessagesByCorrelationId.correlationId": "message",
    "paymentValidation.documentId": "number",
    "journal.correlationId": "journal",
    "journalTrail.correlationId": "journal",
    "undoBlockedBy.uploadId": "upload",
    "undoBlockedBy.language": "message",
    "upload.id": "upload",
    "moveUpload.id": "upload",
    "undoUpload.id": "upload",
    "debugMail.id": "message",
    "revealLog.reason": "message",
    "redeliverLog.reason": "message",
    "debugTrace.text": "journal",
    "removeDemo.id": "number",
    "allowErpWindow.origin": "message",
    "forbidErpWindow.origin": "message",
    "holdWork.reason": "list",
    "drainProcess.name": "message",
    "drainProcess.reason": "message",
    "takeProcessBack.name": "message",
    "beginWorkAgain.id": "number",
    "stopWork.id": "number",
    "savedViews.list": "list",
    **dict.fromkeys(
        ("webhookDelivery.id", "changeWebhookEndpoint.id", "deleteWebhookEndpoint.id",
         "rotateWebhookSecret.id", "testWebhookEndpoint.id",
         "resendWebhookDelivery.id", "resendFailedWebhooks.id"),
        "number",
    ),
    "arrangement.list": "list",
    "arrange.list": "list",
    "nicknameAccount.nickname": "message",
    "search.text": "message",
    "commentOnJournal.correlationId": "journal",
    "commentOnJournal.text": "message",
    "askForBankKey.reason": "message",
    "askForBankConfirmation.reason": "message",
    "setDefaultView.list": "list",
    "importRules.document": "message",
    "makeRuleLabel.name": "list",
    "renameRuleLabel.name": "message",
    "ruleTrial.recordId": "number",
    "applyRule.preview": "number",
    **dict.fromkeys(
        ("rule.id", "ruleRun.id", "saveRuleDraft.id", "discardRuleDraft.id",
         "restoreRuleVersion.id", "putRule.id", "confirmRule.id", "declineRule.id",
         "moveRule.id", "renameRuleLabel.id", "removeRuleLabel.id", "previewRule.id",
         "cancelRuleRun.id"),
        "number",
    ),
    "liftRuleHolds.correlationId": "journal",
    "liftRuleHolds.reason": "message",
    "questionInvoice.text": "message",
    "changeSubscription.shownTotal": "number",
    "renameView.name": "message",
    **dict.fromkeys(
        ("approveJournal.correlationId", "rejectJournal.correlationId",
         "undoApproval.correlationId", "reopenApproval.correlationId",
         "signJournal.correlationId", "cancelSending.correlationId",
         "decideSending.correlationId", "sendAgain.correlationId",
         "erpJournal.correlationId", "askRecall.correlationId",
         "settleJournal.correlationId", "unsettleJournal.correlationId",
         "beginPasskeyDecision.correlationId"),
        "journal",
    ),
    **dict.fromkeys(
        ("approveJournal.sha256", "rejectJournal.sha256", "rejectJournal.reason",
         "signJournal.sha256", "rejectJournals.reason", "cancelSending.reason",
         "decideSending.reason", "skipErpRecord.reason", "skipErpRecords.reason",
         "letErpPaymentGo.reason", "leaveErpPayment.reason", "importErpMappings.csv",
         "askRecall.note", "declineRecall.reason", "settleJournal.reason",
         "decideEntries.reason", "decideStatements.reason", "joinAccounts.reason",
         "separateAccounts.reason", "beginPasskeyDecision.sha256",
         "finishPasskeyRegistration.name", "finishPasskeyRegistration.answer",
         "removePasskey.reason", "closeMonths.reason", "reopenMonth.reason",
         "proposeMonths.reason", "confirmMonths.reason", "rejectMonth.reason"),
        "message",
    ),
    "delegateApprovals.personId": "person",
    "importErpConfiguration.document": "message",
    "endApprovalDelegation.id": "number",
    **dict.fromkeys(
        ("matchCandidates.transactionId", "unbookedPayments.transactionId",
         "openItems.transactionId", "entriesToChoose.transactionId",
         "matchPayments.id", "matchTransaction.id",
         "matchTransaction.candidateId", "unmatchTransaction.id",
         "statement.id", "transaction.id", "account.id", "job.id", "document.id",
         "payment.id", "payee.id", "message.id", "resolveMessage.id",
         "reopenMessage.id",
         "auditEvent.id", "communicationLog.id", "logReplay.id", "revealLog.id",
         "redeliverLog.id", "renameView.id", "deleteView.id",
         "bank.id", "changeBank.id", "activateBank.id", "renewBank.id", "testBank.id",
         "fetchBank.id", "acceptBankFile.id", "revokeBank.id", "deleteBank.id",
         "askForBankKey.id", "askForBankConfirmation.id", "confirmBankKey.requestId",
         "rejectBankKey.requestId",
         "withdrawBankKey.requestId", "confirmRecall.id", "declineRecall.id",
         "withdrawRecall.id", "changeStatementHabit.accountId",
         "reopenMonth.accountId", "rejectMonth.accountId", "withdrawMonth.accountId",
         "erpDifferences.before", "erpDifferences.after",
         "erpConfigurationFile.id", "restoreErpVersion.id",
         "erpMapping.id", "removeErpMapping.id", "undoErpMapping.id", "erpPayment.id",
         "nicknameAccount.id",
         "erpWrite.id", "confirmErpRequest.id", "rejectErpRequest.id",
         "withdrawErpRequest.id",
         "retryErpRecord.id", "skipErpRecord.id", "letErpPaymentGo.id",
         "leaveErpPayment.id",
         "invoice.id", "sendInvoice.id", "questionInvoice.id", "cancelJob.id",
         "retryJob.id", "confirmRoleRequest.id",
         "rejectRoleRequest.id", "withdrawRoleRequest.id", "undoLedgerDecision.id",
         "decideEntries.leftId", "decideEntries.rightId", "decideStatements.leftId",
         "decideStatements.rightId", "joinAccounts.keptId", "joinAccounts.joinedId",
         "separateAccounts.id", "confirmPasskey.id", "removePasskey.id",
         "changeApiClient.id", "switchApiClient.id", "rotateApiClientSecret.id",
         "deleteApiClient.id"),
        "number",
    ),
    **dict.fromkeys(
        ("user.id", "personalData.id", "resendInvitation.id", "revokeInvitation.id",
         "createTemporaryPassword.id", "changeUser.id", "disableUser.id",
         "enableUser.id", "unlockUser.id", "signOutUser.id", "resetSecondFactor.id",
         "askUser.id", "changeUserRoles.id"),
        "person",
    ),
}  # fmt: skip
_BY_TYPE: dict[str, Any] = {
    "Date!": "2026-11-02",
    "MessageLevel!": "INFO",
    "Boolean!": True,
    "Int!": 1,
    "Decimal!": "1.00",
    "[ID!]!": ["2", "1"],
    "[ApprovalRuleInput!]!": [{"name": "Large", "steps": [[]]}],
    "PasskeyDecision!": "APPROVE",
    "EntryMatchKind!": "PAYMENT",
    "[PaymentCorrection!]!": [{"paymentId": "1", "executionDate": "2026-11-02"}],
    "[SeenMonth!]!": [{"accountId": "1", "seen": "0"}],
    "[SeenDocument!]!": [{"correlationId": "1", "sha256": "0"}],
    "UserChange!": {"givenName": "Changed"},
    "BankChange!": {"name": "Changed"},
    "NewBank!": {
        "name": "Taken over", "profile": "nowhere", "environment": "TEST",
        "parameters": [],
    },
    "[NewUser!]!": [],
    "[UserRole!]!": ["UPLOAD"],
    "[UserStep!]!": ["CHANGE_PASSWORD"],
    "JournalSelection!": {"matching": {}, "expectedCount": 1},
    "UploadSelection!": {"ids": ["1", "2"]},
    "MessageSelection!": {"ids": ["1", "2"]},
    "[MailChoiceInput!]!": [{"topic": "FILES", "level": "ERROR", "frequency": "NEVER"}],
    "MessageGroupSelection!": {"by": "INBOX", "ids": ["1", "2"]},
    "EntrySelection!": {"ids": ["1", "2"]},
    "MessageGrouping!": "TEXT",
    "LogType!": "BANK",
    "LogKeepingInput!": {"keepDays": 30},
    "BankTestKind!": "TEST",
    "DemoWish!": {"preset": "REJECTS", "days": 1},
    "BillingDetailsInput!": {"name": "Taken over"},
    "SubscriptionTermsInput!": {
        "plan": "start", "interval": "MONTH", "currency": "DKK", "seats": 3,
    },
    "RecallReason!": "DUPL",
    "StatementVerdict!": "BOTH",
    "RuleSubject!": "TRANSACTION",
    "RuleState!": "SHADOW",
    "RuleInput!": {
        "name": "x",
        "match": "ALL",
        "blocks": [
            {
                "match": "ALL",
                "conditions": [{"field": "TEXT", "operator": "EMPTY"}],
            }
        ],
        "actions": [{"kind": "NOTIFY", "role": "DEBUG"}],
    },
    "ErpChecked!": "ACTIVE",
    "ErpSection!": "CONNECTION",
    "ErpMappingInput!": {"method": "x", "target": "SEPA_CT"},
    "ErpMappingSelection!": {"ids": ["1"]},
    "ErpMappingSet!": {"isEnabled": False},
    "ErpOutboxSelection!": {"ids": ["1"]},
    "UserSelection!": {"ids": ["0d9a1c2e-victim"]},
    "ApiClientInput!": {"name": "Taken over", "scopes": ["JOURNALS_READ"]},
    "WebhookEndpointInput!": {
        "name": "Taken over", "url": "https://x.example", "types": ["MESSAGE_RAISED"],
    },
    "DateTime!": "2026-01-01T00:00:00Z",
    "SavedViewInput!": {
        "list": "journals", "name": "Taken over", "state": "{}", "version": 1,
        "id": "1",
    },
}  # fmt: skip
# Operations that need more than what they must be given, to do anything.
_MORE: dict[str, dict[str, tuple[str, Any]]] = {
    "changeUserRoles": {"give": ("[UserRole!]", ["UPLOAD"])},
    "readMessages": {"ids": ("[ID!]", ["1", "2"])},
    "setDefaultView": {"id": ("ID", "1")},
    "pauseBank": {"id": ("ID", "1")},
    "saveErpDraft": {"kind": ("String", "files")},
    "resumeBank": {"id": ("ID", "1")},
}
CALL_SAMPLES: dict[str, tuple[str, bytes]] = {
    "GET /api/data/graphql": ("/api/data/graphql?query={journals{totalCount}}", b""),
    "POST /api/data/graphql": ("/api/data/graphql", b'{"query":"{viewer{id}}"}'),
    "GET /api/messages/stream": ("/api/messages/stream", b""),
    "POST /api/upload": ("/api/upload?kind=statement", b"no multipart"),
    "POST /api/validate": ("/api/validate", b"no payment file"),
    "POST /api/preview": ("/api/preview", b"no statement file"),
    "POST /api/demo/generate": ("/api/demo/generate", b'{"preset":"none"}'),
    "POST /api/inspect": ("/api/inspect", b"no bank file"),
    "POST /api/support-bundle": ("/api/support-bundle", b'{"reason":"x"}'),
    "POST /api/reimport": ("/api/reimport", b'{"correlationId":"{journal}"}'),
    "POST /api/sign": ("/api/sign", b'{"correlationId":"{journal}","sha256":"0"}'),
    "POST /api/activate": ("/api/activate", b'{"bankId":"{number}","code":"1"}'),
    "POST /api/renew": ("/api/renew", b'{"bankId":"{number}"}'),
    "POST /api/console-faults": (
        "/api/console-faults",
        b'{"incident":"0123456789ab","error":"E","screen":"/","release":"","places":[]}',
    ),
    "GET /api/documents/{id}": ("/api/documents/{number}", b""),
    "GET /api/export/{list}": ("/api/export/auditEvents", b""),
    "POST /api/export/{list}": ("/api/export/auditEvents", b"{}"),
    "GET /api/billing": ("/api/billing", b""),
    "GET /api/billing/subscriptions": ("/api/billing/subscriptions", b""),
    "GET /api/billing/invoices": ("/api/billing/invoices", b""),
    "GET /api/billing/invoices/{id}": ("/api/billing/invoices/{number}", b""),
    "GET /api/billing/invoices/{id}/pdf": (
        "/api/billing/invoices/{number}/pdf",
        b"",
    ),
    "GET /api/account": ("/api/account", b""),
    "POST /api/account": ("/api/account", b'{"email":"x@example.com"}'),
    "GET /api/account/openapi.json": ("/api/account/openapi.json", b""),
    "GET /api/account/review.csv": ("/api/account/review.csv", b""),
    "GET /api/account/requests": ("/api/account/requests", b""),
    "POST /api/account/requests/{id}": (
        "/api/account/requests/{number}",
        b'{"decision":"reject"}',
    ),
    "GET /api/account/{id}": ("/api/account/{person}", b""),
    "PATCH /api/account/{id}": ("/api/account/{person}", b'{"givenName":"x"}'),
    "DELETE /api/account/{id}": ("/api/account/{person}", b""),
    "POST /api/account/{id}/roles": (
        "/api/account/{person}/roles",
        b'{"give":["giroscope-upload"]}',
    ),
    "POST /api/account/{id}/actions": (
        "/api/account/{person}/actions",
        b'{"action":"sign-out"}',
    ),
    "GET /api/account/{id}/erasure": ("/api/account/{person}/erasure", b""),
    "GET /api/account/{id}/personal-data": (
        "/api/account/{person}/personal-data",
        b"",
    ),
    "GET /api/account/{id}/sessions": ("/api/account/{person}/sessions", b""),
    "DELETE /api/account/{id}/sessions/{session}": (
        "/api/account/{person}/sessions/s1",
        b"",
    ),
}


class NoSample(LookupError):
    """An operation or call is new: give it sample arguments above."""


@dataclass(frozen=True)
class Question:
    """One root field asked for with all it can tell."""

    kind: str
    name: str
    verb: str
    text: str
    variables: dict[str, Any]


def questions(ids: dict[str, str]) -> list[Question]:
    """Every query and every change there is, with these ids.

    Raises:
        NoSample: One has no sample arguments.
    """
    found = []
    for kind, root in (
        ("query", SCHEMA.query_type),
        ("mutation", SCHEMA.mutation_type),
    ):
        assert root is not None
        asked = [
            _question(kind, name, field, ids) for name, field in root.fields.items()
        ]
        # What is made here would have the ids of what is another's.
        found += sorted(asked, key=lambda one: "id" not in one.variables)
    return found


def call(name: str, ids: dict[str, str]) -> tuple[str, str, bytes]:
    """Method, address and body of an HTTP call with these ids.

    Raises:
        NoSample: It has none.
    """
    if name not in CALL_SAMPLES:
        raise NoSample(name)
    path, body = CALL_SAMPLES[name]
    for key, value in ids.items():
        path = path.replace(f"{{{key}}}", value)
        body = body.replace(f"{{{key}}}".encode(), value.encode())
    return name.partition(" ")[0], path, body


def _question(
    kind: str, name: str, field: GraphQLField, ids: dict[str, str]
) -> Question:
    values = given(field, name, ids)
    declared = ", ".join(f"${key}: {type_}" for key, (type_, _) in values.items())
    parts = [f"{key}: ${key}" for key in values]
    # A page of a few rows: of a hundred, this much would be too much to ask.
    parts += ["first: 3"] if "first" in field.args else []
    passed = ", ".join(parts)
    text = (
        f"{kind}{f'({declared})' if declared else ''} {{ "
        f"{name}{f'({passed})' if passed else ''}{selection(field, _DEPTH)} }}"
    )
    extensions = field.extensions["strawberry-definition"].extensions
    verbs = [one.verb for one in extensions if isinstance(one, Allowed)]
    variables = {key: value for key, (_, value) in values.items()}
    return Question(kind, name, verbs[0] if verbs else "", text, variables)


def given(
    field: GraphQLField, name: str, ids: dict[str, str]
) -> dict[str, tuple[str, Any]]:
    """The type and the value of each argument that must be given.

    Raises:
        NoSample: One has none.
    """
    values: dict[str, tuple[str, Any]] = dict(_MORE.get(name, {}))
    for key, argument in field.args.items():
        if isinstance(argument.type, GraphQLNonNull):
            values[key] = (str(argument.type), _sample(f"{name}.{key}", argument, ids))
    return values


def _sample(name: str, argument: Any, ids: dict[str, str]) -> Any:
    if name in _BY_NAME:
        return ids[_BY_NAME[name]]
    if str(argument.type) in _BY_TYPE:
        return _BY_TYPE[str(argument.type)]
    raise NoSample(f"{name}: {argument.type}")


def selection(field: GraphQLField, depth: int) -> str:
    """All that can be told without arguments, so many objects deep."""
    return _selected(get_named_type(field.type), depth)


def _selected(kind: Any, depth: int) -> str:
    if is_leaf_type(kind):
        return ""
    if isinstance(kind, GraphQLUnionType):
        parts = [f"... on {one.name}{_member(one, depth)}" for one in kind.types]
        return f" {{ __typename {' '.join(parts)} }}"
    return f" {{ {' '.join(_parts(kind, depth))} }}"


def _member(kind: GraphQLObjectType, depth: int) -> str:
    """One kind of several: what is called alike need not be of one type."""
    parts = _parts(kind, depth)
    if kind.name != "Problem":
        parts = [f"{kind.name}{n}: {part}" for n, part in enumerate(parts)]
    return f" {{ {' '.join(parts)} }}"


def _parts(kind: Any, depth: int) -> list[str]:
    assert isinstance(kind, GraphQLObjectType | GraphQLInterfaceType)
    parts = ["__typename"]
    for name, field in kind.fields.items():
        named = get_named_type(field.type)
        if any(isinstance(one.type, GraphQLNonNull) for one in field.args.values()):
            continue
        is_page = "edges" in getattr(named, "fields", {})
        # A page's frame is no depth of its own.
        below = depth if name in {"edges", "node"} else depth - 1
        if is_leaf_type(named):
            parts.append(name)
        elif below >= 0 and not is_page:
            parts.append(f"{name}{_selected(named, below)}")
    return parts


def body(question: Question) -> bytes:
    """As the console sends it."""
    return json.dumps(
        {"query": question.text, "variables": question.variables}
    ).encode()
