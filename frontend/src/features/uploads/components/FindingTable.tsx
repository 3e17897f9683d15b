/** Findings of one file, each with what to do about it, line and element. */
import { FindingTag, FindingText } from '@/features/documents';
import type { FindingLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NoValue } from '@/ui';
import { labels } from '../labels';

type Row = Pick<FindingLineFragment, 'severity' | 'code' | 'message' | 'said' | 'line' | 'path'>;

export function FindingTable({ findings }: { findings: readonly Row[] }) {
  const words = useLabels(labels);
  return (
    <table className="g-table t-details">
      <caption className="g-sr">{words.findings}</caption>
      <thead>
        <tr>
          <th scope="col">{words.finding}</th>
          <th scope="col" className="g-cell-number">
            {words.line}
          </th>
          <th scope="col">{words.element}</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding, index) => (
          <tr key={index}>
            <td data-label={words.finding}>
              <FindingTag severity={finding.severity} /> <FindingText finding={finding} />
            </td>
            <td data-label={words.line} className="g-cell-number">
              {finding.line ?? <NoValue />}
            </td>
            <td data-label={words.element}>
              {finding.path ? <code>{finding.path}</code> : <NoValue />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
