/** Makes the draft what a file says; what the file cannot hold, the secrets, is said before. */
import { useMutation } from '@apollo/client/react';
import { ImportErpConfigurationDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FileDialog } from '@/ui';
import { labels } from '../labels';

export function ImportDialog({
  revision,
  onClose,
}: {
  revision: number | null;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const [bringIn] = useMutation(ImportErpConfigurationDocument);
  const take = async (document: string) =>
    (await bringIn({ variables: { document, revision } })).data?.importErpConfiguration;
  return (
    <FileDialog
      title={words.importTitle}
      confirm={words.import}
      help={words.importHelp}
      accept="application/json,.json"
      take={take}
      done={words.imported}
      onClose={onClose}
    />
  );
}
