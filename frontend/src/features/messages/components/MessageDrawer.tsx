/** One message in full, with the way to what it is about. */
import type { MessageLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { CopyId, Drawer, Facts, InstantText, LinkButton } from '@/ui';
import { labels } from '../labels';
import { messageText } from '../texts';
import { MessageLevelTag } from './MessageLevelTag';

interface MessageDrawerProps {
  message: MessageLineFragment;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function MessageDrawer({ message, onClose, onPrevious, onNext }: MessageDrawerProps) {
  const words = useLabels(labels);
  return (
    <Drawer title={words.message} onClose={onClose} onPrevious={onPrevious} onNext={onNext}>
      <div className="g-actions"><MessageLevelTag level={message.level} /></div>
      <p className="m-text">{messageText(message)}</p>
      <Facts
        facts={[
          [words.time, <InstantText key="time" value={message.created} seconds />],
          [words.reference, message.reference && <CopyId key="reference" value={message.reference} name={words.reference} />],
          [words.correlation, message.correlationId && <CopyId key="correlation" value={message.correlationId} />],
          [words.code, message.code],
          ...message.values.map(({ name, value }) => [name, value] as const),
        ]}
      />
      {message.correlationId && <div className="g-actions"><LinkButton look="primary" icon="book" to={journalPath(message.correlationId)}>{words.openJournal}</LinkButton></div>}
    </Drawer>
  );
}
