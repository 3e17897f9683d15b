/** One mapping: what it makes, what is worth a look, what was done to it, and what can be done. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  OneErpMappingDocument,
  RemoveErpMappingDocument,
  UndoErpMappingDocument,
  type ErpMappingRowFragment,
  type OneErpMappingQuery,
} from '@/generated/graphql';
import { AccountName } from '@/features/banks';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import {
  attempt,
  Button,
  DateText,
  Facts,
  InstantText,
  QueryStates,
  Skeleton,
  Tag,
  useAct,
  VerbDialog,
} from '@/ui';
import { useInLanguage } from '../../words';
import { appliesTo, MappingState } from '../columns';
import { methodName, type Ground } from '../ground';
import { labels } from '../labels';

interface MappingRecordProps {
  id: string;
  ground: Ground;
  onEdit: (row: ErpMappingRowFragment) => void;
  onChanged: () => unknown;
}

export function MappingRecord({ id, ground, onEdit, onChanged }: MappingRecordProps) {
  const query = useQuery(OneErpMappingDocument, {
    variables: { id },
    fetchPolicy: UNTOLD,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ erpMapping }) =>
        erpMapping && (
          <div className="g-stack">
            <Acts row={erpMapping} onEdit={() => onEdit(erpMapping)} onChanged={onChanged} />
            <Made row={erpMapping} ground={ground} />
            <History versions={erpMapping.history} />
          </div>
        )
      }
    </QueryStates>
  );
}

function Acts({
  row,
  onEdit,
  onChanged,
}: {
  row: ErpMappingRowFragment;
  onEdit: () => void;
  onChanged: () => unknown;
}) {
  const words = useLabels(labels);
  const mayChange = useMay('erp.change');
  const [removing, setRemoving] = useState(false);
  const [undo] = useMutation(UndoErpMappingDocument);
  const [remove] = useMutation(RemoveErpMappingDocument);
  const act = useAct();
  if (!mayChange) return null;
  const takeBack = async () => {
    if (
      await act(
        async () => (await undo({ variables: { id: row.id } })).data?.undoErpMapping,
        words.undone,
      )
    )
      onChanged();
  };
  return (
    <div className="g-actions">
      {!row.isRemoved && (
        <Button small look="primary" icon="pencil" onClick={onEdit}>
          {words.edit}
        </Button>
      )}
      <Button small icon="undo" onClick={() => void takeBack()}>
        {words.undo}
      </Button>
      {!row.isRemoved && (
        <Button small look="danger" icon="trash" onClick={() => setRemoving(true)}>
          {words.remove}
        </Button>
      )}
      {removing && (
        <VerbDialog
          title={words.removeTitle}
          confirm={words.remove}
          danger
          done={words.removed}
          act={() =>
            attempt(
              async () =>
                (await remove({ variables: { id: row.id, version: row.version } })).data
                  ?.removeErpMapping,
            )
          }
          onDone={onChanged}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeText}</p>
        </VerbDialog>
      )}
    </div>
  );
}

function Made({ row, ground }: { row: ErpMappingRowFragment; ground: Ground }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const { makes } = row;
  return (
    <>
      <div className="g-actions">
        {row.isRemoved ? (
          <Tag icon="trash">{words.REMOVED}</Tag>
        ) : (
          <MappingState isEnabled={row.isEnabled} hints={row.hints.length} words={words} />
        )}
      </div>
      {row.hints.map(({ code, text }) => (
        <p key={code} className="g-notice g-tone-warn">
          {tell(text)}
        </p>
      ))}
      <Facts
        facts={[
          [words.method, methodName(ground, row.method)],
          [words.exception, appliesTo(row, words, ground) || words.everything],
          [words.product, words[makes.target]],
          [
            words.debtor,
            row.debtorAccount ? (
              <AccountName key="debtor" number={row.debtorAccount} />
            ) : (
              words.erpChooses
            ),
          ],
          [words.charges, wordFor(words, makes.chargeBearer)],
          [words.level, makes.serviceLevel],
          [words.instrument, makes.localInstrument],
          [words.purpose, makes.categoryPurpose && wordFor(words, makes.categoryPurpose)],
          [words.priority, wordFor(words, makes.instructionPriority)],
          [
            words.batch,
            makes.batchBooking === null
              ? words.asAgreed
              : makes.batchBooking
                ? words.yes
                : words.no,
          ],
          [words.reference, wordFor(words, makes.referenceRule)],
          [words.validFrom, <DateText key="from" value={row.validFrom} />],
          [words.validTo, row.validTo && <DateText key="to" value={row.validTo} />],
          [words.used, words.payments(row.used)],
        ]}
      />
    </>
  );
}

function History({
  versions,
}: {
  versions: NonNullable<OneErpMappingQuery['erpMapping']>['history'];
}) {
  const words = useLabels(labels);
  return (
    <section className="g-stack">
      <h3>{words.history}</h3>
      <ol className="em-history">
        {versions.map(({ number, act, at, by, changes }) => (
          <li key={number}>
            <strong>{words[act]}</strong>{' '}
            <span className="g-muted">
              <InstantText value={at} /> · {by}
            </span>
            {changes.length > 0 && (
              <ul>
                {changes.map(({ field, was, now }) => (
                  <li key={field}>
                    <code>{field}</code>: <del>{was ?? words.nothing}</del> →{' '}
                    <ins>{now ?? words.nothing}</ins>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
