/** The product's mark and name. White on a dark theme, dark on a light one; the rotor takes the theme's hue. */
import { usePreference } from '@/kernel/preferences';

/** A gyroscope seen from the side: the ring, its axis sticking out at both ends, and the rotor on it. */
function Mark() {
  return (
    <svg
      className="g-logo-mark"
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M21.4 6.7 23.2 3.5M10.6 25.3 8.8 28.5" />
      <path d="M19.2 10.5 12.8 21.5" strokeWidth="1.6" />
      <ellipse
        className="g-logo-rotor"
        cx="16"
        cy="16"
        rx="7.4"
        ry="2.9"
        transform="rotate(30 16 16)"
        stroke="none"
      />
      <circle cx="16" cy="16" r="10.8" />
    </svg>
  );
}

/** Mark and word together. */
export function Logo() {
  const variant = usePreference('darkTheme') ? 'white' : 'dark';
  return (
    <span className={`g-logo g-logo-${variant}`} data-logo={variant}>
      <Mark />
      <span className="g-logo-word" translate="no">
        Giroscope
      </span>
    </span>
  );
}
