/** The documents of a journal: one to be read, two side by side, or what differs between them. */
import type { DocumentLineFragment } from '@/generated/graphql';
import { DocumentBrowser, documentKinds, DocumentViewer } from '@/features/documents';
import { useLabels } from '@/kernel/i18n';
import { usePreferences } from '@/kernel/preferences';
import { useUrlValue } from '@/kernel/urlState';
import { documentLabels } from '../documentLabels';
import { DocumentDiff } from './DocumentDiff';

type Documents = readonly DocumentLineFragment[];
const WAYS = ['one', 'two', 'diff'] as const;

export function JournalDocuments({ documents }: { documents: Documents }) {
  const words = useLabels(documentLabels);
  const [given, setWay] = useUrlValue('documents');
  const way = WAYS.find((each) => each === given) ?? 'one';
  if (documents.length < 2) return <DocumentBrowser documents={documents} />;
  return (
    <>
      <div className="g-tabstrip" role="group" aria-label={words.way}>
        {WAYS.map((each) => (
          <button
            key={each}
            type="button"
            className="j-view"
            aria-pressed={each === way}
            onClick={() => setWay(each === 'one' ? null : each, { replace: true })}
          >
            {words[each]}
          </button>
        ))}
      </div>
      {way === 'one' ? (
        <DocumentBrowser documents={documents} />
      ) : (
        <Pair documents={documents} isDiff={way === 'diff'} />
      )}
    </>
  );
}

/** Payment file and bank's answer are what is looked at together; of one kind the two latest are compared. */
function usual(
  documents: Documents,
  isDiff: boolean,
): readonly [DocumentLineFragment, DocumentLineFragment] {
  const last = documents.at(-1) as DocumentLineFragment;
  const payment = documents.find(({ kind }) => kind === 'PAYMENT');
  const answer = documents.findLast(({ kind }) => kind !== 'PAYMENT') ?? last;
  if (!isDiff) return [payment ?? (documents[0] as DocumentLineFragment), answer];
  const alike = documents.filter(
    ({ kind }) => documents.filter((other) => other.kind === kind).length > 1,
  );
  const newest = alike.at(-1) ?? last;
  const before = documents.findLast(({ kind, id }) => kind === newest.kind && id !== newest.id);
  return [before ?? (documents[0] as DocumentLineFragment), newest];
}

function Pair({ documents, isDiff }: { documents: Documents; isDiff: boolean }) {
  const words = useLabels(documentLabels);
  const [leftId, setLeft] = useUrlValue('document');
  const [rightId, setRight] = useUrlValue('beside');
  const [first, second] = usual(documents, isDiff);
  const left = documents.find(({ id }) => id === leftId) ?? first;
  const right = documents.find(({ id }) => id === rightId) ?? second;
  return (
    <>
      <div className="j-pair">
        <Choose
          label={words.left}
          documents={documents}
          value={left.id}
          onChange={(id) => setLeft(id, { replace: true })}
        />
        <Choose
          label={words.right}
          documents={documents}
          value={right.id}
          onChange={(id) => setRight(id, { replace: true })}
        />
      </div>
      {isDiff ? (
        <DocumentDiff key={`${left.id} ${right.id}`} left={left} right={right} />
      ) : (
        <div className="j-pair j-beside">
          <DocumentViewer key={`left ${left.id}`} document={left} />
          <DocumentViewer key={`right ${right.id}`} document={right} />
        </div>
      )}
    </>
  );
}

function Choose({
  label,
  documents,
  value,
  onChange,
}: {
  label: string;
  documents: Documents;
  value: string;
  onChange: (id: string) => void;
}) {
  const { language } = usePreferences();
  return (
    <label className="g-select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {documents.map((each) => (
          <option key={each.id} value={each.id}>
            {documentKinds(each, language)}
          </option>
        ))}
      </select>
    </label>
  );
}
