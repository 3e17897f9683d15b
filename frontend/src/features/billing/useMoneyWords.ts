/** Amounts inside a sentence. */
import { useCallback } from 'react';
import { formatDecimal, type Money } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';

export function useMoneyWords(): (money: Money) => string {
  const { numberFormat } = useNotation();
  return useCallback(
    ({ amount, currency }) => `${formatDecimal(amount, numberFormat, currency)} ${currency}`,
    [numberFormat],
  );
}
