/** What somebody with these roles will find in the menu and may do, as the server decides it. */
import { useQuery } from '@apollo/client/react';
import { RoleSightDocument, type UserRole } from '@/generated/graphql';
import { listed, useLabels, wordFor } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { Icon, QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';
import { roleLabels } from '../roleLabels';
import { spoken } from '../roles';

const onlySees = (verbs: readonly string[]) => verbs.every((verb) => verb === 'read');

export function SightPreview({ roles }: { roles: readonly UserRole[] }) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const query = useQuery(RoleSightDocument, {
    variables: { roles: [...roles] },
    fetchPolicy: AS_READ,
  });
  return (
    <section className="us-sight" aria-label={words.previewTitle}>
      <h3>{words.previewTitle}</h3>
      <QueryStates query={query} skeleton={<Skeleton lines={4} />}>
        {({ permissions }) => (
          <>
            <div>
              <h4>{words.previewScreens}</h4>
              <ul className="us-screens">
                {permissions.screens.map((address) => (
                  <li key={address}>
                    <Icon name="check" /> {wordFor(roleWords, address)}
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <h4>{words.previewVerbs}</h4>
              <dl className="us-may">
                {permissions.rooms
                  .filter(({ verbs }) => !onlySees(verbs))
                  .map(({ room, verbs }) => (
                    <div key={room}>
                      <dt>{wordFor(roleWords, room)}</dt>
                      <dd>{listed(spoken(verbs).map((verb) => wordFor(roleWords, verb)))}</dd>
                    </div>
                  ))}
                <div>
                  <dt>{words.onlySee}</dt>
                  <dd>
                    {listed(
                      permissions.rooms
                        .filter(({ verbs }) => onlySees(verbs))
                        .map(({ room }) => wordFor(roleWords, room)),
                    )}
                  </dd>
                </div>
              </dl>
            </div>
          </>
        )}
      </QueryStates>
    </section>
  );
}
