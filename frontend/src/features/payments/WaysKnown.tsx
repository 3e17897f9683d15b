/**
 * A journal as a whole, shown once it is known which panels stand above its tabs: nothing moves
 * away under the hand of who is about to press. The panels ask the same, so nothing is asked twice.
 */
import { useQuery } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import {
  JournalRecallsDocument,
  OneApprovalDocument,
  OneSendingDocument,
} from '@/generated/graphql';
import { Skeleton } from '@/ui';
import './payments.css';

/** `out` and `back` say whether the way to the bank, and that of a recall, stand above the tabs. */
export function WaysKnown({
  correlationId,
  out,
  back,
  children,
}: {
  correlationId: string;
  out: boolean;
  back: boolean;
  children: ReactNode;
}) {
  const variables = { correlationId };
  const asked = [
    useQuery(OneApprovalDocument, { variables, skip: !out }),
    useQuery(OneSendingDocument, { variables, skip: !out }),
    useQuery(JournalRecallsDocument, { variables, skip: !back }),
  ];
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && asked.every(({ loading }) => !loading)) setKnown(true);
  return (
    <>
      {!isKnown && <Skeleton lines={12} />}
      {/* What waits keeps its size, so that lists in it can be measured. */}
      <div className="p-ways" data-waits={!isKnown || undefined}>
        {children}
      </div>
    </>
  );
}
