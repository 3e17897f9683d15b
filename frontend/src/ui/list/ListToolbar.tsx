/** The bar over a list: how many rows match, and how the list is shown, kept and taken away. */
import { useState, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { prefer, useNotation, usePreference } from '@/kernel/preferences';
import { Button } from '../Button';
import { labels } from '../labels';
import { Popover } from '../Popover';
import type { Column } from './Column';
import { ColumnsDialog } from './ColumnsDialog';
import { ExportMenu } from './ExportMenu';
import { listLabels } from './labels';
import { SavedViews } from './SavedViews';
import type { ListState } from './useList';

interface ListToolbarProps<Row> {
  list: ListState<Row>;
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  exportable: boolean;
  hasViews: boolean;
  children?: ReactNode;
}

export function ListToolbar<Row>({
  list,
  columns,
  shown,
  exportable,
  hasViews,
  children,
}: ListToolbarProps<Row>) {
  const words = useLabels(listLabels);
  const countWords = useCountWords();
  const density = usePreference('density');
  const [choosingColumns, setChoosingColumns] = useState(false);
  const { count, isExact, error } = list.seen;
  return (
    <div className="gl-tools">
      <span className="gl-count" role="status">
        {count === null ? '' : countWords(count, isExact)}
      </span>
      {children}
      <span className="g-actions gl-tools-end">
        {hasViews && <SavedViews list={list} />}
        <Popover name={words.view} label={words.view} icon="sliders-h" align="end">
          {(close) => (
            <div className="gl-menu">
              <span className="gl-menu-name" id="gl-density">
                {words.density}
              </span>
              <span className="gl-segments" role="group" aria-labelledby="gl-density">
                {(['compact', 'comfortable'] as const).map((each) => (
                  <button
                    key={each}
                    type="button"
                    aria-pressed={density === each}
                    onClick={() => prefer({ density: each })}
                  >
                    {words[each]}
                  </button>
                ))}
              </span>
              <Button
                look="quiet"
                small
                icon="table"
                onClick={() => {
                  close();
                  setChoosingColumns(true);
                }}
              >
                {words.columns}
              </Button>
              <Button
                look="quiet"
                small
                icon="refresh"
                onClick={() => {
                  close();
                  void list.refresh();
                }}
              >
                {words.refresh}
              </Button>
            </div>
          )}
        </Popover>
        {exportable && (count !== null || error === undefined) && (
          <ExportMenu list={list} shown={shown} />
        )}
      </span>
      {choosingColumns && (
        <ColumnsDialog
          name={list.name}
          columns={columns}
          onClose={() => setChoosingColumns(false)}
        />
      )}
    </div>
  );
}

/** How many rows match, in words; "about" when the server has not counted to the end. */
export function useCountWords(): (total: number, exact: boolean) => string {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  return (total, exact) => {
    const rows = words.rows(formatCount(total, numberFormat));
    return exact ? rows : words.countAbout(rows);
  };
}
