/** The list of people: search, filters with their counts, pages; one person open beside it. */
import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { UserListDocument, type UserDirectoryStateQuery, type UserLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { readOrder, useUrlFilter, useUrlPage, useUrlValue } from '@/kernel/urlState';
import { Button, DataList, ListPage, neighbours } from '@/ui';
import { userColumns } from '../columns';
import { labels } from '../labels';
import { toServerFilter, toServerOrder, userFilter, userOrder } from '../paths';
import { PeopleFilters } from './PeopleFilters';
import { UserDrawer, withPerson } from './UserDrawer';

const PAGE_SIZE = 50;

interface PeopleTabProps {
  directory: UserDirectoryStateQuery['userDirectory'] | undefined;
  down: boolean;
  onInvite: () => void;
}

export function PeopleTab({ directory, down, onInvite }: PeopleTabProps) {
  const words = useLabels(labels);
  const url = useUrlFilter(userFilter);
  const page = useUrlPage(PAGE_SIZE);
  const [search, setSearch] = useSearchParams();
  const [, setSort] = useUrlValue('sort');
  const mayInvite = useMay('users.invite');
  const open = search.get('person');
  const order = readOrder(search, userOrder.fields, userOrder.fallback);
  const query = useQuery(UserListDocument, {
    variables: { ...page.variables, filter: toServerFilter(url.filter), orderBy: toServerOrder(order) },
    fetchPolicy: 'cache-and-network',
  });
  const columns = useMemo(() => userColumns(words, (row) => ({ search: withPerson(search, row.id).toString() })), [words, search]);
  const rows = (query.data ?? query.previousData)?.users.edges.map(({ node }) => node) ?? [];
  const show = (row: UserLineFragment) => setSearch(withPerson(search, row.id), { replace: true });
  return (
    <>
      <PeopleFilters url={url} directory={directory} />
      <ListPage
        query={query}
        connection={({ users }) => users}
        pageSize={PAGE_SIZE}
        columns={columns.length}
        filtered={url.filtered}
        onClear={url.clear}
        empty={{ picture: 'orbit', title: words.emptyTitle, text: words.emptyText, actions: mayInvite && !down && <Button look="primary" icon="user-plus" onClick={onInvite}>{words.invite}</Button> }}
      >
        {(shown) => (
          <DataList
            caption={words.title}
            columns={columns}
            rows={shown}
            rowKey={(row) => row.id}
            selectedKey={open}
            rowClass={(row) => (row.state === 'DISABLED' ? 'us-disabled' : '')}
            sorting={{ ...order, onSort: (field, direction) => setSort(`${direction === 'DESC' ? '-' : ''}${field}`) }}
          />
        )}
      </ListPage>
      {open && <UserDrawer key={open} id={open} name={rows.find(({ id }) => id === open)?.name} down={down} onClose={() => setSearch(withPerson(search, null))} {...neighbours(rows, ({ id }) => id === open, show)} />}
    </>
  );
}
