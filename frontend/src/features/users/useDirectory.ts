/**
 * How the copy of the people stands, looked at from time to time while the screen is open: an
 * outage of the identity provider shows without a click, and so does its end.
 */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { UserDirectoryStateDocument } from '@/generated/graphql';
import { usePolling } from '@/kernel/usePolling';
import { useRefreshed } from './useUserActions';

/** The server trusts its copy for so long, and leaves a provider alone that long after a failure. */
const LOOK_MS = 30_000;
const LOOK_WHILE_DOWN_MS = 5000;

export function useDirectory() {
  const query = useQuery(UserDirectoryStateDocument, { fetchPolicy: 'cache-and-network' });
  const { data, error, refetch } = query;
  const refreshed = useRefreshed();
  const directory = data?.userDirectory;
  const failing = error !== undefined;
  const down = failing || Boolean(directory?.problem);
  const wasDown = useRef(down);
  usePolling(query, down ? LOOK_WHILE_DOWN_MS : LOOK_MS);
  useEffect(() => {
    if (wasDown.current && !down) void refreshed();
    wasDown.current = down;
  }, [down, refreshed]);
  return { directory, down, failing, lookAgain: refetch };
}
