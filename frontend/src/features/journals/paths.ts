/** The journal list's filter, as the address carries it and as the server takes it. */
import type { JournalFilter, JournalState, Source } from '@/generated/graphql';
import { choice, choices, date, decimal, defineFilter, flag, list, text } from '@/kernel/urlState';
import { DONE, IN_FLIGHT, STATES } from './states';

export const SOURCES: readonly Source[] = ['UPLOAD', 'ERP', 'API', 'BANK', 'DEMO', 'SHELL'];
export const VIEWS = ['all', 'attention', 'mine', 'inFlight', 'done'] as const;
export type View = (typeof VIEWS)[number];

export const journalOrder = {
  fields: ['CREATED', 'UPDATED', 'EXECUTION_DATE', 'AMOUNT', 'STATE'] as const,
  fallback: '-CREATED' as const,
};

export interface JournalUrlFilter {
  [key: string]: unknown;
  state: readonly JournalState[];
  account: readonly string[];
  from: string | null;
  to: string | null;
  executionFrom: string | null;
  executionTo: string | null;
  min: string | null;
  max: string | null;
  currency: string;
  source: Source | null;
  status: boolean | null;
  statement: boolean | null;
  q: string;
}

export const journalFilter = defineFilter<JournalUrlFilter>({
  state: choices(STATES),
  account: list,
  from: date,
  to: date,
  executionFrom: date,
  executionTo: date,
  min: decimal,
  max: decimal,
  currency: text,
  source: choice(SOURCES),
  status: flag,
  statement: flag,
  q: text,
});

const range = <T>(from: T | null, to: T | null) =>
  from === null && to === null ? null : { from, to };

/** The server's filter for a quick view and what else is asked. Chosen states win over the view's. */
export function toServerFilter(filter: JournalUrlFilter, view: View): JournalFilter {
  const viewStates = view === 'inFlight' ? IN_FLIGHT : view === 'done' ? DONE : [];
  const states = filter.state.length > 0 ? filter.state : viewStates;
  const asked: JournalFilter = {
    states: states.length > 0 ? [...states] : null,
    attention: view === 'attention' ? true : null,
    awaitingMyApproval: view === 'mine' ? true : null,
    accountIds: filter.account.length > 0 ? [...filter.account] : null,
    created: range(filter.from, filter.to),
    executionDate: range(filter.executionFrom, filter.executionTo),
    amount: range(filter.min, filter.max),
    currency: filter.currency || null,
    source: filter.source,
    hasStatus: filter.status,
    hasStatement: filter.statement,
    text: filter.q || null,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
}
