/** The messages, beside them what waits for the signed-in person, and what they are mailed of. */
import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { MessageListScreen } from '@/features/messages/screen';
import { MyTasksDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUrlValue } from '@/kernel/urlState';
import { Page, Tabs } from '@/ui';
import { labels } from './labels';
import { MailChoices } from './MailChoices';
import { MyTasks } from './MyTasks';

const TASKS = 'tasks';
const MAIL = 'mail';

export function MessageScreen() {
  const words = useLabels(labels);
  const [part, setPart] = useUrlValue('tab');
  const query = useQuery(MyTasksDocument);
  const parts = (messages: ReactNode) => (
    <Tabs
      name={words.parts}
      active={part ?? ''}
      onChange={(key) => setPart(key || null)}
      tabs={[
        { key: '', label: words.messages, render: () => messages },
        {
          key: TASKS,
          label: words.tasks,
          count: query.data?.myTasks.length,
          render: () => <MyTasks query={query} />,
        },
        { key: MAIL, label: words.mail, render: () => <MailChoices /> },
      ]}
    />
  );
  if (part !== TASKS && part !== MAIL) return <MessageListScreen beside={parts} />;
  return (
    <Page title={words.title} lead={part === MAIL ? words.mailLead : words.lead}>
      {parts(null)}
    </Page>
  );
}
