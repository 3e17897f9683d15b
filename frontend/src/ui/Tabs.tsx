/** Tabs after the ARIA pattern: arrows move, the chosen panel alone is drawn. */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  key: string;
  label: string;
  count?: number | undefined;
  render: () => ReactNode;
}

export function Tabs({
  name,
  tabs,
  active,
  onChange,
}: {
  name: string;
  tabs: readonly Tab[];
  active: string;
  onChange: (key: string) => void;
}) {
  const base = useId();
  const strip = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === active),
  );
  const current = tabs[at];
  const widths = tabs.map(({ label, count }) => `${label} ${count ?? ''}`).join();
  useEffect(() => {
    // On a narrow screen the strip scrolls; the chosen tab is never out of sight.
    const chosen = strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[at];
    if (strip.current && chosen)
      strip.current.scrollLeft =
        chosen.offsetLeft -
        strip.current.offsetLeft -
        (strip.current.clientWidth - chosen.offsetWidth) / 2;
  }, [at, widths]);
  const onKey = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    onChange(tabs[next]?.key ?? active);
    strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className="g-tabs">
      <div ref={strip} role="tablist" aria-label={name} className="g-tabstrip" onKeyDown={onKey}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${base}-${tab.key}`}
            aria-selected={index === at}
            aria-controls={index === at ? `${base}-panel` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="g-tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      {current && (
        <div
          role="tabpanel"
          id={`${base}-panel`}
          aria-labelledby={`${base}-${current.key}`}
          className="g-tabpanel"
          tabIndex={0}
        >
          {current.render()}
        </div>
      )}
    </div>
  );
}
