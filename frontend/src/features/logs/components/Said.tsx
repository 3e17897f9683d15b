/** What was said, masked; unmasked for whoever may see it and says why. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { RevealLogDocument, type LogWholeFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { NOT_KEPT } from '@/kernel/policies';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';
import { LogText } from './LogText';
import { ReasonDialog } from './ReasonDialog';

export function Said({ half }: { half: LogWholeFragment }) {
  const words = useLabels(labels);
  const mayReveal = useMay('logs.reveal');
  const [reveal] = useMutation(RevealLogDocument, { fetchPolicy: NOT_KEPT });
  const [asking, setAsking] = useState(false);
  const [plain, setPlain] = useState<string | null>(null);
  const act = async (reason: string) => {
    const answer = (await reveal({ variables: { id: half.id, reason } })).data?.revealLog;
    if (answer?.__typename !== 'RevealedLog') return answer;
    setPlain(answer.text);
    return { __typename: 'Success' as const, id: answer.id };
  };
  const name = `${half.operation}-${half.id}`;
  return (
    <>
      {plain !== null && (
        <p className="g-notice g-tone-warn" role="status">
          <Icon name="eye" />
          <span>{words.revealed}</span>{' '}
          <Button small icon="eye-slash" onClick={() => setPlain(null)}>
            {words.hideAgain}
          </Button>
        </p>
      )}
      {plain === null && half.isCut && <p className="g-muted">{words.cut}</p>}
      <LogText key={plain === null ? 'masked' : 'plain'} text={plain ?? half.data} name={name} />
      {plain === null && mayReveal && half.hasBytes && (
        <div className="g-actions">
          <Button icon="eye" onClick={() => setAsking(true)}>
            {words.reveal}
          </Button>
        </div>
      )}
      {plain === null && mayReveal && !half.hasBytes && half.size > 0 && (
        <p className="g-muted">{words.noBytes}</p>
      )}
      {asking && (
        <ReasonDialog
          title={words.revealTitle}
          confirm={words.reveal}
          help={words.revealHelp}
          done={words.revealed}
          act={act}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
