/** Mails that the sign-in of a laptop laid into the data directory, newest first; one open beside. */
import { useQuery } from '@apollo/client/react';
import { Link, useSearchParams, type To } from 'react-router';
import { DebugMailsDocument, type DebugMailsQuery } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import { useUrlValue } from '@/kernel/urlState';
import {
  AgeText,
  Button,
  DataList,
  DataListSkeleton,
  EmptyState,
  InstantText,
  QueryStates,
  ROW_LINK,
  neighbours,
  type Column,
} from '@/ui';
import { labels } from '../labels';
import { MailDrawer } from './MailDrawer';

type Mails = DebugMailsQuery['debugMails'];
type Mail = Mails['mails'][number];

export function MailTab() {
  const words = useLabels(labels);
  const query = useQuery(DebugMailsDocument, {
    fetchPolicy: RIGHT_NOW,
    notifyOnNetworkStatusChange: true,
  });
  return (
    <QueryStates query={query} skeleton={<DataListSkeleton columns={3} />}>
      {({ debugMails }) =>
        debugMails.mails.length === 0 ? (
          <NoMails way={debugMails.way} onAgain={() => void query.refetch()} />
        ) : (
          <>
            <div className="g-actions db-bar">
              <p className="g-muted">{words.mailLead}</p>
              <Button
                small
                icon="refresh"
                disabled={query.loading}
                onClick={() => void query.refetch()}
              >
                {words.again}
              </Button>
            </div>
            <MailList mails={debugMails.mails} />
          </>
        )
      }
    </QueryStates>
  );
}

function NoMails({ way, onAgain }: { way: Mails['way']; onAgain: () => void }) {
  const words = useLabels(labels);
  const again = way === 'FOLDER' && (
    <Button look="primary" icon="refresh" onClick={onAgain}>
      {words.again}
    </Button>
  );
  return (
    <EmptyState
      picture={way === 'WITHHELD' ? 'lock' : 'inbox'}
      title={words[`none${way}`]}
      actions={again}
    >
      <p>{words[`why${way}`]}</p>
    </EmptyState>
  );
}

function MailList({ mails }: { mails: readonly Mail[] }) {
  const words = useLabels(labels);
  const [search] = useSearchParams();
  const [open, setOpen] = useUrlValue('mail');
  const addressOf = (id: string): To => {
    const next = new URLSearchParams(search);
    next.set('mail', id);
    return { search: next.toString() };
  };
  return (
    <>
      <DataList
        caption={words.mails}
        columns={mailColumns(words, addressOf)}
        rows={mails}
        rowKey={({ id }) => id}
        selectedKey={open}
      />
      {open && (
        <MailDrawer
          key={open}
          id={open}
          onClose={() => setOpen(null)}
          {...neighbours(
            mails,
            ({ id }) => id === open,
            ({ id }) => setOpen(id),
          )}
        />
      )}
    </>
  );
}

function mailColumns(
  words: Words<typeof labels>,
  addressOf: (id: string) => To,
): readonly Column<Mail>[] {
  return [
    {
      key: 'subject',
      header: words.subject,
      cell: ({ id, subject }) => (
        <Link to={addressOf(id)} {...ROW_LINK}>
          {subject}
        </Link>
      ),
    },
    { key: 'to', header: words.to, cell: ({ to }) => <span className="db-to">{to}</span> },
    {
      key: 'time',
      header: words.time,
      cell: ({ time }) => (
        <>
          <InstantText value={time} seconds />{' '}
          <span className="g-sub">
            <AgeText value={time} />
          </span>
        </>
      ),
    },
  ];
}
