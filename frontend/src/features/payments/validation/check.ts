/**
 * The check of one file, outside the screen: a sign-in that has to be done again does not lose
 * it. The report outlives a reload of this tab; the file's bytes are never kept.
 */
import { sendForm, type Transfer } from '@/kernel/http';
import { HttpProblem, problemOf, type ProblemReport } from '@/kernel/problems';
import { createStore } from '@/kernel/store';
import { tellOpener } from './opener';
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
}

const NOTHING: Check = { state: 'idle', name: null, size: 0, sent: 0, report: null, reason: null, problem: null };
const KEPT = 'giroscope.validation';
const MOST_KEPT = 2_000_000;

export const check = createStore<Check>(kept());

let file: File | null = null;
let sending: Transfer<Report> | null = null;

/** Whether the file is still at hand, so that it can be checked again without being chosen. */
export const hasFile = (): boolean => file !== null;

/** Check a file; compared with the report that is on screen, if there is one. */
export async function start(chosen: File, refusal: string | null = null): Promise<void> {
  sending?.abort();
  const before = check.get().report;
  file = chosen;
  const about = { ...NOTHING, name: chosen.name, size: chosen.size, report: before };
  if (refusal !== null) {
    check.set({ ...about, state: 'refused', reason: refusal });
    return;
  }
  check.set({ ...about, state: 'sending' });
  const form = new FormData();
  // The token goes first, so that it is read before the file is.
  if (before) form.append('previous', before.token);
  form.append('file', chosen, chosen.name);
  const own = sendForm<Report>('/api/validate', form, {}, (sent, total) => {
    const now = check.get();
    if (sending === own) check.set({ ...now, state: sent < total ? 'sending' : 'checking', sent: Math.min(sent, chosen.size) });
  });
  sending = own;
  try {
    const report = await own.result;
    if (sending === own) finish(report);
  } catch (error) {
    if (sending !== own || (error instanceof DOMException && error.name === 'AbortError')) return;
    check.set({ ...about, state: 'refused', problem: problemOf(error), reason: error instanceof HttpProblem ? error.message : null });
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
  sending?.abort();
  sending = null;
  const { report } = check.get();
  check.set(report ? { ...NOTHING, state: 'done', name: report.file, size: report.size, report } : NOTHING);
}

/** Forget file and report. */
export function forget(): void {
  cancel();
  file = null;
  check.set(NOTHING);
  sessionStorage.removeItem(KEPT);
}

function finish(report: Report): void {
  check.set({ ...NOTHING, state: 'done', name: report.file, size: report.size, report });
  tellOpener(report);
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
    return report ? { ...NOTHING, state: 'done', name: report.file, size: report.size, report } : NOTHING;
  } catch {
    return NOTHING;
  }
}
