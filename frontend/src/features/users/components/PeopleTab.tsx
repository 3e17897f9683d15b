/** The list of people: search, filters with their counts; one person open beside it. */
import { useMemo } from 'react';
import {
  UserListDocument,
  type UserDirectoryStateQuery,
  type UserLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter } from '@/kernel/urlState';
import { Button, List, useList, useListOrder } from '@/ui';
import { useUserActs } from '../bulk';
import { userColumns } from '../columns';
import { labels } from '../labels';
import { toServerFilter, toServerOrder, userFilter, userOrder } from '../paths';
import { PeopleFilters } from './PeopleFilters';
import { RECORD, UserDrawer } from './UserDrawer';

interface PeopleTabProps {
  directory: UserDirectoryStateQuery['userDirectory'] | undefined;
  down: boolean;
  onInvite: () => void;
}

const rowKey = (row: UserLineFragment) => row.id;

export function PeopleTab({ directory, down, onInvite }: PeopleTabProps) {
  const words = useLabels(labels);
  const url = useUrlFilter(userFilter);
  const mayInvite = useMay('users.invite');
  const { sorting, field, direction } = useListOrder(userOrder);
  const list = useList({
    name: 'users',
    document: UserListDocument,
    variables: { filter: toServerFilter(url.filter), orderBy: toServerOrder({ field, direction }) },
    connection: ({ users }) => users,
    rowKey,
    ...RECORD,
  });
  const isUnread = (directory?.fetched ?? null) === null;
  const columns = useMemo(() => userColumns(words, list.to), [words, list.to]);
  return (
    <>
      <PeopleFilters url={url} directory={directory} />
      <List
        list={list}
        caption={words.title}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        bulk={useUserActs(down)}
        rowName={(row) => row.name}
        rowClass={(row) => (row.state === 'DISABLED' ? 'us-disabled' : '')}
        empty={{
          picture: 'orbit',
          title: isUnread ? words.unreadTitle : words.emptyTitle,
          text: isUnread ? words.unreadText : words.emptyText,
          actions: mayInvite && !down && !isUnread && (
            <Button look="primary" icon="user-plus" onClick={onInvite}>
              {words.invite}
            </Button>
          ),
        }}
        renderDrawer={(id, walk, row) => (
          <UserDrawer key={id} id={id} name={row?.name} down={down} {...walk} />
        )}
      />
    </>
  );
}
