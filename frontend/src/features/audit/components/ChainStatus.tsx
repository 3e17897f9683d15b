/** Whether the trail is whole, as far as it was verified, and the way to verify it now. */
import type { AuditChainStateQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, Icon } from '@/ui';
import { labels } from '../labels';

interface ChainStatusProps {
  chain: AuditChainStateQuery['auditChain'] | undefined;
  busy: boolean;
  onVerify: () => void;
}

export function ChainStatus({ chain, busy, onVerify }: ChainStatusProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const fault = chain?.firstFault;
  const tone = fault ? 'bad' : chain?.intact ? 'good' : 'info';
  const icon = fault ? 'exclamation-triangle' : chain?.intact ? 'verified' : 'question-circle';
  return (
    <div className={`g-notice g-tone-${tone} a-chain`} role={fault ? 'alert' : 'status'}>
      <Icon name={icon} />
      <span>
        {fault && (
          <strong>
            {words.broken}: {words[fault.what](fault.sequence)}.
          </strong>
        )}
        {!fault &&
          (chain?.intact
            ? words.intact(formatCount(chain.verifiedCount ?? 0, numberFormat))
            : words.neverVerified)}
        {!fault && typeof chain?.anchors === 'number' && (
          <> · {words.anchors(formatCount(chain.anchors, numberFormat))}</>
        )}
        {chain?.verifiedAt && (
          <>
            {' '}
            · <AgeText value={chain.verifiedAt} />
          </>
        )}
      </span>
      <Button small icon="shield" busy={busy} onClick={onVerify}>
        {words.verify}
      </Button>
    </div>
  );
}
