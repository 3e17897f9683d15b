/** The filter bar of the log. */
import { useQuery } from '@apollo/client/react';
import { LogCausesDocument } from '@/generated/graphql';
import { formatInstant } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import type { UrlFilter } from '@/kernel/urlState';
import { Button, DateRangeFilter, FilterBar, InstantField, SearchField, SelectFilter } from '@/ui';
import { labels } from '../labels';
import { DIRECTIONS, idIn, instantOf, type LogUrlFilter } from '../paths';

type Url = UrlFilter<LogUrlFilter>;

export function LogFilters({ url }: { url: Url }) {
  const words = useLabels(labels);
  const { dateFormat } = useNotation();
  const { filter, change, clear, filtered } = url;
  const isSet = Boolean(filter.uri || filter.status || filter.correlation);
  // An id that was pasted leads to all that was said about it.
  const search = (q: string) => {
    const id = idIn(q);
    change(id ? { q: '', correlation: id } : { q });
  };
  return (
    <FilterBar
      filtered={filtered}
      onClear={clear}
      more={{ filters: <MoreFilters url={url} />, isSet }}
    >
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.q}
        onChange={search}
      />
      <SelectFilter
        name={words.direction}
        value={filter.direction}
        options={DIRECTIONS.map((value) => ({ value, label: words[value] }))}
        onChange={(direction) => change({ direction })}
      />
      <DateRangeFilter
        name={words.period}
        value={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => change({ from, to })}
      />
      <Button
        small
        aria-pressed={filter.failed === true}
        onClick={() => change({ failed: filter.failed ? null : true })}
      >
        {words.onlyFailed}
      </Button>
      {filter.cause && <CauseChip cause={filter.cause} onClear={() => change({ cause: '' })} />}
      {instantOf(filter.at) ? (
        <Button small icon="times" onClick={() => change({ at: '' })}>
          {words.jumped(formatInstant(filter.at, dateFormat, true))}
        </Button>
      ) : (
        <InstantField name={words.jump} act={words.jumpTo} onAct={(at) => change({ at })} />
      )}
    </FilterBar>
  );
}

/** The cause the list is narrowed to. The address names it in English, as entries keep it. */
function CauseChip({ cause, onClear }: { cause: string; onClear: () => void }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const { data } = useQuery(LogCausesDocument, { skip: language === 'en', fetchPolicy: AS_READ });
  const told = data?.logCauses.causes.find((one) => one.cause === cause)?.said[language] ?? cause;
  return (
    <Button small icon="times" onClick={onClear}>
      {words.cause}: {told}
    </Button>
  );
}

function MoreFilters({ url: { filter, change } }: { url: Url }) {
  const words = useLabels(labels);
  return (
    <>
      <SearchField
        name={words.address}
        placeholder={words.uriHint}
        value={filter.uri}
        onChange={(uri) => change({ uri })}
      />
      <SearchField
        name={words.status}
        placeholder={words.statusHint}
        value={filter.status}
        onChange={(status) => change({ status })}
      />
      <SearchField
        name={words.correlation}
        value={filter.correlation}
        onChange={(correlation) => change({ correlation })}
      />
    </>
  );
}
