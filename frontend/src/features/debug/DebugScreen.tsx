/** For who supports the product: is it well, what does it run with, whose clock is right, and the mails of a laptop. */
import { useLabels } from '@/kernel/i18n';
import { useUrlValue } from '@/kernel/urlState';
import { Page, Tabs } from '@/ui';
import { ClockTab } from './components/ClockTab';
import { HealthTab } from './components/HealthTab';
import { MailTab } from './components/MailTab';
import { SettingsTab } from './components/SettingsTab';
import './debug.css';
import { labels } from './labels';

export function DebugScreen() {
  const words = useLabels(labels);
  const [tab, setTab] = useUrlValue('tab');
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        name={words.tabs}
        active={tab ?? 'health'}
        onChange={(key) => setTab(key === 'health' ? null : key)}
        tabs={[
          { key: 'health', label: words.health, render: () => <HealthTab /> },
          { key: 'mails', label: words.mails, render: () => <MailTab /> },
          { key: 'settings', label: words.settings, render: () => <SettingsTab /> },
          { key: 'clock', label: words.clock, render: () => <ClockTab /> },
        ]}
      />
    </Page>
  );
}
