/**
 * What tells that an answer is no longer true. The poll tells topics that changed; which fields of
 * the graph show a topic stands here and nowhere else. What changes without being told is named
 * here too: a question about it says by itself how it is asked.
 */
import { Kind, type DocumentNode } from 'graphql';

/** By topic, the fields of the graph that tell of it. */
const FIELDS: Readonly<Record<string, RegExp>> = {
  IMPORTS: /^(upload|statement|undoBlockedBy|demo$)/,
  JOURNALS: /^(myTasks|journal|unreconciled|erpJournal)/,
  PAYMENTS: /^(myTasks|payee|payment|approval|sending|journal|cash)/,
  BALANCES:
    /^(myTasks|statement|unreconciled|transaction|account|arrangement|possibleDuplicates|ledger|lookAlike|cash)/,
  BANKS: /^(myTasks|bank|account|arrangement|statementGraphs|lookAlike|cash)/,
  TASKS: /^(myTasks|journalTabs|roleRequests|approvalDelegations)/,
  RULES: /^(myTasks|rule)/,
  ERP: /^(myTasks|erp)/,
  USERS: /^(myTasks|user|apiClients|roleRequests|passkeys)/,
  BILLING: /^invoice/,
  MESSAGES: /^message(s|Groups)?$/,
  WEBHOOKS: /^webhook/,
};

/**
 * Changes that nobody tells of: what passes over the line and into the trail, what the sign-in
 * service and the ERP do by themselves, what the clock alone moves, and views of other people.
 */
const UNTOLD =
  /^(debug|log|communication|audit|user|role|access|permissions|erp|statementHabits|demoPlan|subscription|billing|usage|ruleReferences|savedViews|search|viewer|job$)/;

type IsAbout = (field: string) => boolean;

/** Whether a field tells of one of these topics. */
export function aboutAny(topics: Iterable<string>): IsAbout {
  const patterns = [...topics].flatMap((topic) => FIELDS[topic] ?? []);
  return (field) => patterns.some((pattern) => pattern.test(field));
}

/** The fields at the root of what a document asks. */
export function rootsOf({ definitions }: DocumentNode): readonly string[] {
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.map((root) =>
          root.kind === Kind.FIELD ? root.name.value : '',
        )
      : [],
  );
}

/** Whether an answer may be shown again as long as nothing is told. */
export function isTold(document: DocumentNode): boolean {
  const isOfATopic = aboutAny(Object.keys(FIELDS));
  return rootsOf(document).every((root) => isOfATopic(root) && !UNTOLD.test(root));
}
