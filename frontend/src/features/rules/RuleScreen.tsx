/** Rules: in their order, what each says in a sentence, how it stands, and how it does on the past. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import {
  EntryForRuleDocument,
  RuleFileDocument,
  RuleListDocument,
  type RuleLineFragment,
} from '@/generated/graphql';
import { keepAsFile } from '@/kernel/keepAsFile';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { NOT_KEPT } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { useUrlFilter, useUrlValue } from '@/kernel/urlState';
import { Button, FilterBar, List, Page, SearchField, SelectFilter, useList } from '@/ui';
import { ruleColumns } from './columns';
import { BacktestDrawer } from './components/BacktestDrawer';
import { ImportDialog } from './components/ImportDialog';
import { PlaceDialog } from './components/PlaceDialog';
import { RuleDrawer } from './components/RuleDrawer';
import { RuleEditor } from './components/RuleEditor';
import { labels } from './labels';
import { ENTRY, ruleFilter, STATES, SUBJECTS, toServerFilter } from './paths';
import { emptyRule, fromTemplate, ruleAbout, TEMPLATES, type RuleDraft } from './ruleForm';
import './rules.css';
import { useMoving } from './useMoving';
import { useRuleNames } from './useRuleNames';

const rowKey = (row: RuleLineFragment) => row.id;

export function RuleScreen() {
  const words = useLabels(labels);
  const [testing, setTesting] = useUrlValue('backtest');
  const mayChange = useMay('rules.change');
  const [importing, setImporting] = useState(false);
  const [begun, setBegun] = useState<RuleDraft | null>(null);
  const [entryId, setEntry] = useUrlValue(ENTRY);
  const entry = useQuery(EntryForRuleDocument, {
    variables: { id: entryId ?? '' },
    skip: !entryId || !mayChange,
  }).data?.transaction;
  const about = useMemo(() => (entry ? ruleAbout(entry) : null), [entry]);
  const draft = begun ?? about;
  const client = useApolloClient();
  const take = async () => {
    const { data } = await client.query({
      query: RuleFileDocument,
      variables: { ids: null },
      fetchPolicy: NOT_KEPT,
    });
    if (data) keepAsFile('rules.json', data.ruleFile);
  };
  const actions = (
    <>
      {mayChange && (
        <Button look="primary" icon="plus" onClick={() => setBegun(emptyRule('TRANSACTION'))}>
          {words.newRule}
        </Button>
      )}
      <Button icon="history" onClick={() => setTesting('open')}>
        {words.backtest}
      </Button>
      {mayChange && (
        <Button icon="file-import" onClick={() => setImporting(true)}>
          {words.import}
        </Button>
      )}
      <Button icon="file-export" onClick={() => void take()}>
        {words.export}
      </Button>
    </>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      {draft && (
        <RuleEditor
          key={draft.blocks[0]?.key}
          begun={draft}
          onClose={() => {
            setBegun(null);
            if (entryId) setEntry(null, { replace: true });
          }}
        />
      )}
      <Rules onBegin={setBegun} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {testing && <BacktestDrawer onClose={() => setTesting(null)} />}
    </Page>
  );
}

function Rules({ onBegin }: { onBegin: (draft: RuleDraft) => void }) {
  const words = useLabels(labels);
  const notation = useNotation();
  const names = useRuleNames();
  const mayChange = useMay('rules.change');
  const { filter, change, clear, filtered } = useUrlFilter(ruleFilter);
  const list = useList({
    name: 'rules',
    document: RuleListDocument,
    variables: toServerFilter(filter),
    connection: ({ rules }) => rules,
    rowKey,
    record: 'rule',
  });
  const { moving, chosen, setChosen, toPlace, drops, root } = useMoving(list);
  const columns = useMemo(
    () => ruleColumns({ words, notation, names, moving }),
    [words, notation, names, moving],
  );
  const templates = TEMPLATES.map((each) => (
    <Button
      key={each.key}
      icon="plus"
      onClick={() => onBegin(fromTemplate(each, notation.language))}
    >
      {each.name[notation.language]}
    </Button>
  ));
  return (
    <section ref={root} aria-label={words.list} className="ru-list g-stack" {...drops}>
      <FilterBar filtered={filtered} onClear={clear}>
        <SearchField name={words.search} value={filter.q} onChange={(q) => change({ q })} />
        <SelectFilter
          name={words.state}
          value={filter.state}
          options={STATES.map((value) => ({ value, label: words[value] }))}
          onChange={(state) => change({ state })}
        />
        <SelectFilter
          name={words.about}
          value={filter.about}
          options={SUBJECTS.map((value) => ({ value, label: words[value] }))}
          onChange={(about) => change({ about })}
        />
      </FilterBar>
      <List
        list={list}
        caption={words.list}
        columns={columns}
        filtered={filtered}
        onClear={clear}
        hasViews={false}
        empty={{
          picture: 'orbit',
          title: words.emptyTitle,
          text: words.emptyText,
          actions: mayChange && templates,
        }}
        renderDrawer={(id, walk) => <RuleDrawer key={id} id={id} names={names} {...walk} />}
      />
      {chosen && (
        <PlaceDialog
          name={chosen.name}
          place={chosen.place}
          onPlace={async (place) => toPlace(chosen, place)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
