/** What was and what is, field by field. */
import { useLabels } from '@/kernel/i18n';
import { NoValue } from '@/ui';
import type { Change } from '../changes';
import { labels } from '../labels';

export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  const words = useLabels(labels);
  if (changes.length === 0) return <p>{words.noChanges}</p>;
  return (
    <div className="g-table-frame">
      <table className="g-table a-changes">
        <caption className="g-sr">{words.changes}</caption>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.was}</th>
            <th scope="col">{words.now}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, was, now, changed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {changed ? (
                <>
                  <td data-label={words.was}>{was === null ? <NoValue /> : <del>{was}</del>}</td>
                  <td data-label={words.now}>{now === null ? <NoValue /> : <ins>{now}</ins>}</td>
                </>
              ) : (
                <>
                  <td data-label={words.was}>{was}</td>
                  <td data-label={words.now} className="a-same">
                    {words.same}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
