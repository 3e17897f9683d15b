/** The filter bar of the trail. */
import { useLabels, wordFor } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import { DateRangeFilter, FilterBar, MultiFilter, SearchField } from '@/ui';
import { labels } from '../labels';
import { OUTCOMES, type AuditUrlFilter } from '../paths';
import { VERBS, verbLabels } from '../verbs';

export function AuditFilters({ url }: { url: UrlFilter<AuditUrlFilter> }) {
  const words = useLabels(labels);
  const verbs = useLabels(verbLabels);
  const { filter, change, clear, filtered } = url;
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.trail}
        onChange={(trail) => change({ trail })}
      />
      <SearchField
        name={words.who}
        placeholder={words.whoHint}
        value={filter.who}
        onChange={(who) => change({ who })}
      />
      <MultiFilter
        name={words.act}
        value={filter.act}
        options={VERBS.map((value) => ({ value, label: wordFor(verbs, value), hint: value }))}
        onChange={(act) => change({ act })}
      />
      <MultiFilter
        name={words.outcome}
        value={filter.outcome}
        options={OUTCOMES.map((value) => ({ value, label: words[value] }))}
        onChange={(outcome) => change({ outcome })}
      />
      <DateRangeFilter
        name={words.period}
        value={{ from: filter.since, to: filter.until }}
        onChange={({ from, to }) => change({ since: from, until: to })}
      />
    </FilterBar>
  );
}
