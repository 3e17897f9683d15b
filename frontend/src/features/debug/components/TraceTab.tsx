/** Anything somebody can name, pasted: all that was written down of it, in the order in which it happened. */
import { useQuery } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { auditLabels, verbLabels } from '@/features/audit';
import { messageLabels } from '@/features/messages';
import { sendingLabels } from '@/features/payments';
import { uploadLabels } from '@/features/uploads';
import { DebugTraceDocument, type DebugTraceQuery } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { useLabels, wordFor, wordsOf, type Words } from '@/kernel/i18n';
import { journalPath, logsPath, messagePath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation, type Language } from '@/kernel/preferences';
import { useUrlValue } from '@/kernel/urlState';
import {
  CopyId,
  DataList,
  DataListSkeleton,
  EmptyState,
  FilterBar,
  Icon,
  InstantText,
  NoValue,
  QueryStates,
  SearchField,
  Tag,
  type Column,
} from '@/ui';
import { traceLabels } from '../traceLabels';
import { kindLabels } from '../workKinds';
import { workLabels } from '../workLabels';

type Line = DebugTraceQuery['debugTrace']['lines'][number];

// The journals are the first screen: what is fetched for it must not come to hang on this one.
const JournalStateText = lazy(async () => ({
  default: (await import('@/features/journals')).JournalStateText,
}));

/** What the rooms call the states that their lines stood in. */
const STATES = {
  AUDIT: auditLabels,
  JOB: workLabels,
  LOG: traceLabels,
  MESSAGE: messageLabels,
  SENDING: sendingLabels,
  UPLOAD: uploadLabels,
} as const;

export function TraceTab() {
  const words = useLabels(traceLabels);
  const [text, setText] = useUrlValue('text');
  return (
    <div className="g-stack">
      <p className="g-muted">{words.lead}</p>
      <FilterBar filtered={false} onClear={() => setText(null)}>
        <SearchField
          name={words.search}
          placeholder={words.example}
          value={text ?? ''}
          onChange={(value) => setText(value || null)}
        />
      </FilterBar>
      {text ? (
        <Found key={text} text={text} />
      ) : (
        <EmptyState picture="search" title={words.beginTitle}>
          {words.beginText}
        </EmptyState>
      )}
    </div>
  );
}

function Found({ text }: { text: string }) {
  const words = useLabels(traceLabels);
  const { language } = useNotation();
  const maySeeLogs = useMay('logs.read');
  const query = useQuery(DebugTraceDocument, { variables: { text }, fetchPolicy: RIGHT_NOW });
  return (
    <QueryStates query={query} skeleton={<DataListSkeleton columns={5} />}>
      {({ debugTrace: { lines, correlationIds, more } }) => {
        if (lines.length === 0)
          return (
            <EmptyState picture="search" title={words.noneTitle}>
              {words.noneText}
            </EmptyState>
          );
        return (
          <>
            {correlationIds.map((id) => (
              <p key={id} className="g-actions">
                {words.journal} <Link to={journalPath(id)}>{id}</Link> <CopyId bare value={id} />
              </p>
            ))}
            <DataList
              caption={words.found}
              columns={lineColumns(words, language, maySeeLogs)}
              rows={lines}
              rowKey={({ kind, id }) => `${kind} ${id}`}
            />
            {more && <p className="g-muted">{words.more}</p>}
          </>
        );
      }}
    </QueryStates>
  );
}

function lineColumns(
  words: Words<typeof traceLabels>,
  language: Language,
  maySeeLogs: boolean,
): readonly Column<Line>[] {
  return [
    { key: 'at', header: words.at, cell: ({ at }) => <InstantText value={at} seconds /> },
    { key: 'kind', header: words.kind, cell: ({ kind }) => <Tag>{words[kind]}</Tag> },
    {
      key: 'title',
      header: words.title,
      cell: (line) => {
        const to = addressOf(line, maySeeLogs);
        const title = titleOf(line, language);
        return to === null ? title : <Link to={to}>{title}</Link>;
      },
    },
    {
      key: 'detail',
      header: words.detail,
      cell: (line) => <Standing line={line} language={language} />,
    },
    {
      key: 'trace',
      header: words.trace,
      cell: ({ trace, traceUrl }) =>
        trace ? <TraceId trace={trace} url={traceUrl} /> : <NoValue />,
    },
  ];
}

/** What it was, in words where what was written down is a name of ours. */
function titleOf({ kind, title, sentence }: Line, language: Language): string {
  if (kind === 'AUDIT') return wordFor(wordsOf(verbLabels, language), title);
  if (kind === 'JOB') return wordFor(wordsOf(kindLabels, language), title);
  return sentence?.[language] ?? title;
}

/** How it stood, as its room calls that, and what else was told. */
function Standing({ line: { kind, state, note }, language }: { line: Line; language: Language }) {
  const told = note && (kind === 'AUDIT' ? actorName(note[language]) : note[language]);
  if (state === null) return told;
  if (kind === 'JOURNAL')
    return (
      <Suspense fallback={null}>
        <JournalStateText state={state} />
      </Suspense>
    );
  return (
    <>
      {wordFor(wordsOf(STATES[kind], language), state)}
      {told && <span className="g-sub">{told}</span>}
    </>
  );
}

/** A trace that can be followed here, copied, and looked at where the operator collects them. */
function TraceId({ trace, url }: { trace: string; url: string | null }) {
  const words = useLabels(traceLabels);
  return (
    <span className="db-trace">
      <Link
        to={{ search: new URLSearchParams({ tab: 'trace', text: trace }).toString() }}
        title={trace}
        aria-label={words.followTrace(trace)}
      >
        <code>{trace.slice(0, 8)}…</code>
      </Link>
      <CopyId bare value={trace} name={words.traceId} />
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={words.viewTrace(trace)}
          title={words.viewTrace(trace)}
        >
          <Icon name="external-link" />
        </a>
      )}
    </span>
  );
}

/** Where the console shows it; null where it does not, or not to this person. */
function addressOf({ kind, id, correlationId }: Line, maySeeLogs: boolean): string | null {
  if (kind === 'LOG') return maySeeLogs ? logsPath(correlationId, id) : null;
  if (kind === 'MESSAGE') return messagePath(id);
  if (kind === 'JOURNAL' || kind === 'SENDING')
    return correlationId ? journalPath(correlationId) : null;
  if (kind === 'UPLOAD') return correlationId ? journalPath(correlationId, 'documents') : null;
  return null;
}
