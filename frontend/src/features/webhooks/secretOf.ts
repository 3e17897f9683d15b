/** Takes a secret out of an answer that either tells it or refuses. */
import { attempt } from '@/ui';

type Told =
  | { __typename: 'WebhookSecret'; id: string; secret: string }
  | { __typename: 'Problem'; code: string; message: string; path?: string | null };

/** Run it; the secret goes to `take` and nowhere else. */
export const secretOf = (act: () => Promise<Told | undefined>, take: (secret: string) => void) =>
  attempt(async () => {
    const answer = await act();
    if (answer?.__typename !== 'WebhookSecret') return answer;
    take(answer.secret);
    return { __typename: 'Success', id: answer.id };
  });
