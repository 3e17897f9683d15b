/** The dialog of what is to be done with an endpoint. */
import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import {
  DeleteWebhookEndpointDocument,
  RotateWebhookSecretDocument,
  type WebhookEndpointLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { VerbDialog, attempt } from '@/ui';
import { labels } from '../labels';
import { secretOf } from '../secretOf';
import type { Verb } from './EndpointCard';
import { EndpointDialog } from './EndpointDialog';
import { ResendDialog } from './ResendDialog';
import type { Made } from './SecretDialog';

interface EndpointVerbProps {
  verb: Verb;
  endpoint: WebhookEndpointLineFragment;
  onMade: (made: Made) => void;
  onClose: () => void;
}

export function EndpointVerb({ verb, endpoint, onMade, onClose }: EndpointVerbProps) {
  const words = useLabels(labels);
  const [remove] = useMutation(DeleteWebhookEndpointDocument);
  const [rotate] = useMutation(RotateWebhookSecretDocument);
  const secret = useRef('');
  const { id, name } = endpoint;
  if (verb === 'change')
    return <EndpointDialog endpoint={endpoint} onMade={onMade} onClose={onClose} />;
  if (verb === 'sendFailed') return <ResendDialog endpoint={endpoint} onClose={onClose} />;
  if (verb === 'rotate')
    return (
      <VerbDialog
        title={words.rotateOf(name)}
        confirm={words.rotate}
        done={words.rotated}
        act={() =>
          secretOf(
            async () => (await rotate({ variables: { id } })).data?.rotateWebhookSecret,
            (made) => {
              secret.current = made;
            },
          )
        }
        onDone={() => onMade({ name, secret: secret.current })}
        onClose={onClose}
      >
        <p>{words.rotateHelp}</p>
      </VerbDialog>
    );
  return (
    <VerbDialog
      title={words.removeOf(name)}
      confirm={words.remove}
      danger
      done={words.removed}
      act={() =>
        attempt(async () => (await remove({ variables: { id } })).data?.deleteWebhookEndpoint)
      }
      onClose={onClose}
    >
      <p>{words.removeHelp}</p>
    </VerbDialog>
  );
}
