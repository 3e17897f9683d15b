/** What the import of a file would change, asked of the server; nothing is stored by it. */
import type { ReactNode } from 'react';
import type { Severity, StatementStripFragment } from '@/generated/graphql';
import { sendForm } from '@/kernel/http';
import type { Figure } from './states';

export interface PreviewedChange {
  kind: 'ADDED' | 'REMOVED' | 'CHANGED' | 'POSSIBLE_DUPLICATE';
  day: string;
  /** Signed: a debit is negative. */
  amount: string;
  amountBefore: string | null;
  currency: string;
  counterparty: string | null;
  text: string | null;
}

export interface PreviewedStatement extends Readonly<
  Record<Exclude<Figure, 'disputed'> | 'read', number>
> {
  name: string | null;
  account: string;
  currency: string | null;
  from: string | null;
  to: string | null;
  periodSource: StatementStripFragment['periodSource'];
  opening: string | null;
  closing: string | null;
  /** What the statement before it closed with, or the one that it overlaps. */
  previousClosing: string | null;
  relation: 'NEW' | 'REPEATS' | 'REPLACES' | 'REPLACED' | 'SAME' | 'DISPUTED' | 'OVERLAPS';
  /** What the bank calls the statement that it is related to. */
  other: string | null;
  link: StatementStripFragment['link'];
  changes: readonly PreviewedChange[];
}

interface Finding {
  severity: Severity;
  code: string;
  message: string;
  said: { en: string; da: string };
  line: number | null;
  path: string | null;
}

export interface Preview {
  refused: boolean;
  /** Names just these changes; the upload takes it along. */
  fingerprint: string | null;
  statements: readonly PreviewedStatement[];
  findings: readonly Finding[];
}

/** Shows one statement of a file and what it would change; a room above knows how. */
export type ShowPreview = (statement: PreviewedStatement) => ReactNode;

/** Ask what the import of a file would change now. */
export async function requestPreview(file: File, signal: AbortSignal): Promise<Preview> {
  const form = new FormData();
  form.append('file', file, file.name);
  const sending = sendForm<Preview>('/api/preview', form, {}, () => undefined);
  signal.addEventListener('abort', () => sending.abort());
  const preview = await sending.result;
  return {
    ...preview,
    findings: preview.findings.map((finding) => ({
      ...finding,
      severity: finding.severity.toUpperCase() as Severity,
    })),
  };
}
