/**
 * How the copy of the people stands, looked at from time to time while the screen is open: an
 * outage of the identity provider shows without a click, and so does its end.
 */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { UserDirectoryStateDocument } from '@/generated/graphql';
import { useRefreshed } from './useUserActions';

/** The server trusts its copy for so long, and leaves a provider alone that long after a failure. */
const LOOK_MS = 30_000;
const LOOK_WHILE_DOWN_MS = 5000;

export function useDirectory() {
  const { data, error, refetch, startPolling, stopPolling } = useQuery(UserDirectoryStateDocument, { fetchPolicy: 'cache-and-network' });
  const refreshed = useRefreshed();
  const directory = data?.userDirectory;
  const failing = error !== undefined;
  const down = failing || Boolean(directory?.problem);
  const wasDown = useRef(down);
  useEffect(() => {
    startPolling(down ? LOOK_WHILE_DOWN_MS : LOOK_MS);
    return stopPolling;
  }, [down, startPolling, stopPolling]);
  useEffect(() => {
    if (wasDown.current && !down) void refreshed();
    wasDown.current = down;
  }, [down, refreshed]);
  return { directory, down, failing, lookAgain: refetch };
}
