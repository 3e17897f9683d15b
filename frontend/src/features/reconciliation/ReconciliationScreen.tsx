/** Reconciliation: unmatched entries on one side, and on the other what the chosen one may belong to. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAccountOptions, useCurrencyOptions } from '@/features/banks';
import { AutomaticMatchingDocument, DifferenceLimitDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import { useMay } from '@/kernel/permissions';
import { useUrlFilter } from '@/kernel/urlState';
import { Button, EmptyState, LinkButton, NoMatch, Page, QueryStates, Skeleton, WaysOn } from '@/ui';
import { AutomaticDialog } from './components/AutomaticDialog';
import { Desk, NoEntryKeys } from './components/Desk';
import { DeskFilters } from './components/DeskFilters';
import { KeyHints } from './components/KeyHints';
import { LimitDialog } from './components/LimitDialog';
import { labels } from './labels';
import { deskFilter, toServerFilter } from './paths';
import './reconciliation.css';
import { useMatching } from './useMatching';
import { useOpenEntries } from './useOpenEntries';

export function ReconciliationScreen() {
  const words = useLabels(labels);
  const url = useUrlFilter(deskFilter);
  const mayMatch = useMay('reconciliation.match');
  // It outlives the list, which another filter may empty.
  const matching = useMatching();
  const { query, entries, more } = useOpenEntries(toServerFilter(url.filter), matching.isTouched);
  const mayLimit = useMay('reconciliation.limit');
  const limit = useQuery(DifferenceLimitDocument, { fetchPolicy: UNTOLD }).data?.differenceLimit;
  const mayAutomate = useMay('reconciliation.automatic');
  const automatic = useQuery(AutomaticMatchingDocument, { fetchPolicy: UNTOLD }).data
    ?.automaticMatching;
  const [asked, ask] = useState<'limit' | 'automatic' | null>(null);
  const close = () => ask(null);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {mayAutomate && automatic && (
            <Button icon="bolt" onClick={() => ask('automatic')}>
              {words.automatic}
            </Button>
          )}
          {mayLimit && limit && (
            <Button icon="cog" onClick={() => ask('limit')}>
              {words.limit}
            </Button>
          )}
        </>
      }
    >
      {limit && asked === 'limit' && <LimitDialog limit={limit} onClose={close} />}
      {automatic && limit && asked === 'automatic' && (
        <AutomaticDialog automatic={automatic} limit={limit.amount} onClose={close} />
      )}
      {automatic && automatic.score !== null && (
        <p className="g-muted">{words.automaticIsOn(String(automatic.score))}</p>
      )}
      <DeskFilters url={url} accounts={useAccountOptions()} currencies={useCurrencyOptions()} />
      {!mayMatch && <p className="g-notice g-tone-info">{words.mayNot}</p>}
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {() =>
          entries.length > 0 ? (
            <>
              <KeyHints mayMatch={mayMatch} />
              <Desk entries={entries} more={more} matching={matching} mayMatch={mayMatch} />
            </>
          ) : (
            <>
              <NoEntryKeys undo={mayMatch ? matching.undo : null} />
              {url.filtered ? (
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
              )}
            </>
          )
        }
      </QueryStates>
    </Page>
  );
}
