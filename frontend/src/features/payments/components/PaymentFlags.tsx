/** What somebody should know of a payment before it is paid: new or changed payees, duplicates, addresses. */
import { Link } from 'react-router';
import type { PaymentRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { NoValue, Tag, type Tone } from '@/ui';
import '../payments.css';
import { labels } from '../labels';

const TONES: Readonly<Record<string, Tone>> = { error: 'bad', warning: 'warn' };

export function PaymentFlags({ flags }: { flags: PaymentRowFragment['flags'] }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  if (flags.length === 0) return <NoValue />;
  return (
    <span className="p-reason">
      {flags.map(({ code, severity, title, note, journal }) => (
        <span key={code} className={`p-flag g-tone-${TONES[severity] ?? 'info'}`}>
          <Tag tone={TONES[severity] ?? 'info'}>{title[language]}</Tag>
          {note && <span className="g-sub">{note[language]}</span>}
          {journal && (
            <Link className="g-sub" to={journalPath(journal)}>
              {words.earlier}
            </Link>
          )}
        </span>
      ))}
    </span>
  );
}
