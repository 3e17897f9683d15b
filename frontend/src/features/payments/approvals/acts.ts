/** What an approver can do with one journal: its words, its call, and whether it asks for a reason. */
import {
  ApproveJournalDocument,
  RejectJournalDocument,
  ReopenApprovalDocument,
  UndoApprovalDocument,
  type ApprovalCardFragment,
} from '@/generated/graphql';
import { askEndpoint } from '@/kernel/http';
import type { Words } from '@/kernel/i18n';
import type { Decide, Refused } from './deciding';
import { byDevice } from './device';
import type { labels } from './labels';

export type Act = 'approve' | 'reject' | 'undo' | 'sign' | 'reopen';

export const ACT_ICONS: Readonly<Record<Act, string>> = {
  approve: 'check',
  reject: 'times',
  undo: 'undo',
  sign: 'send',
  reopen: 'replay',
};

/** In the order of their buttons. */
const ALLOWED: Readonly<
  Record<
    Act,
    keyof Pick<
      ApprovalCardFragment,
      'canApprove' | 'canReject' | 'canUndo' | 'canSign' | 'canReopen'
    >
  >
> = {
  sign: 'canSign',
  approve: 'canApprove',
  reject: 'canReject',
  undo: 'canUndo',
  reopen: 'canReopen',
};

/** What the caller may do now, what matters most first. */
export const actsOf = (approval: ApprovalCardFragment): readonly Act[] =>
  (Object.keys(ALLOWED) as Act[]).filter((act) => approval[ALLOWED[act]]);

/** Why the most natural act is closed: approving while it waits, signing when all are there. */
export function obstacleOf({
  state,
  why,
}: ApprovalCardFragment): ApprovalCardFragment['why'][number] | null {
  const wanted = state === 'OPEN' ? 'APPROVE' : state === 'APPROVED' ? 'SIGN' : null;
  return why.find(({ act }) => act === wanted) ?? null;
}

export const needsReason = (act: Act, { flags }: Pick<ApprovalCardFragment, 'flags'>): boolean =>
  act === 'reject' || (act === 'approve' && flags > 0);

interface Meaning {
  title: string;
  help: string;
  told: string;
  danger: boolean;
}

/** What is asked before an act, and told after it. */
export function meaningOf(
  act: Act,
  words: Words<typeof labels>,
  { connection }: Pick<ApprovalCardFragment, 'connection'>,
): Meaning {
  const meanings: Readonly<Record<Act, readonly [string, string, string]>> = {
    approve: [words.approveTitle, words.approveHelp, words.approved],
    reject: [words.rejectTitle, words.rejectHelp, words.rejected],
    undo: [words.undoTitle, words.undoHelp, words.undone],
    sign: [words.signTitle, words.signHelp(connection), words.signed],
    reopen: [words.reopenTitle, words.reopenHelp, words.reopened],
  };
  const [title, help, told] = meanings[act];
  return { title, help, told, danger: act === 'reject' };
}

/** Do it, for the document as it was seen; null when it was done, else why it was not. */
export async function run(
  act: Act,
  decide: Decide,
  seen: { correlationId: string; sha256: string },
  reason: string,
): Promise<Refused | null> {
  const { correlationId } = seen;
  const calls: Readonly<Record<Act, () => Promise<Refused | null>>> = {
    approve: () =>
      byDevice('APPROVE', seen, (passkey) =>
        decide(ApproveJournalDocument, { ...seen, reason: reason || null, ...passkey }),
      ),
    reject: () => decide(RejectJournalDocument, { ...seen, reason }),
    undo: () => decide(UndoApprovalDocument, { correlationId }),
    sign: () =>
      byDevice('SIGN', seen, (passkey) =>
        decide(async () => askEndpoint('signURL', { ...seen, ...passkey })),
      ),
    reopen: () => decide(ReopenApprovalDocument, { correlationId }),
  };
  return calls[act]();
}
