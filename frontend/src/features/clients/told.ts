/** What a client signs in with, as the server tells it once. */
import { attempt } from '@/ui';

export interface Told {
  name: string;
  clientId: string;
  secret: string;
}

type Answer =
  | { __typename: 'ApiClientSecret'; clientId: string; secret: string }
  | { __typename: 'Problem'; code: string; message: string; path?: string | null };

/** Run a mutation that tells a secret to its end. */
export async function told(name: string, act: () => Promise<Answer | undefined>) {
  const kept: Told[] = [];
  const { refused } = await attempt(async () => {
    const answer = await act();
    if (answer?.__typename !== 'ApiClientSecret') return answer;
    kept.push({ name, clientId: answer.clientId, secret: answer.secret });
    return { __typename: 'Success' as const };
  });
  return { made: kept[0], refused };
}
