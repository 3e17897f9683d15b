/** Matches the best candidates of what is shown from a score on, and tells what became of each. */
import { useRef, useState } from 'react';
import { MatchBestDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import {
  BulkRefused,
  ChoiceField,
  FormDialog,
  Progress,
  runBulk,
  useForm,
  useRefusals,
  type BulkResult,
} from '@/ui';
import { labels } from '../labels';

const SCORES = ['100', '95', '90', '85', '80', '75', '70'];

export function AcceptDialog({
  ids,
  onClose,
  onEnded,
}: {
  ids: readonly string[];
  onClose: () => void;
  onEnded: (results: readonly BulkResult[]) => void;
}) {
  const words = useLabels(labels);
  const { reason: inWords } = useRefusals();
  const { numberFormat } = useNotation();
  const [reached, setReached] = useState(0);
  const ended = useRef<readonly BulkResult[]>([]);
  const isStopped = useRef(false);
  const form = useForm({
    initial: { score: '90' },
    send: async ({ score }) => {
      const action = {
        key: 'best', label: words.acceptMany, icon: 'link', help: words.acceptHelp,
        document: MatchBestDocument,
        variables: (after: string | null) => ({
          selection: { ids, ...(after ? { after } : {}) },
          score: Number(score),
        }),
      }; // prettier-ignore
      try {
        const { results } = await runBulk(action, { ids }, {
          onProgress: (progress) => setReached(progress.reached),
          isStopped: () => isStopped.current,
        }); // prettier-ignore
        ended.current = results;
        return [];
      } catch (failure) {
        if (failure instanceof BulkRefused)
          return [{ path: null, message: inWords(failure.refused) }];
        throw failure;
      }
    },
    onDone: () => onEnded(ended.current),
  });
  return (
    <FormDialog
      title={words.acceptTitle(formatCount(ids.length, numberFormat))}
      confirm={words.acceptMany}
      form={form}
      onClose={() => {
        isStopped.current = true;
        if (!form.busy) onClose();
      }}
    >
      <p>{words.acceptHelp}</p>
      <ChoiceField
        form={form}
        name="score"
        label={words.leastScore}
        options={SCORES.map((value) => ({ value, label: value }))}
      />
      {reached > 0 && <Progress name={words.acceptMany} value={reached / ids.length} />}
    </FormDialog>
  );
}
