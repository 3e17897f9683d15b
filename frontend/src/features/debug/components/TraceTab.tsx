/** Anything somebody can name, pasted: all that was written down of it, in the order in which it happened. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { DebugTraceDocument, type DebugTraceQuery } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { journalPath, logsPath, messagePath } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useUrlValue } from '@/kernel/urlState';
import { CopyId, DataList, DataListSkeleton, EmptyState, FilterBar, InstantText, QueryStates, SearchField, Tag, type Column } from '@/ui';
import { traceLabels } from '../traceLabels';

type Line = DebugTraceQuery['debugTrace']['lines'][number];

export function TraceTab() {
  const words = useLabels(traceLabels);
  const [text, setText] = useUrlValue('text');
  return (
    <div className="g-stack">
      <p className="g-muted">{words.lead}</p>
      <FilterBar filtered={false} onClear={() => setText(null)}>
        <SearchField name={words.search} placeholder={words.example} value={text ?? ''} onChange={(value) => setText(value || null)} />
      </FilterBar>
      {text ? <Found key={text} text={text} /> : <EmptyState picture="search" title={words.beginTitle}>{words.beginText}</EmptyState>}
    </div>
  );
}

function Found({ text }: { text: string }) {
  const words = useLabels(traceLabels);
  const maySeeLogs = useMay('logs.read');
  const query = useQuery(DebugTraceDocument, { variables: { text }, fetchPolicy: 'network-only' });
  return (
    <QueryStates query={query} skeleton={<DataListSkeleton columns={4} />}>
      {({ debugTrace: { lines, correlationIds, more } }) => {
        if (lines.length === 0) return <EmptyState picture="search" title={words.noneTitle}>{words.noneText}</EmptyState>;
        return (
          <>
            {correlationIds.map((id) => (
              <p key={id} className="g-actions">{words.journal} <Link to={journalPath(id)}>{id}</Link> <CopyId bare value={id} /></p>
            ))}
            <DataList caption={words.found} columns={lineColumns(words, maySeeLogs)} rows={lines} rowKey={({ kind, id }) => `${kind} ${id}`} />
            {more && <p className="g-muted">{words.more}</p>}
          </>
        );
      }}
    </QueryStates>
  );
}

function lineColumns(words: Words<typeof traceLabels>, maySeeLogs: boolean): readonly Column<Line>[] {
  return [
    { key: 'at', header: words.at, cell: ({ at }) => <InstantText value={at} seconds /> },
    { key: 'kind', header: words.kind, cell: ({ kind }) => <Tag>{words[kind]}</Tag> },
    { key: 'title', header: words.title, cell: (line) => { const to = addressOf(line, maySeeLogs); return to === null ? line.title : <Link to={to}>{line.title}</Link>; } },
    { key: 'detail', header: words.detail, cell: ({ detail }) => detail },
  ];
}

/** Where the console shows it; null where it does not, or not to this person. */
function addressOf({ kind, id, correlationId }: Line, maySeeLogs: boolean): string | null {
  if (kind === 'LOG') return maySeeLogs ? logsPath(correlationId, id) : null;
  if (kind === 'MESSAGE') return messagePath(id);
  if (kind === 'JOURNAL' || kind === 'SENDING') return correlationId ? journalPath(correlationId) : null;
  if (kind === 'UPLOAD') return correlationId ? journalPath(correlationId, 'documents') : null;
  return null;
}
