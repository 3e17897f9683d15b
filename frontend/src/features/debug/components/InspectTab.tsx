/** A bank file that is only looked at: chosen or pasted, read and checked, and nothing of it kept. */
import { useId, useState } from 'react';
import { callApi } from '@/kernel/http';
import { useLabels, type Words } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { Button, DataList, Facts, Icon, Skeleton, Tag, type Column } from '@/ui';
import { inspectLabels } from '../inspectLabels';

interface Flaw {
  severity: 'error' | 'warning' | 'info';
  code: string;
  message: string;
  line?: number | null;
  path?: string | null;
}

interface Picture {
  file: string;
  size: number;
  format: string;
  version?: string | null;
  messageId?: string | null;
  created?: string | null;
  findings: readonly Flaw[];
}

const TONES = { error: 'bad', warning: 'warn', info: 'info' } as const;

type Looked =
  | { state: 'none' }
  | { state: 'busy' }
  | { state: 'done'; picture: Picture }
  | { state: 'refused'; reason: string };

export function InspectTab() {
  const words = useLabels(inspectLabels);
  const id = useId();
  const [text, setText] = useState('');
  const [looked, setLooked] = useState<Looked>({ state: 'none' });
  const look = async (file: Blob, name: string) => {
    setLooked({ state: 'busy' });
    try {
      const answer = await callApi(`/api/inspect?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        body: file,
      });
      setLooked({ state: 'done', picture: (await answer.json()) as Picture });
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      setLooked({
        state: 'refused',
        reason: [detail ?? words.failed, correlationId].filter(Boolean).join(' · '),
      });
    }
  };
  return (
    <div className="g-stack">
      <p className="g-muted">{words.lead}</p>
      <div className="g-field">
        <label htmlFor={`${id}-file`}>{words.choose}</label>
        <input
          id={`${id}-file`}
          type="file"
          className="p-inputtext p-component"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void look(file, file.name);
            target.value = '';
          }}
        />
      </div>
      <div className="g-field">
        <label htmlFor={`${id}-text`}>{words.paste}</label>
        <textarea
          id={`${id}-text`}
          className="p-inputtext p-component db-code"
          rows={6}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div className="g-actions">
        <Button
          icon="search"
          disabled={text.trim() === '' || looked.state === 'busy'}
          onClick={() => void look(new Blob([text]), words.pasted)}
        >
          {words.look}
        </Button>
      </div>
      <div aria-live="polite">
        {looked.state === 'busy' && <Skeleton lines={6} />}
        {looked.state === 'refused' && (
          <p className="g-notice g-tone-bad" role="alert">
            <Icon name="exclamation-circle" />
            <span>{looked.reason}</span>
          </p>
        )}
        {looked.state === 'done' && <PictureOf picture={looked.picture} />}
      </div>
    </div>
  );
}

function PictureOf({ picture }: { picture: Picture }) {
  const words = useLabels(inspectLabels);
  const { findings, ...rest } = picture;
  const flaws = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="g-stack">
      <p className={`g-notice g-tone-${flaws === 0 ? 'good' : 'bad'}`}>
        <Icon name={flaws === 0 ? 'check-circle' : 'exclamation-circle'} />
        <span>{flaws === 0 ? words.reads : words.flawed(flaws)}</span>
      </p>
      <Facts
        facts={[
          [words.file, picture.file],
          [words.format, picture.version ?? picture.format],
          [words.messageId, picture.messageId ?? null],
          [words.created, picture.created ?? null],
          [words.size, String(picture.size)],
        ]}
      />
      {findings.length > 0 && (
        <DataList
          caption={words.findings}
          columns={flawColumns(words)}
          rows={findings}
          rowKey={({ code, line, message }) => `${code} ${line ?? ''} ${message}`}
        />
      )}
      <details>
        <summary>{words.whole}</summary>
        <pre className="db-text">{JSON.stringify(rest, null, 2)}</pre>
      </details>
    </div>
  );
}

const flawColumns = (words: Words<typeof inspectLabels>): readonly Column<Flaw>[] => [
  {
    key: 'severity',
    header: words.severity,
    cell: ({ severity }) => <Tag tone={TONES[severity]}>{words[severity]}</Tag>,
  },
  { key: 'message', header: words.finding, cell: ({ message }) => message },
  { key: 'line', header: words.line, numeric: true, cell: ({ line }) => line ?? '' },
  { key: 'code', header: words.code, cell: ({ code }) => <code className="db-code">{code}</code> },
];
