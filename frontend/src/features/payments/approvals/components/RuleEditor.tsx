/** One rule as a form: its conditions, and who gives each approval. */
import { useLabels } from '@/kernel/i18n';
import { Button } from '@/ui';
import { policyLabels } from '../policyLabels';
import { accountIn, type Draft, type Named } from '../ruleForm';

interface RuleEditorProps {
  place: number;
  draft: Draft;
  named: Named;
  onChange: (changes: Partial<Draft>) => void;
  onRemove: () => void;
}

export function RuleEditor({ place, draft, named, onChange, onRemove }: RuleEditorProps) {
  const words = useLabels(policyLabels);
  return (
    <fieldset className="g-card ap-rule">
      <legend>{words.rule(place)}</legend>
      <div className="g-form ap-two">
        <Field label={words.name} value={draft.name} onChange={(name) => onChange({ name })} />
        <Field
          label={words.amountFrom}
          value={draft.amountFrom}
          numeric
          onChange={(amountFrom) => onChange({ amountFrom })}
        />
        <Field
          label={words.currency}
          value={draft.currency}
          onChange={(currency) => onChange({ currency: currency.toUpperCase().slice(0, 3) })}
        />
      </div>
      {named.accounts.length > 0 && (
        <Choices
          legend={words.accounts}
          options={named.accounts.map(({ number }) => [number, accountIn(number, named)])}
          value={draft.accounts}
          onChange={(accounts) => onChange({ accounts })}
        />
      )}
      {named.connections.length > 0 && (
        <Choices
          legend={words.connections}
          options={named.connections.map(({ id, name }) => [id, name])}
          value={draft.connections}
          onChange={(connections) => onChange({ connections })}
        />
      )}
      <label className="ap-choice">
        <input
          type="checkbox"
          checked={draft.newPayee}
          onChange={(event) => onChange({ newPayee: event.target.checked })}
        />
        {words.newPayee}
      </label>
      <label className="ap-choice">
        <input
          type="checkbox"
          checked={draft.changedPayee}
          onChange={(event) => onChange({ changedPayee: event.target.checked })}
        />
        {words.changedPayee}
      </label>
      <label className="ap-choice">
        <input
          type="checkbox"
          checked={draft.needsPasskey}
          onChange={(event) => onChange({ needsPasskey: event.target.checked })}
        />
        {words.needsPasskey}
      </label>
      {!draft.needsPasskey && (
        <div className="g-form ap-two">
          <Field
            label={words.signInMinutes}
            value={draft.signInMinutes}
            numeric
            onChange={(signInMinutes) => onChange({ signInMinutes })}
          />
          <p className="g-muted">{words.signInMinutesHelp}</p>
        </div>
      )}
      <Steps draft={draft} named={named} onChange={onChange} />
      <div className="g-actions">
        <Button small look="danger" icon="trash" onClick={onRemove}>
          {words.removeRule(draft.name || words.rule(place))}
        </Button>
      </div>
    </fieldset>
  );
}

function Steps({ draft, named, onChange }: Pick<RuleEditorProps, 'draft' | 'named' | 'onChange'>) {
  const words = useLabels(policyLabels);
  const { steps } = draft;
  const replace = (at: number, persons: readonly string[]) =>
    onChange({ steps: steps.map((step, place) => (place === at ? persons : step)) });
  return (
    <div className="g-stack">
      <p className="g-muted">{words.anybodyHelp}</p>
      <ol className="ap-steps">
        {steps.map((step, at) => (
          <li key={at}>
            <Choices
              legend={words.approval(at + 1)}
              options={named.approvers.map(({ id, name }) => [id, name])}
              value={step}
              onChange={(persons) => replace(at, persons)}
            />
            {steps.length > 1 && (
              <Button
                small
                look="quiet"
                icon="times"
                onClick={() => onChange({ steps: steps.filter((_, place) => place !== at) })}
              >
                {words.removeApproval(at + 1)}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {steps.length > 1 && (
        <label className="ap-choice">
          <input
            type="checkbox"
            checked={draft.inOrder}
            onChange={(event) => onChange({ inOrder: event.target.checked })}
          />
          {words.inOrder}
        </label>
      )}
      <div className="g-actions">
        <Button small icon="plus" onClick={() => onChange({ steps: [...steps, []] })}>
          {words.addApproval}
        </Button>
      </div>
    </div>
  );
}

function Field({
  label,
  value,
  numeric = false,
  onChange,
}: {
  label: string;
  value: string;
  numeric?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <input
        className="p-inputtext p-component"
        type="text"
        autoComplete="off"
        maxLength={80}
        inputMode={numeric ? 'decimal' : 'text'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function Choices({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string;
  options: readonly (readonly [string, string])[];
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}) {
  const toggle = (key: string) =>
    onChange(value.includes(key) ? value.filter((each) => each !== key) : [...value, key]);
  return (
    <fieldset className="ap-choices">
      <legend>{legend}</legend>
      <div className="ap-people">
        {options.map(([key, name]) => (
          <label key={key} className="ap-choice">
            <input type="checkbox" checked={value.includes(key)} onChange={() => toggle(key)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
