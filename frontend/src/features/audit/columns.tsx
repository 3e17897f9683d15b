/** The columns of the trail. */
import { Link, type To } from 'react-router';
import type { AuditLineFragment } from '@/generated/graphql';
import { wordFor, type Words } from '@/kernel/i18n';
import { InstantText, NoValue, ROW_LINK, type Column } from '@/ui';
import { ActorText } from './components/ActorText';
import { OutcomeTag } from './components/OutcomeTag';
import { SubjectText } from './components/SubjectText';
import type { labels } from './labels';
import { cameLater } from './late';
import type { verbLabels } from './verbs';

type Row = AuditLineFragment;

/** Columns; `open` gives the address that shows an event beside the list. */
export function auditColumns(
  words: Words<typeof labels>,
  verbs: Words<typeof verbLabels>,
  open: (row: Row) => To,
): readonly Column<Row>[] {
  return [
    {
      key: 'time',
      header: words.time,
      sort: 'TIME',
      width: 13,
      exports: ['instant'],
      cell: (row) => (
        <>
          <InstantText value={row.instant} seconds />
          {cameLater(row) && (
            <span className="g-sub">
              {words.recorded} <InstantText value={row.recorded} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'who',
      header: words.who,
      width: 12.5,
      exports: ['actor', 'actorKind'],
      cell: (row) => <ActorText actor={row.actor} />,
    },
    {
      key: 'act',
      header: words.act,
      width: 18.5,
      exports: ['verb'],
      cell: (row) => (
        <Link to={open(row)} preventScrollReset {...ROW_LINK}>
          {wordFor(verbs, row.verb)}
        </Link>
      ),
    },
    {
      key: 'subject',
      header: words.subject,
      width: 17.5,
      exports: ['subject', 'subjectId'],
      cell: (row) => (row.subject ? <SubjectText subject={row.subject} /> : <NoValue />),
    },
    {
      key: 'outcome',
      header: words.outcome,
      width: 8,
      exports: ['outcome'],
      cell: (row) => <OutcomeTag outcome={row.outcome} />,
    },
    {
      key: 'from',
      header: words.from,
      width: 18,
      priority: 3,
      exports: ['address', 'agent'],
      cell: (row) => [row.address, row.agent].filter(Boolean).join(' · ') || <NoValue />,
    },
  ];
}
