/** Whether a journal has a document of a kind: present, missing, or with a problem. */
import type { DocumentKind, DocumentLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import '../documents.css';
import { labels } from '../labels';

export function DocumentChip({ kind, document, problem = false }: { kind: DocumentKind; document: DocumentLineFragment | null; problem?: boolean }) {
  const words = useLabels(labels);
  const look = !document ? 'missing' : problem ? 'problem' : 'present';
  const title = document ? `${words[kind]}: ${document.name}` : `${words[kind]}: ${words.missing}`;
  return (
    <span className={`d-chip d-chip-${look}`} title={title}>
      <Icon name={look === 'missing' ? 'minus' : look === 'problem' ? 'exclamation-triangle' : 'check'} />
      {words[kind]}
      <span className="g-sr">{document ? words.received : words.missing}</span>
    </span>
  );
}
