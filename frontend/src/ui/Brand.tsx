/** The product's mark and name, drawn in the colour of the text around them. */

/** A ring, a tilted orbit and a still centre. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden="true">
      <circle cx="16" cy="16" r="13" />
      <ellipse cx="16" cy="16" rx="13" ry="5" transform="rotate(-35 16 16)" />
      <circle cx="16" cy="16" r="2.5" fill="currentColor" stroke="none" />
    </svg>
  );
}

/** Mark and word together. */
export function Logo() {
  return (
    <span className="g-logo">
      <Mark className="g-logo-mark" />
      <span className="g-logo-word" translate="no">Giroscope</span>
    </span>
  );
}
