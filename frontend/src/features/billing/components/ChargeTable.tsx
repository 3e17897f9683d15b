/** The lines of an invoice, or of one to be, with their sums. */
import type { ChargeFragment, ChargeLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal, type Money } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button, DateText, MoneyText } from '@/ui';
import { labels } from '../labels';

interface ChargeTableProps {
  caption: string;
  charge: Pick<ChargeFragment, 'vatRate' | 'vatTreatment' | 'net' | 'vat' | 'total'> & {
    lines: readonly ChargeLineFragment[];
  };
  /** Shows what proves a line, where something does. */
  onEvidence?: (line: string, title: string) => void;
}

export function ChargeTable({ caption, charge, onEvidence }: ChargeTableProps) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const vat = words.vat(formatDecimal(charge.vatRate, numberFormat).replace(/[.,]00$/, ''));
  return (
    <div className="b-charge">
      <table className="g-table">
        <caption className="g-sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.text}</th>
            <th scope="col" className="g-cell-number">
              {words.quantity}
            </th>
            <th scope="col" className="g-cell-number b-wide">
              {words.unitPrice}
            </th>
            <th scope="col" className="g-cell-number">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {charge.lines.map((line) => (
            <tr key={`${line.kind} ${line.said.en} ${line.from}`}>
              <td>
                {line.said[language]}
                <span className="g-sub">
                  <DateText value={line.from} /> – <DateText value={line.to} />
                </span>
                {onEvidence && line.id && line.meter && (
                  <Button
                    small
                    look="quiet"
                    icon="list"
                    onClick={() => onEvidence(line.id ?? '', line.said[language])}
                  >
                    {words.evidence}
                  </Button>
                )}
              </td>
              <td data-label={words.quantity} className="g-cell-number g-count">
                {line.unitSaid[language] &&
                  `${formatDecimal(line.quantity, numberFormat).replace(/[.,]00$/, '')} ${line.unitSaid[language]}`}
              </td>
              <td data-label={words.unitPrice} className="g-cell-number b-wide">
                <MoneyText value={line.unitPrice} />
              </td>
              <td data-label={words.amount} className="g-cell-number">
                <MoneyText value={line.net} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum name={words.net} value={charge.net} />
          <Sum name={vat} value={charge.vat} />
          <Sum name={words.total} value={charge.total} strong />
        </tfoot>
      </table>
      {charge.vatTreatment !== 'DOMESTIC' && (
        <p className="g-muted">{words[charge.vatTreatment]}</p>
      )}
    </div>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: Money; strong?: boolean }) {
  return (
    <tr className={strong ? 'b-total' : undefined}>
      <th scope="row">{name}</th>
      <td />
      <td className="b-wide" />
      <td className="g-cell-number">
        <MoneyText value={value} />
      </td>
    </tr>
  );
}
