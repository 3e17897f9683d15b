/** What the roles of the product mean to this screen. Decides only; the server decides again. */
import type { DutyConflict, UserRole } from '@/generated/graphql';

export const ROLES: readonly UserRole[] = [
  'UPLOAD',
  'PAYMENT_APPROVER',
  'ACCOUNT_MANAGEMENT',
  'BILLING',
  'LOGS',
  'AUDITOR',
  'DEBUG',
];

/** Roles that two account managers give together; the second one is made alone where there is none to ask. */
export const NEEDS_SECOND_PERSON: ReadonlySet<UserRole> = new Set<UserRole>([
  'PAYMENT_APPROVER',
  'ACCOUNT_MANAGEMENT',
]);

/** Whether this role waits for somebody else, given whether another account manager is there. */
export function waitsForSecond(role: UserRole, aloneHere: boolean): boolean {
  return NEEDS_SECOND_PERSON.has(role) && !(aloneHere && role === 'ACCOUNT_MANAGEMENT');
}

const CONFLICTS: readonly (readonly [DutyConflict, readonly UserRole[]])[] = [
  ['UPLOAD_AND_APPROVE', ['UPLOAD', 'PAYMENT_APPROVER']],
  ['MANAGE_AND_APPROVE', ['ACCOUNT_MANAGEMENT', 'PAYMENT_APPROVER']],
];

/** Duties that one person with these roles would have, and two should. */
export function conflictsOf(roles: readonly UserRole[]): readonly DutyConflict[] {
  return CONFLICTS.filter(([, both]) => both.every((role) => roles.includes(role))).map(
    ([conflict]) => conflict,
  );
}

/** The conflict a realm may refuse; the other is only shown. */
export const REFUSABLE: DutyConflict = 'UPLOAD_AND_APPROVE';

// In the order in which somebody would say them: seeing comes first, taking away last.
const SPOKEN = ['read', 'create', 'invite', 'change', 'reimport', 'cancel', 'undo'];

/** Verbs of a room in the order they are told in; those without a place come last. */
export function spoken(verbs: readonly string[]): readonly string[] {
  const place = (verb: string) => (SPOKEN.includes(verb) ? SPOKEN.indexOf(verb) : SPOKEN.length);
  return verbs.toSorted((a, b) => place(a) - place(b));
}

export interface RoleChange {
  give: UserRole[];
  take: UserRole[];
}

/** What has to be given and taken to come from one set to the other. */
export function roleChange(had: readonly UserRole[], wanted: readonly UserRole[]): RoleChange {
  return {
    give: ROLES.filter((role) => wanted.includes(role) && !had.includes(role)),
    take: ROLES.filter((role) => had.includes(role) && !wanted.includes(role)),
  };
}
