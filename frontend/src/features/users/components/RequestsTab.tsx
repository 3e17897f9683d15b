/** Roles that wait for a second account manager, and those that were decided. */
import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams, type To } from 'react-router';
import { RoleRequestListDocument, type RequestState, type RoleRequestListQuery } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useUrlPage, useUrlValue } from '@/kernel/urlState';
import { AgeText, Button, DataList, DateText, FilterBar, ListPage, ROW_LINK, SelectFilter, type Column } from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { RequestDialog, type Decision } from './RequestDialog';
import { RequestTag } from './tags';
import { UserDrawer, withPerson } from './UserDrawer';

export type RoleRequest = RoleRequestListQuery['roleRequests']['edges'][number]['node'];

const PAGE_SIZE = 50;
const DECIDED: RequestState[] = ['CONFIRMED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'];

export function RequestsTab({ down }: { down: boolean }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const mayDecide = useMay('users.roles');
  const page = useUrlPage(PAGE_SIZE);
  const [search, setSearch] = useSearchParams();
  const [which] = useUrlValue('requests');
  const [person] = useUrlValue('person');
  const [asked, setAsked] = useState<{ request: RoleRequest; decision: Decision } | null>(null);
  const narrowed = which === 'waiting' || which === 'decided' ? which : null;
  const filter = narrowed ? { states: narrowed === 'waiting' ? (['PENDING'] satisfies RequestState[]) : DECIDED } : {};
  const query = useQuery(RoleRequestListDocument, { variables: { ...page.variables, filter }, fetchPolicy: 'cache-and-network' });
  const columns = useMemo(() => requestColumns(words, roleWords, { mayDecide, down, open: (id) => ({ search: withPerson(search, id).toString() }), onAsk: (request, decision) => setAsked({ request, decision }) }), [words, roleWords, mayDecide, down, search]);
  const narrow = (value: string | null) => {
    const next = new URLSearchParams(search);
    for (const key of ['after', 'before', 'requests']) next.delete(key);
    if (value) next.set('requests', value);
    setSearch(next);
  };
  return (
    <>
      <FilterBar filtered={narrowed !== null} onClear={() => narrow(null)}>
        <SelectFilter name={words.requestState} value={narrowed} options={[{ value: 'waiting', label: words.waitingRequests }, { value: 'decided', label: words.decidedRequests }]} onChange={narrow} />
      </FilterBar>
      <ListPage query={query} connection={({ roleRequests }) => roleRequests} pageSize={PAGE_SIZE} columns={columns.length} filtered={narrowed !== null} onClear={() => narrow(null)} empty={{ picture: 'inbox', title: words.requestsEmpty, text: words.requestsEmptyText }}>
        {(rows) => <DataList caption={words.requests} columns={columns} rows={rows} rowKey={(row) => row.id} />}
      </ListPage>
      {person && <UserDrawer key={person} id={person} name={undefined} down={down} onClose={() => setSearch(withPerson(search, null))} />}
      {asked && <RequestDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface Deciding {
  mayDecide: boolean;
  down: boolean;
  /** The address that shows a person beside the list. */
  open: (id: string) => To;
  onAsk: (request: RoleRequest, decision: Decision) => void;
}

function requestColumns(words: Words<typeof labels>, roleWords: Words<typeof roleLabels>, deciding: Deciding): readonly Column<RoleRequest>[] {
  return [
    { key: 'person', header: words.person, cell: ({ user }) => (user ? <span className="us-person"><Link to={deciding.open(user.id)} {...ROW_LINK}>{user.name}</Link><span className="g-sub">{user.email}</span></span> : <span className="g-muted">{words.gonePerson}</span>) },
    { key: 'role', header: words.role, cell: ({ role }) => roleWords[role] },
    { key: 'askedBy', header: words.askedBy, cell: (row) => <>{row.requestedBy}<span className="g-sub"><AgeText value={row.created} /></span></> },
    { key: 'state', header: words.state, cell: (row) => <><RequestTag state={row.state} />{row.decidedBy && <span className="g-sub">{words.createdBy(row.decidedBy)}{row.decided && <>, <AgeText value={row.decided} /></>}</span>}{row.reason && <span className="g-sub">{row.reason}</span>}</> },
    { key: 'expires', header: words.expires, priority: 3, cell: (row) => <DateText value={row.expires} /> },
    { key: 'actions', header: words.actions, cell: (row) => <RequestActions request={row} words={words} role={roleWords[row.role]} mayDecide={deciding.mayDecide} down={deciding.down} onAsk={deciding.onAsk} /> },
  ];
}

function RequestActions({ request, role, words, mayDecide, down, onAsk }: Omit<Deciding, 'open'> & { request: RoleRequest; role: string; words: Words<typeof labels> }) {
  if (request.state !== 'PENDING' || !mayDecide) return null;
  const name = request.user?.name ?? words.gonePerson;
  const closed = down ? words.reasonDown : undefined;
  if (request.isOwn) {
    return (
      <>
        <Button small icon="undo" disabled={down} title={closed} aria-label={words.withdrawOf(role, name)} onClick={() => onAsk(request, 'withdraw')}>{words.withdraw}</Button>
        <span className="g-sub">{words.ownRequest}</span>
      </>
    );
  }
  if (!request.decidable) return <span className="g-muted">{request.obstacle === 'NOT_INDEPENDENT' ? words.notIndependent : words.aboutYou}</span>;
  return (
    <span className="g-actions">
      <Button small look="primary" icon="check" disabled={down} title={closed} aria-label={words.confirmOf(role, name)} onClick={() => onAsk(request, 'confirm')}>{words.confirm}</Button>
      <Button small icon="times" disabled={down} title={closed} aria-label={words.rejectOf(role, name)} onClick={() => onAsk(request, 'reject')}>{words.reject}</Button>
    </span>
  );
}
