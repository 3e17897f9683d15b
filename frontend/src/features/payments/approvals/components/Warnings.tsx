/** The payments with warnings, to be checked before anybody approves, with what is said of each. */
import { Link } from 'react-router';
import type { ApprovalCardFragment } from '@/generated/graphql';
import { groupedAsWritten } from '@/features/banks';
import { useLabels, wordFor } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { usePreferences, type Language } from '@/kernel/preferences';
import { Icon, MoneyText, NoValue } from '@/ui';
import { labels } from '../labels';

export function Warnings({
  approval: { warnings, flags },
}: {
  approval: Pick<ApprovalCardFragment, 'warnings' | 'flags'>;
}) {
  const words = useLabels(labels);
  const { language } = usePreferences();
  if (warnings.length === 0) return null;
  const title = words.warnings(flags);
  const more = flags - new Set(warnings.map(({ position }) => position)).size;
  return (
    <section className="ap-warnings">
      <h4 className="g-tone-warn">
        <Icon name="exclamation-triangle" /> {title}
      </h4>
      <div className="g-table-frame">
        <table className="g-table">
          <caption className="g-sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.creditor}</th>
              <th scope="col">{words.warning}</th>
              <th scope="col" className="g-cell-number">
                {words.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {warnings.map((warning) => (
              <tr key={`${warning.paymentId} ${warning.code}`}>
                <td data-label={words.creditor}>
                  {warning.creditor ?? <NoValue />}
                  <span className="g-sub">
                    {warning.creditorAccount && groupedAsWritten(warning.creditorAccount)}
                  </span>
                </td>
                <td data-label={words.warning}>
                  {wordFor(words, warning.code)}
                  <span className="g-sub">{saidOf(warning, language)}</span>
                  {warning.journal && (
                    <Link className="g-sub" to={journalPath(warning.journal)}>
                      {words.earlier}
                    </Link>
                  )}
                </td>
                <td data-label={words.amount} className="g-cell-number">
                  <MoneyText value={warning.amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="g-muted">{words.moreWarnings(more)}</p>}
    </section>
  );
}

type Warning = ApprovalCardFragment['warnings'][number];

/** What the check saw, and beside what; the account itself stands below the payee already. */
function saidOf({ value, note, creditorAccount }: Warning, language: Language): string {
  return [value !== creditorAccount && value, note?.[language]].filter(Boolean).join(' · ');
}
