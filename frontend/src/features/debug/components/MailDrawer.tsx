/** One mail: what it says, and its links to the sign-in. That it was opened is written down. */
import { useQuery } from '@apollo/client/react';
import { DebugMailDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { Drawer, Facts, InstantText, LinkButton, QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';

interface MailDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function MailDrawer({ id, ...steps }: MailDrawerProps) {
  const words = useLabels(labels);
  const query = useQuery(DebugMailDocument, { variables: { id }, fetchPolicy: AS_READ });
  return (
    <Drawer title={query.data?.debugMail.mail.subject ?? words.mail} {...steps}>
      <QueryStates query={query} skeleton={<Skeleton lines={10} />}>
        {({ debugMail: { mail, text, links } }) => (
          <div className="g-stack">
            <Facts
              facts={[
                [words.to, mail.to],
                [words.time, <InstantText key="time" value={mail.time} seconds />],
              ]}
            />
            <pre className="db-text">{text.trim()}</pre>
            {links.map((link) => (
              <p key={link}>
                <LinkButton
                  look="primary"
                  icon="external-link"
                  to={link}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {words.follow}
                </LinkButton>
              </p>
            ))}
            {links.length > 0 && <p className="g-muted">{words.followHelp}</p>}
          </div>
        )}
      </QueryStates>
    </Drawer>
  );
}
