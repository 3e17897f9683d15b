/** Brings in mappings from a CSV file: looked at first, line by line, and written when nothing is refused. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { ImportErpMappingsDocument, type ImportErpMappingsMutation } from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { currentRefusals, Tag, tellDone, TypedDialog } from '@/ui';
import { labels } from '../labels';

type Lines = Extract<
  ImportErpMappingsMutation['importErpMappings'],
  { __typename: 'ErpImport' }
>['lines'];

const TONES = {
  CREATE: 'good',
  CHANGE: 'info',
  SAME: 'neutral',
  REQUESTED: 'warn',
  REFUSED: 'bad',
} as const;

export function ImportDialog({
  onClose,
  onWritten,
}: {
  onClose: () => void;
  onWritten: () => unknown;
}) {
  const words = useLabels(labels);
  const id = useId();
  const [bringIn] = useMutation(ImportErpMappingsDocument);
  const [csv, setCsv] = useState<string | null>(null);
  const [lines, setLines] = useState<Lines | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const willWrite = lines !== null && lines.every(({ act }) => act !== 'REFUSED');
  const send = async (text: string, dryRun: boolean) => {
    setBusy(true);
    setRefused(null);
    try {
      const answer = (await bringIn({ variables: { csv: text, dryRun } })).data?.importErpMappings;
      if (answer?.__typename === 'Problem') setRefused(currentRefusals().reason(answer));
      if (answer?.__typename === 'ErpImport') setLines(answer.lines);
      if (answer?.__typename === 'ErpImport' && answer.isWritten) {
        onWritten();
        onClose();
        tellDone(words.written);
      }
    } catch (error) {
      setRefused(problemOf(error).detail);
    }
    setBusy(false);
  };
  const go = () => {
    if (csv === null) setRefused(words.noFile);
    else void send(csv, !willWrite);
  };
  return (
    <TypedDialog
      title={words.bringInTitle}
      confirm={
        willWrite ? words.write(lines.filter(({ act }) => act !== 'SAME').length) : words.look
      }
      busy={busy}
      dirty={lines !== null}
      onConfirm={go}
      onClose={onClose}
    >
      <form
        className="g-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <div className="g-field">
          <label htmlFor={id}>{words.file}</label>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            aria-describedby={`${id}-help`}
            onChange={(event) => {
              setLines(null);
              setRefused(null);
              void event.target.files?.[0]?.text().then(setCsv);
            }}
          />
          <small id={`${id}-help`} className="g-muted">
            {words.bringInHelp}
          </small>
        </div>
        {refused && (
          <p className="g-field-error" role="alert">
            {refused}
          </p>
        )}
        {lines && <LineTable lines={lines} />}
        <button type="submit" hidden />
      </form>
    </TypedDialog>
  );
}

function LineTable({ lines }: { lines: Lines }) {
  const words = useLabels(labels);
  return (
    <div
      className="g-table-frame em-lines"
      role="region"
      aria-label={words.bringInTitle}
      tabIndex={0}
    >
      <table className="g-table">
        <caption className="g-sr">{words.bringInTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.method}</th>
            <th scope="col">{words.what}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, act, label, message }) => (
            <tr key={line}>
              <td data-label={words.line} className="g-cell-number">
                {line}
              </td>
              <td data-label={words.method}>{label}</td>
              <td data-label={words.what}>
                <Tag tone={TONES[act as keyof typeof TONES] ?? 'neutral'}>
                  {wordFor(words, act)}
                </Tag>
                {message && <span className="g-sub">{message}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
