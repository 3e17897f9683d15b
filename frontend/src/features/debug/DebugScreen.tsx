/** For who supports the product: is it well, what is at work, what is known of an id, and what it runs with. */
import { useQuery } from '@apollo/client/react';
import { DebugSwitchesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { useUrlValue } from '@/kernel/urlState';
import { Page, Tabs } from '@/ui';
import { ClockTab } from './components/ClockTab';
import { GraphTab } from './components/GraphTab';
import { HealthTab } from './components/HealthTab';
import { InspectTab } from './components/InspectTab';
import { MailTab } from './components/MailTab';
import { SessionTab } from './components/SessionTab';
import { SettingsTab } from './components/SettingsTab';
import { TraceTab } from './components/TraceTab';
import { WorkTab } from './components/WorkTab';
import './debug.css';
import { graphLabels } from './graphLabels';
import { inspectLabels } from './inspectLabels';
import { labels } from './labels';
import { sessionLabels } from './sessionLabels';
import { traceLabels } from './traceLabels';
import { workLabels } from './workLabels';

export function DebugScreen() {
  const words = useLabels(labels);
  const work = useLabels(workLabels);
  const trace = useLabels(traceLabels);
  const inspect = useLabels(inspectLabels);
  const session = useLabels(sessionLabels);
  const graph = useLabels(graphLabels);
  const switches =
    useQuery(DebugSwitchesDocument, { fetchPolicy: AS_READ }).data?.debugSwitches ?? [];
  const mayExplore = switches.some(({ code, isOn }) => code === 'GRAPH_EXPLORER' && isOn);
  const [tab, setTab] = useUrlValue('tab');
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        name={words.tabs}
        active={tab ?? 'health'}
        onChange={(key) => setTab(key === 'health' ? null : key)}
        tabs={[
          { key: 'health', label: words.health, render: () => <HealthTab /> },
          { key: 'work', label: work.work, render: () => <WorkTab /> },
          { key: 'trace', label: trace.follow, render: () => <TraceTab /> },
          { key: 'inspect', label: inspect.inspect, render: () => <InspectTab /> },
          { key: 'mails', label: words.mails, render: () => <MailTab /> },
          { key: 'settings', label: words.settings, render: () => <SettingsTab /> },
          { key: 'session', label: session.session, render: () => <SessionTab /> },
          { key: 'clock', label: words.clock, render: () => <ClockTab /> },
          ...(mayExplore ? [{ key: 'graph', label: graph.graph, render: () => <GraphTab /> }] : []),
        ]}
      />
    </Page>
  );
}
