/**
 * What is done to one person, at the address of the account calls: the page's settings may have
 * moved it. Many people at once, and invitations, go by the graph.
 */
import type { UserRole } from '@/generated/graphql';
import { askEndpoint } from '@/kernel/http';

export type UserStep = 'CHANGE_PASSWORD' | 'SET_UP_SECOND_FACTOR' | 'CONFIRM_MAIL';
export type AskedBy = 'MAIL' | 'NEXT_SIGN_IN';

interface RolesChanged {
  given: readonly string[];
  taken: readonly string[];
  requested: readonly UserRole[];
}

/** As these calls name what the graph names in capitals. */
const named = (value: UserRole | UserStep | AskedBy) => value.toLowerCase().replaceAll('_', '-');
const roleNamed = (role: UserRole) => `giroscope-${named(role)}`;

const act = async <T = null>(id: string, action: string, more: object = {}) =>
  askEndpoint<T>('accountURL', { action, ...more }, { below: [id, 'actions'] });

export const askUser = async (id: string, steps: readonly UserStep[], by: AskedBy) =>
  act(id, 'ask', { steps: steps.map(named), by: named(by) });

/** The verbs that a question is asked before, each for one person. */
export const verbsOf = (id: string) => ({
  resend: async () => act(id, 'resend-invitation'),
  password: async () => temporaryPassword(id),
  revoke: async () => act(id, 'revoke-invitation'),
  reset: async () => askUser(id, ['CHANGE_PASSWORD'], 'MAIL'),
  secondFactor: async () => act(id, 'reset-second-factor'),
  unlock: async () => act(id, 'unlock'),
  disable: async () => act(id, 'disable'),
  enable: async () => act(id, 'enable'),
  signOut: async () => act(id, 'sign-out'),
});

/** For good, but for what the law keeps. */
export const eraseUser = async (id: string) => act<object>(id, 'erase');

/** Shown once, and kept nowhere. */
export const temporaryPassword = async (id: string) =>
  act<{ temporaryPassword: string }>(id, 'temporary-password');

export const endSession = async (id: string, session: string) =>
  askEndpoint('accountURL', {}, { method: 'DELETE', below: [id, 'sessions', session] });

export async function changeRoles(
  id: string,
  give: readonly UserRole[],
  take: readonly UserRole[],
) {
  const value = { give: give.map(roleNamed), take: take.map(roleNamed) };
  const outcome = await askEndpoint<Record<keyof RolesChanged, string[]>>('accountURL', value, {
    below: [id, 'roles'],
  });
  if (outcome.__typename === 'Problem') return outcome;
  const { given, taken, requested } = outcome.told;
  const waiting = give.filter((role) => requested.includes(roleNamed(role)));
  return { ...outcome, told: { given, taken, requested: waiting } satisfies RolesChanged };
}

export const decideRequest = async (
  id: string,
  decision: 'confirm' | 'reject' | 'withdraw',
  reason = '',
) =>
  askEndpoint('accountURL', { decision, ...(reason && { reason }) }, { below: ['requests', id] });
