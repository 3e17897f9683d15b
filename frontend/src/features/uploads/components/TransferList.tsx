/** Files being sent now, each with its progress and a way to stop it. */
import { useLabels } from '@/kernel/i18n';
import { formatBytes } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button, CopyId, Progress, Tag } from '@/ui';
import { labels } from '../labels';
import { cancelTransfer, removeTransfer, retryTransfer, type FileTransfer } from '../transfers';

export function TransferList({ transfers }: { transfers: readonly FileTransfer[] }) {
  const words = useLabels(labels);
  if (transfers.length === 0) return null;
  return (
    <section className="g-card g-stack" aria-label={words.transfers}>
      <h2>{words.transfers}</h2>
      <ul className="u-transfers">
        {transfers.map((transfer) => (
          <TransferLine key={transfer.key} transfer={transfer} />
        ))}
      </ul>
    </section>
  );
}

function TransferLine({ transfer }: { transfer: FileTransfer }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const { key, file, state, sent } = transfer;
  const figures = words.sending(
    formatBytes(sent, numberFormat),
    formatBytes(file.size, numberFormat),
  );
  const refused = state === 'refused';
  return (
    <li>
      <span className="u-transfer-name">{file.name}</span>
      <span className="u-transfer-state">
        {refused ? (
          <Tag tone="bad" icon="times-circle">
            {words.refusedBefore}
          </Tag>
        ) : (
          <span className="g-muted">
            {state === 'waiting' ? words.waiting : state === 'received' ? words.received : figures}
          </span>
        )}
      </span>
      <span className="g-actions">
        {refused && transfer.problem && (
          <Button small icon="refresh" onClick={() => retryTransfer(key)}>
            {words.retry}
          </Button>
        )}
        {refused ? (
          <Button
            small
            look="quiet"
            icon="times"
            aria-label={`${words.dismiss}: ${file.name}`}
            onClick={() => removeTransfer(key)}
          />
        ) : (
          <Button
            small
            look="quiet"
            icon="times"
            aria-label={words.cancelOf(file.name)}
            onClick={() => cancelTransfer(key)}
          />
        )}
      </span>
      {refused ? (
        <p className="u-transfer-reason g-field-error" role="alert">
          {transfer.reason ?? words.networkLost}{' '}
          {transfer.problem?.correlationId && <CopyId value={transfer.problem.correlationId} />}
        </p>
      ) : (
        <Progress
          name={words.progressOf(file.name)}
          value={state === 'received' ? null : file.size > 0 ? sent / file.size : null}
        />
      )}
    </li>
  );
}
