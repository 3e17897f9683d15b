/** When the bank is looked at next, in words that are true also while its time has just come. */
import type { BankLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { InstantText, NoValue } from '@/ui';
import { labels } from '../labels';
import { hasCome, isBusy } from '../states';

export function NextLook({
  bank,
}: {
  bank: Pick<BankLineFragment, 'nextFetch' | 'paused' | 'work' | 'state'>;
}) {
  const words = useLabels(labels);
  if (isBusy(bank) && bank.work?.verb === 'bank-fetch') return words.fetching;
  if (!bank.nextFetch || bank.paused) return <NoValue />;
  return hasCome(bank.nextFetch) ? words.soon : <InstantText value={bank.nextFetch} />;
}
