/** Everybody with a role, for the yearly review: since when, by whom, and what to look at; as a file too. */
import { useMemo, useState } from 'react';
import { AccessReviewDocument, type ReviewLineFragment } from '@/generated/graphql';
import { addressOf } from '@/kernel/endpoints';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { today } from '@/kernel/dates';
import { useNotation } from '@/kernel/preferences';
import { Button, List, useList } from '@/ui';
import { reviewColumns } from '../columns';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { tellRefused } from '../useUserActions';
import { RECORD, UserDrawer } from './UserDrawer';

const rowKey = (row: ReviewLineFragment) => row.id;
const EVERYBODY = {};

export function ReviewTab({ down }: { down: boolean }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const list = useList({
    name: 'accessReview',
    document: AccessReviewDocument,
    variables: EVERYBODY,
    connection: ({ users }) => users,
    rowKey,
    ...RECORD,
  });
  const columns = useMemo(
    () => reviewColumns(words, roleWords, list.to),
    [words, roleWords, list.to],
  );
  return (
    <>
      <div className="us-age">
        <p className="g-muted">{words.reviewLead}</p>
        <CsvButton />
      </div>
      <List
        list={list}
        caption={words.review}
        columns={columns}
        filtered={false}
        hasViews={false}
        onClear={list.close}
        empty={{ picture: 'inbox', title: words.reviewEmpty, text: words.reviewEmptyText }}
        renderDrawer={(id, walk, row) => (
          <UserDrawer key={id} id={id} name={row?.name} down={down} {...walk} />
        )}
      />
    </>
  );
}

function CsvButton() {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      // A Danish Excel opens another kind of CSV than everybody else's.
      const dialect = numberFormat === 'da-DK' ? '?dialect=excel-da' : '';
      const response = await callApi(`${addressOf('accountURL', 'review.csv')}${dialect}`);
      saveBlob(await response.blob(), `access-review-${today()}.csv`);
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      tellRefused([detail ?? words.failed, correlationId].filter(Boolean).join(' · '));
    }
    setBusy(false);
  };
  return (
    <Button small icon="download" busy={busy} onClick={() => void download()}>
      {words.reviewCsv}
    </Button>
  );
}
