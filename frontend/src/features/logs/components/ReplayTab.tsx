/** Reads the file of an exchange again, imports it again, or leads to where it may be sent again. */
import { useLazyQuery, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  LogReplayDocument,
  RedeliverLogDocument,
  type LogReplayQuery,
  type LogWholeFragment,
} from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { RIGHT_NOW } from '@/kernel/policies';
import { Button, LinkButton, Problem, Tag } from '@/ui';
import { factLabels, labels } from '../labels';
import { ReasonDialog } from './ReasonDialog';

type Replayed = LogReplayQuery['logReplay'][number];

export function ReplayTab({ halves }: { halves: readonly LogWholeFragment[] }) {
  const words = useLabels(labels);
  const mayImport = useMay('journals.reimport');
  const [replay, { data, loading, error }] = useLazyQuery(LogReplayDocument, {
    fetchPolicy: RIGHT_NOW,
  });
  const [redeliver] = useMutation(RedeliverLogDocument);
  const [asking, setAsking] = useState(false);
  const came = halves.find(({ direction }) => direction === 'IN');
  const left = halves.find(({ direction }) => direction === 'OUT');
  // What came is the file of a fetch; what left, that of a sending.
  const carrier = left?.correlationId ? left : (came ?? left);
  if (!carrier) return null;
  const read = () => void replay({ variables: { id: carrier.id } });
  return (
    <div className="g-stack">
      <p>{words.replayLead}</p>
      <div className="g-actions">
        <Button icon="refresh" busy={loading} onClick={read}>
          {words.readAgain}
        </Button>
        {came && mayImport && (
          <Button icon="file-import" onClick={() => setAsking(true)}>
            {words.redeliver}
          </Button>
        )}
      </div>
      {error && <Problem error={error} onRetry={read} />}
      {data?.logReplay.map((file) => (
        <Compared key={file.documentId} file={file} />
      ))}
      {left?.correlationId && (
        <div className="g-notice g-tone-info">
          <span>{words.resendHelp}</span>
          <LinkButton small icon="book" to={journalPath(left.correlationId)}>
            {words.toJournal}
          </LinkButton>
        </div>
      )}
      {asking && came && (
        <ReasonDialog
          title={words.redeliverTitle}
          confirm={words.redeliver}
          help={words.redeliverHelp}
          done={words.redelivered}
          act={async (reason) =>
            (await redeliver({ variables: { id: came.id, reason } })).data?.redeliverLog
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Compared({ file: { name, facts, fault } }: { file: Replayed }) {
  const words = useLabels(labels);
  const names = useLabels(factLabels);
  if (fault)
    return (
      <p className="g-notice g-tone-bad" role="status">
        {name}: {fault}
      </p>
    );
  const count = facts.filter(({ differs }) => differs).length;
  return (
    <section aria-label={name} className="g-stack">
      <h3>{name}</h3>
      <p role="status" className={`g-notice ${count > 0 ? 'g-tone-warn' : 'g-tone-good'}`}>
        {count > 0 ? words.differsNow(count) : words.sameNow}
      </p>
      <div className="g-table-frame">
        <table className="g-table">
          <caption className="g-sr">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{words.fact}</th>
              <th scope="col">{words.asNoted}</th>
              <th scope="col">{words.asNow}</th>
            </tr>
          </thead>
          <tbody>
            {facts.map((fact) => (
              <tr key={fact.name}>
                <th scope="row">
                  {wordFor(names, fact.name)}{' '}
                  {fact.differs && (
                    <Tag tone="warn" icon="exclamation-triangle">
                      {words.differs}
                    </Tag>
                  )}
                </th>
                <td data-label={words.asNoted}>{fact.noted}</td>
                <td data-label={words.asNow}>{fact.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
