/** What the ERP offers and nobody can use, or should look at there. */
import { useMemo } from 'react';
import { ErpFindingListDocument, type ErpFindingRowFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { List, useList, usePolled } from '@/ui';
import { findingColumns } from '../columns';
import { labels } from '../labels';
import { PART } from '../states';

const rowKey = (row: ErpFindingRowFragment) => row.id;
const NOTHING_ASKED = {};
const nothing = () => undefined;

export function FindingsTab({ lookAgainMs }: { lookAgainMs: number }) {
  const words = useLabels(labels);
  const list = useList({
    name: 'erpFindings',
    document: ErpFindingListDocument,
    variables: NOTHING_ASKED,
    connection: ({ erpFindings }) => erpFindings,
    rowKey,
    standing: PART,
  });
  const { language } = useNotation();
  const columns = useMemo(() => findingColumns(words, language), [words, language]);
  usePolled(list, true, lookAgainMs);
  return (
    <List
      list={list}
      caption={words.findings}
      columns={columns}
      filtered={false}
      onClear={nothing}
      empty={{ picture: 'done', title: words.noFindings, text: words.noFindingsText }}
    />
  );
}
