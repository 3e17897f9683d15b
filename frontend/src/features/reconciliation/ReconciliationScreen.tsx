/** Reconciliation: unmatched entries on one side, and on the other what the chosen one may belong to. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { DifferenceLimitDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter } from '@/kernel/urlState';
import { Button, EmptyState, LinkButton, NoMatch, Page, QueryStates, Skeleton, WaysOn } from '@/ui';
import { Desk } from './components/Desk';
import { DeskFilters } from './components/DeskFilters';
import { KeyHints } from './components/KeyHints';
import { LimitDialog } from './components/LimitDialog';
import { labels } from './labels';
import { deskFilter, toServerFilter } from './paths';
import './reconciliation.css';
import { useOpenEntries } from './useOpenEntries';

export function ReconciliationScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(deskFilter);
  const { query, more } = useOpenEntries(toServerFilter(url.filter));
  const mayMatch = useMay('reconciliation.match');
  const mayLimit = useMay('reconciliation.limit');
  const limit = useQuery(DifferenceLimitDocument, { fetchPolicy: UNTOLD }).data?.differenceLimit;
  const [limiting, setLimiting] = useState(false);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        mayLimit &&
        limit && (
          <Button icon="cog" onClick={() => setLimiting(true)}>
            {words.limit}
          </Button>
        )
      }
    >
      {limit && limiting && <LimitDialog limit={limit} onClose={() => setLimiting(false)} />}
      <DeskFilters url={url} accounts={useAccountOptions()} currencies={useCurrencyOptions()} />
      {!mayMatch && <p className="g-notice g-tone-info">{words.mayNot}</p>}
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {(data) =>
          data.transactions.edges.length > 0 ? (
            <>
              <KeyHints mayMatch={mayMatch} />
              <Desk
                entries={data.transactions.edges.map(({ node }) => node)}
                more={more}
                mayMatch={mayMatch}
              />
            </>
          ) : url.filtered ? (
            <NoMatch onClear={url.clear} />
          ) : (
            <EmptyState
              picture="inbox"
              title={words.emptyTitle}
              actions={
                <WaysOn>
                  <LinkButton icon="calendar" to={paths.statements}>
                    {words.seeStatements}
                  </LinkButton>
                </WaysOn>
              }
            >
              <p>{words.emptyText}</p>
            </EmptyState>
          )
        }
      </QueryStates>
    </Page>
  );
}
