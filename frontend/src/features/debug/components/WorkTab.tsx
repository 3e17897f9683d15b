/** Background work: how much there is, each piece of it, and holding all of it. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  BeginWorkAgainDocument,
  DebugJobsDocument,
  DebugWorkDocument,
  StopWorkDocument,
  type WorkRowFragment,
} from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { useUrlFilter } from '@/kernel/urlState';
import {
  AgeText,
  FilterBar,
  List,
  MultiFilter,
  SelectFilter,
  useAct,
  useList,
  usePolled,
} from '@/ui';
import { toServerFilter, WORK_STATES, workFilter } from '../work';
import { workColumns } from '../workColumns';
import { kindLabels, stageLabels } from '../workKinds';
import { workLabels } from '../workLabels';
import { ProcessTable } from '../processes/ProcessTable';
import { HoldControl } from './HoldControl';

const rowKey = ({ id }: WorkRowFragment) => id;
const LOOK_AGAIN = 5000;

export function WorkTab() {
  const words = useLabels(workLabels);
  const kinds = useLabels(kindLabels);
  const stages = useLabels(stageLabels);
  const { language } = useNotation();
  const may = useMay('debug.act');
  const client = useApolloClient();
  const act = useAct();
  const { filter, change, clear, filtered } = useUrlFilter(workFilter);
  const summary = useQuery(DebugWorkDocument, {
    fetchPolicy: RIGHT_NOW,
    pollInterval: LOOK_AGAIN,
  }).data?.debugWork;
  const list = useList({
    name: 'debugJobs',
    document: DebugJobsDocument,
    variables: { filter: toServerFilter(filter) },
    connection: ({ debugJobs }) => debugJobs,
    rowKey,
  });
  usePolled(list, true, LOOK_AGAIN);
  const columns = useMemo(() => {
    const again = async (id: string) => {
      await act(
        async () =>
          (await client.mutate({ mutation: BeginWorkAgainDocument, variables: { id } })).data
            ?.beginWorkAgain,
        words.begun,
      );
      await list.refresh();
    };
    const stop = async (id: string) => {
      await act(
        async () =>
          (await client.mutate({ mutation: StopWorkDocument, variables: { id } })).data?.stopWork,
        words.stopped,
      );
      await list.refresh();
    };
    return workColumns(words, { language, kinds, stages }, may ? { again, stop } : null);
  }, [words, language, kinds, stages, may, act, client, list]);
  return (
    <div className="g-stack">
      {summary && (
        <>
          <p className="g-muted">
            {words.summary(summary.waiting, summary.running, summary.failed)}
            {summary.oldestWaiting && (
              <>
                {' '}
                {words.oldest} <AgeText value={summary.oldestWaiting} />.
              </>
            )}
          </p>
          <HoldControl hold={summary.hold ?? null} />
        </>
      )}
      <ProcessTable />
      <FilterBar filtered={filtered} onClear={clear}>
        <MultiFilter
          name={words.state}
          value={filter.state}
          options={WORK_STATES.map((value) => ({ value, label: words[value] }))}
          onChange={(state) => change({ state })}
        />
        <SelectFilter
          name={words.verb}
          value={filter.verb}
          options={(summary?.verbs ?? []).map((value) => ({ value, label: wordFor(kinds, value) }))}
          onChange={(verb) => change({ verb: verb ?? '' })}
        />
      </FilterBar>
      <List
        list={list}
        caption={words.work}
        columns={columns}
        filtered={filtered}
        onClear={clear}
        hasViews={false}
        empty={{ picture: 'inbox', title: words.emptyTitle, text: words.emptyText }}
      />
    </div>
  );
}
