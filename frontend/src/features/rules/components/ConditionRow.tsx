/** One condition as fields: what is asked about, how it is compared, and with what. */
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Button, Icon } from '@/ui';
import { builderLabels } from '../builderLabels';
import { flawed, type Refused } from '../refusal';
import { countOf, type ConditionDraft, type FieldFacts } from '../ruleForm';
import { valueOf } from '../sentence';
import { nounLabels } from '../sentenceLabels';
import type { RuleNames } from '../useRuleNames';
import { Refusal } from './Refusal';
import type { Answer } from './Trial';

interface ConditionRowProps {
  place: number;
  condition: ConditionDraft;
  facts: readonly FieldFacts[];
  names: RuleNames;
  /** What a tried record said, where one was tried. */
  answer: Answer | undefined;
  refused: Refused | null;
  onChange: (changes: Partial<ConditionDraft>) => void;
  onRemove: (() => void) | undefined;
}

export function ConditionRow({
  place,
  condition,
  facts,
  names,
  answer,
  refused,
  onChange,
  onRemove,
}: ConditionRowProps) {
  const words = useLabels(builderLabels);
  const nouns = useLabels(nounLabels);
  const { field, operator } = condition;
  const own = facts.find((each) => each.field === field);
  const chooseField = (name: string) => {
    const next = facts.find((each) => each.field === name);
    const first = next?.operators[0];
    if (next && first)
      onChange({
        field: next.field,
        operator: first,
        values: [''],
        currency: next.kind === 'AMOUNT' ? 'DKK' : '',
      });
  };
  return (
    <div className="ru-condition" role="group" aria-label={words.condition(place)}>
      <label className="g-field">
        <span>{words.field}</span>
        <select
          className="p-inputtext p-component"
          {...flawed(refused, 'field')}
          value={field}
          onChange={(event) => chooseField(event.target.value)}
        >
          {facts.map((each) => (
            <option key={each.field} value={each.field}>
              {nouns[each.field]}
            </option>
          ))}
        </select>
      </label>
      <label className="ru-not">
        <input
          type="checkbox"
          checked={condition.negated}
          onChange={(event) => onChange({ negated: event.target.checked })}
        />
        {words.negated}
      </label>
      <label className="g-field">
        <span>{words.operator}</span>
        <select
          className="p-inputtext p-component"
          {...flawed(refused, 'operator')}
          value={operator}
          onChange={(event) => {
            const next = own?.operators.find((each) => each === event.target.value);
            if (next) onChange({ operator: next, values: next === 'BETWEEN' ? ['', ''] : [''] });
          }}
        >
          {(own?.operators ?? [operator]).map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </select>
      </label>
      <Values
        condition={condition}
        kind={own?.kind ?? 'TEXT'}
        names={names}
        refused={refused}
        onChange={onChange}
      />
      {onRemove && (
        <Button
          small
          look="quiet"
          icon="times"
          aria-label={words.removeCondition(place)}
          onClick={onRemove}
        />
      )}
      <Refusal refused={refused} />
      {answer && (
        <p className={`ru-answer ${answer.holds ? 'ru-holds' : 'ru-fails'}`}>
          <Icon name={answer.holds ? 'check' : 'times'} />{' '}
          {answer.holds ? words.holds : words.holdsNot} –{' '}
          {answer.said === null
            ? words.saysNothing
            : words.says(names.references[`${field} ${answer.said}`] ?? answer.said)}
        </p>
      )}
    </div>
  );
}

const CODES: Readonly<Record<string, readonly string[]>> = {
  DIRECTION: ['CREDIT', 'DEBIT'],
  WEEKDAY: ['1', '2', '3', '4', '5', '6', '7'],
  REVERSAL: ['YES'],
  PAYMENT_TYPE: ['DOMESTIC', 'SEPA', 'CROSS_BORDER'],
};

function Values({
  condition,
  kind,
  names,
  refused,
  onChange,
}: {
  condition: ConditionDraft;
  kind: FieldFacts['kind'];
  names: RuleNames;
  refused: Refused | null;
  onChange: (changes: Partial<ConditionDraft>) => void;
}) {
  const words = useLabels(builderLabels);
  const notation = useNotation();
  const { field, operator, values, currency } = condition;
  const count = countOf(operator);
  const flaw = flawed(refused, 'values');
  const codes =
    CODES[field] ??
    (kind === 'REFERENCE'
      ? names.choices.filter((each) => each.field === field).map(({ id }) => id)
      : null);
  if (count === 0) return null;
  if (codes) {
    return (
      <label className="g-field">
        <span>{words.value}</span>
        <select
          multiple
          className="p-inputtext p-component"
          {...flaw}
          size={Math.min(4, Math.max(2, codes.length))}
          value={values.filter(Boolean)}
          onChange={(event) =>
            onChange({ values: [...event.target.selectedOptions].map((option) => option.value) })
          }
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {valueOf({ field, currency: null }, code, names, notation)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (count === null)
    return (
      <label className="g-field">
        <span>{words.values}</span>
        <textarea
          className="p-inputtext p-component"
          rows={3}
          {...flaw}
          value={values.join('\n')}
          onChange={(event) => onChange({ values: event.target.value.split('\n') })}
        />
      </label>
    );
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <label key={at} className="g-field">
          <span>{count === 1 ? words.value : at === 0 ? words.from : words.to}</span>
          <input
            className="p-inputtext p-component"
            type={kind === 'DATE' ? 'date' : 'text'}
            inputMode={kind === 'AMOUNT' ? 'decimal' : undefined}
            maxLength={200}
            autoComplete="off"
            {...flaw}
            value={values[at] ?? ''}
            onChange={(event) =>
              onChange({
                values: Array.from({ length: count }, (__, other) =>
                  other === at ? event.target.value : (values[other] ?? ''),
                ),
              })
            }
          />
        </label>
      ))}
      {kind === 'AMOUNT' && (
        <label className="g-field ru-currency">
          <span>{words.currency}</span>
          <input
            className="p-inputtext p-component"
            maxLength={3}
            autoComplete="off"
            {...flawed(refused, 'currency')}
            value={currency}
            onChange={(event) => onChange({ currency: event.target.value.toUpperCase() })}
          />
        </label>
      )}
    </>
  );
}
