/**
 * Runs one act of an approver to its end: the refusal in the person's language, and everything
 * on screen asked again, since a refusal often means that somebody else decided meanwhile.
 */
import { useApolloClient } from '@apollo/client/react';
import type { TypedDocumentNode } from '@apollo/client';
import { useCallback } from 'react';
import { currentLabels } from '@/kernel/i18n';
import { problemOf } from '@/kernel/problems';
import { notify, refreshLists, currentRefusals } from '@/ui';
import { labels } from './labels';

interface Refusal {
  __typename: 'Problem';
  code: string;
  message: string;
  path?: string | null;
}

type Answer = Readonly<Record<string, { __typename: string } | Refusal>>;

export interface Refused {
  /** None where the line was down. */
  code?: string;
  message: string;
  path: string | null;
}

/** A refusal in the person's language, as far as its code is known. */
export const inWords = (refused: { code: string; message: string }): string =>
  currentRefusals().reason(refused);

const isRefusal = (answer: { __typename: string }): answer is Refusal =>
  answer.__typename === 'Problem';

/** Runs a mutation with one field, or a call of another kind; null when it was done, else why it was not. */
export interface Decide {
  <V extends object>(
    document: TypedDocumentNode<Answer, V>,
    variables: NoInfer<V>,
  ): Promise<Refused | null>;
  (call: () => Promise<Answer[string]>): Promise<Refused | null>;
}

export function useDecide(): Decide {
  const client = useApolloClient();
  return useCallback(
    async <V extends object>(
      how: TypedDocumentNode<Answer, V> | (() => Promise<Answer[string]>),
      variables?: V,
    ) => {
      const call =
        typeof how === 'function'
          ? how
          : async () => {
              const { data } = await client.mutate<Answer>({
                mutation: how,
                variables: { ...variables },
              });
              return Object.values(data ?? {})[0];
            };
      const refused = await call()
        .then((answer) =>
          answer && isRefusal(answer)
            ? { code: answer.code, message: inWords(answer), path: answer.path ?? null }
            : null,
        )
        .catch((error: unknown) => {
          const { detail, correlationId } = problemOf(error);
          return {
            message: [detail ?? currentLabels(labels).failed, correlationId]
              .filter(Boolean)
              .join(' · '),
            path: null,
          };
        });
      await Promise.all([
        client.refetchQueries({ include: 'active' }).catch(() => undefined),
        refreshLists(),
      ]);
      return refused;
    },
    [client],
  );
}

/** Good news, for a moment. */
export function tellDone(text: string): void {
  notify({ severity: 'success', title: currentLabels(labels).done, text });
}
