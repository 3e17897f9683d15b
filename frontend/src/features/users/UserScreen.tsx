/** User management: people, what waits for a second person, roles, review and history; one person open beside. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditTrail } from '@/features/audit';
import { ClientsTab } from '@/features/clients';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, Page, Tabs, type Tab } from '@/ui';
import { DirectoryNotice } from './components/DirectoryNotice';
import { InviteDialog } from './components/InviteDialog';
import { PeopleTab } from './components/PeopleTab';
import { RequestsTab } from './components/RequestsTab';
import { ReviewTab } from './components/ReviewTab';
import { RolesTab } from './components/RolesTab';
import { labels } from './labels';
import { TABS, tabAddress } from './paths';
import { useDirectory } from './useDirectory';
import './users.css';

export function UserScreen() {
  const words = useLabels(labels);
  const [search, setSearch] = useSearchParams();
  const [inviting, setInviting] = useState(false);
  const mayInvite = useMay('users.invite');
  const mayReview = useMay('users.review');
  const maySeeClients = useMay('clients.read');
  const maySeeHistory = useMay('audit.read');
  const { directory, down, failing, lookAgain } = useDirectory();
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'people';
  const tabs: (Tab | false)[] = [
    {
      key: 'people',
      label: words.people,
      count: directory?.total,
      render: () => (
        <PeopleTab directory={directory} down={down} onInvite={() => setInviting(true)} />
      ),
    },
    {
      key: 'requests',
      label: words.requests,
      count: directory?.waitingRequests,
      render: () => <RequestsTab down={down} />,
    },
    { key: 'roles', label: words.rolesTab, render: () => <RolesTab down={down} /> },
    mayReview && { key: 'review', label: words.review, render: () => <ReviewTab down={down} /> },
    maySeeClients && {
      key: 'clients',
      label: words.clients,
      render: () => <ClientsTab down={down} />,
    },
    maySeeHistory && { key: 'history', label: words.history, render: () => <AuditTrail /> },
  ];
  const invite = mayInvite && (
    <Button
      look="primary"
      icon="user-plus"
      disabled={down}
      title={down ? words.reasonDown : undefined}
      onClick={() => setInviting(true)}
    >
      {words.invite}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={invite}>
      {directory ? (
        <DirectoryNotice directory={directory} onLookAgain={lookAgain} failing={failing} />
      ) : (
        <div className="us-age" />
      )}
      <Tabs
        name={words.tabs}
        tabs={tabs.filter((each) => each !== false)}
        active={tab}
        onChange={(key) => setSearch(tabAddress(TABS.find((each) => each === key) ?? 'people'))}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
