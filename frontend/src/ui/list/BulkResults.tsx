/** What became of each row of an action on many: what did not go well stands first. */
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { usePreferences } from '@/kernel/preferences';
import { Dialog } from '../Dialog';
import { Tag, type Tone } from '../Tag';
import { listLabels } from './labels';

export interface BulkOutcome {
  key: string;
  outcome: 'done' | 'failed' | 'ineligible';
  /** Why, in words, when it was not done. */
  reason?: string | null;
}

const LOOKS: Readonly<Record<BulkOutcome['outcome'], readonly [Tone, string]>> = { failed: ['bad', 'times-circle'], ineligible: ['warn', 'ban'], done: ['good', 'check'] };
const ORDER = ['failed', 'ineligible', 'done'] as const;
const MOST_SHOWN = 500;

export function BulkResults({ title, rows, nameOf, onClose }: { title: string; rows: readonly BulkOutcome[]; nameOf: (key: string) => string; onClose: () => void }) {
  const words = useLabels(listLabels);
  const { numberFormat } = usePreferences();
  const count = (outcome: BulkOutcome['outcome']) => formatCount(rows.filter((row) => row.outcome === outcome).length, numberFormat);
  const sorted = ORDER.flatMap((outcome) => rows.filter((row) => row.outcome === outcome)).slice(0, MOST_SHOWN);
  return (
    <Dialog title={title} confirm={words.done} onConfirm={onClose} onClose={onClose}>
      <p role="status">{words.summary(count('done'), count('failed'), count('ineligible'))}</p>
      <div className="gl-results">
        <table className="g-table">
          <caption className="g-sr">{words.results}</caption>
          <thead><tr><th scope="col">{words.row}</th><th scope="col">{words.outcome}</th><th scope="col">{words.reason}</th></tr></thead>
          <tbody>
            {sorted.map((row) => {
              const [tone, icon] = LOOKS[row.outcome];
              return (
                <tr key={row.key}>
                  <td data-label={words.row}>{nameOf(row.key)}</td>
                  <td data-label={words.outcome}><Tag tone={tone} icon={icon}>{words[row.outcome]}</Tag></td>
                  <td data-label={words.reason}>{row.reason ?? ''}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
