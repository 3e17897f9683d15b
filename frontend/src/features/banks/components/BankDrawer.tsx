/** One connection beside the cards: what it is, its certificates, when it looks, its accounts, tests, files. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { OneBankDocument, type OneBankQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUrlValue } from '@/kernel/urlState';
import { Drawer, EmptyState, QueryStates, Skeleton, Tabs, type Tab } from '@/ui';
import { labels } from '../labels';
import { isBusy } from '../states';
import { AccountsTab } from './AccountsTab';
import { BankVerbs } from './BankVerbs';
import { CertificatesTab } from './CertificatesTab';
import { FilesTab } from './FilesTab';
import { OverviewTab } from './OverviewTab';
import { ScheduleTab } from './ScheduleTab';
import { StateTags } from './StateTags';
import { TestTab } from './TestTab';

export type OpenBank = NonNullable<OneBankQuery['bank']>;

interface BankDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

const BUSY_MS = 1000;
const QUIET_MS = 20_000;

export function BankDrawer({ id, onClose, onPrevious, onNext }: BankDrawerProps) {
  const words = useLabels(labels);
  const [soon, setSoon] = useState(false);
  const query = useQuery(OneBankDocument, {
    variables: { id },
    pollInterval: soon ? BUSY_MS : QUIET_MS,
  });
  const bank = query.data?.bank;
  const busy = bank ? isBusy(bank) || bank.tests.some(({ finished }) => finished === null) : false;
  if (busy !== soon) setSoon(busy);
  return (
    <Drawer
      title={bank?.name ?? words.title}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
        {(data) =>
          data.bank ? (
            <OneBank bank={data.bank} files={data.bankFiles} onGone={onClose} />
          ) : (
            <EmptyState picture="search" title={words.gone} />
          )
        }
      </QueryStates>
    </Drawer>
  );
}

function OneBank({
  bank,
  files,
  onGone,
}: {
  bank: OpenBank;
  files: OneBankQuery['bankFiles'];
  onGone: () => void;
}) {
  const words = useLabels(labels);
  const [tab, setTab] = useUrlValue('part');
  const tabs: readonly Tab[] = [
    { key: 'overview', label: words.overview, render: () => <OverviewTab bank={bank} /> },
    {
      key: 'certificates',
      label: bank.profile.protocol.hasCertificate ? words.certificates : words.keys,
      render: () => <CertificatesTab bank={bank} />,
    },
    {
      key: 'accounts',
      label: words.accounts,
      count: bank.accounts.length,
      render: () => <AccountsTab bank={bank} />,
    },
    { key: 'schedule', label: words.schedule, render: () => <ScheduleTab bank={bank} /> },
    { key: 'test', label: words.test, render: () => <TestTab bank={bank} /> },
    {
      key: 'files',
      label: words.files,
      count: files.totalCount,
      render: () => <FilesTab files={files.edges.map(({ node }) => node)} />,
    },
  ];
  return (
    <div className="g-stack">
      <div className="bk-tags">
        <StateTags bank={bank} />
      </div>
      <BankVerbs bank={bank} onGone={onGone} />
      <Tabs
        name={words.tabs}
        tabs={tabs}
        active={tab ?? 'overview'}
        onChange={(key) => setTab(key === 'overview' ? null : key, { replace: true })}
      />
    </div>
  );
}
