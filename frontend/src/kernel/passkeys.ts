/** Asks this device, or one near it, to make a passkey or to sign with one: WebAuthn as the browser has it. */

/** Why no device answered, where the person need not know more than that. */
export class NoDevice extends Error {}

interface Described {
  id: string;
  type: PublicKeyCredentialType;
  transports?: AuthenticatorTransport[];
}

type Created = Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> & {
  challenge: string;
  user: Omit<PublicKeyCredentialUserEntity, 'id'> & { id: string };
  excludeCredentials?: Described[];
};
type Requested = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string;
  allowCredentials?: Described[];
};

/** Have a device make a key, by the server's options; what it answered, as the server reads it. */
export async function makePasskey(options: string): Promise<string> {
  const { challenge, user, excludeCredentials = [], ...rest } = JSON.parse(options) as Created;
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: bytesOf(challenge),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: excludeCredentials.map(descriptor),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return answerOf(made, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports(),
  });
}

/** Have a device sign, by the server's options. */
export async function signByPasskey(options: string): Promise<string> {
  const { challenge, allowCredentials = [], ...rest } = JSON.parse(options) as Requested;
  const signed = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        ...rest,
        challenge: bytesOf(challenge),
        allowCredentials: allowCredentials.map(descriptor),
      },
    }),
  );
  const response = signed.response as AuthenticatorAssertionResponse;
  return answerOf(signed, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  });
}

/** Whoever cancels, and a browser without WebAuthn, end alike: browsers do not tell why, on purpose. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found) return found as PublicKeyCredential;
  } catch (error) {
    throw new NoDevice('no device answered', { cause: error });
  }
  throw new NoDevice('no device answered');
}

const answerOf = ({ id, type }: PublicKeyCredential, response: object): string =>
  JSON.stringify({ id, rawId: id, type, response });

const descriptor = ({ id, ...rest }: Described): PublicKeyCredentialDescriptor => ({
  ...rest,
  id: bytesOf(id),
});

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (sign) => sign.codePointAt(0) ?? 0,
  );
}

function textOf(bytes: ArrayBuffer): string {
  return btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
