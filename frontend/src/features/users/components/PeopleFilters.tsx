/** The filter bar of the list of people; the quick ones say how many they would leave. */
import type { UserDirectoryStateQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import type { UrlFilter } from '@/kernel/urlState';
import { Button, FilterBar, MultiFilter, SearchField } from '@/ui';
import { labels } from '../labels';
import { STATES, type UserUrlFilter } from '../paths';
import { roleLabels } from '../roleLabels';
import { ROLES } from '../roles';

export function PeopleFilters({
  url,
  directory,
}: {
  url: UrlFilter<UserUrlFilter>;
  directory: UserDirectoryStateQuery['userDirectory'] | undefined;
}) {
  const words = useLabels(labels);
  const roleWords = useLabels(roleLabels);
  const { numberFormat } = useNotation();
  const { filter, change, clear, filtered } = url;
  const quick = [
    ['inactive', words.onlyInactive, directory?.inactive],
    ['unprotected', words.onlyUnprotected, directory?.withoutSecondFactor],
    ['conflict', words.onlyConflicts, directory?.conflicts],
  ] as const;
  const countOf: Readonly<Record<string, number | undefined>> = {
    INVITED: directory?.invited,
    ACTIVE: directory?.active,
    LOCKED: directory?.locked,
    DISABLED: directory?.disabled,
  };
  const withCount = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${formatCount(count, numberFormat)})`;
  return (
    <FilterBar filtered={filtered} onClear={clear}>
      <SearchField
        name={words.search}
        placeholder={words.searchHint}
        value={filter.q}
        onChange={(q) => change({ q })}
      />
      <MultiFilter
        name={words.role}
        value={filter.role}
        options={ROLES.map((value) => ({
          value,
          label: roleWords[value],
          hint: roleWords[`help${value}`],
        }))}
        onChange={(role) => change({ role })}
      />
      <MultiFilter
        name={words.state}
        value={filter.state}
        options={STATES.map((value) => ({ value, label: withCount(words[value], countOf[value]) }))}
        onChange={(state) => change({ state })}
      />
      {quick.map(([key, label, count]) => (
        <Button
          key={key}
          small
          aria-pressed={filter[key] === true}
          onClick={() => change({ [key]: filter[key] ? null : true })}
        >
          {withCount(label, count)}
        </Button>
      ))}
    </FilterBar>
  );
}
