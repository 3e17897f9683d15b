/** Keys as they look on a keyboard; several ways to the same are set apart. */
import { Fragment } from 'react';
import { keyCaps } from '@/kernel/shortcuts';
import './keys.css';

export function KeyCaps({
  keys,
  between = null,
}: {
  keys: readonly string[];
  between?: string | null;
}) {
  return (
    <span className="k-caps">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && between && <span className="g-muted">{between}</span>}
          {keyCaps(key).map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
