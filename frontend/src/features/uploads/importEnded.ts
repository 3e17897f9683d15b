/** Waits for an import, so that what is shown next stands on what it brought. */
import type { ApolloClient } from '@apollo/client';
import { OneUploadDocument } from '@/generated/graphql';
import { POLL_INTERVAL_MS } from '@/kernel/constants';
import { RIGHT_NOW } from '@/kernel/policies';
import { isActive } from './states';
import { whenSent } from './transfers';

const pause = async () =>
  new Promise((resolve) => {
    setTimeout(resolve, POLL_INTERVAL_MS / 2);
  });

/** Return when the import of a transfer has ended, one way or the other; or when nobody waits any more. */
export async function importEnded(
  client: ApolloClient,
  transfer: string,
  signal: AbortSignal,
): Promise<void> {
  const id = await whenSent(transfer);
  if (id === null) return;
  while (!signal.aborted) {
    // One after the other: each answer says whether there is a next question.
    // oxlint-disable-next-line no-await-in-loop
    const { data } = await client.query({
      query: OneUploadDocument,
      variables: { id },
      fetchPolicy: RIGHT_NOW,
    });
    if (!data?.upload || !isActive(data.upload)) return;
    // oxlint-disable-next-line no-await-in-loop
    await pause();
  }
}
