/** Which address shows which screen. Screens come in chunks of their own, on first use. */
import { Suspense, useMemo, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, useLocation, useRoutes } from 'react-router';
import type { ShowOrigin } from '@/features/journals';
import type { ShowCheck, ShowPreview } from '@/features/uploads';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay, useVerbs, wasHeld } from '@/kernel/permissions';
import { EmptyState, LinkButton, NoPermission, Page, Skeleton } from '@/ui';
import { arriving } from './arriving';
import { ErrorBoundary } from './ErrorBoundary';
import { labels } from './labels';

const payments = async () => import('@/features/payments/screen');
const erp = async () => import('@/features/erp/screen');
const management = async () => import('./accountManagement');

const DocumentCheck = arriving(async () => (await payments()).DocumentCheck);
const JournalOrigin = arriving(async () => (await erp()).JournalOrigin);

const check: ShowCheck = (documentId, otherwise) => (
  <Suspense fallback={<Skeleton lines={4} />}>
    <DocumentCheck documentId={documentId} otherwise={otherwise} />
  </Suspense>
);

const StatementPreview = arriving(
  async () => (await import('@/features/statements')).StatementPreview,
);

const preview: ShowPreview = (statement) => (
  <Suspense fallback={<Skeleton lines={8} />}>
    <StatementPreview statement={statement} />
  </Suspense>
);

const origin: ShowOrigin = (correlationId) => (
  <Suspense fallback={<Skeleton lines={8} />}>
    <JournalOrigin correlationId={correlationId} />
  </Suspense>
);

/** The screen of an address; with `gate`, what it takes to see it and the title of who may not. */
function at<P extends object>(
  path: string,
  load: () => Promise<ComponentType<P>>,
  props: P,
  ...gate: [] | [needs: string, title: GateTitle]
) {
  const Screen = arriving(load);
  const screen = <Screen {...props} />;
  const [needs, title] = gate;
  return {
    path,
    needs,
    fetch: Screen.fetch,
    element:
      needs && title ? (
        <Gate needs={needs} title={title}>
          {screen}
        </Gate>
      ) : (
        screen
      ),
  };
}

const screens = [
  at(paths.dashboard, async () => (await import('@/features/dashboard')).DashboardScreen, {}),
  at(paths.journals, async () => (await import('@/features/journals')).JournalListScreen, {
    origin,
  }),
  at(paths.journal, async () => (await import('@/features/journals')).JournalScreen, { origin }),
  at(paths.payments, async () => (await payments()).PaymentListScreen, {}),
  at(paths.payees, async () => (await payments()).PayeeListScreen, {}),
  at(paths.statements, async () => (await import('@/features/months')).MonthScreen, {}),
  at(paths.outlook, async () => (await import('@/features/outlook')).OutlookScreen, {}),
  at(
    paths.reconciliation,
    async () => (await import('@/features/reconciliation')).ReconciliationScreen,
    {},
  ),
  at(
    paths.transactions,
    async () => (await import('@/features/statements')).TransactionListScreen,
    {},
  ),
  at(paths.approvalPolicies, async () => (await payments()).ApprovalPolicyScreen, {}),
  at(
    paths.passkeys,
    async () => (await import('@/features/passkeys')).PasskeyScreen,
    {},
    'passkeys.use',
    'menuPasskeys',
  ),
  at(paths.sendings, async () => (await payments()).SendingListScreen, {}),
  at(paths.banks, async () => (await import('@/features/banks/screen')).BankScreen, {}),
  at(paths.erpConfiguration, async () => (await erp()).ErpConfigurationScreen, {}),
  at(paths.erpValidation, async () => (await erp()).ErpValidationScreen, {}),
  at(paths.erpMapping, async () => (await erp()).ErpMappingScreen, {}),
  at(paths.erpExchange, async () => (await erp()).ErpExchangeScreen, {}),
  at(paths.demo, async () => (await import('@/features/demo/screen')).DemoScreen, {}),
  at(paths.messages, async () => (await import('@/features/tasks')).MessageScreen, {}),
  at(paths.validation, async () => (await payments()).ValidationScreen, {}),
  at(
    paths.uploadPayments,
    async () => (await import('@/features/uploads')).UploadScreen,
    { kind: 'PAYMENT', check },
    'uploads.create',
    'menuUploadPayments',
  ),
  at(
    paths.uploadStatements,
    async () => (await import('@/features/uploads')).UploadScreen,
    { kind: 'STATEMENT', preview },
    'uploads.create',
    'menuUploadStatements',
  ),
  at(
    paths.subscriptions,
    async () => (await import('@/features/billing')).SubscriptionScreen,
    {},
    'billing.read',
    'menuSubscriptions',
  ),
  at(
    paths.invoices,
    async () => (await import('@/features/billing')).InvoiceListScreen,
    {},
    'billing.read',
    'menuInvoices',
  ),
  at(
    paths.rules,
    async () => (await import('@/features/rules/screen')).RuleScreen,
    {},
    'rules.read',
    'menuRules',
  ),
  at(paths.users, async () => (await management()).UserScreen, {}, 'users.read', 'menuUsers'),
  at(
    paths.webhooks,
    async () => (await management()).WebhookScreen,
    {},
    'webhooks.read',
    'menuWebhooks',
  ),
  at(
    paths.audit,
    async () => (await import('@/features/audit')).AuditScreen,
    {},
    'audit.read',
    'menuAudit',
  ),
  at(
    paths.logs,
    async () => (await import('@/features/logs')).LogScreen,
    {},
    'logs.read',
    'menuLogs',
  ),
  at(
    paths.debug,
    async () => (await import('@/features/debug')).DebugScreen,
    {},
    'debug.read',
    'menuDebug',
  ),
];

/** Load the screen that an address will show. */
export async function fetchScreen(pathname: string): Promise<void> {
  await matchRoutes(screens, pathname)?.at(-1)?.route.fetch();
}

export function ScreenRoutes() {
  const { pathname } = useLocation();
  const verbs = useVerbs();
  // What a role does not permit is not there; whose role was taken is told why a bookmark fails.
  const permitted = useMemo(
    () => screens.filter(({ needs }) => !needs || verbs.has(needs) || wasHeld(needs)),
    [verbs],
  );
  const shown = useRoutes(permitted) ?? <NotFoundPage />;
  return (
    // The key makes a new screen of every address, so no state leaks from one to the next.
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Skeleton lines={8} />}>{shown}</Suspense>
    </ErrorBoundary>
  );
}

type GateTitle = `menu${string}` & keyof typeof labels;

function Gate({
  needs,
  title,
  children,
}: {
  needs: string;
  title: GateTitle;
  children: ReactNode;
}) {
  const words = useLabels(labels);
  return useMay(needs) ? (
    children
  ) : (
    <Page title={words[title]}>
      <NoPermission />
    </Page>
  );
}

function NotFoundPage() {
  const words = useLabels(labels);
  return (
    <Page title={words.notFound}>
      <EmptyState
        picture="search"
        title={words.notFoundHelp}
        actions={
          <LinkButton look="primary" to={paths.dashboard}>
            {words.toDashboard}
          </LinkButton>
        }
      />
    </Page>
  );
}
