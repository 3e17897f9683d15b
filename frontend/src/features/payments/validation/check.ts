/**
 * The check of one file, outside the screen: a sign-in that has to be done again does not lose
 * it. The report outlives a reload of this tab; the file's bytes are never kept.
 */
import { addressOf } from '@/kernel/endpoints';
import { sendForm, type Transfer } from '@/kernel/http';
import { HttpProblem, problemOf, type ProblemReport } from '@/kernel/problems';
import { createStore } from '@/kernel/store';
import { tell } from './erp/partner';
import { verdictOf, type Refusal } from './erp/protocol';
import type { Report } from './report';

export interface Check {
  state: 'idle' | 'sending' | 'checking' | 'done' | 'refused';
  name: string | null;
  size: number;
  sent: number;
  report: Report | null;
  /** Why it was not checked, in words, where the server or a rule here said so. */
  reason: string | null;
  problem: ProblemReport | null;
  /** Names the check in the server's log, and to the accounting system that asked for it. */
  correlationId: string | null;
}

const NOTHING: Check = {
  state: 'idle',
  name: null,
  size: 0,
  sent: 0,
  report: null,
  reason: null,
  problem: null,
  correlationId: null,
};
const KEPT = 'giroscope.validation';
const MOST_KEPT = 2_000_000;

export const check = createStore<Check>(kept());

let file: File | null = null;
let sending: Transfer<Report> | null = null;

/** Whether the file is still at hand, so that it can be checked again without being chosen. */
export const hasFile = (): boolean => file !== null;

/** Whether a file is on its way. */
export const isBusy = ({ state }: Check = check.get()): boolean =>
  state === 'sending' || state === 'checking';

/** Check a file; compared with the report that is on screen, if there is one. */
export async function start(
  chosen: File,
  tooLarge: string | null = null,
  correlationId: string = crypto.randomUUID(),
): Promise<void> {
  drop();
  const before = check.get().report;
  file = chosen;
  const about = { ...NOTHING, name: chosen.name, size: chosen.size, report: before, correlationId };
  if (tooLarge !== null) {
    refuse({ ...about, reason: tooLarge }, 'too_large');
    return;
  }
  check.set({ ...about, state: 'sending' });
  const form = new FormData();
  // The token goes first, so that it is read before the file is.
  if (before) form.append('previous', before.token);
  form.append('file', chosen, chosen.name);
  const own = sendForm<Report>(
    addressOf('validationURL'),
    form,
    { 'x-request-id': correlationId },
    (sent, total) => {
      const now = check.get();
      if (sending === own)
        check.set({
          ...now,
          state: sent < total ? 'sending' : 'checking',
          sent: Math.min(sent, chosen.size),
        });
    },
  );
  sending = own;
  try {
    const report = await own.result;
    if (sending === own) finish(report, correlationId);
  } catch (error) {
    if (sending !== own || (error instanceof DOMException && error.name === 'AbortError')) return;
    refuse(
      {
        ...about,
        problem: problemOf(error),
        reason: error instanceof HttpProblem ? error.message : null,
      },
      'not_checked',
    );
  } finally {
    if (sending === own) sending = null;
  }
}

/** Check the same file once more. */
export const again = async (): Promise<void> => {
  if (file) await start(file);
};

/** Stop what is being sent; an earlier report stays. */
export function cancel(): void {
  drop();
  const { report } = check.get();
  check.set(
    report ? { ...NOTHING, state: 'done', name: report.file, size: report.size, report } : NOTHING,
  );
}

/** Forget file and report. */
export function forget(): void {
  cancel();
  file = null;
  check.set(NOTHING);
  sessionStorage.removeItem(KEPT);
}

function drop(): void {
  if (!sending) return;
  sending.abort();
  sending = null;
  tell({
    type: 'giroscope.refused',
    correlationId: check.get().correlationId,
    reason: 'cancelled',
    message: null,
  });
}

function refuse(about: Check, reason: Refusal): void {
  check.set({ ...about, state: 'refused' });
  tell({
    type: 'giroscope.refused',
    correlationId: about.correlationId,
    reason,
    message: about.reason,
  });
}

function finish(report: Report, correlationId: string): void {
  check.set({
    ...NOTHING,
    state: 'done',
    name: report.file,
    size: report.size,
    report,
    correlationId,
  });
  tell(verdictOf(report, correlationId));
  const text = JSON.stringify(report);
  try {
    if (text.length < MOST_KEPT) sessionStorage.setItem(KEPT, text);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // A browser that keeps nothing loses the report on reload, and nothing else.
  }
}

function kept(): Check {
  try {
    const report = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Report | null;
    return report
      ? { ...NOTHING, state: 'done', name: report.file, size: report.size, report }
      : NOTHING;
  } catch {
    return NOTHING;
  }
}
