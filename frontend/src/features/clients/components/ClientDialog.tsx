/** Makes an API client, or changes its name, what it may do and until when. */
import {
  ChangeApiClientDocument,
  CreateApiClientDocument,
  type ApiClientLineFragment,
  type ApiScope,
} from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { isPlainDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import {
  DateField,
  FormDialog,
  TextField,
  attempt,
  fieldId,
  tellDone,
  useForm,
  useNoDate,
  useRefreshed,
} from '@/ui';
import { labels } from '../labels';
import { SCOPES } from '../scopes';
import { told, type Told } from '../told';

interface ClientDialogProps {
  /** The one that is changed; a new one without it. */
  client?: ApiClientLineFragment | undefined;
  onClose: () => void;
  onMade: (told: Told) => void;
}

export function ClientDialog({ client, onClose, onMade }: ClientDialogProps) {
  const words = useLabels(labels);
  const noDate = useNoDate();
  const refreshed = useRefreshed();
  const form = useForm({
    initial: {
      name: client?.name ?? '',
      expires: client?.expires ?? '',
      scopes: (client?.scopes ?? []).join(' '),
    },
    check: (typed) => [
      ...(typed.name.trim() ? [] : [{ path: 'name', message: words.nameMissing }]),
      ...(typed.scopes ? [] : [{ path: 'scopes', message: words.scopesMissing }]),
      ...(typed.expires && !isPlainDate(typed.expires)
        ? [{ path: 'expires', message: noDate(typed.expires) }]
        : []),
    ],
    send: async (typed) => {
      const wanted = {
        name: typed.name.trim(),
        scopes: chosenIn(typed.scopes),
        expires: typed.expires || null,
      };
      if (!client) {
        const { made, refused } = await told(wanted.name, async () => {
          const variables = { client: wanted };
          const answer = await dataClient.mutate({ mutation: CreateApiClientDocument, variables });
          return answer.data?.createApiClient;
        });
        if (made) onMade(made);
        return refused ? [refused] : [];
      }
      const { refused } = await attempt(async () => {
        const variables = { id: client.id, client: wanted };
        const answer = await dataClient.mutate({ mutation: ChangeApiClientDocument, variables });
        return answer.data?.changeApiClient;
      });
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      if (client) tellDone(words.saved);
      void refreshed();
    },
  });
  return (
    <FormDialog
      title={client ? words.changeOf(client.name) : words.add}
      confirm={client ? words.save : words.add}
      form={form}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={words.name} help={words.nameHelp} maxLength={80} />
      <ScopeChoices
        id={fieldId(form.id, 'scopes')}
        chosen={chosenIn(form.values.scopes)}
        flaw={form.flaws.find(({ field }) => field === 'scopes')?.message}
        onChange={(scopes) => form.change({ scopes: scopes.join(' ') })}
      />
      <DateField form={form} name="expires" label={words.expiresHelp} />
    </FormDialog>
  );
}

const chosenIn = (text: string): ApiScope[] => {
  const named = text.split(' ');
  return SCOPES.filter((scope) => named.includes(scope));
};

function ScopeChoices({
  id,
  chosen,
  flaw,
  onChange,
}: {
  id: string;
  chosen: readonly ApiScope[];
  flaw: string | undefined;
  onChange: (scopes: readonly ApiScope[]) => void;
}) {
  const words = useLabels(labels);
  return (
    <fieldset className="cl-scopes" aria-describedby={flaw && `${id}-flaw`}>
      <legend>{words.may}</legend>
      <ul className="g-checklist">
        {SCOPES.map((scope, place) => (
          <li key={scope}>
            <label>
              <input
                id={place === 0 ? id : undefined}
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  onChange(
                    SCOPES.filter((each) =>
                      each === scope ? target.checked : chosen.includes(each),
                    ),
                  )
                }
              />
              <span>
                {words[scope]}
                {scope === 'UPLOADS_CREATE' && <small>{words.uploadsHelp}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {flaw && (
        <p id={`${id}-flaw`} className="g-field-error">
          {flaw}
        </p>
      )}
    </fieldset>
  );
}
