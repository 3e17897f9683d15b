/** One message in full: what to do about it, what it belongs to, and what was done. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { OneMessageDocument, type MessageRowFragment } from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  Button,
  CopyId,
  Drawer,
  EmptyState,
  Facts,
  InstantText,
  QueryStates,
  Skeleton,
} from '@/ui';
import { labels, valueLabels } from '../labels';
import { suggestions } from '../suggestions';
import { messageText } from '../texts';
import type { MessageActions } from '../useMessageActions';
import { MessageLevelTag } from './MessageLevelTag';
import { RelatedLinks } from './RelatedLinks';
import { ResolveDialog } from './ResolveDialog';
import { StandingTag } from './StandingTag';

interface MessageDrawerProps {
  id: string;
  /** The row of the list, where it is held. */
  row: MessageRowFragment | undefined;
  actions: MessageActions;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The drawer of a message; one that the list does not hold is asked for. */
export function MessageDrawer({ id, row, actions, ...walk }: MessageDrawerProps) {
  const words = useLabels(labels);
  const query = useQuery(OneMessageDocument, { variables: { id }, skip: row !== undefined });
  return (
    <Drawer title={words.message} {...walk}>
      {row ? (
        <MessageRecord message={row} actions={actions} />
      ) : (
        <QueryStates query={query} skeleton={<Skeleton />}>
          {({ message }) =>
            message ? (
              <MessageRecord message={message} actions={actions} />
            ) : (
              <EmptyState picture="search" title={words.gone}>
                <p>{words.goneHelp}</p>
              </EmptyState>
            )
          }
        </QueryStates>
      )}
    </Drawer>
  );
}

function MessageRecord({
  message,
  actions,
}: {
  message: MessageRowFragment;
  actions: MessageActions;
}) {
  const words = useLabels(labels);
  const advice = useLabels(suggestions) as Readonly<Record<string, string>>;
  const values = useLabels(valueLabels);
  const { id, read, resolution } = message;
  const mayMark = useMay('messages.acknowledge');
  useEffect(() => {
    if (mayMark && !read) void actions.read(id);
    // Opening marks it, once; what becomes of the list meanwhile is no second opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
  const suggestion = resolution ? undefined : advice[message.code];
  const text = messageText(message);
  return (
    <>
      <div className="g-actions">
        <MessageLevelTag level={message.level} />
        <StandingTag row={message} />
      </div>
      <p className="m-text">
        {text} <CopyId bare value={text} name={words.messageText} />
      </p>
      {suggestion && (
        <section className="m-suggestion" aria-label={words.suggestion}>
          <h3>{words.suggestion}</h3>
          <p>{suggestion}</p>
        </section>
      )}
      <Standing message={message} actions={actions} />
      <RelatedLinks message={message} />
      <Facts
        facts={[
          [words.time, <InstantText key="time" value={message.created} seconds />],
          [
            words.reference,
            message.reference && (
              <CopyId key="reference" value={message.reference} name={words.referenceName} />
            ),
          ],
          [
            words.correlation,
            message.correlationId && <CopyId key="correlation" value={message.correlationId} />,
          ],
          [words.code, message.code],
          ...message.values.map(({ name, value }) => [wordFor(values, name), value] as const),
        ]}
      />
    </>
  );
}

/** Acknowledge for oneself, resolve for all; what was done can be read and taken back. */
function Standing({
  message: { id, acknowledged, resolution },
  actions,
}: {
  message: MessageRowFragment;
  actions: MessageActions;
}) {
  const words = useLabels(labels);
  const mayResolve = useMay('messages.resolve');
  const [asking, setAsking] = useState(false);
  return (
    <>
      {resolution && (
        <Facts
          facts={[
            [
              words.resolvedBy,
              <span key="by">
                {resolution.by}, <InstantText value={resolution.at} />
              </span>,
            ],
            ...(resolution.note ? [[words.note, resolution.note] as const] : []),
          ]}
        />
      )}
      <div className="g-actions">
        {!acknowledged && (
          <Button icon="eye" onClick={() => void actions.acknowledge(id)}>
            {words.acknowledge}
          </Button>
        )}
        {mayResolve && !resolution && (
          <Button icon="check-circle" onClick={() => setAsking(true)}>
            {words.resolve}
          </Button>
        )}
        {mayResolve && resolution && (
          <Button icon="undo" onClick={() => void actions.reopen(id)}>
            {words.reopen}
          </Button>
        )}
      </div>
      {asking && (
        <ResolveDialog
          onResolve={(note) => actions.resolve(id, note)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
