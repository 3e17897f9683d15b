/** What the server runs with, by name, and where each comes from. A secret only says whether it is set. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { DebugSettingsDocument, type DebugSettingsQuery } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { RIGHT_NOW } from '@/kernel/policies';
import {
  DataList,
  DataListSkeleton,
  FilterBar,
  NoMatch,
  QueryStates,
  SearchField,
  Tag,
  type Column,
} from '@/ui';
import { labels } from '../labels';

type Setting = DebugSettingsQuery['debugSettings'][number];

export function SettingsTab() {
  const words = useLabels(labels);
  const [sought, setSought] = useState('');
  const query = useQuery(DebugSettingsDocument, { fetchPolicy: RIGHT_NOW });
  const columns = settingColumns(words);
  const clear = () => setSought('');
  return (
    <>
      <p className="g-muted">{words.settingsLead}</p>
      <FilterBar filtered={sought !== ''} onClear={clear}>
        <SearchField name={words.searchSettings} value={sought} onChange={setSought} />
      </FilterBar>
      <QueryStates query={query} skeleton={<DataListSkeleton columns={columns.length} />}>
        {({ debugSettings }) => {
          const rows = debugSettings.filter(({ name, value }) =>
            `${name} ${value ?? ''}`.toLowerCase().includes(sought.trim().toLowerCase()),
          );
          return rows.length === 0 ? (
            <NoMatch onClear={clear} />
          ) : (
            <DataList
              caption={words.settings}
              columns={columns}
              rows={rows}
              rowKey={({ name }) => name}
            />
          );
        }}
      </QueryStates>
    </>
  );
}

function settingColumns(words: Words<typeof labels>): readonly Column<Setting>[] {
  return [
    {
      key: 'name',
      header: words.name,
      cell: ({ name }) => <code className="db-code">{name}</code>,
    },
    {
      key: 'value',
      header: words.value,
      cell: (setting) => <SettingValue setting={setting} words={words} />,
    },
    {
      key: 'origin',
      header: words.origin,
      cell: ({ origin }) => (
        <Tag tone={origin === 'ENVIRONMENT' ? 'info' : 'neutral'}>{words[origin]}</Tag>
      ),
    },
  ];
}

function SettingValue({ setting, words }: { setting: Setting; words: Words<typeof labels> }) {
  if (!setting.isSet) return <span className="g-muted">{words.notSet}</span>;
  return setting.isSecret ? (
    <Tag icon="lock">{words.hidden}</Tag>
  ) : (
    <code className="db-code">{setting.value}</code>
  );
}
