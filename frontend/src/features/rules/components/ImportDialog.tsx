/** Takes a file of rules in, each as a draft: portion by portion, telling how far it is and what stays when one is refused. */
import { useMutation } from '@apollo/client/react';
import { useRef, useState, type ComponentProps } from 'react';
import { ImportRulesDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { attempt, FileDialog, Progress, refreshLists } from '@/ui';
import { broughtWith, placeInFile, portionsOf, type Brought } from '../importing';
import { builderLabels } from '../builderLabels';
import { labels } from '../labels';
import { placeInWords } from '../refusal';

type Take = ComponentProps<typeof FileDialog>['take'];

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const builder = useLabels(builderLabels);
  const { numberFormat } = useNotation();
  const [bringIn] = useMutation(ImportRulesDocument);
  const [taken, setTaken] = useState<{ count: number; all: number } | null>(null);
  const count = (value: number) => formatCount(value, numberFormat);
  const told = useRef<Brought>([0, 0, 0]);
  const done = () => {
    const [fresh, changed, same] = told.current;
    return fresh + changed === 0
      ? words.importedSame
      : words.imported(count(fresh), count(changed), count(same));
  };
  const take: Take = async (document) => {
    const portions = portionsOf(document);
    const all = portions.reduce((sum, { names }) => sum + names.length, 0);
    told.current = [0, 0, 0];
    try {
      for (const portion of portions) {
        const { before } = portion;
        if (portions.length > 1) setTaken({ count: before, all });
        let isAnswered = false;
        // oxlint-disable-next-line no-await-in-loop
        const { refused } = await attempt(async () => {
          const answer = (await bringIn({ variables: { document: portion.document } })).data
            ?.importRules;
          isAnswered = answer !== undefined;
          if (answer?.__typename === 'Success')
            told.current = broughtWith(told.current, answer.brought);
          return answer;
        });
        if (!refused) continue;
        const place = placeInFile(refused.path, portion);
        const where =
          place &&
          [
            place.name
              ? words.namedInFile(count(place.rule), place.name)
              : words.ruleInFile(count(place.rule)),
            placeInWords(place.within, builder),
          ]
            .filter(Boolean)
            .join(' · ');
        const kept = !isAnswered
          ? words.takenUnknown(count(before), count(all))
          : before === 0
            ? words.takenNone
            : words.takenSome(count(before), count(all));
        return {
          __typename: 'Problem',
          code: '',
          message: [where, refused.message, kept].filter(Boolean).join(' · '),
        };
      }
      return { __typename: 'Success' };
    } finally {
      setTaken(null);
      await refreshLists();
    }
  };
  return (
    <FileDialog
      title={words.importTitle}
      confirm={words.import}
      help={words.importHelp}
      accept="application/json,.json"
      take={take}
      done={done}
      onClose={onClose}
    >
      {taken && (
        <div className="g-stack">
          <Progress name={words.importTitle} value={taken.count / taken.all} />
          <p className="g-muted" role="status">
            {words.taken(count(taken.count), count(taken.all))}
          </p>
        </div>
      )}
    </FileDialog>
  );
}
