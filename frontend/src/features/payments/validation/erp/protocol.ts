/**
 * What this window and the accounting system that opened it say to each other, by `postMessage`.
 * Nothing here reaches further than words: who is spoken to is decided in `partner.ts`.
 */
import type { Report, Said } from '../report';

/** Raised when a word changes its meaning; new words and fields do not raise it. */
export const VERSION = 1;

/** Why a file was not checked. */
export type Refusal = 'unreadable' | 'busy' | 'too_large' | 'cancelled' | 'not_checked';

/** A finding as the accounting system is told it: what it needs to find and mend the payment. */
export interface ToldFinding {
  code: string;
  severity: string;
  title: Said | null;
  fix: Said | null;
  line: number | null;
  path: string;
  /** Its place among the file's payments, from 1, and the file's own id of it. */
  payment: number | null;
  endToEndId: string | null;
}

export interface Verdict {
  type: 'giroscope.verdict';
  correlationId: string;
  verdict: Report['standing'];
  counts: Report['counts'];
  file: { name: string; sha256: string; size: number; messageId: string | null };
  findings: readonly ToldFinding[];
  /** How many more there are than are told. */
  findingsLeftOut: number;
}

/** What this window says. */
export type Told =
  | { type: 'giroscope.signIn' }
  | { type: 'giroscope.ready'; version: number; formats: readonly string[]; maxBytes: number }
  | Verdict
  | {
      type: 'giroscope.refused';
      correlationId: string | null;
      reason: Refusal;
      message: string | null;
    }
  | { type: 'giroscope.closed' };

/** What the accounting system says. */
export type Heard =
  | { type: 'giroscope.hello' }
  | { type: 'giroscope.check'; correlationId: string; file: File }
  | { type: 'unreadable'; correlationId: string | null };

/** An id that the server's log can keep, so that the same check is found there. */
const PLAIN = /^[\w.-]{1,64}$/;
const LONGEST_NAME = 200;

/** What was said, or null where it was said to somebody else: other scripts talk here too. */
export function heardOf(data: unknown): Heard | null {
  if (!isRecord(data)) return null;
  if (data['type'] === 'giroscope.hello') return { type: 'giroscope.hello' };
  if (data['type'] !== 'giroscope.check') return null;
  const { correlationId, name, bytes } = data;
  const id = typeof correlationId === 'string' && PLAIN.test(correlationId) ? correlationId : null;
  const content = contentOf(bytes);
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME;
  if (id === null || content === null || !isNamed) return { type: 'unreadable', correlationId: id };
  return {
    type: 'giroscope.check',
    correlationId: id,
    file: new File([content], name.trim(), { type: 'application/xml' }),
  };
}

/** The bytes, in any of the forms in which a page holds a file. */
function contentOf(bytes: unknown): BlobPart | null {
  if (bytes instanceof Blob || isBuffer(bytes)) return bytes;
  // A view of memory that is shared could change while it is read.
  if (ArrayBuffer.isView(bytes) && isBuffer(bytes.buffer))
    return bytes as ArrayBufferView<ArrayBuffer>;
  return null;
}

/** Told by its kind, since every window has a class of its own for it. */
const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** The verdict of a report, without names, amounts, and what other journals hold. */
export function verdictOf(report: Report, correlationId: string): Verdict {
  const { standing, counts, file, sha256, size, messageId, groups, findings } = report;
  const causes = new Map(groups.map((group) => [group.code, group]));
  return {
    type: 'giroscope.verdict',
    correlationId,
    verdict: standing,
    counts,
    file: { name: file, sha256, size, messageId },
    findings: findings.map(({ code, severity, line, path, payment }) => ({
      code,
      severity,
      title: causes.get(code)?.title ?? null,
      fix: causes.get(code)?.fix ?? null,
      line,
      path,
      payment: payment?.position ?? null,
      endToEndId: payment?.endToEndId ?? null,
    })),
    findingsLeftOut: groups.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
