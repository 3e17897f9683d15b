/** The list of API clients, and all that account managers do with them. */
import { useMemo, useState } from 'react';
import { ApiClientListDocument, type ApiClientLineFragment } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  Button,
  CopyId,
  DateText,
  InstantText,
  List,
  Tag,
  useList,
  type Column,
  type Tone,
} from '@/ui';
import './clients.css';
import { ClientDialog } from './components/ClientDialog';
import { RemoveDialog, RotateDialog, SwitchDialog } from './components/ClientVerbs';
import { SecretDialog } from './components/SecretDialog';
import { labels } from './labels';
import { SCOPES } from './scopes';
import type { Told } from './told';

type Row = ApiClientLineFragment;
type Verb = 'change' | 'rotate' | 'switch' | 'remove';

const EVERY = {};
const LOOKS: Readonly<Record<Row['state'], Tone>> = {
  ON: 'good',
  OFF: 'neutral',
  EXPIRED: 'warn',
};
const rowKey = ({ id }: Row) => id;
const rowName = ({ name }: Row) => name;

export function ClientsTab({ down }: { down: boolean }) {
  const words = useLabels(labels);
  const mayChange = useMay('clients.change');
  const [asked, setAsked] = useState<{ verb: Verb; client?: Row } | null>(null);
  const [made, setMade] = useState<Told | null>(null);
  const list = useList({
    name: 'apiClients',
    document: ApiClientListDocument,
    variables: EVERY,
    connection: ({ apiClients }) => apiClients,
    rowKey,
  });
  const columns = useMemo(
    () =>
      clientColumns(words, { mayChange, down, ask: (verb, client) => setAsked({ verb, client }) }),
    [words, mayChange, down],
  );
  const close = () => setAsked(null);
  const add = mayChange && (
    <Button
      icon="plus"
      disabled={down}
      title={down ? words.reasonDown : undefined}
      onClick={() => setAsked({ verb: 'change' })}
    >
      {words.add}
    </Button>
  );
  const client = asked?.client;
  return (
    <>
      <div className="cl-lead">
        <p className="g-muted">{words.lead}</p>
        {add}
      </div>
      <List
        list={list}
        caption={words.title}
        columns={columns}
        filtered={false}
        hasViews={false}
        rowName={rowName}
        onClear={list.close}
        empty={{ picture: 'inbox', title: words.empty, text: words.emptyText }}
      />
      {asked?.verb === 'change' && (
        <ClientDialog client={client} onClose={close} onMade={setMade} />
      )}
      {client && asked.verb === 'rotate' && (
        <RotateDialog client={client} onClose={close} onMade={setMade} />
      )}
      {client && asked.verb === 'switch' && <SwitchDialog client={client} onClose={close} />}
      {client && asked.verb === 'remove' && <RemoveDialog client={client} onClose={close} />}
      {made && <SecretDialog told={made} onClose={() => setMade(null)} />}
    </>
  );
}

interface Doing {
  mayChange: boolean;
  /** Whether the sign-in service is silent; off and delete count without it. */
  down: boolean;
  ask: (verb: Verb, client: Row) => void;
}

function clientColumns(words: Words<typeof labels>, doing: Doing): readonly Column<Row>[] {
  return [
    {
      key: 'name',
      header: words.name,
      width: 18,
      cell: ({ name, clientId }) => (
        <>
          {name}
          <span className="g-sub cl-id">
            <CopyId value={clientId} name={`${words.clientId}, ${name}`} />
          </span>
        </>
      ),
    },
    {
      key: 'state',
      header: words.state,
      width: 8,
      cell: ({ state, expires }) => (
        <>
          <Tag tone={LOOKS[state]}>{words[state]}</Tag>
          {expires && (
            <span className="g-sub">
              {words.expires} <DateText value={expires} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'may',
      header: words.may,
      width: 14,
      cell: ({ scopes }) => (
        <ul className="cl-may">
          {SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
            <li key={scope}>{words[scope]}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'used',
      header: words.lastUsed,
      width: 8,
      cell: ({ lastUsed }) =>
        lastUsed ? <DateText value={lastUsed} /> : <span className="g-muted">{words.never}</span>,
    },
    {
      key: 'made',
      header: words.made,
      width: 12,
      priority: 3,
      cell: (row) => (
        <>
          <InstantText value={row.created} />
          <span className="g-sub">{words.by(row.createdByName)}</span>
          {row.changedByName !== row.createdByName && (
            <span className="g-sub">{words.changedBy(row.changedByName)}</span>
          )}
        </>
      ),
    },
    ...(doing.mayChange
      ? [
          {
            key: 'actions',
            header: words.actions,
            width: 19,
            cell: (row: Row) => <Actions row={row} words={words} doing={doing} />,
          },
        ]
      : []),
  ];
}

function Actions({ row, words, doing }: { row: Row; words: Words<typeof labels>; doing: Doing }) {
  const { down, ask } = doing;
  const why = down ? words.reasonDown : undefined;
  const isOff = row.state === 'OFF';
  return (
    <span className="g-actions">
      <Button
        small
        icon="pencil"
        disabled={down}
        title={why}
        aria-label={words.changeOf(row.name)}
        onClick={() => ask('change', row)}
      >
        {words.change}
      </Button>
      <Button
        small
        icon="refresh"
        disabled={down}
        title={why}
        aria-label={words.rotateOf(row.name)}
        onClick={() => ask('rotate', row)}
      >
        {words.rotate}
      </Button>
      <Button
        small
        icon={isOff ? 'play' : 'pause'}
        disabled={down && isOff}
        title={isOff ? why : undefined}
        aria-label={isOff ? words.switchOnOf(row.name) : words.switchOffOf(row.name)}
        onClick={() => ask('switch', row)}
      >
        {isOff ? words.switchOn : words.switchOff}
      </Button>
      <Button
        small
        icon="trash"
        aria-label={words.removeOf(row.name)}
        onClick={() => ask('remove', row)}
      >
        {words.remove}
      </Button>
    </span>
  );
}
