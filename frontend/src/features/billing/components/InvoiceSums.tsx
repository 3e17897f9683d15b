/** Sums of the invoices that are shown, by currency and state; currencies are never added together. */
import type { InvoiceSumsQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { MoneyText, Tag } from '@/ui';
import { invoiceLabels } from '../invoiceLabels';
import { INVOICE_LOOKS } from '../looks';

export function InvoiceSums({ totals }: { totals: InvoiceSumsQuery['invoiceTotals'] }) {
  const words = useLabels(invoiceLabels);
  const { numberFormat } = useNotation();
  if (totals.length === 0) return null;
  return (
    <ul className="b-sums" aria-label={words.sums}>
      {totals.map(({ currency, state, count, total, outstanding }) => {
        const [tone, icon] = INVOICE_LOOKS[state];
        const isOpen = state === 'OPEN' || state === 'OVERDUE';
        return (
          <li key={`${currency} ${state}`}>
            <Tag tone={tone} icon={icon}>
              {words[state]}
            </Tag>
            <span className="g-count g-muted">{formatCount(count, numberFormat)} ×</span>
            <strong>
              <MoneyText value={isOpen ? outstanding : total} />
            </strong>
          </li>
        );
      })}
    </ul>
  );
}
