/** System messages in groups, open problems first, or one by one, newest first. The list holds still while it is read; new ones wait to be shown. */
import { useState, type ReactNode } from 'react';
import type { MessageGrouping } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useStore } from '@/kernel/store';
import { useUrlFilter, useUrlValue } from '@/kernel/urlState';
import { Button, Page } from '@/ui';
import type { Cleared } from './components/ListProps';
import { MessageFilters } from './components/MessageFilters';
import { MessageGroupList } from './components/MessageGroupList';
import { MessageList } from './components/MessageList';
import { labels } from './labels';
import { markAllRead } from './markAllRead';
import './messages.css';
import { GROUPINGS, groupingOf, messageFilter, toServerFilter } from './paths';
import { clearMessages, messageSets } from './poll';

/** No grouping, said in the address. */
const ONE_BY_ONE = 'NONE';

const alone = (content: ReactNode) => content;

/** `beside` puts the messages among what stands beside them. */
export function MessageListScreen({
  beside = alone,
}: {
  beside?: (content: ReactNode) => ReactNode;
}) {
  const words = useLabels(labels);
  const mayMark = useMay('messages.acknowledge');
  const url = useUrlFilter(messageFilter);
  const [group, setGroup] = useUrlValue('group');
  const by = groupingOf(group, url.filter);
  const { current } = useStore(messageSets);
  const [cleared, setCleared] = useState<Cleared | null>(null);
  const clear = () => {
    const count = current.size;
    const undo = clearMessages();
    setCleared({
      count,
      undo: () => {
        undo();
        setCleared(null);
      },
    });
  };
  const actions = (
    <>
      {mayMark && (
        <Button icon="check" onClick={() => void markAllRead()}>
          {words.markAllRead}
        </Button>
      )}
      <Button icon="eraser" title={words.clearHelp} disabled={current.size === 0} onClick={clear}>
        {words.clear}
      </Button>
    </>
  );
  const shared = {
    filter: toServerFilter(url.filter),
    url,
    isNew: (id: string) => current.has(id),
    cleared: current.size === 0 ? cleared : null,
  };
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead} <span className="m-retention">{words.retention}</span>
        </>
      }
      actions={actions}
    >
      {beside(
        <>
          <MessageFilters url={url}>
            <Groupings by={by} onChange={(next) => setGroup(next ?? ONE_BY_ONE)} />
          </MessageFilters>
          {by ? <MessageGroupList key={by} by={by} {...shared} /> : <MessageList {...shared} />}
        </>,
      )}
    </Page>
  );
}

function Groupings({
  by,
  onChange,
}: {
  by: MessageGrouping | undefined;
  onChange: (by: MessageGrouping | undefined) => void;
}) {
  const words = useLabels(labels);
  return (
    <span className="gl-segments" role="group" aria-label={words.grouping}>
      {GROUPINGS.map((each) => (
        <button key={each} type="button" aria-pressed={each === by} onClick={() => onChange(each)}>
          {words[`group${each}`]}
        </button>
      ))}
      <button type="button" aria-pressed={by === undefined} onClick={() => onChange(undefined)}>
        {words.groupNone}
      </button>
    </span>
  );
}
