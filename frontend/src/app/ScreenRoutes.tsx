/** Which address shows which screen. Screens come in chunks of their own, on first use. */
import { Suspense, lazy, type ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { ShowOrigin } from '@/features/journals';
import type { ShowCheck } from '@/features/uploads';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { EmptyState, LinkButton, NoPermission, Page, Skeleton } from '@/ui';
import { ErrorBoundary } from './ErrorBoundary';
import { labels } from './labels';

const DashboardScreen = lazy(async () => ({ default: (await import('@/features/dashboard')).DashboardScreen }));
const JournalListScreen = lazy(async () => ({ default: (await import('@/features/journals')).JournalListScreen }));
const JournalScreen = lazy(async () => ({ default: (await import('@/features/journals')).JournalScreen }));
const TransactionListScreen = lazy(async () => ({ default: (await import('@/features/statements')).TransactionListScreen }));
const ValidationScreen = lazy(async () => ({ default: (await import('@/features/payments/screen')).ValidationScreen }));
const DocumentCheck = lazy(async () => ({ default: (await import('@/features/payments/screen')).DocumentCheck }));
const UploadScreen = lazy(async () => ({ default: (await import('@/features/uploads')).UploadScreen }));
const ApprovalPolicyScreen = lazy(async () => ({ default: (await import('@/features/payments/screen')).ApprovalPolicyScreen }));
const SendingListScreen = lazy(async () => ({ default: (await import('@/features/payments/screen')).SendingListScreen }));
const BankScreen = lazy(async () => ({ default: (await import('@/features/banks/screen')).BankScreen }));
const ErpConfigurationScreen = lazy(async () => ({ default: (await import('@/features/erp/screen')).ErpConfigurationScreen }));
const ErpValidationScreen = lazy(async () => ({ default: (await import('@/features/erp/screen')).ErpValidationScreen }));
const ErpMappingScreen = lazy(async () => ({ default: (await import('@/features/erp/screen')).ErpMappingScreen }));
const ErpExchangeScreen = lazy(async () => ({ default: (await import('@/features/erp/screen')).ErpExchangeScreen }));
const JournalOrigin = lazy(async () => ({ default: (await import('@/features/erp/screen')).JournalOrigin }));
const DemoScreen = lazy(async () => ({ default: (await import('@/features/demo/screen')).DemoScreen }));
const DebugScreen = lazy(async () => ({ default: (await import('@/features/debug')).DebugScreen }));
const LogScreen = lazy(async () => ({ default: (await import('@/features/logs')).LogScreen }));
const SubscriptionScreen = lazy(async () => ({ default: (await import('@/features/billing')).SubscriptionScreen }));
const InvoiceListScreen = lazy(async () => ({ default: (await import('@/features/billing')).InvoiceListScreen }));
const RuleScreen = lazy(async () => ({ default: (await import('@/features/rules/screen')).RuleScreen }));
const UserScreen = lazy(async () => ({ default: (await import('@/features/users')).UserScreen }));
const MessageListScreen = lazy(async () => ({ default: (await import('@/features/messages/screen')).MessageListScreen }));

const showCheck: ShowCheck = (documentId, otherwise) => <Suspense fallback={<Skeleton lines={4} />}><DocumentCheck documentId={documentId} otherwise={otherwise} /></Suspense>;

const showOrigin: ShowOrigin = (correlationId) => <Suspense fallback={<Skeleton lines={8} />}><JournalOrigin correlationId={correlationId} /></Suspense>;

export function ScreenRoutes() {
  const { pathname } = useLocation();
  const words = useLabels(labels);
  return (
    // The key makes a new screen of every address, so no state leaks from one to the next.
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Skeleton lines={8} />}>
        <Routes>
          <Route path={paths.dashboard} element={<DashboardScreen />} />
          <Route path={paths.journals} element={<JournalListScreen origin={showOrigin} />} />
          <Route path={paths.transactions} element={<TransactionListScreen />} />
          <Route path={paths.journal} element={<JournalScreen origin={showOrigin} />} />
          <Route path={paths.approvalPolicies} element={<ApprovalPolicyScreen />} />
          <Route path={paths.sendings} element={<SendingListScreen />} />
          <Route path={paths.banks} element={<BankScreen />} />
          <Route path={paths.erpConfiguration} element={<ErpConfigurationScreen />} />
          <Route path={paths.erpValidation} element={<ErpValidationScreen />} />
          <Route path={paths.erpMapping} element={<ErpMappingScreen />} />
          <Route path={paths.erpExchange} element={<ErpExchangeScreen />} />
          <Route path={paths.demo} element={<DemoScreen />} />
          <Route path={paths.messages} element={<MessageListScreen />} />
          <Route path={paths.validation} element={<ValidationScreen />} />
          <Route path={paths.uploadPayments} element={<Gate needs="uploads.create" title={words.menuUploadPayments}><UploadScreen kind="PAYMENT" check={showCheck} /></Gate>} />
          <Route path={paths.uploadStatements} element={<Gate needs="uploads.create" title={words.menuUploadStatements}><UploadScreen kind="STATEMENT" /></Gate>} />
          <Route path={paths.subscriptions} element={<Gate needs="billing.read" title={words.menuSubscriptions}><SubscriptionScreen /></Gate>} />
          <Route path={paths.invoices} element={<Gate needs="billing.read" title={words.menuInvoices}><InvoiceListScreen /></Gate>} />
          <Route path={paths.rules} element={<Gate needs="rules.read" title={words.menuRules}><RuleScreen /></Gate>} />
          <Route path={paths.users} element={<Gate needs="users.read" title={words.menuUsers}><UserScreen /></Gate>} />
          <Route path={paths.logs} element={<Gate needs="logs.read" title={words.menuLogs}><LogScreen /></Gate>} />
          <Route path={paths.debug} element={<Gate needs="debug.read" title={words.menuDebug}><DebugScreen /></Gate>} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

function Gate({ needs, title, children }: { needs: string; title: string; children: ReactNode }) {
  return useMay(needs) ? children : <Page title={title}><NoPermission /></Page>;
}

function NotFoundPage() {
  const words = useLabels(labels);
  return (
    <Page title={words.notFound}>
      <EmptyState picture="search" title={words.notFoundHelp} actions={<LinkButton look="primary" to={paths.dashboard}>{words.toDashboard}</LinkButton>} />
    </Page>
  );
}
