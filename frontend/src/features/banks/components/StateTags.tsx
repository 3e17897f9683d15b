/** The state of a connection in words, and whether it stands still. */
import type { BankLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Tag } from '@/ui';
import { labels } from '../labels';
import { STATE_TONES } from '../states';

export function StateTags({
  bank,
}: {
  bank: Pick<BankLineFragment, 'state' | 'paused' | 'profile'>;
}) {
  const words = useLabels(labels);
  const [tone, icon] = STATE_TONES[bank.state];
  return (
    <>
      <Tag tone={tone} icon={icon}>
        {bank.state === 'KEY_CREATED' && bank.profile.protocol.activation === 'CONFIRMATION'
          ? words.waitsForConfirmation
          : words[bank.state]}
      </Tag>
      {bank.paused && (
        <Tag tone="warn" icon="pause">
          {words.paused}
        </Tag>
      )}
      {bank.profile.isSimulated && <Tag icon="sparkles">{words.simulated}</Tag>}
    </>
  );
}
