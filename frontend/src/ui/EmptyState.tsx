/** What a page says when it has nothing to show, and what to do next. */
import { Suspense, lazy, type ReactNode } from 'react';
import type { Picture } from './pictures';

export type { Picture };

/** A page that has nothing to show is whole without its picture, so one that cannot be had is left out. */
const Drawing = lazy(() =>
  import('./pictures').then(
    ({ Drawing: shown }) => ({ default: shown }),
    () => ({ default: () => null }),
  ),
);

export function EmptyState({
  picture,
  title,
  children,
  actions,
}: {
  picture: Picture;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="g-empty">
      <svg
        className="g-picture"
        viewBox="0 0 160 128"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <circle className="g-picture-halo" cx="80" cy="68" r="56" />
        <Suspense fallback={null}>
          <Drawing of={picture} />
        </Suspense>
      </svg>
      <h2 className="g-empty-title">{title}</h2>
      {children && <div className="g-empty-text">{children}</div>}
      {actions && <div className="g-actions">{actions}</div>}
    </div>
  );
}
