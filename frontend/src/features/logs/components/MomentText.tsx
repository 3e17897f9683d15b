/** A moment to the millisecond: the order of an exchange is told by nothing less. */
import { formatInstant } from '@/kernel/dates';
import { useNotation } from '@/kernel/preferences';

export function MomentText({ value }: { value: string }) {
  const { dateFormat } = useNotation();
  const fraction = new Date(value).getUTCMilliseconds().toString().padStart(3, '0');
  return (
    <time dateTime={value} title={value} className="g-date">
      {formatInstant(value, dateFormat, true)}.{fraction}
    </time>
  );
}
