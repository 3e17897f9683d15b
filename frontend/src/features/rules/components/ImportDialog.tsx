/** Takes a file of rules in, each as a draft. */
import { useMutation } from '@apollo/client/react';
import type { ComponentProps } from 'react';
import { ImportRulesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FileDialog, refreshLists } from '@/ui';
import { pathInFile, portionsOf } from '../importing';
import { labels } from '../labels';

type Take = ComponentProps<typeof FileDialog>['take'];

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const [bringIn] = useMutation(ImportRulesDocument);
  // Rules are known by their key: where one portion is refused, the file can be taken in again as a whole.
  const take: Take = async (document) => {
    let answer: Awaited<ReturnType<Take>>;
    for (const portion of portionsOf(document)) {
      // oxlint-disable-next-line no-await-in-loop
      answer = (await bringIn({ variables: { document: portion.document } })).data?.importRules;
      if (answer?.__typename !== 'Success') return answer && { ...answer, path: pathInFile(answer.path, portion) };
    }
    await refreshLists();
    return answer;
  };
  return <FileDialog title={words.importTitle} confirm={words.import} help={words.importHelp} accept="application/json,.json" take={take} done={words.imported} onClose={onClose} />;
}
