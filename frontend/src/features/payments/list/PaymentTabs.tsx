/** The tabs of the list, each with how many payments stand under it; the unpaid ones with their money. */
import { useQuery } from '@apollo/client/react';
import { PaymentTabsDocument, type PaymentTabsQuery } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { MoneyText } from '@/ui';
import { TABS, TAB_NAMES, type PaymentTabKey } from './filter';
import { listLabels } from './labels';

type Sums = PaymentTabsQuery['paymentTabs'][number]['sums'];

/** So many sums stand in a tab; the list's own totals tell them all. */
const MOST_SUMS = 2;

export function PaymentTabs({
  tab,
  onTab,
}: {
  tab: PaymentTabKey;
  onTab: (tab: PaymentTabKey) => void;
}) {
  const words = useLabels(listLabels);
  const { numberFormat } = useNotation();
  const { data } = useQuery(PaymentTabsDocument);
  const told = new Map(data?.paymentTabs.map((each) => [each.name, each]));
  return (
    <div className="g-tabstrip" role="group" aria-label={words.tabs}>
      {TABS.map((each) => {
        const found = told.get(TAB_NAMES[each]);
        return (
          <button
            key={each}
            type="button"
            className="p-tab"
            aria-pressed={each === tab}
            onClick={() => onTab(each)}
          >
            {words[each]}
            {found && <span className="g-tab-count">{formatCount(found.count, numberFormat)}</span>}
            {each === 'unpaid' && found && <Money sums={found.sums} words={words} />}
          </button>
        );
      })}
    </div>
  );
}

function Money({ sums, words }: { sums: Sums; words: Words<typeof listLabels> }) {
  const more = sums.length - MOST_SUMS;
  return sums.length === 0 ? null : (
    <span className="p-tab-sums">
      {sums.slice(0, MOST_SUMS).map((sum) => (
        <MoneyText key={sum.currency} value={sum} />
      ))}
      {more > 0 && <span>{words.moreCurrencies(more)}</span>}
    </span>
  );
}
