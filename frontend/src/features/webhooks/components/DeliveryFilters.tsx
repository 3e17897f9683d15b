/** The filter bar of the deliveries. */
import type { WebhookEndpointLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import type { UrlFilter } from '@/kernel/urlState';
import { DateRangeFilter, FilterBar, MultiFilter, SelectFilter } from '@/ui';
import { labels } from '../labels';
import { STATES, TYPES, type DeliveryUrlFilter } from '../paths';

export function DeliveryFilters({
  url,
  endpoints,
}: {
  url: UrlFilter<DeliveryUrlFilter>;
  endpoints: readonly WebhookEndpointLineFragment[];
}) {
  const words = useLabels(labels);
  const { filter, change, clear, filtered } = url;
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SelectFilter
        name={words.endpoint}
        value={filter.endpoint || null}
        options={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(endpoint) => change({ endpoint: endpoint ?? '' })}
      />
      <MultiFilter
        name={words.state}
        value={filter.state}
        options={STATES.map((value) => ({ value, label: words[value] }))}
        onChange={(state) => change({ state })}
      />
      <MultiFilter
        name={words.type}
        value={filter.type}
        options={TYPES.map((value) => ({ value, label: words[value] }))}
        onChange={(type) => change({ type })}
      />
      <DateRangeFilter
        name={words.period}
        value={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => change({ from, to })}
      />
    </FilterBar>
  );
}
