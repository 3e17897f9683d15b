"""Which verb every field of the graph needs: who loosens one changes this table."""

from strawberry.types.field import StrawberryField

from giroscope.graphql_schema import schema
from giroscope.kernel.graph import Allowed

FIELDS = {
    "accounts.join": "joinAccounts separateAccounts",
    "audit.read": "auditChain auditEvent auditEvents",
    "audit.verify": "verifyAudit",
    "banks.change": """
        acceptBankFile activateBank askForBankConfirmation askForBankKey changeBank
        confirmBankKey createBank deleteBank nicknameAccount rejectBankKey renewBank
        revokeBank withdrawBankKey
    """,
    "banks.fetch": "fetchBank",
    "banks.pause": "pauseBank resumeBank",
    "banks.read": """
        account accounts bank bankFiles bankFormats bankProfiles banks banksPaused
    """,
    "banks.test": "testBank",
    "billing.change": """
        cancelSubscription changeBillingDetails changeSubscription keepSubscription
        lookAtBilling pauseSubscription questionInvoice sendInvoice undoCancellation
    """,
    "billing.read": """
        billingDetails billingOffer invoice invoiceTotals invoices subscriptionChange
        subscriptions usageUnits
    """,
    "dashboard.read": "cashOutlooks statementGraphs unreconciled",
    "debug.act": """
        beginWorkAgain drainProcess holdWork releaseWork stopWork takeProcessBack
    """,
    "debug.read": """
        debugClock debugHealth debugJobs debugMail debugMails debugProcesses
        debugSession debugSettings debugSwitches debugTrace debugWork
    """,
    "clients.change": """
        changeApiClient createApiClient deleteApiClient rotateApiClientSecret
        switchApiClient
    """,
    "clients.read": "apiClients apiTokenUrl",
    "demo.generate": "generateDemo removeDemo",
    "demo.read": "demo demoPlan",
    "documents.read": "document documents",
    "erp.activate": "activateErpConfiguration confirmErpRequest rejectErpRequest",
    "erp.change": """
        discardErpDraft importErpConfiguration importErpMappings removeErpMapping
        restoreErpVersion saveErpDraft saveErpMapping setErpMappings undoErpMapping
        withdrawErpRequest
    """,
    "erp.exchange": """
        fetchErpPayments leaveErpPayment letErpPaymentGo refreshErpMethods
        retryErpRecord retryErpRecords skipErpRecord skipErpRecords
    """,
    "erp.read": """
        erpConfiguration erpConfigurationFile erpConnectors erpDifferences erpExchange
        erpFindings erpJournal erpMapping erpMappingCheck erpMappings erpMethods
        erpOutbox erpPayment erpPayments erpRequests erpTargets erpValidation
        erpWindowOrigins erpWrite
    """,
    "erp.test": "cancelErpChecks runErpChecks testErpSection validateErpDraft",
    "erp.window": "allowErpWindow forbidErpWindow",
    "journals.comment": "commentOnJournal",
    "journals.read": "journal journalTabs journalTrail journals ruleReferences",
    "journals.reimport": "redeliverLog reimportJournals",
    "journals.settle": "settleJournal unsettleJournal",
    "logs.read": """
        communicationLog communicationLogs logCauses logKeeping logReplay
        logTypeCounts logs
    """,
    "logs.reveal": "revealLog",
    "logs.settings": "changeLogKeeping",
    "messages.acknowledge": (
        "acknowledgeMessageGroups acknowledgeMessages chooseMails"
        " markMessagesRead readMessages"
    ),
    "messages.read": """
        changes message messageGroups messageSummary messages systemMessages
        systemMessagesByCorrelationId systemMessagesByLevel
    """,
    "messages.resolve": (
        "reopenMessage reopenMessageGroups reopenMessages"
        " resolveMessage resolveMessageGroups resolveMessages"
    ),
    "passkeys.confirm": "confirmPasskey passkeysOfPeople",
    "passkeys.use": """
        beginPasskeyRegistration finishPasskeyRegistration passkeys removePasskey
    """,
    "payments.approve": """
        approveJournal approveJournals beginPasskeyDecision delegateApprovals
        endApprovalDelegation rejectJournal rejectJournals undoApproval
    """,
    "payments.lift": "liftRuleHolds",
    "payments.policies": """
        confirmApprovalPolicies proposeApprovalPolicies rejectApprovalPolicies
        withdrawApprovalPolicies
    """,
    "payments.read": """
        approvalDelegations approvalPolicies approvalPolicyVersions payee payees
        payeeTabs payment
        paymentTabs paymentTotals paymentValidation payments sendings
    """,
    "payments.correct": "correctPayments paymentsToCorrect",
    "payments.recall": "askRecall withdrawRecall",
    "payments.reopen": "reopenApproval",
    "payments.resolve": "cancelSending decideSending",
    "payments.sign": "confirmRecall declineRecall sendAgain signJournal",
    "reconciliation.automatic": "changeAutomaticMatching",
    "reconciliation.limit": "changeDifferenceLimit",
    "reconciliation.match": """
        matchBest matchPayments matchTransaction unmatchTransaction
    """,
    "rules.change": """
        applyRule backtestRules cancelRuleRun confirmRule createRule declineRule
        discardRuleDraft importRules makeRuleLabel moveRule previewRule putRule
        removeRuleLabel renameRuleLabel restoreRuleVersion saveRuleDraft
    """,
    "rules.read": "rule ruleFields ruleFile ruleRun ruleRuns ruleTrial rules",
    "statements.decide": """
        accountMonthsToConfirm closeMonths confirmMonths decideEntries
        decideStatements proposeMonths rejectMonth reopenMonth undoLedgerDecision
        withdrawMonth
    """,
    "statements.expect": "changeStatementHabit",
    "statements.closers": """
        confirmMonthRule proposeMonthRule rejectMonthRule withdrawMonthRule
    """,
    "statements.read": """
        accountMonthRule accountMonths automaticMatching differenceLimit entriesToChoose
        ledgerDecisions lookAlikeAccounts matchCandidates openItems possibleDuplicates
        ruleLabels statement statementHabits statements transaction transactions
        unbookedPayments
    """,
    "uploads.cancel": "cancelJob cancelUploads",
    "uploads.create": "moveUpload moveUploads retryJob retryUploads",
    "uploads.read": "job jobs undoBlockedBy upload uploads",
    "uploads.undo": "undoUpload undoUploads",
    "users.change": "askUser changeUser resetSecondFactor",
    "users.disable": "disableUser disableUsers enableUser enableUsers",
    "users.erase": "personalData",
    "users.invite": """
        createTemporaryPassword inviteUsers resendInvitation resendInvitations
        revokeInvitation revokeInvitations
    """,
    "users.read": """
        accessRules permissions refreshUsers roleMatrix roleRequests user
        userDirectory users
    """,
    "users.review": "accessReview",
    "users.roles": """
        allowManageAndApprove changeUserRoles confirmRoleRequest rejectRoleRequest
        setAccessRules withdrawRoleRequest
    """,
    "users.sessions": "signOutUser signOutUsers",
    "users.unlock": "unlockUser unlockUsers",
    "viewer.read": "mailPreferences myTasks search viewer",
    "views.read": "arrangement savedViews",
    "views.save": "arrange deleteView renameView saveView setDefaultView",
    "webhooks.change": """
        addWebhookEndpoint changeWebhookEndpoint deleteWebhookEndpoint
        resendFailedWebhooks resendWebhookDelivery rotateWebhookSecret
        testWebhookEndpoint
    """,
    "webhooks.read": "webhookDeliveries webhookDelivery webhookEndpoints",
}


def _verbs(field: StrawberryField) -> list[str]:
    return [one.verb for one in field.extensions if isinstance(one, Allowed)]


def test_every_field_of_the_graph_needs_the_verb_that_is_written_here() -> None:
    graph = schema._schema
    found = {}
    for root in (graph.query_type, graph.mutation_type):
        assert root is not None
        for name, field in root.fields.items():
            found[name] = _verbs(field.extensions["strawberry-definition"])
    wanted = {name: [verb] for verb, names in FIELDS.items() for name in names.split()}
    assert found == wanted
