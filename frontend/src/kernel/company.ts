/** Whether there is a company at this address at all; asked only where sign-in cannot begin. */
import { gql } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { publicClient } from './clients';
import { RIGHT_NOW } from './policies';

/** Nobody's address: mistyped, or of a company that is gone. */
export class NoCompany extends Error {
  override readonly name = 'NoCompany';
}

const asked = gql`
  query Company {
    realm {
      displayName
    }
  }
`;

/** Rejects with `NoCompany` where the server knows that there is none. */
export async function ensureCompany(): Promise<void> {
  try {
    await publicClient.query({ query: asked, fetchPolicy: RIGHT_NOW });
  } catch (error) {
    const isUnknown = ServerError.is(error) && error.bodyText.includes('"unknown_realm"');
    // Whatever else is wrong is told by the way through sign-in.
    if (isUnknown) throw new NoCompany(location.host, { cause: error });
  }
}
