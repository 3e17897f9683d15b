/** Every exchange with the outside, by type: a list that can be followed live, and what went wrong by its cause. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { LogStandingDocument, LogTypeCountsDocument, type LogType } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatBytes, formatCount } from '@/kernel/money';
import { UNTOLD } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Button, Icon, InstantText, Page, Tabs, type Tab } from '@/ui';
import { CausesTab } from './components/CausesTab';
import { KeepingDialog } from './components/KeepingDialog';
import { LogList } from './components/LogList';
import { labels } from './labels';
import './logs.css';
import { TYPES } from './paths';

const LOOK_AGAIN_MS = 15_000;
const ALL = 'all';
const ERRORS = 'errors';

export function LogScreen() {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [search, setSearch] = useSearchParams();
  const counts = useQuery(LogTypeCountsDocument, {
    fetchPolicy: UNTOLD,
    pollInterval: LOOK_AGAIN_MS,
  });
  const { data } = useQuery(LogStandingDocument, { fetchPolicy: UNTOLD });
  const [keeping, setKeeping] = useState(false);
  const found = counts.data?.logTypeCounts ?? [];
  const tabOf = (type: LogType): Tab => {
    const counted = found.find(({ logType }) => logType === type);
    const many =
      counted && !counted.isExact
        ? ` ${words.orMore(formatCount(counted.count, numberFormat))}`
        : '';
    return {
      key: type.toLowerCase(),
      label: `${words[type]}${many}`,
      count: counted?.isExact ? counted.count : undefined,
      render: () => <LogList key={type} type={type} />,
    };
  };
  // Many a company has no webhooks; their tab comes with the first entry.
  const types = TYPES.filter(
    (type) =>
      type !== 'WEBHOOK' || found.some(({ logType, count }) => logType === type && count > 0),
  );
  const tabs: readonly Tab[] = [
    { key: ALL, label: words.all, render: () => <LogList key={ALL} type={null} /> },
    ...types.map(tabOf),
    { key: ERRORS, label: words.errors, render: () => <CausesTab /> },
  ];
  // What is asked of one type is asked of the next; the record open beside the list leaves.
  const turn = (key: string) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const old of ['log', 'part', 'row', 'type']) next.delete(old);
      if (key !== ALL) next.set('type', key);
      return next;
    });
  const standing = data?.logKeeping;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        standing && (
          <Button icon="clock" onClick={() => setKeeping(true)}>
            {words.keeping}
          </Button>
        )
      }
    >
      {standing && standing.lost > 0 && (
        <p className="g-notice g-tone-warn" role="status">
          <Icon name="exclamation-triangle" />
          <span>
            {words.lost(formatCount(standing.lost, numberFormat))}{' '}
            {standing.lostAt && <InstantText value={standing.lostAt} seconds />}
          </span>
        </p>
      )}
      <Tabs name={words.types} tabs={tabs} active={search.get('type') ?? ALL} onChange={turn} />
      {standing && (
        <p className="g-muted">
          {words.keepingStands(formatBytes(standing.stored, numberFormat), standing.keepDays)}
        </p>
      )}
      {keeping && standing && (
        <KeepingDialog keeping={standing} onClose={() => setKeeping(false)} />
      )}
    </Page>
  );
}
