/** Who did it; the product and the command line are told apart from people. */
import type { AuditLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag } from '@/ui';
import { labels } from '../labels';

export function ActorText({ actor }: { actor: AuditLineFragment['actor'] }) {
  const words = useLabels(labels);
  if (actor.kind === 'CLIENT') return <Tag icon="key">{actor.name}</Tag>;
  if (actor.kind === 'PERSON')
    return <>{actor.name === actor.id ? words.unknownPerson : actor.name}</>;
  return <Tag icon={actor.kind === 'SHELL' ? 'desktop' : 'cog'}>{words[actor.kind]}</Tag>;
}
