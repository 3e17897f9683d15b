/** Every version that is or was in use: who, when, what differs between any two, back as a draft, out as a file. */
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ErpConfigurationFileDocument, RestoreErpVersionDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { keepAsFile } from '@/kernel/keepAsFile';
import { useMay } from '@/kernel/permissions';
import { NOT_KEPT } from '@/kernel/policies';
import { AgeText, Button, Drawer, Tag, useAct } from '@/ui';
import { labels } from '../labels';
import type { Configuration, Line } from '../parts';
import { Differences } from './Differences';

export function HistoryDrawer({
  configuration: { draft, versions },
  onClose,
}: {
  configuration: Configuration;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const compared: readonly Line[] = draft ? [draft, ...versions] : versions;
  return (
    <Drawer title={words.history} onClose={onClose}>
      <div className="g-stack">
        {compared.length > 1 && <Differences versions={compared} />}
        {versions.length === 0 && <p className="g-muted">{words.noHistory}</p>}
        <ol className="ec-versions" aria-label={words.history}>
          {versions.map((version) => (
            <li key={version.id}>
              <OneVersion version={version} hasDraft={draft !== null} />
            </li>
          ))}
        </ol>
      </div>
    </Drawer>
  );
}

function OneVersion({ version, hasDraft }: { version: Line; hasDraft: boolean }) {
  const words = useLabels(labels);
  const client = useApolloClient();
  const act = useAct();
  const mayChange = useMay('erp.change');
  const [restore] = useMutation(RestoreErpVersionDocument);
  const [busy, setBusy] = useState(false);
  const { id, number, connector, state, note, restoredFrom, activated, activatedBy } = version;
  const shown = number ?? 0;
  const take = async () => {
    setBusy(true);
    const { data } = await client.query({
      query: ErpConfigurationFileDocument,
      variables: { id },
      fetchPolicy: NOT_KEPT,
    });
    setBusy(false);
    if (data) keepAsFile(`erp-configuration-${shown}.json`, data.erpConfigurationFile);
  };
  return (
    <article className="ec-version">
      <h3>
        {words.version(shown)}{' '}
        {state === 'ACTIVE' && (
          <Tag tone="good" icon="check">
            {words.inUse}
          </Tag>
        )}
      </h3>
      <p>
        {connector} · {activated && <AgeText value={activated} />}{' '}
        {words.activatedBy(activatedBy ?? '')}
        {restoredFrom !== null && ` · ${words.restoredFrom(restoredFrom)}`}
      </p>
      {note && <p className="g-muted">{note}</p>}
      <div className="g-actions">
        {mayChange && state !== 'ACTIVE' && (
          <Button
            small
            icon="undo"
            disabled={hasDraft}
            title={hasDraft ? words.restoreBlocked : undefined}
            aria-label={words.restoreVersion(shown)}
            onClick={() =>
              void act(
                async () => (await restore({ variables: { id } })).data?.restoreErpVersion,
                words.restored(shown),
              )
            }
          >
            {words.restore}
          </Button>
        )}
        <Button
          small
          icon="file-export"
          busy={busy}
          title={words.exportHelp}
          onClick={() => void take()}
        >
          {words.export}
        </Button>
      </div>
    </article>
  );
}
