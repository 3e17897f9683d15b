/** The filter bar of the message list. */
import type { ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import { Button, DateRangeFilter, FilterBar, MultiFilter, SearchField, SelectFilter } from '@/ui';
import { labels } from '../labels';
import { LEVELS, type MessageUrlFilter } from '../paths';

type Url = UrlFilter<MessageUrlFilter>;

/** `children` stand among the filters: other ways to look at the same messages. */
export function MessageFilters({ url, children }: { url: Url; children: ReactNode }) {
  const words = useLabels(labels);
  const { filter, change, clear, filtered } = url;
  const isSet = Boolean(filter.reference || filter.correlation || filter.acknowledged !== null);
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
        onChange={(q) => change({ q })}
      />
      <MultiFilter
        name={words.level}
        value={filter.level}
        options={LEVELS.map((value) => ({ value, label: words[value] }))}
        onChange={(level) => change({ level })}
      />
      <DateRangeFilter
        name={words.period}
        value={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => change({ from, to })}
      />
      <Button
        aria-pressed={filter.unread === true}
        onClick={() => change({ unread: filter.unread ? null : true })}
      >
        {words.onlyUnread}
      </Button>
      <YesNo
        name={words.resolvedFilter}
        value={filter.resolved}
        onChange={(resolved) => change({ resolved })}
      />
      {children}
      {(filter.thread || filter.code) && (
        <Button small icon="times" onClick={() => change({ thread: '', code: '' })}>
          {words.thisGroup}
        </Button>
      )}
      {filter.same && (
        <Button small icon="times" onClick={() => change({ same: '' })}>
          {words.sameText}
        </Button>
      )}
    </FilterBar>
  );
}

function MoreFilters({ url: { filter, change } }: { url: Url }) {
  const words = useLabels(labels);
  return (
    <>
      <YesNo
        name={words.acknowledgedFilter}
        value={filter.acknowledged}
        onChange={(acknowledged) => change({ acknowledged })}
      />
      <SearchField
        name={words.reference}
        placeholder={words.exactReference}
        value={filter.reference}
        onChange={(reference) => change({ reference })}
      />
      <SearchField
        name={words.correlation}
        placeholder={words.exactCorrelation}
        value={filter.correlation}
        onChange={(correlation) => change({ correlation })}
      />
    </>
  );
}

function YesNo({
  name,
  value,
  onChange,
}: {
  name: string;
  value: boolean | null;
  onChange: (value: boolean | null) => void;
}) {
  const words = useLabels(labels);
  const options = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ] as const;
  return (
    <SelectFilter
      name={name}
      value={value === null ? null : value ? 'yes' : 'no'}
      options={options}
      onChange={(chosen) => onChange(chosen === null ? null : chosen === 'yes')}
    />
  );
}
