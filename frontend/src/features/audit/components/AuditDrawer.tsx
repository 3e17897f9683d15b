/** One event in full: who, from where, what was and what is, and its place in the chain. */
import type { AuditLineFragment } from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { CopyId, Drawer, Facts, InstantText } from '@/ui';
import { changesOf } from '../changes';
import { labels } from '../labels';
import { cameLater } from '../late';
import { verbLabels } from '../verbs';
import { ActorText } from './ActorText';
import { ChangeTable } from './ChangeTable';
import { OutcomeTag } from './OutcomeTag';
import { SubjectText } from './SubjectText';

interface AuditDrawerProps {
  event: AuditLineFragment;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function AuditDrawer({ event, onClose, onPrevious, onNext }: AuditDrawerProps) {
  const words = useLabels(labels);
  const verbs = useLabels(verbLabels);
  const { subject } = event;
  return (
    <Drawer
      title={wordFor(verbs, event.verb)}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      <div className="g-actions">
        <OutcomeTag outcome={event.outcome} />
      </div>
      <Facts
        facts={[
          [words.time, <InstantText key="time" value={event.instant} seconds />],
          [words.who, <ActorText key="who" actor={event.actor} />],
          [words.subject, subject && <SubjectText key="subject" subject={subject} />],
          [words.address, event.address],
          [words.agent, event.agent],
        ]}
      />
      <h3>{words.changes}</h3>
      <ChangeTable changes={changesOf(event.was, event.now)} />
      <Facts
        facts={[
          [words.number, String(event.sequence)],
          [words.code, event.verb],
          ...(event.actor.kind === 'PERSON'
            ? [
                [
                  words.actorId,
                  <CopyId key="actor" short value={event.actor.id} name={words.actorId} />,
                ] as const,
              ]
            : []),
          ...(subject?.id
            ? [
                [words.subjectKind, subject.kind] as const,
                [
                  words.subjectId,
                  <CopyId key="subject id" short value={subject.id} name={words.subjectId} />,
                ] as const,
              ]
            : []),
          ...(cameLater(event)
            ? [
                [
                  words.recorded,
                  <InstantText key="recorded" value={event.recorded} seconds />,
                ] as const,
              ]
            : []),
          [
            words.trace,
            event.trace && <CopyId key="trace" short value={event.trace} name={words.trace} />,
          ],
          [words.hash, <CopyId key="hash" short value={event.hash} name={words.hash} />],
        ]}
      />
    </Drawer>
  );
}
