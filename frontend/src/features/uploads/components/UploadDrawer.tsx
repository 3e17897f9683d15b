/** One upload beside the list: what was found in it, and what can be done. One that the list does not hold is asked for. */
import { useQuery } from '@apollo/client/react';
import { OneUploadDocument, type UploadLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Drawer, EmptyState, QueryStates, Skeleton } from '@/ui';
import { labels } from '../labels';
import type { UploadActions } from '../useUploadActions';
import { UploadDetails, type ShowCheck } from './UploadDetails';
import { UploadMenu } from './UploadMenu';

interface UploadDrawerProps {
  id: string;
  row: UploadLineFragment | undefined;
  actions: UploadActions;
  check?: ShowCheck;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function UploadDrawer({ id, row, actions, check, ...walk }: UploadDrawerProps) {
  const words = useLabels(labels);
  const query = useQuery(OneUploadDocument, { variables: { id }, skip: row !== undefined });
  return (
    <Drawer title={words.upload} {...walk}>
      {row ? (
        <Record upload={row} actions={actions} {...(check && { check })} />
      ) : (
        <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
          {({ upload }) =>
            upload ? (
              <Record upload={upload} actions={actions} {...(check && { check })} />
            ) : (
              <EmptyState picture="search" title={words.gone}>
                <p>{words.goneHelp}</p>
              </EmptyState>
            )
          }
        </QueryStates>
      )}
    </Drawer>
  );
}

function Record({
  upload,
  actions,
  check,
}: {
  upload: UploadLineFragment;
  actions: UploadActions;
  check?: ShowCheck;
}) {
  return (
    <div className="g-stack">
      <h3 className="u-name">{upload.name}</h3>
      <UploadMenu upload={upload} actions={actions} />
      <UploadDetails upload={upload} {...(check && { check })} />
    </div>
  );
}
