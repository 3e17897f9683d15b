/**
 * One live picture: the poll tells which topics changed, and whatever on screen shows them is
 * read anew. Which question belongs to which topic stands here and nowhere else.
 */
import { Kind, type DocumentNode } from 'graphql';
import { dataClient } from './clients';

/** By topic, the fields of the graph that tell of it. */
const FIELDS: Readonly<Record<string, RegExp>> = {
  IMPORTS: /^(upload|statement$|statements$)/,
  JOURNALS: /^(journal|unreconciled)/,
  PAYMENTS: /^(payment|approval|sending)/,
  BALANCES: /^(statementGraphs|unreconciled|transaction|statement|account|possibleDuplicates)/,
  BANKS: /^bank/,
  TASKS: /^(journalTabs|roleRequests|approvalDelegations)/,
  RULES: /^rule(s|$|Runs)/,
  ERP: /^erp(Payment|Outbox|Write|Exchange|Journal|Findings|Requests|Validation)/,
  USERS: /^(user|roleRequests)/,
  BILLING: /^(invoice|subscription)/,
};

export interface TopicVersion {
  topic: string;
  version: string;
}

type IsAbout = (document: DocumentNode) => boolean;

const listeners = new Set<(isAbout: IsAbout) => void>();
/** What is known of each topic; empty until the first answer. */
let known: ReadonlyMap<string, string> | null = null;
/** Changed while nobody looked. */
let waiting = new Set<string>();

/** Be told that something changed, with what says whether a question is about it. */
export function onChange(listener: (isAbout: IsAbout) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Take in what the poll told. The first answer is where everything on screen stands already. */
export function hearChanges(changes: readonly TopicVersion[]): void {
  const before = known;
  known = new Map([
    ...(before ?? []),
    ...changes.map(({ topic, version }) => [topic, version] as const),
  ]);
  if (before === null) return;
  for (const { topic, version } of changes) if (before.get(topic) !== version) waiting.add(topic);
  readAnew();
}

/** Begin anew, as with another person. */
export function forgetChanges(): void {
  known = null;
  waiting = new Set();
}

function rootsOf({ definitions }: DocumentNode): readonly string[] {
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.map((root) =>
          root.kind === Kind.FIELD ? root.name.value : '',
        )
      : [],
  );
}

function readAnew(): void {
  // A tab that nobody sees asks for nothing; it makes up for it when it is looked at.
  if (waiting.size === 0 || document.hidden) return;
  const fields = [...waiting].flatMap((topic) => FIELDS[topic] ?? []);
  waiting = new Set();
  const isAbout: IsAbout = (asked) =>
    rootsOf(asked).some((root) => fields.some((pattern) => pattern.test(root)));
  for (const query of dataClient.getObservableQueries('active'))
    // What cannot be read now is told where it is asked for.
    if (isAbout(query.query)) void query.refetch().catch(() => undefined);
  for (const listener of listeners) listener(isAbout);
}

document.addEventListener('visibilitychange', readAnew);
