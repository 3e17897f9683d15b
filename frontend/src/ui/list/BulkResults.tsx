/** What became of each row of an act on many: what did not go well stands first. */
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Dialog } from '../Dialog';
import { labels } from '../labels';
import { Tag, type Tone } from '../Tag';
import type { BulkResult } from './bulk';
import { listLabels } from './labels';
import { useRefusals } from './refused';

const LOOKS: Readonly<Record<BulkResult['outcome'], readonly [Tone, string]>> = {
  FAILED: ['bad', 'times-circle'],
  NOT_ELIGIBLE: ['warn', 'ban'],
  DONE: ['good', 'check'],
};
const ORDER = ['FAILED', 'NOT_ELIGIBLE', 'DONE'] as const;
const MOST_SHOWN = 500;

export function BulkResults({
  title,
  results,
  onClose,
}: {
  title: string;
  results: readonly BulkResult[];
  onClose: () => void;
}) {
  const words = useLabels(listLabels);
  const shared = useLabels(labels);
  const { reason } = useRefusals();
  const { numberFormat } = useNotation();
  const count = (outcome: BulkResult['outcome']) =>
    formatCount(results.filter((row) => row.outcome === outcome).length, numberFormat);
  const sorted = ORDER.flatMap((outcome) => results.filter((row) => row.outcome === outcome));
  const more = sorted.length - MOST_SHOWN;
  return (
    <Dialog title={title} confirm={shared.close} isReport onConfirm={onClose} onClose={onClose}>
      <p role="status">{words.summary(count('DONE'), count('FAILED'), count('NOT_ELIGIBLE'))}</p>
      <div className="gl-results" tabIndex={0} role="region" aria-label={words.results}>
        <table className="g-table">
          <caption className="g-sr">{words.results}</caption>
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              <th scope="col">{words.outcome}</th>
              <th scope="col">{words.reason}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, MOST_SHOWN).map((row) => {
              const [tone, icon] = LOOKS[row.outcome];
              return (
                <tr key={row.id}>
                  <td data-label={words.row}>{row.label}</td>
                  <td data-label={words.outcome}>
                    <Tag tone={tone} icon={icon}>
                      {words[row.outcome]}
                    </Tag>
                  </td>
                  <td data-label={words.reason}>{reason(row)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="g-muted">{words.moreResults(formatCount(more, numberFormat))}</p>}
    </Dialog>
  );
}
