/** One write to the ERP: what it tells, why it waits, and what can be done about it. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  RetryErpRecordDocument,
  SkipErpRecordDocument,
  type ErpWriteFragment,
} from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, CopyId, Facts, InstantText, useAct } from '@/ui';
import { useInLanguage } from '../../words';
import { WriteState } from '../columns';
import { labels } from '../labels';
import { ReasonDialog } from './ReasonDialog';

export function WriteCard({ row, onChanged }: { row: ErpWriteFragment; onChanged: () => unknown }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const { sentence, remedy, detailSaid } = row;
  return (
    <section className="g-stack" aria-label={`${words[row.operation]} ${row.label}`}>
      <div className="g-actions">
        <WriteState state={row.state} words={words} /> <strong>{words[row.operation]}</strong>{' '}
        {row.told && wordFor(words, row.told)}
      </div>
      {sentence && (
        <div className="g-notice g-tone-warn">
          <strong>{tell(sentence)}</strong>
          {row.said && <p>{tell(row.said)}</p>}
          {remedy && <p>{tell(remedy)}</p>}
        </div>
      )}
      <Facts
        facts={[
          [words.about, row.label],
          [words.asked, <InstantText key="asked" value={row.asked} />],
          [words.tries, row.tries],
          ...(row.nextTry
            ? [[words.nextTry, <InstantText key="next" value={row.nextTry} />] as const]
            : []),
          ...(detailSaid ? [[words.erpSaid, tell(detailSaid)] as const] : []),
          [words.nativeId, row.nativeId && <CopyId key="native" value={row.nativeId} />],
          ...(row.decidedBy
            ? [[words.decidedBy, row.decidedBy] as const, [words.reason, row.reason] as const]
            : []),
          [words.ourId, <CopyId key="our" value={row.ourId} />],
        ]}
      />
      {row.wasThere && <p className="g-muted">{words.wasThere}</p>}
      <WriteActs row={row} onChanged={onChanged} />
    </section>
  );
}

function WriteActs({ row, onChanged }: { row: ErpWriteFragment; onChanged: () => unknown }) {
  const words = useLabels(labels);
  const act = useAct();
  const [skipping, setSkipping] = useState(false);
  const [retry] = useMutation(RetryErpRecordDocument);
  const [skip] = useMutation(SkipErpRecordDocument);
  const mayDecide = useMay('erp.exchange');
  if (!row.canDecide || !mayDecide) return null;
  const again = async () => {
    if (
      await act(
        async () => (await retry({ variables: { id: row.id } })).data?.retryErpRecord,
        words.retryDone,
      )
    )
      onChanged();
  };
  return (
    <div className="g-actions">
      <Button small look="primary" icon="replay" onClick={() => void again()}>
        {words.retry}
      </Button>
      <Button small look="danger" icon="ban" onClick={() => setSkipping(true)}>
        {words.skip}
      </Button>
      {skipping && (
        <ReasonDialog
          title={words.skipTitle}
          confirm={words.skip}
          help={row.operation === 'CLAIM' ? words.skipClaimHelp : words.skipHelp}
          done={words.skipDone}
          act={async (reason) =>
            (await skip({ variables: { id: row.id, reason } })).data?.skipErpRecord
          }
          onDone={onChanged}
          onClose={() => setSkipping(false)}
        />
      )}
    </div>
  );
}
