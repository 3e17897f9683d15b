/** The processes that do background work: how each stands, and taking one out of use and back. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  DebugProcessesDocument,
  TakeProcessBackDocument,
  type ProcessFragment,
  type ProcessStanding,
} from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { RIGHT_NOW } from '@/kernel/policies';
import {
  AgeText,
  Button,
  DataList,
  Icon,
  NoValue,
  Tag,
  useAct,
  type Column,
  type Tone,
} from '@/ui';
import { processLabels } from './labels';
import { DrainDialog } from './DrainDialog';

const LOOK_AGAIN = 5000;
const TONES: Readonly<Record<ProcessStanding, Tone>> = {
  WORKING: 'good',
  FINISHING: 'warn',
  DRAINED: 'warn',
  RETURNING: 'info',
  GONE: 'bad',
};

interface Acts {
  drain: (process: ProcessFragment) => void;
  takeBack: (process: ProcessFragment) => void;
}

export function ProcessTable() {
  const words = useLabels(processLabels);
  const may = useMay('debug.act');
  const client = useApolloClient();
  const act = useAct();
  const [draining, setDraining] = useState<ProcessFragment | null>(null);
  const query = useQuery(DebugProcessesDocument, {
    fetchPolicy: RIGHT_NOW,
    pollInterval: LOOK_AGAIN,
  });
  const found = query.data?.debugProcesses;
  if (!found) return null;
  const { processes, hasOtherTenants } = found;
  if (processes.length === 0)
    return (
      <p className="g-notice g-tone-warn db-verdict" role="status">
        <Icon name="exclamation-triangle" />
        <span>{words.none}</span>
      </p>
    );
  const takeBack = ({ name }: ProcessFragment) =>
    act(
      async () =>
        (await client.mutate({ mutation: TakeProcessBackDocument, variables: { name } })).data
          ?.takeProcessBack,
      words.takenBack(name),
    );
  const acts: Acts | null =
    may && !hasOtherTenants ? { drain: setDraining, takeBack: (one) => void takeBack(one) } : null;
  const isLast = (one: ProcessFragment) =>
    processes.every(({ name, standing }) => name === one.name || standing !== 'WORKING');
  return (
    <>
      <h2 className="db-heading">{words.processes}</h2>
      <DataList
        caption={words.processes}
        columns={processColumns(words, acts)}
        rows={processes}
        rowKey={({ name }) => name}
      />
      {may && hasOtherTenants && <p className="g-muted">{words.othersToo}</p>}
      {draining && (
        <DrainDialog
          name={draining.name}
          isLast={isLast(draining)}
          onClose={() => setDraining(null)}
        />
      )}
    </>
  );
}

function processColumns(
  words: Words<typeof processLabels>,
  acts: Acts | null,
): readonly Column<ProcessFragment>[] {
  const columns: readonly Column<ProcessFragment>[] = [
    {
      key: 'name',
      header: words.name,
      cell: ({ name }) => <code className="db-code">{name}</code>,
    },
    {
      key: 'standing',
      header: words.standing,
      cell: ({ standing, drained }) => (
        <>
          <Tag tone={TONES[standing]}>{words[standing]}</Tag>
          {drained && standing !== 'GONE' && (
            <span className="g-sub">
              {words.since} <AgeText value={drained} />
            </span>
          )}
        </>
      ),
    },
    { key: 'running', header: words.running, cell: ({ running }) => running },
    {
      key: 'where',
      header: words.where,
      cell: ({ host, pid }) => (
        <>
          {host} <span className="g-sub">{words.pid(pid)}</span>
        </>
      ),
    },
    { key: 'version', header: words.version, cell: ({ version }) => version },
    { key: 'started', header: words.started, cell: ({ started }) => <AgeText value={started} /> },
    { key: 'seen', header: words.seen, cell: ({ seen }) => <AgeText value={seen} /> },
  ];
  if (acts === null) return columns;
  return [
    ...columns,
    {
      key: 'act',
      header: words.act,
      cell: (one) => {
        if (one.standing === 'WORKING' || one.standing === 'RETURNING')
          return (
            <Button
              small
              look="danger"
              icon="pause"
              aria-label={words.drainName(one.name)}
              onClick={() => acts.drain(one)}
            >
              {words.drain}
            </Button>
          );
        if (one.drained)
          return (
            <Button
              small
              icon="play"
              aria-label={words.takeBackName(one.name)}
              onClick={() => acts.takeBack(one)}
            >
              {words.takeBack}
            </Button>
          );
        return <NoValue />;
      },
    },
  ];
}
