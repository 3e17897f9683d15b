/** What was done to somebody, by whom, and what it was before. */
import { useQuery } from '@apollo/client/react';
import { verbLabels } from '@/features/audit';
import {
  UserHistoryListDocument,
  type UserHistoryListQuery,
  type UserLineFragment,
} from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { useLabels, wordFor } from '@/kernel/i18n';
import { UNTOLD } from '@/kernel/policies';
import { InstantText, QueryStates, Skeleton, Tag } from '@/ui';
import { labels } from '../labels';
import { factLabels } from '../roleLabels';

type Entry = UserHistoryListQuery['user']['history'][number];

export function UserHistory({
  user: { id, name },
}: {
  user: Pick<UserLineFragment, 'id' | 'name'>;
}) {
  const words = useLabels(labels);
  const query = useQuery(UserHistoryListDocument, {
    variables: { id },
    fetchPolicy: UNTOLD,
  });
  return (
    <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
      {({ user: { history } }) =>
        history.length === 0 ? (
          <p className="g-muted">{words.noHistory}</p>
        ) : (
          <ol className="us-history" aria-label={words.history}>
            {history.map((entry) => (
              <HistoryLine key={entry.id} entry={entry} name={name} />
            ))}
          </ol>
        )
      }
    </QueryStates>
  );
}

function HistoryLine({ entry, name }: { entry: Entry; name: string }) {
  const words = useLabels(labels);
  const verbs = useLabels(verbLabels);
  return (
    <li>
      <p>
        <strong>{wordFor(verbs, entry.verb)}</strong>
        {
          /* Who did it is told where it was somebody else. */ entry.by !== name &&
            ` ${words.createdBy(actorName(entry.by))}`
        }{' '}
        {entry.outcome !== 'DONE' && (
          <Tag tone="warn" icon="ban">
            {words.REFUSED}
          </Tag>
        )}
        <span className="g-sub">
          <InstantText value={entry.time} />
          {entry.address && ` · ${entry.address}`}
        </span>
      </p>
      <Changes entry={entry} />
    </li>
  );
}

/** Facts that changed side by side; facts that only came or went alone. */
function Changes({ entry: { was, now } }: { entry: Entry }) {
  const factWords = useLabels(factLabels);
  const words = useLabels(labels);
  const names = [...new Set([...was, ...now].map(({ name }) => name))];
  if (names.length === 0) return null;
  const valueOf = (facts: Entry['was'], name: string) =>
    facts.find((fact) => fact.name === name)?.value;
  const told = (value: string) =>
    value
      .split(', ')
      .map((each) => wordFor(factWords, each))
      .join(', ');
  return (
    <dl className="us-changes">
      {names.map((name) => {
        const [before, after] = [valueOf(was, name), valueOf(now, name)];
        return (
          <div key={name}>
            <dt>{wordFor(factWords, name)}</dt>
            <dd>
              {before !== undefined && (
                <>
                  <span className="g-sr">{words.was}</span>
                  <del>{told(before) || '–'}</del>
                </>
              )}
              {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
              {after !== undefined && (
                <>
                  <span className="g-sr">{words.now}</span>
                  <ins>{told(after) || '–'}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
