/** An icon, always beside words and so hidden from screen readers; as large as the letters around it. */
import { ICONS } from './icons';

export function Icon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg
      className={`pi pi-${name} ${className}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICONS[name] ?? ICONS['circle']} />
    </svg>
  );
}
