/** Whether a journal has a document of a kind: present, missing, with a problem, or none to come. */
import type { DocumentKind, DocumentLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import '../documents.css';
import { labels } from '../labels';

export function DocumentChip({
  kind,
  document,
  problem = false,
  awaited = true,
}: {
  kind: DocumentKind;
  document: DocumentLineFragment | null;
  problem?: boolean;
  awaited?: boolean;
}) {
  const words = useLabels(labels);
  const look = !document ? 'missing' : problem ? 'problem' : 'present';
  const absent = awaited ? words.missing : words.notPart;
  const title = `${words[kind]}: ${document ? document.name : absent}`;
  return (
    <span className={`d-chip d-chip-${look}`} title={title}>
      <Icon
        name={look === 'missing' ? 'minus' : look === 'problem' ? 'exclamation-triangle' : 'check'}
      />
      {words[kind]}
      <span className="g-sr">{document ? words.received : absent}</span>
    </span>
  );
}
