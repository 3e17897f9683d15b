/** Adds an endpoint, or changes one: its name, address, events, and whether it is enabled. */
import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  AddWebhookEndpointDocument,
  ChangeWebhookEndpointDocument,
  type WebhookEndpointLineFragment,
  type WebhookEventType,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, TextField, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import { CHOSEN } from '../paths';
import { secretOf } from '../secretOf';
import type { Made } from './SecretDialog';

const LONGEST_NAME = 80;
const LONGEST_URL = 500;

interface EndpointDialogProps {
  /** The one to be changed; none where one is added. */
  endpoint?: WebhookEndpointLineFragment | undefined;
  onMade: (made: Made) => void;
  onClose: () => void;
}

export function EndpointDialog({ endpoint, onMade, onClose }: EndpointDialogProps) {
  const words = useLabels(labels);
  const [add] = useMutation(AddWebhookEndpointDocument);
  const [change] = useMutation(ChangeWebhookEndpointDocument);
  const refreshed = useRefreshed();
  const secret = useRef('');
  const [on, setOn] = useState(!endpoint || endpoint.state === 'ON');
  const [types, setTypes] = useState<readonly WebhookEventType[]>(endpoint?.types ?? CHOSEN);
  const [begun] = useState({ on, types });
  const toggle = (type: WebhookEventType) =>
    setTypes(CHOSEN.filter((one) => (one === type) !== types.includes(one)));
  const form = useForm({
    initial: { name: endpoint?.name ?? '', url: endpoint?.url ?? 'https://' },
    check: ({ name, url }) => [
      ...(name.trim() ? [] : [{ path: 'name', message: words.needsName }]),
      ...(/^https?:\/\/\S/.test(url.trim()) ? [] : [{ path: 'url', message: words.needsUrl }]),
      ...(types.length > 0 ? [] : [{ path: 'types', message: words.needsTypes }]),
    ],
    send: async ({ name, url }) => {
      const told = { name: name.trim(), url: url.trim(), on, types: [...types] };
      const { refused } = endpoint
        ? await attempt(
            async () =>
              (await change({ variables: { id: endpoint.id, endpoint: told } })).data
                ?.changeWebhookEndpoint,
          )
        : await secretOf(
            async () => (await add({ variables: { endpoint: told } })).data?.addWebhookEndpoint,
            (made) => {
              secret.current = made;
            },
          );
      if (!refused) await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      if (endpoint) tellDone(words.saved);
      else onMade({ name: form.values.name.trim(), secret: secret.current });
    },
  });
  return (
    <FormDialog
      title={endpoint ? words.changeOf(endpoint.name) : words.add}
      confirm={endpoint ? words.save : words.add}
      form={{ ...form, dirty: form.dirty || on !== begun.on || types !== begun.types }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={words.name} maxLength={LONGEST_NAME} />
      <TextField
        form={form}
        name="url"
        label={words.url}
        help={words.urlHelp}
        maxLength={LONGEST_URL}
      />
      <fieldset className="wh-types">
        <legend>{words.events}</legend>
        <ul className="g-checklist">
          {CHOSEN.map((type) => (
            <li key={type}>
              <label>
                <input
                  type="checkbox"
                  checked={types.includes(type)}
                  onChange={() => toggle(type)}
                />
                <span>{words[type]}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <ul className="g-checklist">
        <li>
          <label>
            <input type="checkbox" checked={on} onChange={() => setOn(!on)} />
            <span>
              {words.enabled}
              <small>{words.enabledHelp}</small>
            </span>
          </label>
        </li>
      </ul>
    </FormDialog>
  );
}
