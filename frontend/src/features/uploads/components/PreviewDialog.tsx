/** What the import of one file would change, before it is imported: read, shown, then imported or not. */
import { useApolloClient } from '@apollo/client/react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button, Problem, Progress, useModal } from '@/ui';
import { labels } from '../labels';
import { requestPreview, type Preview, type ShowPreview } from '../preview';
import { importEnded } from '../importEnded';
import { FindingTable } from './FindingTable';

interface PreviewDialogProps {
  file: File;
  number: number;
  of: number;
  /** The transfer whose import has to end first. */
  after: string | null;
  show: ShowPreview;
  onImport: (fingerprint: string) => void;
  onSkip: () => void;
  onCancel: () => void;
}

type State = 'waiting' | 'reading' | { preview: Preview } | { error: unknown };

function usePreview(file: File, after: string | null) {
  const client = useApolloClient();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State>(after === null ? 'reading' : 'waiting');
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async () => {
      if (after !== null) await importEnded(client, after, signal);
      if (signal.aborted) return;
      setState('reading');
      const preview = await requestPreview(file, signal);
      if (!signal.aborted) setState({ preview });
    };
    void read().catch((error: unknown) => {
      if (!signal.aborted) setState({ error });
    });
    return () => leaving.abort();
  }, [after, client, file, round]);
  const again = () => {
    setState('reading');
    setRound(round + 1);
  };
  return { state, again };
}

export function PreviewDialog({
  file,
  number,
  of,
  after,
  show,
  onImport,
  onSkip,
  onCancel,
}: PreviewDialogProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const modal = useModal(onCancel);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, again } = usePreview(file, after);
  // Read from its top; and the focus is not lost with a button that leaves.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === modal.ref.current)
      heading.current?.focus();
  }, [modal.ref, state]);
  const preview = typeof state === 'object' && 'preview' in state ? state.preview : null;
  const fingerprint = preview && !preview.refused ? preview.fingerprint : null;
  return (
    <dialog {...modal} className="g-dialog u-preview" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {words.previewOf(file.name)}
      </h2>
      <p className="g-muted">
        {of > 1 &&
          `${words.fileOf(formatCount(number, numberFormat), formatCount(of, numberFormat))} `}
        {words.previewHelp}
      </p>
      <div className="g-stack" aria-live="polite" aria-busy={typeof state === 'string'}>
        {typeof state === 'string' && (
          <Reading
            name={words.progressOf(file.name)}
            text={state === 'waiting' ? words.previewWaiting : words.previewReading}
          />
        )}
        {typeof state === 'object' && 'error' in state && (
          <Problem error={state.error} onRetry={again} />
        )}
        {preview && <Shown preview={preview} show={show} />}
      </div>
      <div className="g-actions g-actions-end">
        <Button onClick={onCancel}>{words.cancel}</Button>
        {number < of && <Button onClick={onSkip}>{words.skipFile}</Button>}
        {fingerprint !== null && (
          <Button look="primary" icon="upload" onClick={() => onImport(fingerprint)}>
            {words.import}
          </Button>
        )}
      </div>
    </dialog>
  );
}

function Reading({ name, text }: { name: string; text: string }) {
  return (
    <>
      <p>{text}</p>
      <Progress name={name} value={null} />
    </>
  );
}

function Shown({
  preview: { refused, statements, findings },
  show,
}: {
  preview: Preview;
  show: ShowPreview;
}) {
  const words = useLabels(labels);
  return (
    <>
      {refused && (
        <p className="u-refused" role="alert">
          <strong>{words.previewRefused}.</strong> {words.previewRefusedHelp}
        </p>
      )}
      {!refused && statements.length === 0 && <p>{words.previewEmpty}</p>}
      {statements.map((statement, index) => (
        <Fragment key={index}>{show(statement)}</Fragment>
      ))}
      {findings.length > 0 && (
        <section className="g-stack">
          <h3 className="u-heading">{words.findings}</h3>
          <FindingTable findings={findings} />
        </section>
      )}
    </>
  );
}
