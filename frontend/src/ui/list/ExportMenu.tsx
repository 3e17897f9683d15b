/** The whole list as a file, in the filter and order that are shown. */
import { useId, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { problemOf } from '@/kernel/problems';
import { Popover } from '../Popover';
import { notify } from '../toasts';
import type { Column } from './Column';
import { listLabels } from './labels';
import { useCountWords } from './ListToolbar';
import { takeFile } from './takeFile';
import type { ListState } from './useList';

interface Format {
  format: 'csv' | 'xlsx';
  locale: 'en' | 'da';
  name: string;
  help: string;
}

export function ExportMenu<Row>({
  list,
  shown,
}: {
  list: ListState<Row>;
  shown: readonly Column<Row>[];
}) {
  const words = useLabels(listLabels);
  const countWords = useCountWords();
  const { language } = useNotation();
  const [onlyShown, setOnlyShown] = useState(true);
  const [busy, setBusy] = useState(false);
  const help = useId();
  const formats: readonly Format[] = [
    { format: 'xlsx', locale: language, name: words.exportXlsx, help: words.exportXlsxHelp },
    { format: 'csv', locale: 'da', name: words.exportExcelDa, help: words.exportExcelDaHelp },
    { format: 'csv', locale: 'en', name: words.exportCsv, help: words.exportCsvHelp },
  ];
  const take = async ({ format, locale }: Format) => {
    setBusy(true);
    try {
      const { filter, orderBy } = list.variables as { filter?: object; orderBy?: object };
      const columns = shown.flatMap((column) => column.exports ?? []);
      const asked = {
        format,
        locale,
        ...(filter ? { filter } : {}),
        ...(orderBy ? { orderBy } : {}),
        ...(onlyShown && columns.length > 0 ? { columns } : {}),
      };
      await takeFile(`/api/export/${list.name}`, asked);
    } catch (error) {
      const { detail, correlationId } = problemOf(error);
      notify({
        severity: 'error',
        title: words.exportFailed,
        text: [detail, correlationId].filter(Boolean).join(' · ') || words.exportFailed,
      });
    }
    setBusy(false);
  };
  return (
    <Popover
      name={words.export}
      label={words.export}
      icon="download"
      align="end"
      disabled={list.seen.count === null}
    >
      {(close) => (
        <div className="gl-menu">
          <p className="g-muted gl-menu-help">
            {words.exportAll(countWords(list.seen.count ?? 0, list.seen.isExact))}
          </p>
          {formats.map((each) => (
            <button
              key={each.name}
              type="button"
              className="gl-menu-item"
              disabled={busy}
              aria-describedby={`${help}-${each.format}-${each.locale}`}
              onClick={() => {
                close();
                void take(each);
              }}
            >
              <span>{each.name}</span>
              <small id={`${help}-${each.format}-${each.locale}`}>{each.help}</small>
            </button>
          ))}
          <label className="gl-menu-check">
            <input type="checkbox" checked={onlyShown} onChange={() => setOnlyShown(!onlyShown)} />
            {words.exportChosenColumns}
          </label>
        </div>
      )}
    </Popover>
  );
}
