/** How many payment methods wait for a mapping, beside the menu's words. */
import { useQuery } from '@apollo/client/react';
import { ErpUnmappedDocument } from '@/generated/graphql';

const LOOK_AGAIN_MS = 60_000;

export function UnmappedBadge({ describe }: { describe: (count: number) => string }) {
  const { data } = useQuery(ErpUnmappedDocument, { pollInterval: LOOK_AGAIN_MS });
  const unmapped = data?.erpMethods.unmapped ?? 0;
  if (unmapped === 0) return null;
  return (
    <span className="s-badge g-tone-warn">
      <span aria-hidden="true">{unmapped}</span>
      <span className="g-sr">{describe(unmapped)}</span>
    </span>
  );
}
