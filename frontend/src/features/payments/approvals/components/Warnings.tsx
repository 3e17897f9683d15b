/** The payments that call for a look before anybody approves, with what is said of each. */
import { Link } from 'react-router';
import type { ApprovalCardFragment } from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { usePreferences } from '@/kernel/preferences';
import { Icon, MoneyText, NoValue } from '@/ui';
import { labels } from '../labels';

export function Warnings({
  approval: { state, warnings, flags },
}: {
  approval: Pick<ApprovalCardFragment, 'state' | 'warnings' | 'flags'>;
}) {
  const words = useLabels(labels);
  const { language } = usePreferences();
  if (warnings.length === 0) return null;
  // Once nobody can approve any more, there is nothing left to look at first.
  const title =
    state === 'OPEN' || state === 'APPROVED' ? words.warnings(flags) : words.warned(flags);
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
                  <span className="g-sub">{warning.creditorAccount}</span>
                </td>
                <td data-label={words.warning}>
                  {wordFor(words, warning.code)}
                  {(warning.value ?? warning.note) && (
                    <span className="g-sub">
                      {[warning.value, warning.note?.[language]].filter(Boolean).join(' · ')}
                    </span>
                  )}
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
