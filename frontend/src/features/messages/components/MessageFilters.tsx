/** The filter bar of the message list. */
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import { Button, DateRangeFilter, FilterBar, MultiFilter, SearchField } from '@/ui';
import { labels } from '../labels';
import { LEVELS, type MessageUrlFilter } from '../paths';

export function MessageFilters({ url }: { url: UrlFilter<MessageUrlFilter> }) {
  const words = useLabels(labels);
  const { filter, change, clear, filtered } = url;
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SearchField name={words.search} placeholder={words.searchHint} value={filter.q} onChange={(q) => change({ q })} />
      <MultiFilter name={words.level} value={filter.level} options={LEVELS.map((value) => ({ value, label: words[value] }))} onChange={(level) => change({ level })} />
      <DateRangeFilter name={words.period} value={{ from: filter.from, to: filter.to }} onChange={({ from, to }) => change({ from, to })} />
      <Button small aria-pressed={filter.unread === true} onClick={() => change({ unread: filter.unread ? null : true })}>{words.yes}</Button>
      {filter.correlation && <Button small icon="times" onClick={() => change({ correlation: '' })}>{words.onlyJournal}</Button>}
    </FilterBar>
  );
}
