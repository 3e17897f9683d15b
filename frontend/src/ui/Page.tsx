/** The frame of a screen: one heading, which takes the focus after a navigation, and its actions. */
import { useEffect, type ReactNode } from 'react';

const PRODUCT = 'Giroscope';

/** The heading's id, so that the shell can move the focus to it. */
export const HEADING_ID = 'page-heading';

export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return (
    <section className="g-page" aria-labelledby={HEADING_ID}>
      <header className="g-page-head">
        <div>
          <h1 id={HEADING_ID} tabIndex={-1}>
            {title}
          </h1>
          {lead && <div className="g-lead">{lead}</div>}
        </div>
        {actions && <div className="g-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
