/** What is kept of a person by purpose, taken as a file, and erased but for what the law keeps. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  UserPersonalDataDocument,
  type UserCardFragment,
  type UserPersonalDataQuery,
} from '@/generated/graphql';
import { today } from '@/kernel/dates';
import { addressOf } from '@/kernel/endpoints';
import { callApi, saveBlob } from '@/kernel/http';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation, type Language } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Button, DataList, Dialog, QueryStates, Skeleton, Tag, type Column, type Tone } from '@/ui';
import { eraseUser } from '../accountActs';
import { dataLabels } from '../dataLabels';
import { closedBecause, type Circumstances } from '../guards';
import { labels } from '../labels';
import { attempt, tellDone, tellRefused, useRefreshed } from '../useUserActions';

type Rows = UserPersonalDataQuery['personalData'][number];
type Outcome = Rows['outcome'];

const PURPOSES = ['ACCOUNT', 'OPERATION', 'SECURITY', 'EVIDENCE', 'BOOKKEEPING'] as const;
const TONES: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  DELETED: ['bad', 'trash'],
  REPLACED: ['warn', 'pencil'],
  KEPT: ['neutral', 'lock'],
  EXPIRES: ['neutral', 'clock'],
};

interface PersonalDataProps {
  user: UserCardFragment;
  circumstances: Circumstances;
  onGone: () => void;
}

export function PersonalData({ user, circumstances, onGone }: PersonalDataProps) {
  const words = useLabels(dataLabels);
  const mayTake = useMay('users.personal_data');
  const query = useQuery(UserPersonalDataDocument, {
    variables: { id: user.id },
    fetchPolicy: RIGHT_NOW,
  });
  return (
    <>
      <p className="g-muted">{words.lead}</p>
      {mayTake && <DownloadButton user={user} />}
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ personalData }) => (
          <>
            <RowsByPurpose rows={personalData} />
            <EraseControl
              user={user}
              rows={personalData}
              circumstances={circumstances}
              onGone={onGone}
            />
          </>
        )}
      </QueryStates>
    </>
  );
}

function RowsByPurpose({ rows }: { rows: readonly Rows[] }) {
  const words = useLabels(dataLabels);
  const { language, numberFormat } = useNotation();
  const columns = columnsIn(words, language, numberFormat);
  return PURPOSES.map((purpose) => {
    const some = rows.filter((row) => row.purpose === purpose);
    const [first] = some;
    return (
      first && (
        <section key={purpose} className="us-purpose">
          <h3>{words[purpose]}</h3>
          <p className="g-muted">{first.why[language]}</p>
          <DataList
            caption={words[purpose]}
            columns={columns}
            rows={some}
            rowKey={(row) => `${row.table} ${row.outcome}`}
          />
        </section>
      )
    );
  });
}

function columnsIn(
  words: Words<typeof dataLabels>,
  language: Language,
  numberFormat: Parameters<typeof formatCount>[1],
): readonly Column<Rows>[] {
  return [
    { key: 'data', header: words.data, cell: (row) => row.label[language] },
    {
      key: 'rows',
      header: words.rows,
      numeric: true,
      cell: (row) => formatCount(row.rows, numberFormat),
    },
    {
      key: 'outcome',
      header: words.whenErased,
      cell: ({ outcome }) => (
        <Tag tone={TONES[outcome][0]} icon={TONES[outcome][1]}>
          {words[outcome]}
        </Tag>
      ),
    },
  ];
}

function DownloadButton({ user: { id } }: { user: Pick<UserCardFragment, 'id'> }) {
  const words = useLabels(dataLabels);
  const failed = useLabels(labels).failed;
  const { language } = useNotation();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const address = addressOf('accountURL', id, 'personal-data');
      const response = await callApi(`${address}?language=${language}`);
      saveBlob(await response.blob(), `personal-data-${today()}.zip`);
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      tellRefused([detail ?? failed, correlationId].filter(Boolean).join(' · '));
    }
    setBusy(false);
  };
  return (
    <div className="g-actions">
      <Button small icon="download" busy={busy} onClick={() => void download()}>
        {words.download}
      </Button>
    </div>
  );
}

function EraseControl({
  user,
  rows,
  circumstances,
  onGone,
}: PersonalDataProps & { rows: readonly Rows[] }) {
  const words = { ...useLabels(labels), ...useLabels(dataLabels) };
  const mayErase = useMay('users.erase');
  const [asking, setAsking] = useState(false);
  const closed = closedBecause('erase', user, circumstances);
  if (!mayErase) return null;
  return (
    <>
      <ul className="us-verbs">
        <li>
          <Button
            small
            look="danger"
            icon="trash"
            disabled={closed !== null}
            aria-describedby="verb-erase"
            onClick={() => setAsking(true)}
          >
            {words.erase}
          </Button>
          <span id="verb-erase" className="g-muted">
            {closed ? words[closed] : words.eraseHelp}
          </span>
        </li>
      </ul>
      {asking && (
        <EraseDialog user={user} rows={rows} onClose={() => setAsking(false)} onGone={onGone} />
      )}
    </>
  );
}

function EraseDialog({
  user,
  rows,
  onClose,
  onGone,
}: {
  user: Pick<UserCardFragment, 'id' | 'name'>;
  rows: readonly Rows[];
  onClose: () => void;
  onGone: () => void;
}) {
  const words = useLabels(dataLabels);
  const { numberFormat } = useNotation();
  const refreshed = useRefreshed();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const count = (...outcomes: readonly Outcome[]) =>
    rows.filter((row) => outcomes.includes(row.outcome)).reduce((sum, row) => sum + row.rows, 0);
  const told = (rowCount: number) => formatCount(rowCount, numberFormat);
  const go = async () => {
    setBusy(true);
    const ended = await attempt(async () => eraseUser(user.id));
    if (ended.refused !== null) {
      setBusy(false);
      setRefused(ended.refused);
      return;
    }
    onGone();
    await refreshed();
    tellDone(words.erased(user.name));
  };
  const [gone, replaced, kept] = [count('DELETED', 'EXPIRES'), count('REPLACED'), count('KEPT')];
  return (
    <Dialog
      title={words.eraseTitle(user.name)}
      confirm={words.erase}
      danger
      busy={busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{words.willDelete(told(gone))}</p>
      {replaced > 0 && <p>{words.willReplace(told(replaced))}</p>}
      {kept > 0 && <p>{words.willKeep(told(kept))}</p>}
      <p>
        <strong>{words.noUndo}</strong>
      </p>
      {refused && (
        <p className="g-field-error" role="alert">
          {refused}
        </p>
      )}
    </Dialog>
  );
}
