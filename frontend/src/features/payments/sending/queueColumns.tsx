/** The columns of the queue of files on their way. */
import { Link, type To } from 'react-router';
import type { SendingRowFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import type { Language } from '@/kernel/preferences';
import { AgeText, InstantText, NoValue, Tag, type Column } from '@/ui';
import type { labels } from './labels';
import { SEND_LOOKS } from './acts';
import type { queueLabels } from './queueLabels';

type Queue = Words<typeof queueLabels>;
type Sending = Words<typeof labels>;

export function queueColumns(
  words: Queue,
  sending: Sending,
  language: Language,
  to: (row: SendingRowFragment) => To,
): readonly Column<SendingRowFragment>[] {
  return [
    {
      key: 'state',
      header: words.state,
      width: 12,
      cell: (row) => {
        const [tone, icon] = SEND_LOOKS[row.state];
        return (
          <Tag tone={tone} icon={icon}>
            {sending[row.state]}
          </Tag>
        );
      },
    },
    {
      key: 'file',
      header: words.file,
      width: 15,
      cell: (row) => <Link to={to(row)}>{row.messageId ?? row.correlationId}</Link>,
    },
    { key: 'what', header: words.what, width: 8, priority: 2, cell: (row) => words[row.kind] },
    { key: 'bank', header: words.bank, width: 11, cell: (row) => row.bank || <NoValue /> },
    { key: 'since', header: words.since, width: 9, cell: (row) => <AgeText value={row.since} /> },
    {
      key: 'next',
      header: words.nextTry,
      width: 9,
      priority: 2,
      cell: (row) => (row.nextTry ? <InstantText value={row.nextTry} /> : <NoValue />),
    },
    {
      key: 'attempts',
      header: words.attempts,
      width: 5,
      numeric: true,
      priority: 2,
      cell: (row) => row.attempts.length,
    },
    {
      key: 'reason',
      header: words.reason,
      width: 18,
      priority: 1,
      cell: (row) => reasonOf(row, sending, language) || <NoValue />,
    },
  ];
}

/** Why it stands where it stands: a person's words, the bank's, or what holds it. */
export function reasonOf(
  { held, heldSaid, reason, bankCode, bankSaid }: SendingRowFragment,
  sending: Sending,
  language: Language,
): string {
  const bank = [bankCode, bankSaid?.[language]].filter(Boolean).join(' ');
  return reason ?? (held === 'paused' ? sending.paused : (heldSaid?.[language] ?? bank));
}
