/**
 * Which verbs are open for a person, and in one word why not. The server has the last say;
 * this only keeps people from pressing what it would refuse.
 */
import type { UserLineFragment } from '@/generated/graphql';

export type Verb =
  | 'edit'
  | 'roles'
  | 'resend'
  | 'password'
  | 'revoke'
  | 'ask'
  | 'reset'
  | 'secondFactor'
  | 'unlock'
  | 'disable'
  | 'enable'
  | 'signOut';
/** Beside those, what stands among a person's data. */
type DataVerb = 'erase';
export type Reason =
  | 'reasonDown'
  | 'reasonOwnRights'
  | 'reasonOwnAccount'
  | 'reasonLastManager'
  | 'reasonNoSecondFactor'
  | 'reasonMailWorks'
  | 'reasonNotDisabled';

export interface Circumstances {
  /** The identity provider does not answer. */
  down: boolean;
  /** Nobody else could manage accounts. */
  lastManager: boolean;
  /** Nobody else manages accounts who could be asked. */
  aloneHere: boolean;
}

type Person = Pick<UserLineFragment, 'state' | 'isSelf' | 'hasSecondFactor' | 'hasMailFailed'>;

/** The permission each verb needs. */
export const NEEDS: Readonly<Record<Verb, string>> = {
  edit: 'users.change',
  roles: 'users.roles',
  resend: 'users.invite',
  password: 'users.invite',
  revoke: 'users.invite',
  ask: 'users.change',
  reset: 'users.change',
  secondFactor: 'users.change',
  unlock: 'users.unlock',
  disable: 'users.disable',
  enable: 'users.disable',
  signOut: 'users.sessions',
};

const FOR_INVITED: readonly Verb[] = ['resend', 'password', 'revoke'];
const FOR_KNOWN: readonly Verb[] = ['reset', 'ask', 'secondFactor', 'signOut', 'disable'];

/** The verbs that make sense for somebody in this state, in the order they are shown. */
export function verbsFor({ state }: Person): readonly Verb[] {
  if (state === 'INVITED') return [...FOR_INVITED, 'disable'];
  if (state === 'LOCKED') return ['unlock', ...FOR_KNOWN];
  if (state === 'DISABLED') return ['enable', 'secondFactor'];
  return FOR_KNOWN;
}

/** Why a verb is closed now, or null when it is open. */
export function closedBecause(
  verb: Verb | DataVerb,
  person: Person,
  { down, lastManager }: Circumstances,
): Reason | null {
  if (down) return 'reasonDown';
  if (verb === 'roles' && person.isSelf) return 'reasonOwnRights';
  if (person.isSelf && (verb === 'disable' || verb === 'secondFactor')) return 'reasonOwnAccount';
  if (verb === 'erase' && person.isSelf) return 'reasonOwnAccount';
  if (verb === 'erase' && person.state !== 'DISABLED') return 'reasonNotDisabled';
  if (verb === 'disable' && lastManager) return 'reasonLastManager';
  if (verb === 'secondFactor' && !person.hasSecondFactor) return 'reasonNoSecondFactor';
  if (verb === 'password' && !person.hasMailFailed) return 'reasonMailWorks';
  return null;
}
