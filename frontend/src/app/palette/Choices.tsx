/** The list of the palette: groups of choices, one of them active. */
import { useEffect, useRef } from 'react';
import { useLabels } from '@/kernel/i18n';
import { DateText, Icon, MoneyText } from '@/ui';
import type { Entry, EntryGroup } from './entries';
import { detailOf, type Hit } from './hits';
import { labels, stateWords } from './labels';

interface ChoicesProps {
  id: string;
  groups: readonly EntryGroup[];
  active: Entry | undefined;
  onChoose: (entry: Entry) => void;
  onPoint: (entry: Entry) => void;
}

export function Choices({ id, groups, active, onChoose, onPoint }: ChoicesProps) {
  const words = useLabels(labels);
  const list = useRef<HTMLDivElement>(null);
  const all = groups.flatMap(({ entries }) => entries);
  const place = active ? all.indexOf(active) : -1;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [place]);
  return (
    <div ref={list} id={id} className="pa-list" role="listbox" aria-label={words.results}>
      {groups.map(({ key, name, entries, more }) => (
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <div id={`${id}-${key}`} className="pa-group" role="presentation">
            {name}
          </div>
          {entries.map((entry) => (
            <button
              key={entry.key}
              type="button"
              id={`${id}-${all.indexOf(entry)}`}
              role="option"
              aria-selected={entry === active}
              className="pa-choice"
              tabIndex={-1}
              // The focus stays in the field, where the keys are heard.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => entry !== active && onPoint(entry)}
              onClick={() => onChoose(entry)}
            >
              <Icon name={entry.icon} />
              {entry.hit ? (
                <HitText hit={entry.hit} />
              ) : (
                <span className="pa-text">
                  <span>{entry.label}</span>
                  {entry.under && <span className="pa-under">{entry.under}</span>}
                </span>
              )}
            </button>
          ))}
          {more && (
            <div className="pa-more" role="presentation">
              {words.more}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function HitText({ hit }: { hit: Hit }) {
  const words = useLabels(labels);
  const detail = detailOf(hit, useLabels(stateWords));
  return (
    <>
      <span className="pa-text">
        <span className="pa-title">
          {hit.title}
          {hit.exact && <span className="pa-exact">{words.exact}</span>}
        </span>
        {detail && <span className="pa-detail">{detail}</span>}
      </span>
      <span className="pa-figures">
        {hit.amount && <MoneyText value={hit.amount} />}
        {hit.date && (
          <span className="pa-detail">
            <DateText value={hit.date} />
          </span>
        )}
      </span>
    </>
  );
}
