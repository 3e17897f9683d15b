/** An icon of the icon font, always beside words and so hidden from screen readers. */
export function Icon({ name, className = '' }: { name: string; className?: string }) {
  return <i className={`pi pi-${name} ${className}`} aria-hidden="true" />;
}
