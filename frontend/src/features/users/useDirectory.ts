/**
 * How the copy of the people stands, looked at from time to time while the screen is open: an
 * outage of the identity provider shows without a click, and so does its end. Whoever a fresher copy
 * has brought is listed without a click too.
 */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { UserDirectoryStateDocument } from '@/generated/graphql';
import { UNTOLD } from '@/kernel/policies';
import { usePolling } from '@/kernel/usePolling';
import { refreshLists } from '@/ui';
import { useRefreshed } from './useUserActions';

/** The server trusts its copy for so long, and leaves a provider alone that long after a failure. */
const LOOK_MS = 30_000;
const LOOK_WHILE_DOWN_MS = 5000;
/** A copy that is being read for the first time is there in a moment. */
const LOOK_WHILE_UNREAD_MS = 2000;

export function useDirectory() {
  const query = useQuery(UserDirectoryStateDocument, { fetchPolicy: UNTOLD });
  const { data, error, refetch } = query;
  const refreshed = useRefreshed();
  const directory = data?.userDirectory;
  const failing = error !== undefined;
  const down = failing || Boolean(directory?.problem);
  const fetched = directory?.fetched ?? null;
  const isUnread = directory !== undefined && fetched === null;
  const wasDown = useRef(down);
  const listed = useRef<string | null | undefined>(undefined);
  usePolling(query, down ? LOOK_WHILE_DOWN_MS : isUnread ? LOOK_WHILE_UNREAD_MS : LOOK_MS);
  useEffect(() => {
    if (wasDown.current && !down) void refreshed();
    wasDown.current = down;
  }, [down, refreshed]);
  useEffect(() => {
    if (!directory) return;
    // The list was asked for together with the first answer.
    const isFresher = listed.current !== undefined && listed.current !== fetched;
    listed.current = fetched;
    if (isFresher) void refreshLists({ quiet: true });
  }, [directory, fetched]);
  return { directory, down, failing, lookAgain: refetch };
}
