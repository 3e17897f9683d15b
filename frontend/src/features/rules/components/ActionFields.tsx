/** What follows when a rule fits, as choices with what each needs. */
import { useMutation } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { MakeRuleLabelDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Button, attempt, tellRefused, useRefreshed } from '@/ui';
import { builderLabels } from '../builderLabels';
import { flawed, refusedIn, type Refused } from '../refusal';
import { action, type RuleDraft } from '../ruleForm';
import type { Action } from '../sentence';
import { sentenceLabels } from '../sentenceLabels';
import type { RuleNames } from '../useRuleNames';
import { Refusal } from './Refusal';

type Kind = Action['kind'];
const KINDS = {
  TRANSACTION: ['POSTING', 'NOTIFY'],
  PAYMENT: ['HOLD', 'APPROVAL', 'NOTIFY'],
} as const satisfies Record<string, readonly Kind[]>;
const ROLES = ['UPLOAD', 'PAYMENT_APPROVER', 'ACCOUNT_MANAGEMENT', 'DEBUG'] as const;
const BEGUN: Readonly<Record<Kind, Action>> = {
  POSTING: action('POSTING', { account: '', text: '' }),
  LABEL: action('LABEL'),
  HOLD: action('HOLD'),
  APPROVAL: action('APPROVAL', { approvals: 2 }),
  NOTIFY: action('NOTIFY', { role: 'PAYMENT_APPROVER' }),
};

export function ActionFields({
  draft: { subject, actions },
  names,
  refused,
  onChange,
}: {
  draft: RuleDraft;
  names: RuleNames;
  refused: Refused | null;
  onChange: (actions: readonly Action[]) => void;
}) {
  const words = useLabels(builderLabels);
  const at = (one: Action) => refusedIn(refused, String(actions.indexOf(one)));
  // Labels have no fields of their own: what is wrong with one is told below all of them.
  const hasPlace = actions.some((one) => one.kind !== 'LABEL' && at(one));
  const others = (kind: Kind) => actions.filter((one) => one.kind !== kind);
  return (
    <fieldset className="ru-block">
      <legend>{words.follows}</legend>
      {KINDS[subject].map((kind) => {
        const chosen = actions.find((one) => one.kind === kind);
        return (
          <div key={kind} className="ru-action">
            <label className="ru-not">
              <input
                type="checkbox"
                checked={chosen !== undefined}
                onChange={(event) =>
                  onChange(event.target.checked ? [...actions, BEGUN[kind]] : others(kind))
                }
              />
              {words[kind]}
            </label>
            {chosen && (
              <Needs
                chosen={chosen}
                refused={at(chosen)}
                onChange={(changes) =>
                  onChange(actions.map((one) => (one === chosen ? { ...one, ...changes } : one)))
                }
              />
            )}
            {chosen && <Refusal refused={at(chosen)} />}
          </div>
        );
      })}
      <LabelChoice actions={actions} names={names} onChange={onChange} />
      <Refusal refused={hasPlace ? null : refused} />
    </fieldset>
  );
}

function Needs({
  chosen,
  refused,
  onChange,
}: {
  chosen: Action;
  refused: Refused | null;
  onChange: (changes: Partial<Action>) => void;
}): ReactNode {
  const words = useLabels(builderLabels);
  const grammar = useLabels(sentenceLabels);
  if (chosen.kind === 'POSTING') {
    return (
      <>
        <label className="g-field">
          <span>{words.postingAccount}</span>
          <input
            className="p-inputtext p-component"
            maxLength={40}
            autoComplete="off"
            {...flawed(refused, 'account')}
            value={chosen.account ?? ''}
            onChange={(event) => onChange({ account: event.target.value })}
          />
        </label>
        <label className="g-field">
          <span>{words.postingText}</span>
          <input
            className="p-inputtext p-component"
            maxLength={200}
            autoComplete="off"
            {...flawed(refused, 'text')}
            value={chosen.text ?? ''}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </label>
      </>
    );
  }
  if (chosen.kind === 'APPROVAL')
    return (
      <label className="g-field ru-currency">
        <span>{words.approvals}</span>
        <input
          type="number"
          min={2}
          max={9}
          className="p-inputtext p-component"
          {...flawed(refused, 'approvals')}
          value={chosen.approvals ?? 2}
          onChange={(event) => onChange({ approvals: Number(event.target.value) })}
        />
      </label>
    );
  if (chosen.kind === 'NOTIFY')
    return (
      <label className="g-field">
        <span>{words.role}</span>
        <select
          className="p-inputtext p-component"
          {...flawed(refused, 'role')}
          value={chosen.role ?? 'DEBUG'}
          onChange={(event) => {
            const role = ROLES.find((each) => each === event.target.value);
            if (role) onChange({ role });
          }}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {grammar[role]}
            </option>
          ))}
        </select>
      </label>
    );
  return null;
}

function LabelChoice({
  actions,
  names,
  onChange,
}: {
  actions: readonly Action[];
  names: RuleNames;
  onChange: (actions: readonly Action[]) => void;
}) {
  const words = useLabels(builderLabels);
  const refreshed = useRefreshed();
  const [name, setName] = useState('');
  const [make] = useMutation(MakeRuleLabelDocument);
  const isChosen = (id: string) => actions.some(({ labelId }) => labelId === id);
  const add = async () => {
    const { id, refused } = await attempt(
      async () => (await make({ variables: { name } })).data?.makeRuleLabel,
    );
    if (refused) tellRefused(refused.message);
    if (!id) return;
    await refreshed();
    setName('');
    if (!isChosen(id)) onChange([...actions, action('LABEL', { labelId: id })]);
  };
  return (
    <div className="ru-action" role="group" aria-label={words.LABEL}>
      <span>{words.LABEL}</span>
      {names.allLabels.map(({ id, name: called }) => (
        <label key={id} className="ru-not">
          <input
            type="checkbox"
            checked={isChosen(id)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...actions, action('LABEL', { labelId: id })]
                  : actions.filter(({ labelId }) => labelId !== id),
              )
            }
          />
          {called}
        </label>
      ))}
      <label className="g-field">
        <span>{words.newLabel}</span>
        <input
          className="p-inputtext p-component"
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button small icon="plus" disabled={name.trim() === ''} onClick={() => void add()}>
        {words.addLabel}
      </Button>
    </div>
  );
}
