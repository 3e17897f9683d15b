/** Where in a rule stands what was refused: at which field of the form, and in words. Pure. */
import type { Words } from '@/kernel/i18n';
import type { builderLabels } from './builderLabels';

export interface Refused {
  /** Of the element that tells it. */
  id: string;
  message: string;
  /** From the part that asks on, such as `conditions.1.values`; empty for the part itself, or the whole. */
  path: string;
}

/** What was refused in this part, with the path from there on; null where it is elsewhere. */
export function refusedIn(refused: Refused | null, part: string): Refused | null {
  if (refused?.path === part) return { ...refused, path: '' };
  return refused?.path.startsWith(`${part}.`)
    ? { ...refused, path: refused.path.slice(part.length + 1) }
    : null;
}

/** How a field says that it is the one that was refused. */
export const flawed = (refused: Refused | null, field: string) =>
  refused?.path === field
    ? ({ 'aria-invalid': true, 'aria-describedby': refused.id } as const)
    : {};

const FIELDS = {
  name: 'name',
  note: 'note',
  blocks: 'conditions',
  actions: 'follows',
  field: 'field',
  operator: 'operator',
  values: 'value',
  currency: 'currency',
  account: 'postingAccount',
  text: 'postingText',
  labelId: 'LABEL',
  approvals: 'APPROVAL',
  role: 'role',
} as const;

/** A place in a rule, such as `blocks.0.conditions.1.values`, as the form calls its parts; empty where it names none. */
export function placeInWords(path: string, words: Words<typeof builderLabels>): string {
  const [, block] = /^blocks\.(\d+)/.exec(path) ?? [];
  const [, condition] = /\.conditions\.(\d+)/.exec(path) ?? [];
  const [, action] = /^actions\.(\d+)/.exec(path) ?? [];
  const last = Object.entries(FIELDS).find(([name]) => path.split('.').at(-1) === name)?.[1];
  return [
    block && words.block(Number(block) + 1),
    condition && words.condition(Number(condition) + 1),
    action && `${words.follows} · ${Number(action) + 1}`,
    last && words[last],
  ]
    .filter(Boolean)
    .join(' · ');
}
