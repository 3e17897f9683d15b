/** Why something was refused; however far its dialog is scrolled, it is in sight at once. */
import { useEffect, useRef } from 'react';

export function Refusal({ children }: { children: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [children]);
  return (
    <p ref={shown} className="g-field-error" role="alert">
      {children}
    </p>
  );
}
