/** The tabs, the filter and the order of people, as the address carries them and as the server takes them. */
import type {
  UserFilter,
  UserOrder,
  UserOrderField,
  UserRole,
  UserState,
} from '@/generated/graphql';
import { choices, defineFilter, flag, text } from '@/kernel/urlState';
import { ROLES } from './roles';

export const TABS = ['people', 'requests', 'roles', 'review', 'clients', 'history'] as const;
export type UserTab = (typeof TABS)[number];

/** Everything of the address that belongs to one tab; another tab starts without it. */
export const tabAddress = (tab: UserTab): Record<string, string> =>
  tab === 'people' ? {} : { tab };

export const STATES: readonly UserState[] = ['INVITED', 'ACTIVE', 'LOCKED', 'DISABLED'];
export const INACTIVE_DAYS = 90;

export const userOrder = {
  fields: ['NAME', 'EMAIL', 'LAST_SIGN_IN', 'CREATED'] as const,
  fallback: 'NAME' as const,
};

export interface UserUrlFilter {
  [key: string]: unknown;
  q: string;
  role: readonly UserRole[];
  state: readonly UserState[];
  inactive: boolean | null;
  unprotected: boolean | null;
  conflict: boolean | null;
}

export const userFilter = defineFilter<UserUrlFilter>({
  q: text,
  role: choices(ROLES),
  state: choices(STATES),
  inactive: flag,
  unprotected: flag,
  conflict: flag,
});

/** The server's filter; what is not asked is left out. */
export function toServerFilter(filter: UserUrlFilter): UserFilter {
  return {
    ...(filter.q ? { search: filter.q } : {}),
    ...(filter.role.length > 0 ? { roles: [...filter.role] } : {}),
    ...(filter.state.length > 0 ? { states: [...filter.state] } : {}),
    ...(filter.inactive ? { inactiveDays: INACTIVE_DAYS } : {}),
    ...(filter.unprotected ? { secondFactor: false } : {}),
    ...(filter.conflict ? { conflict: true } : {}),
  };
}

/** The server's order. */
export function toServerOrder({
  field,
  direction,
}: {
  field: UserOrderField;
  direction: 'ASC' | 'DESC';
}): UserOrder {
  return { field, direction };
}
