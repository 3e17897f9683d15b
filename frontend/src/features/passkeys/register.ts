/** Registers a passkey: the server’s request, a fresh sign-in where one is due, the device’s answer. */
import {
  BeginPasskeyRegistrationDocument,
  FinishPasskeyRegistrationDocument,
} from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { currentLabels } from '@/kernel/i18n';
import { NoDevice, makePasskey } from '@/kernel/passkeys';
import { problemOf } from '@/kernel/problems';
import { proveAgain } from '@/kernel/session';
import { currentRefusals } from '@/ui';
import { labels } from './labels';

interface Refused {
  path: string | null;
  message: string;
}

/** Null when it was done, else why it was not. */
export async function register(name: string): Promise<Refused | null> {
  try {
    let request = await begin();
    if (
      request?.__typename === 'Problem' &&
      request.code === 'passkeys.sign_in_again' &&
      (await proveAgain())
    )
      request = await begin();
    if (!request) return told(currentLabels(labels).noDevice);
    if (request.__typename === 'Problem') return told(currentRefusals().reason(request));
    const answer = await makePasskey(request.options);
    const { data } = await dataClient.mutate({
      mutation: FinishPasskeyRegistrationDocument,
      variables: { name, answer },
    });
    const done = data?.finishPasskeyRegistration;
    return done?.__typename === 'Problem' ? told(currentRefusals().reason(done), done.path) : null;
  } catch (error) {
    return told(
      error instanceof NoDevice
        ? currentLabels(labels).noDevice
        : (problemOf(error).detail ?? currentLabels(labels).noDevice),
    );
  }
}

const begin = async () =>
  (await dataClient.mutate({ mutation: BeginPasskeyRegistrationDocument })).data
    ?.beginPasskeyRegistration;

const told = (message: string, path?: string | null): Refused => ({ message, path: path ?? null });
