/**
 * Binds an approver’s decision to the person: where a rule asks for it, a passkey signs it, or the
 * person signs in again. Whatever the panel shows, the server says when that is due.
 */
import { BeginPasskeyDecisionDocument, type PasskeyDecision } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { currentLabels } from '@/kernel/i18n';
import { NoDevice, signByPasskey } from '@/kernel/passkeys';
import { problemOf } from '@/kernel/problems';
import { proveAgain } from '@/kernel/session';
import { inWords, type Refused } from './deciding';
import { labels } from './labels';

interface Seen {
  correlationId: string;
  sha256: string;
}

/** Asks the server to do it, with what a device has signed where it has. */
type Decision = (signed: { passkey?: string }) => Promise<Refused | null>;

/** Do it; if it was refused for want of a passkey or a fresh sign-in, ask for that, and do it once more. */
export async function byDevice(
  decision: PasskeyDecision,
  seen: Seen,
  act: Decision,
): Promise<Refused | null> {
  const refused = await act({});
  if (refused?.code === 'approvals.passkey_needed') return signed(decision, seen, act);
  if (refused?.code !== 'approvals.fresh_sign_in_needed') return refused;
  return (await proveAgain()) ? act({}) : refused;
}

async function signed(
  decision: PasskeyDecision,
  { correlationId, sha256 }: Seen,
  act: Decision,
): Promise<Refused | null> {
  try {
    const { data } = await dataClient.mutate({
      mutation: BeginPasskeyDecisionDocument,
      variables: { correlationId, sha256, decision },
    });
    const answer = data?.beginPasskeyDecision;
    if (answer?.__typename === 'PasskeyRequest')
      return await act({ passkey: await signByPasskey(answer.options) });
    return answer ? { code: answer.code, message: inWords(answer), path: null } : failed();
  } catch (error) {
    if (error instanceof NoDevice) return { message: currentLabels(labels).noDevice, path: null };
    return { message: problemOf(error).detail ?? failed().message, path: null };
  }
}

const failed = (): Refused => ({ message: currentLabels(labels).failed, path: null });
