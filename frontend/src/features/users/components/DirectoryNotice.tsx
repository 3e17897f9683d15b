/** How old the list of people is, with a way to look again; or why it cannot be changed now. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { RefreshUsersDocument, type UserDirectoryStateQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AgeText, Button, Icon, InstantText, useRefusals } from '@/ui';
import { labels } from '../labels';
import { attempt, tellDone, tellRefused, useRefreshed } from '../useUserActions';

/** What the words above say already. */
const SILENT = 'identity_unavailable';

interface DirectoryNoticeProps {
  directory: UserDirectoryStateQuery['userDirectory'];
  /** The last question about the list itself failed. */
  failing: boolean;
  onLookAgain: () => unknown;
}

export function DirectoryNotice({ directory, failing, onLookAgain }: DirectoryNoticeProps) {
  const words = useLabels(labels);
  const refusals = useRefusals();
  const [busy, setBusy] = useState(false);
  const [refreshUsers] = useMutation(RefreshUsersDocument);
  const refreshed = useRefreshed();
  const { fetched, problem, isComplete } = directory;
  const refresh = async () => {
    setBusy(true);
    const { refused } = await attempt(async () => (await refreshUsers()).data?.refreshUsers);
    await refreshed();
    setBusy(false);
    if (refused === null) tellDone(words.refreshed);
    else {
      tellRefused(refused);
      void onLookAgain();
    }
  };
  const button = (
    <Button small icon="refresh" busy={busy} onClick={() => void refresh()}>
      {words.refresh}
    </Button>
  );
  if (problem || failing) {
    return (
      <div className="g-notice g-tone-warn" role="status">
        <Icon name="exclamation-triangle" />
        <span>
          <strong>{words.down}</strong>{' '}
          {fetched ? (
            <>
              {words.readOnlyFrom} <InstantText value={fetched} />.
            </>
          ) : (
            words.neverRead
          )}
          {problem && problem.code !== SILENT && (
            <span className="g-sub">{refusals.reason(problem)}</span>
          )}
        </span>
        {button}
      </div>
    );
  }
  return (
    <div className="us-age g-muted">
      <span>
        {fetched ? (
          <>
            {words.listAge} <AgeText value={fetched} />
          </>
        ) : (
          words.neverRead
        )}
        {!isComplete && ` · ${words.incomplete}`}
      </span>
      {button}
    </div>
  );
}
