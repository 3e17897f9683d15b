/** One exchange beside the list: what was asked and answered, what belongs to it, and what can be done with it. */
import { useQuery } from '@apollo/client/react';
import { OneLogDocument, type LogRowFragment, type LogWholeFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatBytes, formatCount } from '@/kernel/money';
import { AS_READ } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { useUrlValue } from '@/kernel/urlState';
import {
  Button,
  CopyId,
  Drawer,
  EmptyState,
  Facts,
  QueryStates,
  Skeleton,
  Tabs,
  type Tab,
} from '@/ui';
import { labels } from '../labels';
import { ConversationTab } from './ConversationTab';
import { DifferenceTab } from './DifferenceTab';
import { DirectionText } from './DirectionText';
import { MomentText } from './MomentText';
import { ReplayTab } from './ReplayTab';
import { Said } from './Said';
import { StatusTag } from './StatusTag';

interface LogDrawerProps {
  id: string;
  peer: (row: LogRowFragment) => string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function LogDrawer({ id, peer, ...walk }: LogDrawerProps) {
  const words = useLabels(labels);
  const query = useQuery(OneLogDocument, { variables: { id }, fetchPolicy: AS_READ });
  const entry = query.data?.communicationLog;
  return (
    <Drawer title={entry ? words.entry(peer(entry), entry.operation) : words.title} {...walk}>
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {({ communicationLog }) =>
          communicationLog ? (
            <Exchange entry={communicationLog} other={communicationLog.counterpart} peer={peer} />
          ) : (
            <EmptyState picture="search" title={words.gone}>
              <p>{words.goneHelp}</p>
            </EmptyState>
          )
        }
      </QueryStates>
    </Drawer>
  );
}

function Exchange({
  entry,
  other,
  peer,
}: {
  entry: LogWholeFragment;
  other: LogWholeFragment | null;
  peer: (row: LogRowFragment) => string;
}) {
  const words = useLabels(labels);
  const [part, setPart] = useUrlValue('part');
  const [compared, compare] = useUrlValue('with');
  const { language } = useNotation();
  const trouble = entry.said ?? entry.causeSaid ?? other?.causeSaid;
  const halves = [entry, other]
    .filter((half) => half !== null)
    .toSorted((one) => (one.isReply ? 1 : -1));
  const tabs: readonly Tab[] = [
    ...halves.map((half): Tab => ({
      key: half.isReply ? 'response' : 'request',
      label: half.isReply ? words.response : words.request,
      render: () => <Half key={half.id} half={half} />,
    })),
    {
      key: 'conversation',
      label: words.conversation,
      render: () => (
        <ConversationTab id={entry.id} correlationId={entry.correlationId} peer={peer} />
      ),
    },
    { key: 'replay', label: words.replay, render: () => <ReplayTab halves={halves} /> },
    ...(compared && compared !== entry.id
      ? [
          {
            key: 'difference',
            label: words.difference,
            render: () => <DifferenceTab left={compared} right={entry} />,
          },
        ]
      : []),
  ];
  return (
    <div className="g-stack">
      <div className="g-actions">
        <StatusTag row={entry} />
        {compared !== entry.id && (
          <Button small icon="arrow-right-arrow-left" onClick={() => compare(entry.id)}>
            {words.keepForDiff}
          </Button>
        )}
      </div>
      {trouble && (
        <p className="g-notice g-tone-bad" role="alert">
          {trouble[language]}
        </p>
      )}
      <Tabs
        name={words.parts}
        tabs={tabs}
        active={part ?? (entry.isReply ? 'response' : 'request')}
        onChange={(key) => setPart(key, { replace: true })}
      />
    </div>
  );
}

function Half({ half }: { half: LogWholeFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  return (
    <div className="g-stack">
      <Facts
        facts={[
          [words.time, <MomentText key="time" value={half.created} />],
          [words.direction, <DirectionText key="direction" direction={half.direction} />],
          [
            words.address,
            <code key="address" className="l-address">
              {half.uri}
            </code>,
          ],
          [
            words.duration,
            half.durationMs === null
              ? null
              : words.milliseconds(formatCount(half.durationMs, numberFormat)),
          ],
          [words.size, formatBytes(half.size, numberFormat)],
          [
            words.correlation,
            half.correlationId && <CopyId key="correlation" value={half.correlationId} />,
          ],
          [
            words.requestId,
            half.requestId && (
              <CopyId key="request" value={half.requestId} name={words.requestId} />
            ),
          ],
          ...(half.trace
            ? [
                [
                  words.trace,
                  <CopyId key="trace" short value={half.trace} name={words.trace} />,
                ] as const,
              ]
            : []),
          ...(half.sha256
            ? [
                [
                  words.fingerprint,
                  <CopyId key="sha256" short value={half.sha256} name={words.fingerprint} />,
                ] as const,
              ]
            : []),
        ]}
      />
      <Said half={half} />
    </div>
  );
}
