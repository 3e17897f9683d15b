/** The messages, and beside them what waits for the signed-in person. */
import { useQuery } from '@apollo/client/react';
import { MessageListScreen } from '@/features/messages/screen';
import { MyTasksDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUrlValue } from '@/kernel/urlState';
import { Page, Tabs } from '@/ui';
import { labels } from './labels';
import { MyTasks } from './MyTasks';

const TASKS = 'tasks';

export function MessageScreen() {
  const words = useLabels(labels);
  const [part, setPart] = useUrlValue('tab');
  const query = useQuery(MyTasksDocument);
  const strip = (
    <Tabs
      name={words.parts}
      active={part ?? ''}
      onChange={(key) => setPart(key || null)}
      tabs={[
        { key: '', label: words.messages, render: () => null },
        {
          key: TASKS,
          label: words.tasks,
          count: query.data?.myTasks.length,
          render: () => <MyTasks query={query} />,
        },
      ]}
    />
  );
  if (part !== TASKS) return <MessageListScreen tabs={strip} />;
  return (
    <Page title={words.title} lead={words.lead}>
      {strip}
    </Page>
  );
}
