"""Puts the rooms' parts of the graph together, with its caches and limits."""

from typing import NamedTuple

import strawberry
from strawberry.schema.config import StrawberryConfig
from strawberry.tools import merge_types

from giroscope import __version__
from giroscope.features.audit.graph import AuditMutation, AuditQuery
from giroscope.features.banks.graph import BankQuery
from giroscope.features.banks.graph_mutations import BankMutation
from giroscope.features.banks.graph_queries import BankConnectionQuery
from giroscope.features.banks.nicknames import NicknameMutation
from giroscope.features.billing.graph import BillingMutation, BillingQuery
from giroscope.features.clients.graph import ApiClientMutation, ApiClientQuery
from giroscope.features.dashboard.graph import DashboardQuery
from giroscope.features.debug.graph import DebugQuery
from giroscope.features.debug.processes_graph import ProcessMutation, ProcessQuery
from giroscope.features.debug.work_graph import WorkMutation, WorkQuery
from giroscope.features.demo.graph import DemoMutation, DemoQuery
from giroscope.features.documents.graph import DocumentQuery
from giroscope.features.erp.checking.graph import ErpCheckMutation, ErpCheckQuery
from giroscope.features.erp.configuration.graph import (
    ErpConfigurationMutation,
    ErpConfigurationQuery,
)
from giroscope.features.erp.exchange.bulk import ErpExchangeBulkMutation
from giroscope.features.erp.exchange.graph import ErpExchangeMutation, ErpExchangeQuery
from giroscope.features.erp.exchange.origin import ErpJournalQuery
from giroscope.features.erp.mapping.bulk import ErpMappingBulkMutation
from giroscope.features.erp.mapping.graph import ErpMappingMutation, ErpMappingQuery
from giroscope.features.erp.requests_graph import ErpRequestMutation, ErpRequestQuery
from giroscope.features.erp.window.graph import ErpWindowMutation, ErpWindowQuery
from giroscope.features.formats.graph import FormatQuery
from giroscope.features.journals.approval_graph import ApprovingMutation
from giroscope.features.journals.bulk import JournalBulkMutation
from giroscope.features.journals.correct_graph import (
    CorrectionMutation,
    CorrectionQuery,
)
from giroscope.features.journals.dispatch_graph import SendingMutation
from giroscope.features.journals.graph import JournalMutation, JournalQuery
from giroscope.features.journals.habits_graph import HabitMutation, HabitQuery
from giroscope.features.journals.join_accounts_graph import JoinMutation, JoinQuery
from giroscope.features.journals.ledger_graph import LedgerMutation, LedgerQuery
from giroscope.features.journals.recall_graph import RecallMutation
from giroscope.features.journals.replay_graph import ReplayMutation, ReplayQuery
from giroscope.features.journals.rules_graph import RuleHoldMutation
from giroscope.features.journals.trail_graph import JournalTrailQuery
from giroscope.features.logs.graph import LogMutation, LogQuery
from giroscope.features.messages.bulk import MessageBulkMutation
from giroscope.features.messages.graph import MessageMutation, MessageQuery
from giroscope.features.months.graph import MonthMutation, MonthQuery
from giroscope.features.months.rule_graph import MonthRuleMutation, MonthRuleQuery
from giroscope.features.outlook.graph import OutlookQuery
from giroscope.features.passkeys.graph import PasskeyMutation, PasskeyQuery
from giroscope.features.payments.approvals.rules_graph import (
    ApprovalMutation,
    ApprovalQuery,
)
from giroscope.features.payments.approvals.step_up_graph import BindingMutation
from giroscope.features.payments.checks.graph import CheckQuery
from giroscope.features.payments.graph import PaymentQuery
from giroscope.features.payments.payees.graph import PayeeQuery
from giroscope.features.payments.sending.graph import SendingQuery
from giroscope.features.reconciliation.bulk import ReconciliationBulkMutation
from giroscope.features.reconciliation.graph import (
    ReconciliationMutation,
    ReconciliationQuery,
)
from giroscope.features.rules.graph import RuleMutation, RuleQuery
from giroscope.features.rules.run_graph import RuleRunMutation, RuleRunQuery
from giroscope.features.search.graph import SearchQuery
from giroscope.features.statements.graph import StatementQuery
from giroscope.features.tasks.graph import MailMutation, MailQuery, TaskQuery
from giroscope.features.uploads.bulk import UploadBulkMutation
from giroscope.features.uploads.graph import UploadMutation, UploadQuery
from giroscope.features.users.graph import UserMutation, UserQuery
from giroscope.features.users.graph.bulk import UserBulkMutation
from giroscope.features.views.graph import ViewMutation, ViewQuery
from giroscope.features.webhooks.graph import WebhookMutation, WebhookQuery
from giroscope.kernel.access import screens_of
from giroscope.kernel.graph import Info, query
from giroscope.kernel.limits import LIMITED_SCHEMA_EXTENSIONS
from giroscope.kernel.plain import PlainFirst


@strawberry.type
class Viewer:
    """The person who asks."""

    id: strawberry.ID
    name: str
    username: str
    roles: list[str]
    permissions: list[str] = strawberry.field(
        description="Rooms and verbs this person may use, such as `uploads.create`."
    )
    screens: list[str] = strawberry.field(
        description="Addresses this person finds in the menu, in its order."
    )


@strawberry.type
class ViewerQuery:
    """Questions about oneself."""

    @query("viewer.read")
    async def viewer(self, info: Info) -> Viewer:
        """The person who asks."""
        actor = info.context.actor
        return Viewer(
            id=strawberry.ID(actor.id),
            name=actor.name,
            username=actor.username,
            roles=sorted(actor.roles),
            permissions=sorted(actor.permissions),
            screens=list(screens_of(actor.roles)),
        )


@strawberry.type
class Product:
    """What this is."""

    name: str
    version: str


@strawberry.type
class Realm:
    """The tenant this address belongs to."""

    name: str
    display_name: str


class Tenant(NamedTuple):
    """Whose address it is, and what they are called."""

    realm: str
    display_name: str


@strawberry.type
class PublicQuery:
    """What anybody may ask, without a token."""

    @strawberry.field
    def product(self) -> Product:
        """Name and version."""
        return Product(name="Giroscope", version=__version__)

    @strawberry.field
    def realm(self, info: strawberry.Info[Tenant, None]) -> Realm:
        """The tenant of the host."""
        tenant = info.context
        return Realm(name=tenant.realm, display_name=tenant.display_name)

    @strawberry.field
    def status(self) -> str:
        """`ok` while the product answers."""
        return "ok"


_Query = merge_types(
    "Query",
    (
        ViewerQuery,
        AuditQuery,
        MessageQuery,
        LogQuery,
        ReplayQuery,
        DashboardQuery,
        TaskQuery,
        MailQuery,
        MonthQuery,
        MonthRuleQuery,
        FormatQuery,
        OutlookQuery,
        ReconciliationQuery,
        JournalQuery,
        JournalTrailQuery,
        PaymentQuery,
        PayeeQuery,
        CorrectionQuery,
        CheckQuery,
        ApprovalQuery,
        PasskeyQuery,
        SendingQuery,
        HabitQuery,
        StatementQuery,
        LedgerQuery,
        JoinQuery,
        RuleQuery,
        RuleRunQuery,
        BankQuery,
        ApiClientQuery,
        BankConnectionQuery,
        ErpConfigurationQuery,
        ErpRequestQuery,
        ErpCheckQuery,
        ErpMappingQuery,
        ErpWindowQuery,
        ErpExchangeQuery,
        ErpJournalQuery,
        UploadQuery,
        DocumentQuery,
        UserQuery,
        BillingQuery,
        ViewQuery,
        SearchQuery,
        DebugQuery,
        WorkQuery,
        ProcessQuery,
        DemoQuery,
        WebhookQuery,
    ),
)
_Mutation = merge_types(
    "Mutation",
    (
        MailMutation,
        MessageMutation,
        WorkMutation,
        ProcessMutation,
        DemoMutation,
        MessageBulkMutation,
        LogMutation,
        ReplayMutation,
        UploadMutation,
        JournalMutation,
        SendingMutation,
        RecallMutation,
        CorrectionMutation,
        LedgerMutation,
        MonthMutation,
        MonthRuleMutation,
        ReconciliationMutation,
        ReconciliationBulkMutation,
        JoinMutation,
        RuleHoldMutation,
        RuleMutation,
        RuleRunMutation,
        HabitMutation,
        UserMutation,
        AuditMutation,
        BankMutation,
        ApiClientMutation,
        NicknameMutation,
        BillingMutation,
        ErpConfigurationMutation,
        ErpRequestMutation,
        ErpCheckMutation,
        ErpMappingMutation,
        ErpExchangeMutation,
        ErpMappingBulkMutation,
        ErpWindowMutation,
        ErpExchangeBulkMutation,
        ViewMutation,
        UploadBulkMutation,
        JournalBulkMutation,
        ApprovingMutation,
        ApprovalMutation,
        BindingMutation,
        PasskeyMutation,
        UserBulkMutation,
        WebhookMutation,
    ),
)


class _Schema(strawberry.Schema):
    """A schema whose caller, not Strawberry, reports errors: masked, once."""

    def process_errors(self, errors: object, execution_context: object = None) -> None:
        """Leave them to `app.py`."""


schema = _Schema(
    query=_Query,
    mutation=_Mutation,
    config=StrawberryConfig(auto_camel_case=True),
    extensions=LIMITED_SCHEMA_EXTENSIONS,
    execution_context_class=PlainFirst,
)
public_schema = _Schema(query=PublicQuery, extensions=LIMITED_SCHEMA_EXTENSIONS)
