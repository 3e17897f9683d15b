/** What the signed-in person is mailed of, and how often; a choice holds at once. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  ChooseMailsDocument,
  MailPreferencesDocument,
  type MailFrequency,
  type MailLevel,
  type MailTopic,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { NoValue, QueryStates, Skeleton, useAct } from '@/ui';
import { mailLabels } from './labels';

interface Choice {
  topic: MailTopic;
  level: MailLevel;
  frequency: MailFrequency;
}

const TOPICS: readonly MailTopic[] = [
  'TASKS',
  'FILES',
  'PAYMENTS',
  'STATEMENTS',
  'BANKS',
  'ERP',
  'OTHER',
];
const LEVELS: readonly MailLevel[] = ['ERROR', 'WARNING', 'INFO'];
const FREQUENCIES: readonly MailFrequency[] = ['AT_ONCE', 'DAILY', 'NEVER'];

export function MailChoices() {
  const words = useLabels(mailLabels);
  const query = useQuery(MailPreferencesDocument, { fetchPolicy: UNTOLD });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ mailPreferences: { isMailed, choices } }) => (
        <>
          <p>{words.help}</p>
          {!isMailed && <p className="g-notice g-tone-info">{words.notMailed}</p>}
          <div className="g-table-frame">
            <table className="g-table">
              <caption className="g-sr">{words.title}</caption>
              <thead>
                <tr>
                  <th scope="col">{words.topic}</th>
                  {LEVELS.map((level) => (
                    <th key={level} scope="col">
                      {words[level]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {TOPICS.map((topic) => (
                  <tr key={topic}>
                    <th scope="row" data-label={words.topic}>
                      {words[topic]}
                    </th>
                    {LEVELS.map((level) => (
                      <td key={level} data-label={words[level]}>
                        <Frequency
                          choice={choices.find((one) => one.topic === topic && one.level === level)}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </QueryStates>
  );
}

function Frequency({ choice }: { choice: Choice | undefined }) {
  const words = useLabels(mailLabels);
  const client = useApolloClient();
  const act = useAct();
  const mayChoose = useMay('messages.acknowledge');
  if (!choice) return <NoValue />;
  const { topic, level, frequency } = choice;
  const change = (next: string) =>
    act(async () => {
      const { data } = await client.mutate({
        mutation: ChooseMailsDocument,
        variables: { choices: [{ topic, level, frequency: next as MailFrequency }] },
      });
      return data?.chooseMails;
    }, words.chosen);
  return (
    <label className="g-select">
      <span className="g-sr">{`${words[topic]}, ${words[level]}`}</span>
      <select
        value={frequency}
        disabled={!mayChoose}
        onChange={(event) => void change(event.target.value)}
      >
        {FREQUENCIES.filter((each) => topic !== 'TASKS' || each !== 'AT_ONCE').map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
