/** Why something was refused, below the field it is about; the field leads to it by its id. */
import type { Refused } from '../refusal';

export function Refusal({ refused }: { refused: Refused | null }) {
  return (
    refused && (
      <p id={refused.id} className="g-field-error ru-refusal" role="alert" tabIndex={-1}>
        {refused.message}
      </p>
    )
  );
}
