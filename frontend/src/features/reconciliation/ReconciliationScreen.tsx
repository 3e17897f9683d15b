/** Reconciliation: unmatched entries on one side, and on the other what the chosen one may belong to. */
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter } from '@/kernel/urlState';
import { EmptyState, LinkButton, NoMatch, Page, QueryStates, Skeleton, WaysOn } from '@/ui';
import { Desk } from './components/Desk';
import { DeskFilters } from './components/DeskFilters';
import { KeyHints } from './components/KeyHints';
import { labels } from './labels';
import { deskFilter, toServerFilter } from './paths';
import './reconciliation.css';
import { useOpenEntries } from './useOpenEntries';

export function ReconciliationScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(deskFilter);
  const { query, more } = useOpenEntries(toServerFilter(url.filter));
  const mayMatch = useMay('reconciliation.match');
  return (
    <Page title={words.title} lead={words.lead}>
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
