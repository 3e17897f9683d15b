/** Takes a file of rules in, each as a draft. */
import { useMutation } from '@apollo/client/react';
import { ImportRulesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FileDialog } from '@/ui';
import { labels } from '../labels';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const [bringIn] = useMutation(ImportRulesDocument);
  const take = async (document: string) => (await bringIn({ variables: { document } })).data?.importRules;
  return <FileDialog title={words.importTitle} confirm={words.import} help={words.importHelp} accept="application/json,.json" take={take} done={words.imported} onClose={onClose} />;
}
