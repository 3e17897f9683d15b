/** What a screen about accounts says before there is one: a statement brings the first. */
import type { ReactNode } from 'react';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { EmptyState, LinkButton, WaysOn } from '@/ui';

interface NoAccountsProps {
  words: { emptyTitle: string; emptyText: ReactNode; uploadStatement: string };
}

export function NoAccounts({ words }: NoAccountsProps) {
  const mayUpload = useMay('uploads.create');
  return (
    <EmptyState
      picture="orbit"
      title={words.emptyTitle}
      actions={
        <WaysOn>
          {mayUpload && (
            <LinkButton look="primary" icon="file-import" to={paths.uploadStatements}>
              {words.uploadStatement}
            </LinkButton>
          )}
        </WaysOn>
      }
    >
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}
