/** The documents of a record: choose one, read it, download it. */
import type { DocumentLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatBytes } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { useUrlValue } from '@/kernel/urlState';
import { CopyId, InstantText } from '@/ui';
import '../documents.css';
import { labels } from '../labels';
import { DocumentViewer } from './DocumentViewer';

export function DocumentBrowser({ documents }: { documents: readonly DocumentLineFragment[] }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const [chosen, choose] = useUrlValue('document');
  const current = documents.find(({ id }) => id === chosen) ?? documents.at(-1);
  if (!current) return <p className="g-muted">{words.none}</p>;
  return (
    <>
      <ul className="d-list" aria-label={words.choose}>
        {documents.map((document) => (
          <li key={document.id}>
            <button
              type="button"
              aria-pressed={document.id === current.id}
              onClick={() => choose(document.id, { replace: true })}
            >
              <strong>{words[document.kind]}</strong>
              <span className="d-list-name">{document.name}</span>
              <span className="g-sub">
                {[document.version ?? document.format, formatBytes(document.size, numberFormat)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="g-sub">
                <InstantText value={document.received} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="g-muted">
        {words.fingerprint}: <CopyId short value={current.sha256} name={words.fingerprint} />
      </p>
      <DocumentViewer key={current.id} document={current} />
    </>
  );
}
