/** What a page says when it has nothing to show, and what to do next. */
import type { ReactNode } from 'react';

export type Picture = 'orbit' | 'search' | 'lock' | 'break' | 'inbox';

const DRAWINGS: Readonly<Record<Picture, ReactNode>> = {
  orbit: (
    <>
      <circle cx="60" cy="44" r="26" />
      <ellipse cx="60" cy="44" rx="44" ry="14" transform="rotate(-20 60 44)" />
      <circle cx="60" cy="44" r="5" className="g-picture-fill" />
      <circle cx="98" cy="28" r="4" className="g-picture-fill" />
    </>
  ),
  search: (
    <>
      <path d="M26 24h44M26 38h30M26 52h22" />
      <circle cx="76" cy="50" r="16" />
      <path d="m88 62 14 14" />
      <circle cx="76" cy="50" r="4" className="g-picture-fill" />
    </>
  ),
  lock: (
    <>
      <rect x="38" y="40" width="44" height="34" rx="6" />
      <path d="M46 40V28a14 14 0 0 1 28 0v12" />
      <circle cx="60" cy="56" r="4" className="g-picture-fill" />
    </>
  ),
  break: (
    <>
      <path d="M18 44h26l8-18 10 36 8-18h8" />
      <path d="M86 44h4M98 44h4" />
      <circle cx="94" cy="44" r="4" className="g-picture-fill" />
    </>
  ),
  inbox: (
    <>
      <path d="M28 50 40 22h40l12 28v22H28z" />
      <path d="M28 50h20l4 8h16l4-8h20" />
      <circle cx="60" cy="36" r="4" className="g-picture-fill" />
    </>
  ),
};

export function EmptyState({ picture, title, children, actions }: { picture: Picture; title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="g-empty">
      <svg className="g-picture" viewBox="0 0 120 88" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        {DRAWINGS[picture]}
      </svg>
      <h2 className="g-empty-title">{title}</h2>
      {children && <div className="g-empty-text">{children}</div>}
      {actions && <div className="g-actions">{actions}</div>}
    </div>
  );
}
