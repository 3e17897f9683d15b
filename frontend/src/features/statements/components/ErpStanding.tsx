/** What the ERP knows of a match, with the way to the queue where a person has to look. */
import { Link } from 'react-router';
import type { MatchErpState } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { erpQueuePath } from '@/kernel/paths';
import { erpStateLabels } from '../erpStateLabels';

export function ErpStanding({ state }: { state: MatchErpState }) {
  const words = useLabels(erpStateLabels);
  const isLeft = state === 'FAILED' || state === 'UNTOLD';
  return (
    <>
      {words[state]}
      {isLeft && (
        <>
          {'. '}
          <Link to={erpQueuePath(state === 'FAILED' ? { state } : {})}>{words.seeQueue}</Link>
        </>
      )}
    </>
  );
}
