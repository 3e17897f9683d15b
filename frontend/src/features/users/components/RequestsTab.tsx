/** Roles that wait for a second account manager, and those that were decided. */
import { useMemo, useState } from 'react';
import { Link, useSearchParams, type To } from 'react-router';
import {
  RoleRequestListDocument,
  type RequestState,
  type RoleRequestListQuery,
} from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useUrlValue } from '@/kernel/urlState';
import {
  AgeText,
  Button,
  DateText,
  FilterBar,
  List,
  ROW_LINK,
  SelectFilter,
  useList,
  type Column,
} from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { RequestDialog, type Decision } from './RequestDialog';
import { RequestTag } from './tags';
import { UserDrawer, withPerson } from './UserDrawer';

export type RoleRequest = RoleRequestListQuery['roleRequests']['edges'][number]['node'];

const DECIDED: RequestState[] = ['CONFIRMED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'];

const rowKey = (row: RoleRequest) => row.id;

export function RequestsTab({ down }: { down: boolean }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const mayDecide = useMay('users.roles');
  const [search, setSearch] = useSearchParams();
  const [which, setWhich] = useUrlValue('requests');
  const [person] = useUrlValue('person');
  const [asked, setAsked] = useState<{ request: RoleRequest; decision: Decision } | null>(null);
  const narrowed = which === 'waiting' || which === 'decided' ? which : null;
  const filter = narrowed
    ? { states: narrowed === 'waiting' ? (['PENDING'] satisfies RequestState[]) : DECIDED }
    : {};
  const list = useList({
    name: 'roleRequests',
    document: RoleRequestListDocument,
    variables: { filter },
    connection: ({ roleRequests }) => roleRequests,
    rowKey,
  });
  const columns = useMemo(
    () =>
      requestColumns(words, roleWords, {
        mayDecide,
        down,
        open: (id) => ({ search: withPerson(search, id).toString() }),
        onAsk: (request, decision) => setAsked({ request, decision }),
      }),
    [words, roleWords, mayDecide, down, search],
  );
  return (
    <>
      <FilterBar filtered={narrowed !== null} onClear={() => setWhich(null)}>
        <SelectFilter
          name={words.requestState}
          value={narrowed}
          options={[
            { value: 'waiting', label: words.waitingRequests },
            { value: 'decided', label: words.decidedRequests },
          ]}
          onChange={setWhich}
        />
      </FilterBar>
      <List
        list={list}
        caption={words.requests}
        hasViews={false}
        columns={columns}
        filtered={narrowed !== null}
        onClear={() => setWhich(null)}
        empty={{ picture: 'inbox', title: words.requestsEmpty, text: words.requestsEmptyText }}
      />
      {person && (
        <UserDrawer
          key={person}
          id={person}
          name={undefined}
          down={down}
          onClose={() => setSearch(withPerson(search, null))}
        />
      )}
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

function requestColumns(
  words: Words<typeof labels>,
  roleWords: Words<typeof roleLabels>,
  deciding: Deciding,
): readonly Column<RoleRequest>[] {
  return [
    {
      key: 'person',
      header: words.person,
      width: 16,
      cell: ({ user }) =>
        user ? (
          <span className="us-person">
            <Link to={deciding.open(user.id)} {...ROW_LINK}>
              {user.name}
            </Link>
            <span className="g-sub">{user.email}</span>
          </span>
        ) : (
          <span className="g-muted">{words.gonePerson}</span>
        ),
    },
    { key: 'role', header: words.role, width: 12, cell: ({ role }) => roleWords[role] },
    {
      key: 'askedBy',
      header: words.askedBy,
      width: 12,
      cell: (row) => (
        <>
          {actorName(row.requestedBy)}
          <span className="g-sub">
            <AgeText value={row.created} />
          </span>
        </>
      ),
    },
    {
      key: 'state',
      header: words.state,
      width: 14,
      cell: (row) => (
        <>
          <RequestTag state={row.state} />
          {row.decidedBy && (
            <span className="g-sub">
              {words.createdBy(actorName(row.decidedBy))}
              {row.decided && (
                <>
                  , <AgeText value={row.decided} />
                </>
              )}
            </span>
          )}
          {row.reason && <span className="g-sub">{row.reason}</span>}
        </>
      ),
    },
    {
      key: 'expires',
      header: words.expires,
      width: 8,
      priority: 3,
      cell: (row) => <DateText value={row.expires} />,
    },
    {
      key: 'actions',
      header: words.actions,
      width: 16,
      cell: (row) => (
        <RequestActions
          request={row}
          words={words}
          role={roleWords[row.role]}
          mayDecide={deciding.mayDecide}
          down={deciding.down}
          onAsk={deciding.onAsk}
        />
      ),
    },
  ];
}

function RequestActions({
  request,
  role,
  words,
  mayDecide,
  down,
  onAsk,
}: Omit<Deciding, 'open'> & { request: RoleRequest; role: string; words: Words<typeof labels> }) {
  if (request.state !== 'PENDING' || !mayDecide) return null;
  const name = request.user?.name ?? words.gonePerson;
  const closed = down ? words.reasonDown : undefined;
  if (request.isOwn) {
    return (
      <>
        <Button
          small
          icon="undo"
          disabled={down}
          title={closed}
          aria-label={words.withdrawOf(role, name)}
          onClick={() => onAsk(request, 'withdraw')}
        >
          {words.withdraw}
        </Button>
        <span className="g-sub">{words.ownRequest}</span>
      </>
    );
  }
  if (!request.decidable)
    return (
      <span className="g-muted">
        {request.obstacle === 'NOT_INDEPENDENT' ? words.notIndependent : words.aboutYou}
      </span>
    );
  return (
    <span className="g-actions">
      <Button
        small
        look="primary"
        icon="check"
        disabled={down}
        title={closed}
        aria-label={words.confirmOf(role, name)}
        onClick={() => onAsk(request, 'confirm')}
      >
        {words.confirm}
      </Button>
      <Button
        small
        icon="times"
        disabled={down}
        title={closed}
        aria-label={words.rejectOf(role, name)}
        onClick={() => onAsk(request, 'reject')}
      >
        {words.reject}
      </Button>
    </span>
  );
}
