/** Everybody with a role, for the yearly review: since when, by whom, and what to look at; as a file too. */
import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccessReviewDocument } from '@/generated/graphql';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { today } from '@/kernel/dates';
import { usePreferences } from '@/kernel/preferences';
import { useUrlPage } from '@/kernel/urlState';
import { Button, DataList, ListPage, neighbours } from '@/ui';
import { reviewColumns } from '../columns';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { tellRefused } from '../useUserActions';
import { UserDrawer, withPerson } from './UserDrawer';

const PAGE_SIZE = 100;

export function ReviewTab({ down }: { down: boolean }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const page = useUrlPage(PAGE_SIZE);
  const [search, setSearch] = useSearchParams();
  const open = search.get('person');
  const query = useQuery(AccessReviewDocument, { variables: page.variables, fetchPolicy: 'cache-and-network' });
  const columns = useMemo(() => reviewColumns(words, roleWords, (row) => ({ search: withPerson(search, row.id).toString() })), [words, roleWords, search]);
  const rows = (query.data ?? query.previousData)?.users.edges.map(({ node }) => node) ?? [];
  return (
    <>
      <div className="us-age">
        <p className="g-muted">{words.reviewLead}</p>
        <CsvButton />
      </div>
      <ListPage query={query} connection={({ users }) => users} pageSize={PAGE_SIZE} columns={columns.length} filtered={false} onClear={() => page.turn(null)} empty={{ picture: 'inbox', title: words.reviewEmpty, text: words.reviewEmptyText }}>
        {(shown) => <DataList caption={words.review} columns={columns} rows={shown} rowKey={(row) => row.id} selectedKey={open} />}
      </ListPage>
      {open && <UserDrawer key={open} id={open} name={rows.find(({ id }) => id === open)?.name} down={down} onClose={() => setSearch(withPerson(search, null))} {...neighbours(rows, ({ id }) => id === open, ({ id }) => setSearch(withPerson(search, id), { replace: true }))} />}
    </>
  );
}

function CsvButton() {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      // A Danish Excel opens another kind of CSV than everybody else's.
      const dialect = numberFormat === 'da-DK' ? '?dialect=excel-da' : '';
      const response = await callApi(`/api/account/review.csv${dialect}`);
      saveBlob(await response.blob(), `access-review-${today()}.csv`);
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      tellRefused([detail ?? words.failed, correlationId].filter(Boolean).join(' · '));
    }
    setBusy(false);
  };
  return <Button small icon="download" busy={busy} onClick={() => void download()}>{words.reviewCsv}</Button>;
}
