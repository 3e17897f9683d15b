/**
 * Files on their way to the server. The list lives outside the screens, so that a transfer
 * goes on while a person looks at something else. Two at a time; each file is one request.
 */
import type { UploadKind } from '@/generated/graphql';
import { sendForm, type Transfer as Sending } from '@/kernel/http';
import { problemOf, type ProblemReport } from '@/kernel/problems';
import { createStore } from '@/kernel/store';

export type TransferState = 'waiting' | 'sending' | 'received' | 'refused';

export interface FileTransfer {
  /** Also the idempotency key: the same file tried again is the same request. */
  key: string;
  file: File;
  kind: UploadKind;
  state: TransferState;
  sent: number;
  uploadId: string | null;
  /** Why it was refused, in words, where the server or a check here said so. */
  reason: string | null;
  problem: ProblemReport | null;
  /** Names the preview that was shown of it, if one was: the server tells where the import differs. */
  preview: string | null;
  /** The files given at once, which one message tells of; null for one alone. */
  batch: string | null;
}

interface UploadAnswer {
  jobs: readonly { uploadId: string; jobId: string; name: string }[];
  problems: readonly {
    name: string;
    problem: { detail?: string; title?: string; code?: string; correlationId?: string } | string;
  }[];
}

const AT_ONCE = 2;
/** How many files each batch has: fewer when some are taken off before they are sent. */
const sizes = new Map<string, number>();
const sendings = new Map<string, Sending<UploadAnswer>>();

export const transfers = createStore<readonly FileTransfer[]>([]);

/** Checked before anything is sent; returns the reason to refuse, or null. */
export type Check = (file: File) => string | null;

/** Take files in; those that fail the check are listed with the reason and not sent. Returns their keys. */
export function addFiles(
  files: readonly File[],
  kind: UploadKind,
  check: Check,
  preview: string | null = null,
): readonly string[] {
  const checked = files.map((file) => ({ file, reason: check(file) }));
  const toSend = checked.filter(({ reason }) => reason === null).length;
  const batch = toSend > 1 ? crypto.randomUUID() : null;
  if (batch) sizes.set(batch, toSend);
  const added = checked.map(({ file, reason }): FileTransfer => ({
    key: crypto.randomUUID(),
    file,
    kind,
    state: reason ? 'refused' : 'waiting',
    sent: 0,
    uploadId: null,
    reason,
    problem: null,
    preview,
    batch: reason ? null : batch,
  }));
  transfers.update((now) => [...now, ...added]);
  pump();
  return added.map(({ key }) => key);
}

/** Wait until one is with the server, and return its upload; null where it did not get there. */
export async function whenSent(key: string): Promise<string | null> {
  return new Promise((resolve) => {
    let stop = () => undefined as unknown;
    const look = () => {
      const transfer = transfers.get().find((other) => other.key === key);
      if (transfer?.state === 'waiting' || transfer?.state === 'sending') return;
      stop();
      resolve(transfer?.uploadId ?? null);
    };
    stop = transfers.subscribe(look);
    look();
  });
}

/** Stop one, whether it waits or is being sent. */
export function cancelTransfer(key: string): void {
  sendings.get(key)?.abort();
  removeTransfer(key);
}

/** Take one off the list. */
export function removeTransfer(key: string): void {
  const gone = transfers.get().find((transfer) => transfer.key === key);
  // The message of its batch is not to wait for it.
  if (gone?.batch && gone.state !== 'received')
    sizes.set(gone.batch, (sizes.get(gone.batch) ?? 1) - 1);
  transfers.update((now) => now.filter((transfer) => transfer.key !== key));
}

/** Send one again under the same key. */
export function retryTransfer(key: string): void {
  change(key, { state: 'waiting', sent: 0, reason: null, problem: null });
  pump();
}

/** Forget those the server's own list now shows. */
export function settleTransfers(shown: ReadonlySet<string>): void {
  transfers.update((now) => {
    const left = now.filter(
      (transfer) => transfer.uploadId === null || !shown.has(transfer.uploadId),
    );
    return left.length === now.length ? now : left;
  });
}

function change(key: string, changes: Partial<FileTransfer>): void {
  transfers.update((now) =>
    now.map((transfer) => (transfer.key === key ? { ...transfer, ...changes } : transfer)),
  );
}

function pump(): void {
  const now = transfers.get();
  const free = AT_ONCE - now.filter(({ state }) => state === 'sending').length;
  for (const transfer of now.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
    void send(transfer);
}

async function send({ key, file, kind, preview, batch }: FileTransfer): Promise<void> {
  change(key, { state: 'sending' });
  const form = new FormData();
  form.append('files', file, file.name);
  const sending = sendForm<UploadAnswer>(
    `/api/upload?kind=${kind.toLowerCase()}`,
    form,
    {
      'idempotency-key': key,
      ...(preview && { 'preview-fingerprint': preview }),
      ...(batch && { 'upload-batch': batch, 'upload-batch-size': `${sizes.get(batch) ?? 1}` }),
    },
    // The form's own framing counts too; what is shown never exceeds the file.
    (sent) => change(key, { sent: Math.min(sent, file.size) }),
  );
  sendings.set(key, sending);
  try {
    accept(key, file, await sending.result);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      change(key, { state: 'refused', problem: problemOf(error), reason: problemOf(error).detail });
    }
  } finally {
    sendings.delete(key);
    pump();
  }
}

function accept(key: string, file: File, answer: UploadAnswer): void {
  const job = answer.jobs[0];
  if (job) {
    change(key, { state: 'received', sent: file.size, uploadId: job.uploadId });
    return;
  }
  const refusal = answer.problems[0]?.problem;
  const reason =
    typeof refusal === 'string' ? refusal : (refusal?.detail ?? refusal?.title ?? null);
  const correlationId = typeof refusal === 'object' ? (refusal.correlationId ?? null) : null;
  change(key, {
    state: 'refused',
    reason,
    problem: { kind: 'input', detail: reason, correlationId },
  });
}
