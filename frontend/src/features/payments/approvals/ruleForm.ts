/** Rules as they are typed, and back again; and a rule as a sentence. Pure. */
import type {
  ApprovalPolicyPageQuery,
  ApprovalRuleInput,
  PolicyVersionFragment,
} from '@/generated/graphql';
import { listed, type Words } from '@/kernel/i18n';
import { formatDecimal, parseAmount } from '@/kernel/money';
import type { NumberFormat } from '@/kernel/preferences';
import type { policyLabels } from './policyLabels';

type Rule = PolicyVersionFragment['rules'][number];
export type Named = ApprovalPolicyPageQuery['approvalPolicies'];

export interface Draft {
  /** Its own as long as the form is open. */
  key: number;
  name: string;
  amountFrom: string;
  currency: string;
  accounts: readonly string[];
  connections: readonly string[];
  newPayee: boolean;
  changedPayee: boolean;
  inOrder: boolean;
  steps: readonly (readonly string[])[];
  needsPasskey: boolean;
  signInMinutes: string;
}

export const emptyDraft = (key: number): Draft => ({
  key,
  name: '',
  amountFrom: '',
  currency: '',
  accounts: [],
  connections: [],
  newPayee: false,
  changedPayee: false,
  inOrder: false,
  steps: [[]],
  needsPasskey: false,
  signInMinutes: '',
});

/** A rule as it stands in the form. */
export const draftOf = (rule: Rule, key: number, format: NumberFormat): Draft => ({
  key,
  name: rule.name,
  amountFrom:
    rule.amountFrom === null || rule.amountFrom === undefined
      ? ''
      : formatDecimal(rule.amountFrom, format),
  currency: rule.currency ?? '',
  accounts: rule.accounts,
  connections: rule.connections,
  newPayee: rule.newPayee,
  changedPayee: rule.changedPayee,
  inOrder: rule.inOrder,
  steps: rule.steps,
  needsPasskey: rule.needsPasskey,
  signInMinutes: rule.signInMinutes ? String(rule.signInMinutes) : '',
});

/** What can be told wrong without asking the server, as a sentence; null when nothing is. */
export function flawOf(drafts: readonly Draft[], words: Words<typeof policyLabels>): string | null {
  for (const draft of drafts) {
    if (!draft.name.trim()) return words.nameMissing;
    if (draft.amountFrom.trim() && parseAmount(draft.amountFrom) === null)
      return `${draft.name}: ${words.amountWrong}`;
    if (draft.signInMinutes.trim() && !/^[1-9]\d{0,2}$/.test(draft.signInMinutes.trim()))
      return `${draft.name}: ${words.minutesWrong}`;
  }
  return null;
}

/** What is sent. */
export const inputOf = (draft: Draft): ApprovalRuleInput => ({
  name: draft.name.trim(),
  amountFrom: draft.amountFrom.trim() ? parseAmount(draft.amountFrom) : null,
  currency: draft.currency.trim() || null,
  accounts: [...draft.accounts],
  connections: [...draft.connections],
  newPayee: draft.newPayee,
  changedPayee: draft.changedPayee,
  inOrder: draft.inOrder && draft.steps.length > 1,
  steps: draft.steps.map((persons) => [...persons]),
  needsPasskey: draft.needsPasskey,
  signInMinutes: draft.signInMinutes.trim() ? Number(draft.signInMinutes) : null,
});

/** When a rule holds, in words. */
export function conditionsOf(
  rule: Rule,
  named: Named,
  words: Words<typeof policyLabels>,
  format: NumberFormat,
): string {
  const amount =
    rule.amountFrom &&
    [formatDecimal(rule.amountFrom, format, rule.currency ?? null), rule.currency]
      .filter(Boolean)
      .join(' ');
  const banks = rule.connections.map(
    (id) => named.connections.find((one) => one.id === id)?.name ?? id,
  );
  const parts = [
    amount ? words.saysFrom(amount) : rule.currency && words.saysCurrency(rule.currency),
    rule.accounts.length > 0 &&
      words.saysAccounts(listed(rule.accounts.map((number) => accountIn(number, named)))),
    banks.length > 0 && words.saysConnections(listed(banks)),
    rule.newPayee && words.saysNewPayee,
    rule.changedPayee && words.saysChangedPayee,
  ].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? listed(parts) : words.always;
}

/** How a rule binds a decision to the person, in words; null where the session is enough. */
export function bindingOf(
  { needsPasskey, signInMinutes }: Pick<Rule, 'needsPasskey' | 'signInMinutes'>,
  words: Words<typeof policyLabels>,
): string | null {
  if (needsPasskey) return words.saysPasskey;
  return signInMinutes ? words.saysSignIn(signInMinutes) : null;
}

/** An account as the rules name it: its name with the number, or the number alone. */
export function accountIn(number: string, { accounts }: Named): string {
  const name = accounts.find((one) => one.number === number)?.name;
  return name ? `${name} (${number})` : number;
}

/** Who gives an approval, in words. */
export function personsOf(
  step: readonly string[],
  named: Named,
  words: Words<typeof policyLabels>,
): string {
  if (step.length === 0) return words.anybody;
  return step.map((id) => named.approvers.find((one) => one.id === id)?.name ?? id).join(' / ');
}
