/** Rules: in their order, what each says in a sentence, how it stands, and how it does on the past. */
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { MoveRuleDocument, RuleFileDocument, RuleListDocument, type RuleLineFragment } from '@/generated/graphql';
import { keepAsFile } from '@/kernel/keepAsFile';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { useUrlValue } from '@/kernel/urlState';
import { Button, EmptyState, OrderedList, Page, QueryStates, Skeleton, useAct } from '@/ui';
import { BacktestDrawer } from './components/BacktestDrawer';
import { ImportDialog } from './components/ImportDialog';
import { RuleDrawer } from './components/RuleDrawer';
import { RuleEditor } from './components/RuleEditor';
import { RuleSummary } from './components/RuleSummary';
import { labels } from './labels';
import { emptyRule, fromTemplate, TEMPLATES, type RuleDraft } from './ruleForm';
import './rules.css';
import { useRuleNames } from './useRuleNames';

const CURRENT = ['DRAFT', 'SHADOW', 'ACTIVE'] as const;
const ARCHIVED = ['ARCHIVED'] as const;

export function RuleScreen() {
  const words = useLabels(labels);
  const [archive, setArchive] = useUrlValue('archived');
  const [testing, setTesting] = useUrlValue('backtest');
  const query = useQuery(RuleListDocument, { variables: { states: archive ? [...ARCHIVED] : [...CURRENT] }, fetchPolicy: 'cache-and-network' });
  const mayChange = useMay('rules.change');
  const [importing, setImporting] = useState(false);
  const [begun, setBegun] = useState<RuleDraft | null>(null);
  const client = useApolloClient();
  const take = async () => {
    const { data } = await client.query({ query: RuleFileDocument, variables: { ids: null }, fetchPolicy: 'no-cache' });
    if (data) keepAsFile('rules.json', data.ruleFile);
  };
  const actions = (
    <>
      {mayChange && <Button look="primary" icon="plus" onClick={() => setBegun(emptyRule('TRANSACTION'))}>{words.newRule}</Button>}
      <Button icon="history" onClick={() => setTesting('open')}>{words.backtest}</Button>
      {mayChange && <Button icon="file-import" onClick={() => setImporting(true)}>{words.import}</Button>}
      <Button icon="file-export" onClick={() => void take()}>{words.export}</Button>
      <Button icon="inbox" onClick={() => setArchive(archive ? null : 'yes')}>{archive ? words.current : words.archived}</Button>
    </>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      {begun && <RuleEditor key={begun.blocks[0]?.key} begun={begun} onClose={() => setBegun(null)} />}
      <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
        {({ rules }) => <Rules rules={rules.edges.map(({ node }) => node)} archive={archive !== null} onBegin={setBegun} />}
      </QueryStates>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {testing && <BacktestDrawer onClose={() => setTesting(null)} />}
    </Page>
  );
}

function Rules({ rules, archive, onBegin }: { rules: readonly RuleLineFragment[]; archive: boolean; onBegin: (draft: RuleDraft) => void }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const names = useRuleNames();
  const act = useAct();
  const mayChange = useMay('rules.change');
  const [move] = useMutation(MoveRuleDocument);
  const [open, setOpen] = useUrlValue('rule');
  if (rules.length === 0) {
    if (archive) return <EmptyState picture="inbox" title={words.emptyArchive} />;
    const templates = TEMPLATES.map((each) => <Button key={each.key} icon="plus" onClick={() => onBegin(fromTemplate(each, language))}>{each.name[language]}</Button>);
    return <EmptyState picture="orbit" title={words.emptyTitle} actions={mayChange && templates}><p>{words.emptyText}</p></EmptyState>;
  }
  const place = async (key: string, to: number) => {
    const from = rules.findIndex(({ id }) => id === key);
    const before = rules.filter(({ id }) => id !== key)[to]?.id ?? null;
    if (from !== to) await act(async () => (await move({ variables: { id: key, before } })).data?.moveRule, words.moved);
  };
  const shown = rules.find(({ id }) => id === open);
  const rows = (rule: RuleLineFragment) => <RuleSummary rule={rule} names={names} onOpen={() => setOpen(rule.id)} />;
  return (
    <section aria-label={words.list} className="ru-list">
      {mayChange && !archive
        ? <OrderedList items={rules} keyOf={({ id }) => id} nameOf={({ name }) => name} onMove={(key, to) => void place(key, to)}>{rows}</OrderedList>
        : <ul className="ru-plain">{rules.map((rule) => <li key={rule.id}>{rows(rule)}</li>)}</ul>}
      {shown && <RuleDrawer key={shown.id} rule={shown} names={names} onClose={() => setOpen(null)} />}
    </section>
  );
}
