/** The fields that make a mapping hold for some payments of its method alone. */
import { useLabels, wordFor } from '@/kernel/i18n';
import { ChoiceField, TextField, type Form } from '@/ui';
import type { Typed } from '../form';
import { labels } from '../labels';

export function Narrowing({ form, isSlip }: { form: Form<Typed>; isSlip: boolean }) {
  const words = useLabels(labels);
  const isNarrow = (
    ['currency', 'creditorCountry', 'referenceKind', 'slipType', 'amountFrom', 'amountTo'] as const
  ).some((field) => form.values[field] !== '');
  return (
    <details className="em-details" open={isNarrow || undefined}>
      <summary>{words.narrower}</summary>
      <div className="g-form">
        <TextField form={form} name="currency" label={words.currency} maxLength={3} />
        <TextField form={form} name="creditorCountry" label={words.country} maxLength={2} />
        <ChoiceField
          form={form}
          name="referenceKind"
          label={words.kind}
          none={words.any}
          options={['FREE', 'RF', 'OCR'].map((value) => ({ value, label: wordFor(words, value) }))}
        />
        {!isSlip && (
          <ChoiceField
            form={form}
            name="slipType"
            label={words.slip}
            none={words.any}
            options={['01', '04', '15', '71', '73', '75'].map((value) => ({
              value,
              label: `+${value}`,
            }))}
          />
        )}
        <TextField form={form} name="amountFrom" label={words.from} />
        <TextField form={form} name="amountTo" label={words.to} />
      </div>
    </details>
  );
}
