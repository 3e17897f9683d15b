/** What was found in one uploaded file: findings with line and element, facts, and what can be done. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AccountName } from '@/features/banks';
import type { UploadLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatBytes } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import { usePreferences } from '@/kernel/preferences';
import { CopyId, DateText, Facts } from '@/ui';
import { labels } from '../labels';
import { FindingTable } from './FindingTable';
import { ResultTable } from './ResultFigures';

/** Shows the check of a document, or what is given instead where there is none. */
export type ShowCheck = (documentId: string, otherwise: ReactNode) => ReactNode;

export function UploadDetails({
  upload,
  check,
}: {
  upload: UploadLineFragment;
  check?: ShowCheck;
}) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const table = <UploadFindings upload={upload} />;
  return (
    <div className="g-stack">
      {check && upload.format === 'pain.001' && upload.state === 'IMPORTED'
        ? check(upload.document.id, table)
        : table}
      {upload.counts &&
        upload.counts.statements > 0 &&
        (upload.state === 'IMPORTED' || upload.state === 'KNOWN') && (
          <ResultTable upload={upload} counts={upload.counts} />
        )}
      <Facts
        facts={[
          [
            words.accounts,
            upload.accounts.length > 0 && (
              <ul key="accounts" className="u-accounts">
                {upload.accounts.map((number) => (
                  <li key={number}>
                    <AccountName number={number} />
                  </li>
                ))}
              </ul>
            ),
          ],
          [
            words.period,
            upload.fromDate && (
              <span key="period">
                <DateText value={upload.fromDate} /> – <DateText value={upload.toDate} />
              </span>
            ),
          ],
          [words.size, formatBytes(upload.size, numberFormat)],
          [
            words.fingerprint,
            <CopyId key="hash" short value={upload.sha256} name={words.fingerprint} />,
          ],
          [
            words.correlation,
            upload.correlationId && <CopyId key="id" value={upload.correlationId} />,
          ],
        ]}
      />
    </div>
  );
}

function UploadFindings({ upload }: { upload: UploadLineFragment }) {
  const words = useLabels(labels);
  const { error, warning, info } = upload.findingCounts;
  const more = error + warning + info - upload.findings.length;
  if (upload.findings.length === 0) return <p className="g-muted">{words.noFindings}</p>;
  return (
    <>
      <FindingTable findings={upload.findings} />
      {more > 0 && upload.correlationId && (
        <p>
          <Link to={journalPath(upload.correlationId, 'documents')}>
            {words.findingsMore(more)}
          </Link>
        </p>
      )}
    </>
  );
}
